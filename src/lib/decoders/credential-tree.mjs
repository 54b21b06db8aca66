// A manifest of Content Credentials with the files that went into it, and theirs: bounded, because all of it is written by strangers.

/** Levels of ingredients, and how many in all. */
const maxDepth = 6;
const maxNodes = 100;
const maxListed = 50;

/**
 * A manifest. All texts are the file's own.
 *
 * @typedef {object} ManifestNode
 * @property {unknown} title
 * @property {unknown} generator
 * @property {unknown} signer
 * @property {unknown} signedAt
 * @property {unknown[]} actions
 * @property {IngredientNode[]} ingredients
 */

/**
 * A file that went into another.
 *
 * @typedef {object} IngredientNode
 * @property {unknown} title
 * @property {unknown} format
 * @property {unknown} relationship
 * @property {string[]} failures codes of failed checks, now or when it was added, each once
 * @property {boolean} isTrusted whether its signer is on the trust list
 * @property {ManifestNode | null} manifest null: it has none
 */

/** @typedef {{ manifest: ManifestNode | null, isWhole: boolean }} CredentialTree `isWhole` false: there is more than is listed */

/** @param {any} store as c2pa-rs has it @returns {CredentialTree} */
export function treeOf(store) {
  const manifests = store.manifests ?? {};
  const deltas = store.validation_results?.ingredientDeltas ?? [];
  let nodes = 0;
  let isWhole = true;

  /** @param {string} label @param {Set<string>} above @returns {ManifestNode | null} */
  const manifestNode = (label, above) => {
    const manifest = manifests[label];
    if (!manifest || above.has(label)) return null;
    const inside = new Set([...above, label]);
    const all = manifest.ingredients ?? [];
    const listed = above.size < maxDepth ? all.slice(0, maxNodes - nodes) : [];
    if (listed.length < all.length) isWhole = false;
    nodes += listed.length;
    return {
      title: manifest.title,
      generator: named(manifest.claim_generator_info?.[0]) ?? manifest.claim_generator,
      signer: manifest.signature_info?.issuer ?? manifest.signature_info?.common_name,
      signedAt: manifest.signature_info?.time,
      actions: actionsOf(manifest)
        .slice(0, maxListed)
        .map((/** @type {any} */ { action }) => action),
      ingredients: listed.map((/** @type {any} */ ingredient) => ingredientNode(ingredient, label, inside)),
    };
  };

  /** @param {any} ingredient @param {string} owner @param {Set<string>} above @returns {IngredientNode} */
  const ingredientNode = (ingredient, owner, above) => {
    const { title, format, relationship, active_manifest: label } = ingredient;
    const own = `/c2pa/${owner}/c2pa.assertions/${ingredient.label}`;
    const now = deltas
      .filter((/** @type {any} */ { ingredientAssertionURI: uri }) => String(uri).endsWith(own))
      .map((/** @type {any} */ delta) => delta.validationDeltas ?? {});
    const then = ingredient.validation_results?.activeManifest ?? {};
    const isOfIt = (/** @type {any} */ { url }) =>
      label !== undefined && String(url).includes(`/c2pa/${label}/`);
    const failures = [
      ...(ingredient.validation_status ?? []),
      ...[then, ...now].flatMap((one) => one.failure ?? []),
      ...(store.validation_status ?? []).filter(isOfIt),
    ];
    const successes = [then, ...now].flatMap((one) => one.success ?? []);
    return {
      title,
      format,
      relationship,
      failures: [...new Set(failures.map((one) => String(one.code)))].slice(0, maxListed),
      isTrusted: successes.some((one) => one.code === 'signingCredential.trusted' && isOfIt(one)),
      manifest: label === undefined ? null : manifestNode(String(label), above),
    };
  };

  return { manifest: manifestNode(String(store.active_manifest), new Set()), isWhole };
}

/** @param {any} manifest @returns {any[]} */
export function actionsOf(manifest) {
  return (manifest.assertions ?? [])
    .filter((/** @type {any} */ { label }) => /^c2pa\.actions(\.v\d+)?(__\d+)?$/.test(String(label)))
    .flatMap((/** @type {any} */ { data }) => data?.actions ?? []);
}

/** @param {any} who */
export function named(who) {
  if (typeof who?.name !== 'string') return undefined;
  return typeof who.version === 'string' && who.version !== '' ? `${who.name} ${who.version}` : who.name;
}
