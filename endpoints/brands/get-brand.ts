import { brandRide, toBrand } from '../../src/brands/queries.ts';
import type { Brand } from '../../src/brands/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, onBrand, OneBrand } from './schemas.ts';

export const getBrand = defineOperation({
  name: 'get_brand',
  route: 'GET /api/v1/brands/{slug}',
  tag: 'brands',
  summary: 'One brand, how much it holds and which version readers see',
  scope: 'read',
  on: onBrand,
  ride: brandRide,
  input: { path: brandPath },
  output: OneBrand,
  run: async ({ ride }) => ({ data: toBrand(ride?.brand as Brand) }),
});
