// Sites: deployed as zips, served on hosts of their own.
import { sites as collection } from '../../../collections/sites.ts';
import { siteOperations } from '../../../endpoints/sites/index.ts';
import { siteTargets } from '../../../src/sites/targets.ts';
import { sitesSetting } from '../../../src/sites/settings.ts';
import { ofWorkspaceBySlug } from '../../../src/core/access/reported.ts';
import { defineModule } from '../../../src/core/module.ts';
import { compressDeployment, compressJob, compressLeftOver } from '../../../src/sites/brotli.ts';
import { deploy, deployJob, resumeDeployments, sweepSites } from '../../../src/sites/deployments.ts';
import { removeSitesOfWorkspaces } from '../../../src/sites/remove.ts';
import { slugOfHost } from '../../../src/sites/rules.ts';
import { answerSite } from '../../../src/sites/serve.ts';
import { siteAccess } from '../../../src/sites/ways-in.ts';
import { label } from '../../../src/words/index.ts';

export const sites = defineModule({
  name: 'sites',
  collections: [collection],
  targets: siteTargets,
  activity: { site: 'read' },
  settings: [sitesSetting],
  operations: siteOperations,
  tags: { sites: 'Static sites and their deployments' },
  hosts: {
    holds: ({ env }, host) => slugOfHost(env, host) !== null,
    answer: answerSite,
  },
  jobs: [
    {
      name: deployJob,
      cron: null,
      expireInSeconds: 60 * 60,
      each: { atOnce: 2, retries: 5, firstRetrySeconds: 10 },
      run: (service, data, signal) => deploy(service, String(data.id), { signal }),
    },
    {
      name: 'resume-deployments',
      cron: '*/5 * * * *',
      atStart: true,
      expireInSeconds: 60 * 60,
      run: (service, _, signal) => resumeDeployments(service, signal),
    },
    {
      name: compressJob,
      cron: null,
      expireInSeconds: 4 * 60 * 60,
      each: { atOnce: 1, retries: 3, firstRetrySeconds: 60 },
      run: (service, data, signal) => compressDeployment(service, String(data.id), signal),
    },
    {
      name: 'compress-deployments',
      cron: '17 * * * *',
      atStart: true,
      expireInSeconds: 12 * 60 * 60,
      run: (service, _, signal) => compressLeftOver(service, signal),
    },
  ],
  sweep: async (service) => ({ deployments: await sweepSites(service) }),
  reported: { site: ofWorkspaceBySlug('sites') },
  accessSources: [siteAccess],
  onWorkspaceDelete: removeSitesOfWorkspaces,
  panel: {
    commands: [{ label: label('menu:newSite'), path: '/collections/sites?new=1', scope: 'write' }],
    searches: ['marque/client-components#SitesFound'],
    menu: [
      {
        label: label('menu:sites'),
        path: '/collections/sites',
        icon: 'marque/client-components#SitesIcon',
        order: 50,
        scope: 'write',
      },
    ],
  },
});
