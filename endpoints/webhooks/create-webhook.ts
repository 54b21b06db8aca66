import { Answer, defineOperation } from '../../src/core/operation.ts';
import { NewWebhook } from '../../src/webhooks/schemas.ts';
import { createWebhook as create } from '../../src/webhooks/webhooks.ts';
import { contextQuery, inContext, OneWebhookWithSecret, placeOf } from './schemas.ts';

export const createWebhook = defineOperation({
  name: 'create_webhook',
  http: {
    route: 'POST /api/v1/webhooks',
    tag: 'webhooks',
    status: 201,
  },
  summary: 'Create a webhook; its secret is shown only once',
  description:
    'Events are sent to the URL from now on, signed according to Standard Webhooks. Each is sent until the URL responds with 2xx, up to ten times over three days. Then the webhook is disabled, and its owner gets an email. Every event arrives at least once. Its `version` is higher than those of earlier events on the same resource: ignore what is lower than what you have.',
  access: {
    scope: 'admin',
    scopeOn: inContext,
  },
  input: { query: contextQuery, body: NewWebhook },
  output: OneWebhookWithSecret,
  errors: ['forbidden', 'limit_reached'],
  run: async ({ service, db, caller, access }, { query, body }) => {
    const data = await create(service, db, caller, placeOf(access, query.context), body);
    return Answer.json(201, { data }, { 'cache-control': 'no-store' });
  },
});
