import { defineOperation } from '../../src/core/operation.ts';
import { findChallenge } from '../../src/domains/challenge.ts';
import { settleCheck } from '../../src/domains/checking.ts';
import { domainRow, toDomain } from '../../src/domains/rows.ts';
import { onSite } from '../sites/schemas.ts';
import { OneDomain, siteDomainPath } from './schemas.ts';

export const checkSiteDomain = defineOperation({
  name: 'check_site_domain',
  http: {
    route: 'POST /api/v1/sites/{id}/domains/{domain}/check',
    tag: 'domains',
  },
  summary: 'Check now whether a custom domain of a site is proven',
  description: 'Takes up to about 15 seconds if the domain or its DNS servers do not respond.',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: siteDomainPath },
  output: OneDomain,
  prepare: async ({ service }, { path }) => {
    const row = await domainRow(service.db, { kind: 'site', id: path.id }, path.domain);
    return { row, finding: await findChallenge(service.env, row.host, row.token) };
  },
  run: async ({ service, db, caller }, { path }, { row, finding }) => {
    await settleCheck(db, caller, row, finding);
    const now = await domainRow(db, { kind: 'site', id: path.id }, path.domain);
    return { data: toDomain(now, service.env) };
  },
});
