import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { deploymentWithCheck } from '../../src/sites/checking.ts';
import { Deployment } from '../../src/sites/schemas.ts';
import { deploymentPath, onSite } from './schemas.ts';

export const getDeployment = defineOperation({
  name: 'get_deployment',
  http: {
    route: 'GET /api/v1/sites/{id}/deployments/{deployment}',
    tag: 'sites',
  },
  summary: 'Get a deployment, and how far its check is',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: deploymentPath },
  output: z.object({
    data: Deployment,
    checked: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('How much of its zip is checked, while the state is checking; otherwise null'),
  }),
  run: ({ db }, { path: { id, deployment } }) => deploymentWithCheck(db, { site: id, deployment }),
});
