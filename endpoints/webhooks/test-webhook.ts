import { Answer, defineOperation } from '../../src/core/operation.ts';
import { sendTest } from '../../src/webhooks/deliveries.ts';
import { OneDelivery, onWebhook, webhookPath } from './schemas.ts';

export const testWebhook = defineOperation({
  name: 'test_webhook',
  http: {
    route: 'POST /api/v1/webhooks/{id}/test',
    tag: 'webhooks',
    status: 202,
  },
  summary: 'Send a test event to a webhook',
  description:
    'A `webhook.test` event, soon, also to a webhook that is disabled. `list_webhook_deliveries` says what came of it.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: webhookPath },
  output: OneDelivery,
  run: async ({ service, db, caller }, { path }) =>
    Answer.json(202, { data: await sendTest(service, db, caller, path.id) }),
});
