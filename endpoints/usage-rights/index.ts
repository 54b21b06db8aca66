import type { AnyOperation } from '../../src/core/operation.ts';
import { checkUse } from './check-use.ts';

export const usageRightsOperations: readonly AnyOperation[] = [checkUse];
