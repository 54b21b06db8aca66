import { z } from 'zod';
import { colorsOf, colorStates } from '../../src/assets/similar/colors.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

export const getAssetColors = defineOperation({
  name: 'get_asset_colors',
  http: {
    route: 'GET /api/v1/assets/{id}/colors',
    tag: 'assets',
  },
  summary: 'Get the dominant colors of an asset’s picture',
  description:
    'Up to five, the most frequent first. `GET /api/v1/assets?color={hex}` finds other pictures with one of them.',
  access: readsAsset,
  input: { path: assetPath },
  output: z.object({
    data: z.array(
      z.object({
        hex: z.string().describe('As #rrggbb, in sRGB'),
        share: z.number().describe('Of the area that isn’t transparent, 0 to 1'),
      }),
    ),
    state: z
      .enum(colorStates)
      .describe('pending: not ready yet, try again soon. none: no picture, or nothing but transparency'),
  }),
  run: ({ db }, { path }) => colorsOf(db, path.id),
});
