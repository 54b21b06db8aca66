import { defineOperation } from '../../src/core/operation.ts';
import { domainsOf } from '../../src/domains/domains.ts';
import { onPortal, portalPath } from '../portals/schemas.ts';
import { SomeDomains } from './schemas.ts';

export const listPortalDomains = defineOperation({
  name: 'list_portal_domains',
  http: {
    route: 'GET /api/v1/portals/{id}/domains',
    tag: 'domains',
  },
  summary: 'List the custom domains of a portal, each with what proves it',
  access: {
    scope: 'write',
    target: onPortal,
  },
  input: { path: portalPath },
  output: SomeDomains,
  run: async ({ service, db }, { path }) => ({
    data: await domainsOf(service, db, { kind: 'portal', id: path.id }),
  }),
});
