import { z } from 'zod';
import { currentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { redirectToCurrent } from '../../../src/assets/delivery/deliver.ts';
import { openHeaders } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { deliveredQuery, onAsset } from '../schemas.ts';

export const deliverCurrent = defineOperation({
  name: 'deliver_current',
  http: {
    route: 'GET /c/{id}',
    tag: 'delivery',
    also: { 302: 'Redirect to the current version at /a' },
    headers: openHeaders,
    produces: 'application/octet-stream',
  },
  summary: 'Redirect to the current version of an asset, whichever version the URL names',
  description: "If the current version isn't served, answers as /a/{id} would for it. Cached for one minute.",
  access: {
    scope: 'public',
    target: onAsset,
  },
  query: currentQuery,
  input: {
    path: z.object({ id: z.string() }),
    query: deliveredQuery,
  },
  errors: ['forbidden', 'gone'],
  run: async ({ service, request, row }) => redirectToCurrent(service, request, row, null),
});
