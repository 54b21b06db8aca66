import { isId } from '../../src/core/access/ids.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { assetsForUse, usageQuery, type UseRow } from '../../src/usage-rights/queries.ts';
import { UseInput, Verdicts } from '../../src/usage-rights/schemas.ts';
import { demandTerritories, useOf, verdictsOn, type Asking } from '../../src/usage-rights/verdicts.ts';

/** The asset that a body names, or the first of several, where it names one as an id. */
function assetNamedBy(body: unknown): { asset: string } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { asset, assets } = body as { asset?: unknown; assets?: unknown };
  const first: unknown = asset ?? (Array.isArray(assets) ? (assets as unknown[])[0] : null);
  return isId(first) ? { asset: first } : null;
}

/** @throws Refusal not_found, naming each asset that isn't there, or not for this caller. */
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
  route: 'POST /api/v1/check',
  tag: 'use',
  summary: 'May this asset be used so?',
  description:
    'Holds a use (channel, territory, date, context) against the state and the rights of an asset, and against what the brand (the default one, where none is named) has for the context. A restriction that the use says nothing about is a reason that does not block: say more to have it decided. Neither block license, credit and terms, which have to be honoured, nor no_rights unless the setting check says so. With assets or uses: {data}, a verdict for each asset and use, asset by asset.',
  scope: 'read',
  readOnly: true,
  targetInBody: assetNamedBy,
  query: usageQuery,
  input: { body: UseInput },
  output: Verdicts,
  errors: ['invalid'],
  tool: {
    title: 'Check a use',
    description:
      'Tells whether an asset may be used in a channel, a territory and on a day, and why not; names the licence and the credit to honour, and what to use instead of one that was replaced. Ask this before you place an asset anywhere, with as much as you know of the use; several assets or uses at once as assets and uses.',
    readOnly: true,
  },
  run: async ({ row, service, db, caller, access }, { body }) => {
    const asking: Asking = { service, db, caller, workspaceId: access.workspaceId ?? '' };
    const assets = body.assets ? await allOf(asking, body.assets) : [row];
    const uses = (body.uses ?? [body]).map(useOf);
    demandTerritories(assets, uses, (at) => (body.uses ? `uses[${at}].territory` : 'territory'));
    const verdicts = await verdictsOn(asking, assets, uses);
    const [only] = verdicts;
    return body.assets || body.uses || !only ? { data: verdicts } : only;
  },
});
