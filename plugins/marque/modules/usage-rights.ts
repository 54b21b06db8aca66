// May this asset be used this way?
import { usageRightsOperations } from '../../../endpoints/usage-rights/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { checkSetting } from '../../../src/usage-rights/settings.ts';

export const usageRights = defineModule({
  name: 'usage-rights',
  settings: [checkSetting],
  operations: usageRightsOperations,
  tags: { use: 'Whether an asset may be used somewhere' },
});
