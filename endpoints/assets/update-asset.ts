import { lockAssetRow, patchAsset } from '../../src/assets/patch-asset.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { AssetPatch } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, onAsset, ReadAsset } from './schemas.ts';

export const updateAsset = defineOperation({
  name: 'update_asset',
  http: {
    route: 'PATCH /api/v1/assets/{id}',
    tag: 'assets',
  },
  summary: 'Update an asset; approve, reject or archive it; accept or dismiss suggestions',
  description:
    'Setting a suggested key in fields, or a suggested tag in tags, accepts the suggestion. proposedFields and proposedTags list the suggestions to keep; any you leave out are dismissed.',
  access: {
    scope: 'write',
    target: onAsset,
    proposedBy: ['propose_changes', 'propose_tags', 'propose_fields'],
  },
  lock: ({ db }, { path }) => lockAssetRow(db, path.id),
  input: { path: assetPath, body: AssetPatch },
  output: ReadAsset,
  errors: ['conflict', 'invalid'],
  run: async ({ db, req, caller, accessTo }, { path, body }) => {
    await patchAsset(req, db, accessTo, path.id, body);
    return { data: await assetSeenBy(db, caller, path.id) };
  },
});
