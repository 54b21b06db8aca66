import { defineOperation } from '../../src/core/operation.ts';
import { portalNow } from '../../src/portals/queries.ts';
import { OnePortal, onPortal, portalPath } from './schemas.ts';

export const getPortal = defineOperation({
  name: 'get_portal',
  route: 'GET /api/v1/portals/{id}',
  tag: 'portals',
  summary: 'One portal, with what it shows and to whom',
  scope: 'write',
  target: onPortal,
  input: { path: portalPath },
  output: OnePortal,
  run: async ({ db, service, caller, access }, { path }) => ({
    data: await portalNow(db, service.env, caller, access.workspaceId ?? '', path.id),
  }),
});
