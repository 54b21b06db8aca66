import { z } from 'zod';
import { malformed } from '../../src/core/pipeline/error-response.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { redeliverRange } from '../../src/webhooks/deliveries.ts';
import { onWebhook, webhookPath } from './schemas.ts';

export const sendWebhookDeliveries = defineOperation({
  name: 'send_webhook_deliveries',
  http: {
    route: 'POST /api/v1/webhooks/{id}/redeliver',
    tag: 'webhooks',
    status: 202,
  },
  summary: 'Resend the events of a period to a webhook',
  description:
    'Every event of the period that was sent or is waiting is sent again, with the same ID and body, whether it arrived or not. If the webhook is ordered, they are sent in the order of `version`.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: {
    path: webhookPath,
    body: z.strictObject({
      from: z.iso.datetime({ offset: true }),
      to: z.iso.datetime({ offset: true }),
    }),
  },
  output: z.object({ data: z.object({ deliveries: z.int().describe('How many are sent again') }) }),
  run: async ({ service, db }, { path, body }) => {
    if (Date.parse(body.to) < Date.parse(body.from))
      throw malformed([{ path: 'to', message: 'Must not be before from.' }]);
    const deliveries = await redeliverRange(service, db, path.id, body);
    return Answer.json(202, { data: { deliveries } });
  },
});
