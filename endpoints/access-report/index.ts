import type { AnyOperation } from '../../src/core/operation.ts';
import { listHolders } from './list-holders.ts';
import { listAssetUses } from './list-asset-uses.ts';

export const accessReportOperations: readonly AnyOperation[] = [listHolders, listAssetUses];
