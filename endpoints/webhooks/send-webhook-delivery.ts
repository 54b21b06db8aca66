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
  summary: 'Resend an event to a webhook',
  description:
    'The event is sent again with the same ID and body, whether it arrived or not, and retried like a new one. If the webhook is disabled, that happens once it is enabled.',
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
