import { Answer, defineOperation } from '../../src/core/operation.ts';
import { rotateSecret } from '../../src/webhooks/webhooks.ts';
import { onWebhook, OneWebhookWithSecret, webhookPath } from './schemas.ts';

export const resetWebhookSecret = defineOperation({
  name: 'reset_webhook_secret',
  http: {
    route: 'POST /api/v1/webhooks/{id}/rotate',
    tag: 'webhooks',
  },
  summary: 'Give a webhook a new secret; it is shown only once',
  description:
    'For 24 hours both secrets sign: `webhook-signature` has a signature of each, and a receiver that knows either accepts it. A second rotation within that time ends the first secret at once.',
  access: {
    scope: 'admin',
    target: onWebhook,
  },
  input: { path: webhookPath },
  output: OneWebhookWithSecret,
  run: async ({ service, db, caller }, { path }) => {
    const data = await rotateSecret(service, db, caller, path.id);
    return Answer.json(200, { data }, { 'cache-control': 'no-store' });
  },
});
