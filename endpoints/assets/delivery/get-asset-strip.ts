import { contentQuery } from '../../../src/assets/delivery/deliver.ts';
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
  summary: 'Get ten pictures of a video in a row, as WebP',
  description:
    'All ten are of the same width, from left to right, from evenly spread moments: show one at a time as someone moves across the video. Waits like `get_asset_clip`.',
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: { path: assetPath, query: contentParameters },
  errors: ['unsupported', 'range_not_satisfiable', 'unavailable'],
  run: ({ service, request, row }) => deliverPreviewPiece(service, request, row, 'strip'),
});
