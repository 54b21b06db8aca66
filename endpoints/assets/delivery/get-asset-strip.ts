import { contentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { deliverPreviewPiece } from '../../../src/assets/delivery/deliver-piece.ts';
import { sentFile } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, contentParameters, readsAsset } from '../schemas.ts';

export const getAssetStrip = defineOperation({
  name: 'get_asset_strip',
  http: {
    route: 'GET /api/v1/assets/{id}/preview/strip',
    tag: 'assets',
    produces: 'image/webp',
    ...sentFile,
  },
  summary: 'Get ten frames of a video side by side, as WebP',
  description:
    'Ten frames of the same width, evenly spread over the video, from left to right: show one at a time as the pointer moves across it. Waits like `get_asset_clip`.',
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: { path: assetPath, query: contentParameters },
  errors: ['unsupported', 'range_not_satisfiable', 'unavailable'],
  run: ({ service, request, row }) => deliverPreviewPiece(service, request, row, 'strip'),
});
