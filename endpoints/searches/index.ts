import type { AnyOperation } from '../../src/core/operation.ts';
import { listSearches } from './list-searches.ts';
import { createSearch } from './create-search.ts';
import { deleteSearch } from './delete-search.ts';

export const searchOperations: readonly AnyOperation[] = [listSearches, createSearch, deleteSearch];
