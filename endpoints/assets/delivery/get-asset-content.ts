import { contentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { deliver } from '../../../src/assets/delivery/deliver.ts';
import { sentFile } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, contentParameters, readsAsset } from '../schemas.ts';

export const getAssetContent = defineOperation({
  name: 'get_asset_content',
  http: {
    route: 'GET /api/v1/assets/{id}/content',
    tag: 'assets',
    produces: 'application/octet-stream',
    ...sentFile,
  },
  summary: "Get an asset's file if you can read its record, in any state except deleted",
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: { path: assetPath, query: contentParameters },
  errors: ['range_not_satisfiable', 'unavailable'],
  run: ({ service, request, row, access }) =>
    deliver({
      service,
      facts: request,
      row,
      access,
      transform: null,
      policy: 'record',
    }),
});
