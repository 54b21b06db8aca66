import { defineOperation } from '../../src/core/operation.ts';
import { siteQuery, toSite } from '../../src/sites/queries.ts';
import { OneSite, onSite, sitePath } from './schemas.ts';

export const getSite = defineOperation({
  name: 'get_site',
  http: {
    route: 'GET /api/v1/sites/{id}',
    tag: 'sites',
  },
  summary: 'Get a site and its live deployments',
  access: {
    scope: 'write',
    target: onSite,
  },
  query: siteQuery,
  input: { path: sitePath },
  output: OneSite,
  run: async ({ row, service }) => ({ data: toSite(row.site, service.env) }),
});
