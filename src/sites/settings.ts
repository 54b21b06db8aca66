// Settings of sites.
import { contexts, count, defineSetting } from '../core/settings/schemas.ts';

const GiB = 1024 ** 3;

export const sitesSetting = defineSetting({
  key: 'sites',
  label: 'Sites',
  contexts,
  properties: {
    maxFiles: count(1, 1_000_000).describe('Maximum files in a deployment'),
    maxBytes: count(1, 1024 * GiB).describe('Maximum bytes in a deployment'),
    keepDeployments: count(1, 1000).describe('Deployments kept for rollback'),
  },
  defaults: { maxFiles: 20_000, maxBytes: GiB, keepDeployments: 20 },
  form: {
    about: 'Limits for site deployments.',
    properties: {
      maxFiles: { label: 'Maximum files', kind: { as: 'number' } },
      maxBytes: { label: 'Maximum bytes', kind: { as: 'bytes' } },
      keepDeployments: { label: 'Deployments kept', kind: { as: 'number' }, hint: 'Can be restored' },
    },
  },
});
