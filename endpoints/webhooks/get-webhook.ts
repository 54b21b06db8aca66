import { defineOperation } from '../../src/core/operation.ts';
import { webhookNow } from '../../src/webhooks/webhooks.ts';
import { OneWebhook, onWebhook, webhookPath } from './schemas.ts';

export const getWebhook = defineOperation({
  name: 'get_webhook',
  http: {
    route: 'GET /api/v1/webhooks/{id}',
    tag: 'webhooks',
  },
  summary: 'Get a webhook',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: webhookPath },
  output: OneWebhook,
  run: async ({ db }, { path }) => ({ data: await webhookNow(db, path.id) }),
});
