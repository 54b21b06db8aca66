import { z } from 'zod';
import { deliver, deliveryQuery } from '../../../src/assets/delivery/deliver.ts';
import { openHeaders } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, onAsset } from '../schemas.ts';

export const getAssetContent = defineOperation({
  name: 'get_asset_content',
  route: 'GET /api/v1/assets/{id}/content',
  tag: 'assets',
  summary: "Get an asset's file if you can read its record, in any state except deleted",
  scope: 'read',
  target: onAsset,
  query: deliveryQuery,
  input: { path: assetPath, query: z.object({ download: z.string().optional() }) },
  produces: 'application/octet-stream',
  headers: openHeaders,
  also: { 206: 'The requested range', 304: 'Not modified' },
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
