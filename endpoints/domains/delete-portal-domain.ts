import { defineOperation } from '../../src/core/operation.ts';
import { removeDomain } from '../../src/domains/domains.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onPortal } from '../portals/schemas.ts';
import { portalDomainPath } from './schemas.ts';

export const deletePortalDomain = defineOperation({
  name: 'delete_portal_domain',
  http: {
    route: 'DELETE /api/v1/portals/{id}/domains/{domain}',
    tag: 'domains',
  },
  summary: 'Remove a custom domain from a portal',
  description:
    'The portal is no longer served there at once, and no certificate is issued for the domain. To add it again, it has to be proven again.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onPortal,
  },
  input: { path: portalDomainPath },
  output: Deleted,
  run: async ({ db, caller }, { path }) => {
    await removeDomain(db, caller, { kind: 'portal', id: path.id }, path.domain);
    return deleted;
  },
});
