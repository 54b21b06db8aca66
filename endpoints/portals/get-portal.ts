import { defineOperation } from '../../src/core/operation.ts';
import { portalNow } from '../../src/portals/queries.ts';
import { OnePortal, onPortal, portalPath } from './schemas.ts';

export const getPortal = defineOperation({
  name: 'get_portal',
  http: {
    route: 'GET /api/v1/portals/{id}',
    tag: 'portals',
  },
  summary: 'Get a portal with what it shows and who can open it',
  access: {
    scope: 'write',
    target: onPortal,
  },
  input: { path: portalPath },
  output: OnePortal,
  run: async ({ db, service, caller, access }, { path }) => ({
    data: await portalNow(db, service.env, caller, access.workspaceId ?? '', path.id),
  }),
});
