import type { AnyOperation } from '../../src/core/operation.ts';
import { createUse } from './create-use.ts';
import { deleteUse } from './delete-use.ts';
import { listUses } from './list-uses.ts';

export const useOperations: readonly AnyOperation[] = [listUses, createUse, deleteUse];
