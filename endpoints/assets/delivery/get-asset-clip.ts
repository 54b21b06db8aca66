import { contentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
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
  summary: 'Get a silent six-second clip of a video, as WebM',
  description:
    "It's made soon after the video arrives. Until then, this waits up to 10 seconds, and then answers 503 with `Retry-After`. `clip` of `get_asset_preview` is this address once the clip is made.",
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: { path: assetPath, query: contentParameters },
  errors: ['unsupported', 'range_not_satisfiable', 'unavailable'],
  run: ({ service, request, row }) => deliverPreviewPiece(service, request, row, 'clip'),
});
