import type { AnyOperation } from '../../../src/core/operation.ts';
import { getBrandStatus } from './get-brand-status.ts';
import { publishBrand } from './publish-brand.ts';
import { listBrandUpdates } from './list-brand-updates.ts';
import { listBrandVersions } from './list-brand-versions.ts';
import { getBrandVersion } from './get-brand-version.ts';
import { previewBrandVersion } from './preview-brand-version.ts';
import { restoreBrandVersion } from './restore-brand-version.ts';
import { updateBrandVersion } from './update-brand-version.ts';

export const publishingOperations: readonly AnyOperation[] = [
  getBrandStatus,
  publishBrand,
  listBrandUpdates,
  listBrandVersions,
  getBrandVersion,
  previewBrandVersion,
  restoreBrandVersion,
  updateBrandVersion,
];
