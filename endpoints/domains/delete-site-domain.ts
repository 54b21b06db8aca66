import { defineOperation } from '../../src/core/operation.ts';
import { removeDomain } from '../../src/domains/domains.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onSite } from '../sites/schemas.ts';
import { siteDomainPath } from './schemas.ts';

export const deleteSiteDomain = defineOperation({
  name: 'delete_site_domain',
  http: {
    route: 'DELETE /api/v1/sites/{id}/domains/{domain}',
    tag: 'domains',
  },
  summary: 'Remove a custom domain from a site',
  description:
    'The site is no longer served there at once, and no certificate is issued for the domain. To add it again, it has to be proven again.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onSite,
  },
  input: { path: siteDomainPath },
  output: Deleted,
  run: async ({ db, caller }, { path }) => {
    await removeDomain(db, caller, { kind: 'site', id: path.id }, path.domain);
    return deleted;
  },
});
