import { defineOperation } from '../../src/core/operation.ts';
import { WebhookPatch } from '../../src/webhooks/schemas.ts';
import { changeWebhook } from '../../src/webhooks/webhooks.ts';
import { OneWebhook, onWebhook, webhookPath } from './schemas.ts';

export const updateWebhook = defineOperation({
  name: 'update_webhook',
  http: {
    route: 'PATCH /api/v1/webhooks/{id}',
    tag: 'webhooks',
  },
  summary: 'Change a webhook, disable it, or enable it again',
  description:
    'Omitted properties keep their value. What is waiting goes to the new URL, and is sent once the webhook is enabled. Events that occur while it is disabled are not kept: read them from `list_changes`.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: webhookPath, body: WebhookPatch },
  output: OneWebhook,
  run: async ({ service, db, caller }, { path, body }) => ({
    data: await changeWebhook(service, db, caller, path.id, body),
  }),
});
