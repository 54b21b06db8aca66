import { defineOperation } from '../../src/core/operation.ts';
import { restoreDeployment as restore } from '../../src/sites/deployments.ts';
import { deploymentPath, OneDeployment, onSite } from './schemas.ts';

export const restoreDeployment = defineOperation({
  name: 'restore_deployment',
  http: {
    route: 'POST /api/v1/sites/{id}/deployments/{deployment}/restore',
    tag: 'sites',
  },
  summary: 'Make a replaced deployment live again',
  description: "Replaces what is live at its path in one step. A deployment that's already live stays live.",
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: deploymentPath },
  output: OneDeployment,
  errors: ['conflict'],
  agent: {
    title: 'Restore a deployment',
    description:
      'Makes a replaced deployment live again, in place of the one live at its path. Use it to roll back a build that turned out to be wrong.',
    idempotent: true,
  },
  run: async ({ req, db }, { path }) => ({ data: await restore(req, db, path.id, path.deployment) }),
});
