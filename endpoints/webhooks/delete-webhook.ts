import { defineOperation } from '../../src/core/operation.ts';
import { deleteWebhook as remove } from '../../src/webhooks/webhooks.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onWebhook, webhookPath } from './schemas.ts';

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  http: {
    route: 'DELETE /api/v1/webhooks/{id}',
    tag: 'webhooks',
  },
  summary: 'Delete a webhook, with its deliveries',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: webhookPath },
  output: Deleted,
  run: async ({ db, caller }, { path }) => {
    await remove(db, caller, path.id);
    return deleted;
  },
});
