// Reads and validates Content Credentials (C2PA), in the child process.
import { WasmReader } from './c2pa-library.mjs';
import { actionsOf, named, treeOf } from './credential-tree.mjs';
import { DecoderError } from './decoder-error.mjs';

const maxListed = 200;

/**
 * The manifests of a file and their validation results.
 *
 * @typedef {object} ReadCredentials
 * @property {'Invalid' | 'Valid' | 'Trusted'} state as in c2pa-rs: `Valid` means unchanged, but signed by no one on the trust list
 * @property {string[]} failures codes of failed checks, ingredients included, each once
 * @property {string[]} codes of passed checks and of notes
 * @property {boolean} ingredientsHold whether no check of any ingredient failed, now or when it was added
 * @property {number} manifests
 * @property {unknown} generator
 * @property {unknown} title
 * @property {unknown} signer
 * @property {unknown} digitalSourceType
 * @property {unknown} softwareAgent
 * @property {unknown[]} actions
 * @property {number} ingredients
 * @property {import('./credential-tree.mjs').CredentialTree} tree
 */

/**
 * @param {{ mime: string, trustList: string | null }} request `trustList`: PEM certificates of those who vouch for signers
 * @param {Buffer} bytes
 * @returns {Promise<{ result: ReadCredentials | null }>} null for a file without credentials
 */
export async function decode({ mime, trustList }, bytes) {
  const settings = {
    trust: trustList === null ? {} : { trust_anchors: trustList },
    verify: { verify_trust: true, ocsp_fetch: false, remote_manifest_fetch: false },
  };
  let reader;
  try {
    reader = await WasmReader.fromBytes(mime, bytes, JSON.stringify(settings));
  } catch (error) {
    const message = String(error);
    if (/JumbfNotFound|ProvenanceMissing|UnsupportedType/.test(message)) return { result: null };
    throw new DecoderError('broken', message.slice(0, 200));
  }
  try {
    return { result: summaryOf(JSON.parse(reader.json())) };
  } finally {
    reader.free();
  }
}

/** @param {any} store @returns {ReadCredentials} */
function summaryOf(store) {
  const manifests = store.manifests ?? {};
  const active = manifests[store.active_manifest] ?? {};
  const { activeManifest = {}, ingredientDeltas = [] } = store.validation_results ?? {};
  const results = [
    activeManifest,
    ...ingredientDeltas.map((/** @type {any} */ one) => one.validationDeltas ?? {}),
  ];
  const codesOf = (/** @type {string} */ part) =>
    results.flatMap((one) => (one[part] ?? []).map((/** @type {any} */ { code }) => String(code)));
  const failures = [
    ...codesOf('failure'),
    ...(store.validation_status ?? []).map((/** @type {any} */ { code }) => String(code)),
  ];
  const origin = creationOf(manifests, active);
  return {
    state: store.validation_state,
    failures: [...new Set(failures)].slice(0, maxListed),
    codes: [...new Set([...codesOf('success'), ...codesOf('informational')])].slice(0, maxListed),
    ingredientsHold: Object.values(manifests).every((manifest) => ingredientsHold(manifest)),
    manifests: Object.keys(manifests).length,
    generator: named(active.claim_generator_info?.[0]) ?? active.claim_generator,
    title: active.title,
    signer: active.signature_info?.issuer ?? active.signature_info?.common_name,
    digitalSourceType: origin?.digitalSourceType,
    softwareAgent: named(origin?.softwareAgent) ?? origin?.softwareAgent,
    actions: actionsOf(active)
      .slice(0, maxListed)
      .map((/** @type {any} */ { action }) => action),
    ingredients: (active.ingredients ?? []).length,
    tree: treeOf(store),
  };
}

/** Whether nothing was wrong with the ingredients of a manifest when they were added, but who signed them. @param {any} manifest */
function ingredientsHold(manifest) {
  return (manifest.ingredients ?? []).every(
    (/** @type {any} */ { validation_status: then = [], validation_results: now }) =>
      [...then, ...(now?.activeManifest?.failure ?? [])].every(
        (/** @type {any} */ { code }) =>
          code === 'signingCredential.untrusted' || code === 'timeStamp.untrusted',
      ),
  );
}

/**
 * The action that created the picture. If the manifest only has edits, it is in the manifest of the edited picture.
 *
 * @param {Record<string, any>} manifests @param {any} active
 */
function creationOf(manifests, active) {
  const seen = new Set();
  const waiting = [active];
  for (let manifest = waiting.shift(); manifest; manifest = waiting.shift()) {
    if (seen.has(manifest)) continue;
    seen.add(manifest);
    const withSource = actionsOf(manifest).filter(({ digitalSourceType }) => digitalSourceType);
    const made = withSource.find(({ action }) => action === 'c2pa.created') ?? withSource[0];
    if (made) return made;
    for (const { active_manifest: label, relationship } of manifest.ingredients ?? []) {
      const from = manifests[label];
      if (from) waiting[relationship === 'parentOf' ? 'unshift' : 'push'](from);
    }
  }
  return undefined;
}
