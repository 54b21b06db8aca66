import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { deploymentsOf } from '../../src/sites/queries.ts';
import { Deployment } from '../../src/sites/schemas.ts';
import { onSite, sitePath } from './schemas.ts';

export const listDeployments = defineOperation({
  name: 'list_deployments',
  http: {
    route: 'GET /api/v1/sites/{id}/deployments',
    tag: 'sites',
    ignoresUnknown: true,
  },
  summary: "List a site's deployments, newest first",
  description: 'Each has its state and, if it failed, the reason.',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: sitePath },
  output: z.object({ data: z.array(Deployment) }),
  agent: {
    title: 'List deployments',
    description: "Lists a site's deployments, newest first, each with its state and the reason if it failed.",
    readOnly: true,
  },
  run: async ({ db }, { path }) => ({ data: await deploymentsOf(db, path.id) }),
});
