import { z } from 'zod';
import { deliver, renditionQuery } from '../../../src/assets/delivery/deliver.ts';
import { counted } from '../../../src/core/events/traffic.ts';
import { openHeaders } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { onAsset } from '../schemas.ts';

export const deliverRendition = defineOperation({
  name: 'deliver_rendition',
  route: 'GET /a/{id}/{transform}',
  tag: 'delivery',
  summary: 'A rendition of an active asset, made on first use: /a/{id}/w_800,f_webp',
  description:
    'w and h 1–8000, fit cover, contain, inside, outside or fill, q 1–100, f jpeg, png, webp, avif or auto, in any order. Never enlarges. Who gets it is as for the original.',
  scope: 'public',
  target: onAsset,
  query: renditionQuery,
  input: {
    path: z.object({ id: z.string(), transform: z.string() }),
    query: z.object({ download: z.string().optional(), s: z.string().max(500).optional() }),
  },
  produces: 'image/*',
  headers: openHeaders,
  also: {
    206: 'The range that was asked for',
    302: 'To the next size of the ladder, when this file has had its share of others',
    304: 'The client has it',
  },
  errors: ['invalid_request', 'gone', 'unsupported', 'range_not_satisfiable', 'rate_limited', 'unavailable'],
  run: async ({ service, request, row, access }, { path }) => {
    const answer = await deliver({
      service,
      facts: request,
      row,
      access,
      transform: path.transform,
      door: 'world',
    });
    return counted(service, access.workspaceId, request, answer);
  },
});
