import { Answer, defineOperation } from '../../src/core/operation.ts';
import { redeliver } from '../../src/webhooks/deliveries.ts';
import { deliveryPath, OneDelivery, onWebhook } from './schemas.ts';

export const sendWebhookDelivery = defineOperation({
  name: 'send_webhook_delivery',
  http: {
    route: 'POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver',
    tag: 'webhooks',
    status: 202,
  },
  summary: 'Send an event to a webhook again',
  description:
    'Soon, or once the webhook is enabled: with the same id and body, whether it arrived or not, and as often as a new one until it does.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: deliveryPath },
  output: OneDelivery,
  errors: ['conflict'],
  run: async ({ service, db }, { path }) =>
    Answer.json(202, { data: await redeliver(service, db, path.id, path.delivery) }),
});
