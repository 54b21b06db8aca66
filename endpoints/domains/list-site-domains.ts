import { defineOperation } from '../../src/core/operation.ts';
import { domainsOf } from '../../src/domains/domains.ts';
import { onSite, sitePath } from '../sites/schemas.ts';
import { SomeDomains } from './schemas.ts';

export const listSiteDomains = defineOperation({
  name: 'list_site_domains',
  http: {
    route: 'GET /api/v1/sites/{id}/domains',
    tag: 'domains',
  },
  summary: 'List the custom domains of a site, each with what proves it',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: sitePath },
  output: SomeDomains,
  run: async ({ service, db }, { path }) => ({
    data: await domainsOf(service, db, { kind: 'site', id: path.id }),
  }),
});
