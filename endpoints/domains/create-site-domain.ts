import { defineOperation } from '../../src/core/operation.ts';
import { addDomain } from '../../src/domains/domains.ts';
import { NewDomain } from '../../src/domains/schemas.ts';
import { onSite, sitePath } from '../sites/schemas.ts';
import { OneDomain } from './schemas.ts';

export const createSiteDomain = defineOperation({
  name: 'create_site_domain',
  http: {
    route: 'POST /api/v1/sites/{id}/domains',
    tag: 'domains',
    status: 201,
  },
  summary: 'Add a custom domain to a site',
  description:
    'The site is served there once the domain is proven: by the TXT record in `record`, or by the file in `file` on the server that the domain still leads to. It is looked for within a minute, and then less often; keep the record, because it is checked daily. Its address below SITES_HOST keeps working.',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: sitePath, body: NewDomain },
  output: OneDomain,
  errors: ['conflict', 'invalid', 'limit_reached'],
  run: async ({ service, db, caller }, { path, body }) => ({
    data: await addDomain(service, db, caller, { kind: 'site', id: path.id }, body.host),
  }),
});
