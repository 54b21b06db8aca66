import { defineOperation } from '../../src/core/operation.ts';
import { deliveryNow } from '../../src/webhooks/deliveries.ts';
import { keepTest, tryWebhook } from '../../src/webhooks/send-test.ts';
import { OneDelivery, onWebhook, webhookPath } from './schemas.ts';

export const sendTestEvent = defineOperation({
  name: 'send_test_event',
  http: {
    route: 'POST /api/v1/webhooks/{id}/test',
    tag: 'webhooks',
  },
  summary: 'Send a test event to a webhook',
  description:
    'Sends a `webhook.test` event right away and without retries, even if the webhook is disabled. `state` says whether it arrived, and the attempt has the response.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: webhookPath },
  output: OneDelivery,
  prepare: ({ service, caller, request }, { path }) => tryWebhook(service, caller, path.id, request.signal),
  run: async ({ db }, { path }, tested) => {
    await keepTest(db, path.id, tested);
    return { data: await deliveryNow(db, path.id, tested.id) };
  },
});
