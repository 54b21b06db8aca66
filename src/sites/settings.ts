// Settings of sites.
import { z } from 'zod';
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
    previews: z
      .enum(['members', 'everyone'])
      .describe(
        'Who can open previews. everyone: those of public sites; others stay with people who can read the workspace',
      ),
  },
  defaults: { maxFiles: 20_000, maxBytes: GiB, keepDeployments: 20, previews: 'members' },
  form: {
    about: 'Limits for site deployments, and who can open their previews.',
    properties: {
      maxFiles: { label: 'Maximum files', kind: { as: 'number' } },
      maxBytes: { label: 'Maximum bytes', kind: { as: 'bytes' } },
      keepDeployments: { label: 'Deployments kept', kind: { as: 'number' }, hint: 'Can be restored' },
      previews: {
        label: 'Previews of public sites',
        kind: {
          as: 'choice',
          options: [
            { value: 'members', label: 'Open to members of the workspace' },
            { value: 'everyone', label: 'Open to everyone' },
          ],
        },
        hint: 'Previews of other sites are always for members',
      },
    },
  },
});
