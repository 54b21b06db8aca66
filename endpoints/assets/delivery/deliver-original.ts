import { z } from 'zod';
import { countedDelivery } from '../../../src/assets/asset-traffic.ts';
import { asksForDescription, deliverDescription } from '../../../src/assets/delivery/deliver-description.ts';
import { deliveryQuery } from '../../../src/assets/delivery/delivery-rows.ts';
import { deliver } from '../../../src/assets/delivery/deliver.ts';
import { Description } from '../../../src/assets/schemas.ts';
import { sentFile } from '../../../src/assets/delivery/serve-piece.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { deliveredQuery, onAsset } from '../schemas.ts';

export const deliverOriginal = defineOperation({
  name: 'deliver_original',
  http: { route: 'GET /a/{id}', tag: 'delivery', produces: 'application/octet-stream', ...sentFile },
  summary: 'Get the original file of an active asset as it was uploaded, or its description',
  description:
    "Served to anyone while the asset is active, public, not private and not under embargo; otherwise to callers who can read it, or with a signature (s). Answers 410 once the asset is expired, archived or deleted. With Accept: application/json it returns the description, without proposedBy, reviewNote and collections for callers who can't read the record. Supports If-None-Match, Range (one) and If-Range.",
  access: {
    scope: 'public',
    target: onAsset,
  },
  query: deliveryQuery,
  input: {
    path: z.object({ id: z.string() }),
    query: deliveredQuery.extend({
      play: z
        .string()
        .optional()
        .describe("Plays the recording on the page of a share link that doesn't allow downloads"),
    }),
  },
  output: Description,
  errors: ['forbidden', 'gone', 'range_not_satisfiable', 'unavailable'],
  run: async ({ service, request, row, access, caller, db }) => {
    const delivery = { service, facts: request, row, access };
    if (asksForDescription(request)) return deliverDescription(delivery, { caller, db });
    const answer = await deliver({ ...delivery, transform: null, policy: 'world' });
    return countedDelivery(service, access, request, answer);
  },
});
