import { defineOperation } from '../../src/core/operation.ts';
import { takeDown } from '../../src/sites/mounts.ts';
import { MountQuery } from '../../src/sites/schemas.ts';
import { OneDeployment, onSite, sitePath } from './schemas.ts';

export const deleteMount = defineOperation({
  name: 'delete_mount',
  http: {
    route: 'DELETE /api/v1/sites/{id}/mounts',
    tag: 'sites',
  },
  summary: 'Take down what is live at a path of a site',
  description:
    'Nothing is served at the path from then on, except what is live at a path above it. The deployment becomes replaced, and can be restored as long as `sites.keepDeployments` keeps it.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onSite,
  },
  input: { path: sitePath, query: MountQuery },
  output: OneDeployment,
  run: async ({ req, db }, { path, query }) => ({ data: await takeDown(req, db, path.id, query.path) }),
});
