import type { AnyOperation } from '../../src/core/operation.ts';
import { listKeys } from './list-keys.ts';
import { createKey } from './create-key.ts';
import { deleteKey } from './delete-key.ts';

export const keyOperations: readonly AnyOperation[] = [listKeys, createKey, deleteKey];
