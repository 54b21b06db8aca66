import { defineOperation } from '../../src/core/operation.ts';
import { cancelDeployment as cancel } from '../../src/sites/checking.ts';
import { deploymentPath, OneDeployment, onSite } from './schemas.ts';

export const cancelDeployment = defineOperation({
  name: 'cancel_deployment',
  http: {
    route: 'POST /api/v1/sites/{id}/deployments/{deployment}/cancel',
    tag: 'sites',
  },
  summary: 'Cancel a deployment that is still being checked',
  description:
    'It fails, and what is live stays live. One that is live already, or has failed, is a conflict.',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: deploymentPath },
  output: OneDeployment,
  errors: ['conflict'],
  run: async ({ req, db }, { path }) => ({ data: await cancel(req, db, path.id, path.deployment) }),
});
