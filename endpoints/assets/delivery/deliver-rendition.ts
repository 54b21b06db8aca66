import { z } from 'zod';
import { countedDelivery } from '../../../src/assets/asset-traffic.ts';
import { renditionQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { deliver } from '../../../src/assets/delivery/deliver.ts';
import { openHeaders } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { deliveredQuery, onAsset } from '../schemas.ts';

export const deliverRendition = defineOperation({
  name: 'deliver_rendition',
  http: {
    route: 'GET /a/{id}/{transform}',
    tag: 'delivery',
    also: {
      206: 'The requested range',
      302: 'Redirect to the next standard size, once this file has reached its limit of custom sizes',
      304: 'Not modified',
    },
    headers: openHeaders,
    produces: 'image/*',
  },
  summary: 'Get a rendition of an active asset, rendered on first use: /a/{id}/w_800,f_webp',
  description:
    'w and h 1–8000; fit cover, contain, inside, outside or fill; q 1–100; f jpeg, png, webp, avif or auto; in any order; or preset_hero. GET /api/v1/transforms lists everything. Never enlarges. With cover, it is cropped around the focal point. Access is the same as for the original.',
  access: {
    scope: 'public',
    target: onAsset,
  },
  query: renditionQuery,
  input: {
    path: z.object({ id: z.string(), transform: z.string() }),
    query: deliveredQuery,
  },
  errors: [
    'invalid_request',
    'forbidden',
    'gone',
    'unsupported',
    'range_not_satisfiable',
    'rate_limited',
    'unavailable',
  ],
  run: async ({ service, request, row, access }, { path }) => {
    const answer = await deliver({
      service,
      facts: request,
      row,
      access,
      transform: path.transform,
      policy: 'world',
    });
    return countedDelivery(service, access, request, answer);
  },
});
