import { z } from 'zod';
import { rankOf } from '../../src/core/access/ladder.ts';
import { AssetUses } from '../../src/access-report/schemas.ts';
import { usesOf } from '../../src/access-report/uses.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { assetPath, readsAsset } from '../assets/schemas.ts';

export const listAssetUses = defineOperation({
  name: 'list_asset_uses',
  http: {
    route: 'GET /api/v1/assets/{id}/uses',
    tag: 'assets',
  },
  summary: 'List where an asset is used: collections, brands, portals, branding, share links, other assets',
  description:
    'Only resources you can read are listed and counted. Brand rules and pages are included if they use it in the draft or in the latest published version; pages also if they show a rule that uses it. Other versions of the asset that are used have lists of their own.',
  access: readsAsset,
  input: { path: assetPath },
  output: z.object({ data: AssetUses }),
  run: async ({ db, caller, access, accessTo }) => {
    const [id, workspaceId] = [access.id ?? '', access.workspaceId ?? ''];
    const { scope } = await accessTo({ workspace: workspaceId });
    const managesPortals = rankOf(scope) >= rankOf('write');
    const uses = await usesOf(db, caller, { id, workspaceId, managesPortals });
    if (!uses) throw new ApiError('not_found', 'This asset was just deleted.');
    return { data: uses };
  },
});
