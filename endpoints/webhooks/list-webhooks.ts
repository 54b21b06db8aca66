import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { Webhook } from '../../src/webhooks/schemas.ts';
import { webhooksIn } from '../../src/webhooks/webhooks.ts';
import { contextQuery, inContext, placeOf } from './schemas.ts';

export const listWebhooks = defineOperation({
  name: 'list_webhooks',
  http: {
    route: 'GET /api/v1/webhooks',
    tag: 'webhooks',
  },
  summary: 'List the webhooks of the workspace, or of the organization',
  access: {
    scope: 'admin',
    scopeOn: inContext,
  },
  input: { query: contextQuery },
  output: z.object({ data: z.array(Webhook) }),
  errors: ['forbidden'],
  run: async ({ db, caller, access }, { query }) => ({
    data: await webhooksIn(db, caller, placeOf(access, query.context)),
  }),
});
