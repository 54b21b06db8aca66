import { defineOperation } from '../../src/core/operation.ts';
import { siteRide, toSite, type SiteRow } from '../../src/sites/queries.ts';
import { OneSite, onSite, sitePath } from './schemas.ts';

export const getSite = defineOperation({
  name: 'get_site',
  route: 'GET /api/v1/sites/{id}',
  tag: 'sites',
  summary: 'One site, with what is live on it',
  scope: 'write',
  on: onSite,
  ride: siteRide,
  input: { path: sitePath },
  output: OneSite,
  run: async ({ ride, service }) => ({ data: toSite(ride?.site as SiteRow, service.env) }),
});
