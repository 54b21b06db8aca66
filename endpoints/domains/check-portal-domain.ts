import { defineOperation } from '../../src/core/operation.ts';
import { findChallenge } from '../../src/domains/challenge.ts';
import { settleCheck } from '../../src/domains/checking.ts';
import { domainRow, toDomain } from '../../src/domains/rows.ts';
import { onPortal } from '../portals/schemas.ts';
import { OneDomain, portalDomainPath } from './schemas.ts';

export const checkPortalDomain = defineOperation({
  name: 'check_portal_domain',
  http: {
    route: 'POST /api/v1/portals/{id}/domains/{domain}/check',
    tag: 'domains',
  },
  summary: 'Check now whether a custom domain of a portal is proven',
  description: 'Takes up to about 15 seconds if the domain or its DNS servers do not respond.',
  access: {
    scope: 'write',
    target: onPortal,
  },
  input: { path: portalDomainPath },
  output: OneDomain,
  prepare: async ({ service }, { path }) => {
    const row = await domainRow(service.db, { kind: 'portal', id: path.id }, path.domain);
    return { row, finding: await findChallenge(service.env, row.host, row.token) };
  },
  run: async ({ service, db, caller }, { path }, { row, finding }) => {
    await settleCheck(db, caller, row, finding);
    const now = await domainRow(db, { kind: 'portal', id: path.id }, path.domain);
    return { data: toDomain(now, service.env) };
  },
});
