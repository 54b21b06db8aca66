import { z } from 'zod';
import { contentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { deliver } from '../../../src/assets/delivery/deliver.ts';
import { sentFile } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { Id } from '../../../src/assets/schemas.ts';
import { viewAssets } from '../agent/view-assets.ts';
import { contentParameters, readsAsset } from '../schemas.ts';

export const getAssetContentRendition = defineOperation({
  name: 'get_asset_content_rendition',
  http: {
    route: 'GET /api/v1/assets/{id}/content/{transform}',
    tag: 'assets',
    produces: 'image/*',
    ...sentFile,
  },
  summary: 'Get a rendition if you can read the record, such as a thumbnail of a proposed asset',
  description: 'Renditions of a deleted asset are limited to 640 pixels, and to callers who can restore it.',
  access: readsAsset,
  query: contentQuery,
  queryValues: ({ query }) => [query.v ?? null],
  input: {
    path: z.object({ id: Id, transform: z.string() }),
    query: contentParameters,
  },
  agent: {
    name: 'view_assets',
    title: 'Look at assets',
    description:
      'Shows up to 8 assets as pictures, also those that wait for review or are under embargo. Look before you describe, tag or choose one. search_assets can show small pictures of its hits.',
    readOnly: true,
    shape: viewAssets,
  },
  errors: ['invalid_request', 'unsupported', 'range_not_satisfiable', 'rate_limited', 'unavailable'],
  run: ({ service, request, row, access }, { path }) =>
    deliver({
      service,
      facts: request,
      row,
      access,
      transform: path.transform,
      policy: 'record',
    }),
});
