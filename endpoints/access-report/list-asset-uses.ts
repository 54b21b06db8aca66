import { z } from 'zod';
import { rankOf } from '../../src/core/access/ladder.ts';
import { AssetUses, UsesQuery } from '../../src/access-report/schemas.ts';
import { usesOf, usesOfOthers } from '../../src/access-report/uses.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { assetPath, readsAsset } from '../assets/schemas.ts';

export const listAssetUses = defineOperation({
  name: 'list_asset_uses',
  http: {
    route: 'GET /api/v1/assets/{id}/uses',
    tag: 'assets',
  },
  summary:
    'List where an asset is used: collections, brands, portals, share links, other assets, and places outside',
  description:
    'Branding and watermarks are included, too. Only resources you can read are listed and counted. Brand rules and pages are included if they use it in the draft or in the latest published version; pages also if they show a rule that uses it.',
  access: readsAsset,
  input: { path: assetPath, query: UsesQuery },
  output: z.object({ data: AssetUses }),
  run: async ({ db, caller, access, accessTo }, { query }) => {
    const [id, workspaceId] = [access.id ?? '', access.workspaceId ?? ''];
    const { scope } = await accessTo({ workspace: workspaceId });
    const managesPortals = rankOf(scope) >= rankOf('write');
    const asking = { id, workspaceId, managesPortals };
    const uses = await usesOf(db, caller, asking);
    if (!uses) throw new ApiError('not_found', 'This asset was just deleted.');
    if (query.include === undefined) return { data: uses };
    return { data: { ...uses, otherVersions: await usesOfOthers(db, caller, asking) } };
  },
});
