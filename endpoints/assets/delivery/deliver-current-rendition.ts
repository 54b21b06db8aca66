import { z } from 'zod';
import { currentQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { redirectToCurrent } from '../../../src/assets/delivery/deliver.ts';
import { openHeaders } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { deliveredQuery, onAsset } from '../schemas.ts';

export const deliverCurrentRendition = defineOperation({
  name: 'deliver_current_rendition',
  http: {
    route: 'GET /c/{id}/{transform}',
    tag: 'delivery',
    also: { 302: 'Redirect to the rendition of the current version at /a' },
    headers: openHeaders,
    produces: 'image/*',
  },
  summary: 'Redirect to a rendition of the current version of an asset',
  access: {
    scope: 'public',
    target: onAsset,
  },
  query: currentQuery,
  input: {
    path: z.object({ id: z.string(), transform: z.string() }),
    query: deliveredQuery,
  },
  errors: ['invalid_request', 'forbidden', 'gone'],
  run: async ({ service, request, row }, { path }) =>
    redirectToCurrent(service, request, row, path.transform),
});
