// May this asset be used this way?
import { usageRightsOperations } from '../../../endpoints/usage-rights/index.ts';
import { defineModule } from '../../../src/core/module.ts';

export const usageRights = defineModule({ name: 'usage-rights', operations: usageRightsOperations });
