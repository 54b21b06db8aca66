// Where assets are used outside, as others report it, and the event that tells of assets that end there.
import { useOperations } from '../../../endpoints/uses/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { tellOfExpiring } from '../../../src/uses/attention.ts';
import { useTargets } from '../../../src/uses/targets.ts';

export const uses = defineModule({
  name: 'uses',
  targets: useTargets,
  operations: useOperations,
  tags: { uses: 'Where assets are used outside of Marque' },
  jobs: [
    {
      name: 'tell-of-expiring',
      cron: '17 * * * *',
      atStart: true,
      expireInSeconds: 15 * 60,
      run: (service, _, signal) => tellOfExpiring(service, signal),
    },
  ],
});
