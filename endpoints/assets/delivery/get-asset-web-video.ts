import { contentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { deliverPlayable } from '../../../src/assets/delivery/deliver-piece.ts';
import { sentFile } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, contentParameters, readsAsset } from '../schemas.ts';

export const getAssetWebVideo = defineOperation({
  name: 'get_asset_web_video',
  http: {
    route: 'GET /api/v1/assets/{id}/preview/web',
    tag: 'assets',
    produces: 'video/webm',
    ...sentFile,
  },
  summary: 'Get a version of a video that browsers play, in 720p at most, as WebM',
  description:
    "It's made once somebody asks for it, which takes about as long as the video: until then, this waits up to 10 seconds, and then answers 503 with `Retry-After`.",
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: { path: assetPath, query: contentParameters },
  errors: ['unsupported', 'range_not_satisfiable', 'unavailable'],
  run: ({ service, request, row }) => deliverPlayable(service, request, row),
});
