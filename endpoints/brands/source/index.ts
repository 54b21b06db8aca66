import type { AnyOperation } from '../../../src/core/operation.ts';
import { getFiles } from './get-files.ts';
import { importFiles } from './import-files.ts';
import { getBrandSource } from './get-brand-source.ts';
import { setBrandSource } from './set-brand-source.ts';
import { deleteBrandSource } from './delete-brand-source.ts';
import { getBrandSync } from './get-brand-sync.ts';
import { syncBrandSource } from './sync-brand-source.ts';

export const sourceOperations: readonly AnyOperation[] = [
  getFiles,
  importFiles,
  getBrandSource,
  setBrandSource,
  deleteBrandSource,
  getBrandSync,
  syncBrandSource,
];
