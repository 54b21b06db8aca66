import { z } from 'zod';
import { AssetTexts, assetTextsOf } from '../../src/assets/languages/asset-texts.ts';
import { slotsIn } from '../../src/assets/languages/slots.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

export const OneTexts = z.object({
  data: AssetTexts,
  default: z.string().describe('The language of the asset’s title and description'),
});

export const getAssetTexts = defineOperation({
  name: 'get_asset_texts',
  http: {
    route: 'GET /api/v1/assets/{id}/texts',
    tag: 'assets',
  },
  summary: 'Get the title, description and alt text of an asset in each language',
  description:
    'Every language of the setting `languages`, the default first; null where there is no text. Without an alt text, the description is read out in its place. `fields` has the values of custom fields that are translated.',
  access: readsAsset,
  input: { path: assetPath },
  output: OneTexts,
  run: async ({ db, service, access }, { path }) => {
    const slots = await slotsIn(service, db, access.workspaceId ?? '');
    return { data: await assetTextsOf(db, path.id, slots), default: slots.languages[0] };
  },
});
