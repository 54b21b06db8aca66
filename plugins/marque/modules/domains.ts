// Custom domains of sites and portals: proven, checked again daily, and served.
import { domainOperations } from '../../../endpoints/domains/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { checkDomain, checkDueDomains, checkJob } from '../../../src/domains/checking.ts';
import { domainHosts } from '../../../src/domains/serving.ts';
import { answerPortalDomain } from '../../../src/portals/domain.ts';
import { answerSiteDomain } from '../../../src/sites/serve.ts';

export const domains = defineModule({
  name: 'domains',
  operations: domainOperations,
  tags: { domains: 'Custom domains of sites and portals' },
  hosts: domainHosts({ site: answerSiteDomain, portal: answerPortalDomain }),
  jobs: [
    {
      name: checkJob,
      cron: null,
      expireInSeconds: 5 * 60,
      each: { atOnce: 2, retries: 2, firstRetrySeconds: 30 },
      run: (service, data) => checkDomain(service, String(data.id)),
    },
    {
      name: 'check-domains',
      cron: '* * * * *',
      expireInSeconds: 15 * 60,
      run: (service, _, signal) => checkDueDomains(service, signal),
    },
  ],
});
