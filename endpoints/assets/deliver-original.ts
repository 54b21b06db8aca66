import { z } from 'zod';
import { deliver, deliveryRide, type DeliveryRow } from '../../src/assets/deliver.ts';
import { defineOperation } from '../../src/operation.ts';
import { onAsset } from './schemas.ts';

export const deliverOriginal = defineOperation({
  name: 'deliver_original',
  route: 'GET /a/{id}',
  tag: 'delivery',
  summary: 'The original of an active asset, as it was uploaded',
  description:
    'Served to anyone while the asset is active, public, not private and out of embargo; else to whoever may read it, or with a signature (s). 410 once it is expired, archived or deleted. Accept: application/json answers the description.',
  scope: 'public',
  on: onAsset,
  ride: deliveryRide,
  input: {
    path: z.object({ id: z.string() }),
    query: z.object({ download: z.string().optional(), s: z.string().max(500).optional() }),
  },
  produces: 'application/octet-stream',
  also: { 206: 'The range that was asked for', 304: 'The client has it', 416: 'The range lies outside' },
  refuses: ['gone', 'unavailable'],
  run: ({ service, request, ride, access }) =>
    deliver({
      service,
      facts: request,
      row: ride as unknown as DeliveryRow | null,
      access,
      transform: null,
      door: 'world',
    }),
});
