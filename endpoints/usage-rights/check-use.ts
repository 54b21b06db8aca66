import { isId } from '../../src/core/access/ids.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { demandKnownBrands } from '../../src/usage-rights/known-brands.ts';
import { assetsForUse, usageQuery, type UseRow } from '../../src/usage-rights/queries.ts';
import { UseInput, Verdicts } from '../../src/usage-rights/schemas.ts';
import { demandTerritories, useOf, verdictsOn, type Asking } from '../../src/usage-rights/verdicts.ts';
import { eachAsset } from './each-asset.ts';

/** The asset in the body, or the first of several, if it is a valid ID. */
function assetNamedBy(body: unknown): { asset: string } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { asset, assets } = body as { asset?: unknown; assets?: unknown };
  const first: unknown = asset ?? (Array.isArray(assets) ? (assets as unknown[])[0] : null);
  return isId(first) ? { asset: first } : null;
}

/** @throws ApiError not_found, listing each asset that doesn't exist or that the caller can't access. */
async function allOf({ db, caller, workspaceId }: Asking, ids: readonly string[]): Promise<UseRow[]> {
  const asked = ids.map((id) => id.toLowerCase());
  const found = await assetsForUse(db, caller, workspaceId, asked);
  const issues = asked.flatMap((id, at) =>
    found.has(id)
      ? []
      : [{ path: `assets[${at}]`, message: "Not found in this workspace, or you don't have access." }],
  );
  if (issues.length > 0)
    throw new ApiError('not_found', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
      issues,
    });
  return asked.flatMap((id) => found.get(id) ?? []);
}

export const checkUse = defineOperation({
  name: 'check_use',
  http: {
    route: 'POST /api/v1/check',
    tag: 'use',
  },
  summary: 'Check whether assets may be used in a given way',
  description:
    "Checks a use (channel, territory, date, context) against the state and rights of an asset, and against what the brand (the default one if you name none) has for the context. A brand that you can't read, or a context that none of its rules uses, is a 422 that names the nearest. A restriction that the use doesn't specify is a reason that doesn't block: add detail to have it decided. license, credit and terms must be honored but don't block; no_rights blocks only if the check setting says so. suggest names what to use instead: what replaces the asset, the brand's variants, and up to three in all of those that look similar and pass the same check (for the first 10 assets that don't). With assets or uses, returns {data} with a verdict for each asset and use, asset by asset.",
  access: {
    scope: 'read',
    targetInBody: assetNamedBy,
  },
  readOnly: true,
  query: usageQuery,
  input: { body: UseInput },
  output: Verdicts,
  errors: ['invalid'],
  agent: {
    title: 'Check a use',
    description:
      'Checks whether an asset may be used in a channel and territory on a given day, and why not. Returns the license and credit to honor, and what to use instead of a replaced asset. Call it before you place an asset anywhere, with all you know about the use; assets and uses check several.',
    readOnly: true,
    shape: eachAsset,
  },
  run: async ({ row, service, db, caller, access }, { body }) => {
    const asking: Asking = { service, db, caller, workspaceId: access.workspaceId ?? '' };
    const assets = body.assets ? await allOf(asking, body.assets) : [row];
    const uses = (body.uses ?? [body]).map(useOf);
    const pathOf = (at: number, name: string): string => (body.uses ? `uses[${at}].${name}` : name);
    demandTerritories(assets, uses, (at) => pathOf(at, 'territory'));
    await demandKnownBrands(asking, uses, pathOf);
    const verdicts = await verdictsOn(asking, assets, uses);
    const [only] = verdicts;
    return body.assets || body.uses || !only ? { data: verdicts } : only;
  },
});
