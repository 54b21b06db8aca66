import { z } from 'zod';
import { whole } from '../../src/core/events/activity.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { CursorParameter, Next } from '../../src/core/paging.ts';
import { deliveriesOf } from '../../src/webhooks/deliveries.ts';
import { Delivery, states } from '../../src/webhooks/schemas.ts';
import { onWebhook, webhookPath } from './schemas.ts';

export const listWebhookDeliveries = defineOperation({
  name: 'list_webhook_deliveries',
  http: {
    route: 'GET /api/v1/webhooks/{id}/deliveries',
    tag: 'webhooks',
  },
  summary: 'List what was sent to a webhook and what is waiting, newest first',
  description: 'With every attempt: what was sent, and the beginning of the response. Kept for 30 days.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: {
    path: webhookPath,
    query: z.object({
      state: z.enum(states).optional().describe('Only those in this state'),
      cursor: CursorParameter,
      limit: whole(1, 200).default(20),
    }),
  },
  output: z.object({ data: z.array(Delivery), next: Next }),
  run: ({ db }, { path, query }) => deliveriesOf(db, path.id, query),
});
