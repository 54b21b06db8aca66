import type { AnyOperation } from '../../src/core/operation.ts';
import { listBrands } from './list-brands.ts';
import { createBrand } from './create-brand.ts';
import { getBrand } from './get-brand.ts';
import { updateBrand } from './update-brand.ts';
import { deleteBrand } from './delete-brand.ts';
import { getTheme } from './get-theme.ts';
import { updateTheme } from './update-theme.ts';
import { getContrast } from './get-contrast.ts';
import { getTokens } from './get-tokens.ts';
import { getBrandJson } from './get-brand-json.ts';
import { getBrandLlmsText } from './get-brand-llms-text.ts';
import { publishingOperations } from './publishing/index.ts';
import { pageCommentOperations } from './comments/index.ts';
import { ruleOperations } from './rules/index.ts';
import { sourceOperations } from './source/index.ts';
import { pageOperations } from './pages/index.ts';

export const brandOperations: readonly AnyOperation[] = [
  listBrands,
  createBrand,
  getBrand,
  updateBrand,
  deleteBrand,
  getTheme,
  updateTheme,
  getTokens,
  getContrast,
  getBrandJson,
  getBrandLlmsText,
  ...publishingOperations,
  ...pageCommentOperations,
  ...ruleOperations,
  ...sourceOperations,
  ...pageOperations,
];
