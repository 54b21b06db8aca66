import { brandQuery, toBrand } from '../../src/brands/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, readsBrand, OneBrand } from './schemas.ts';

export const getBrand = defineOperation({
  name: 'get_brand',
  http: {
    route: 'GET /api/v1/brands/{slug}',
    tag: 'brands',
  },
  summary: 'Get a brand, its rule and page counts and the published version',
  access: readsBrand,
  query: brandQuery,
  input: { path: brandPath },
  output: OneBrand,
  run: async ({ row }) => ({ data: toBrand(row.brand) }),
});
