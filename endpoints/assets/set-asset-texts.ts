import { TextsInput } from '../../src/assets/languages/asset-texts.ts';
import { changeTexts } from '../../src/assets/languages/change-texts.ts';
import { lockAssetRow } from '../../src/assets/patch-asset.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { OneTexts } from './get-asset-texts.ts';
import { assetPath, onAsset } from './schemas.ts';

export const setAssetTexts = defineOperation({
  name: 'set_asset_texts',
  http: {
    route: 'PUT /api/v1/assets/{id}/texts',
    tag: 'assets',
  },
  summary: 'Set the title, description and alt text of an asset in some languages',
  description:
    'Replaces the texts of each language you send: what you leave out of it is cleared, and null clears all of it. Languages and custom fields you leave out stay as they are. Title, description and custom fields in the default language are those of the asset. With propose, suggest texts with propose_changes.',
  access: {
    scope: 'write',
    target: onAsset,
    proposedBy: ['propose_changes'],
  },
  lock: ({ db }, { path }) => lockAssetRow(db, path.id),
  input: { path: assetPath, body: TextsInput },
  output: OneTexts,
  errors: ['conflict', 'invalid'],
  run: ({ db, req }, { path, body }) => changeTexts(req, db, path.id, body),
});
