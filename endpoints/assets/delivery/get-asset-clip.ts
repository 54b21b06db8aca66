import { contentQuery } from '../../../src/assets/delivery/deliver.ts';
import { deliverPreviewPiece } from '../../../src/assets/delivery/deliver-piece.ts';
import { sentFile } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, contentParameters, readsAsset } from '../schemas.ts';

export const getAssetClip = defineOperation({
  name: 'get_asset_clip',
  http: {
    route: 'GET /api/v1/assets/{id}/preview/clip',
    tag: 'assets',
    produces: 'video/webm',
    ...sentFile,
  },
  summary: 'Get six seconds of a video without sound, as WebM',
  description:
    "Made soon after the video arrives; until then, this waits up to 10 seconds, and then asks you to come again. `clip` of `get_asset_preview` is this address once it's made.",
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: { path: assetPath, query: contentParameters },
  errors: ['unsupported', 'range_not_satisfiable', 'unavailable'],
  run: ({ service, request, row }) => deliverPreviewPiece(service, request, row, 'clip'),
});
