import { z } from 'zod';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { BrandStatus } from '../../../src/brands/schemas.ts';
import { statusOf } from '../../../src/brands/publishing/status.ts';
import { liveMark } from '../../../src/brands/publishing/versions.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const getBrandStatus = defineOperation({
  name: 'get_brand_status',
  route: 'GET /api/v1/brands/{slug}/status',
  tag: 'brands',
  summary: 'What a brand still lacks before it is worth sharing, in order',
  scope: 'read',
  target: onBrand,
  query: wholeQuery,
  input: { path: brandPath },
  output: z.object({ data: BrandStatus }),
  tool: {
    title: 'What a brand still lacks',
    description:
      'Lists what a brand lacks before it is worth sharing, what to do next first: rules, theme, readable colours, pages, publishing. Use it when you set a brand up, and before you publish.',
    readOnly: true,
  },
  run: async ({ row, db, caller }) => {
    const brand = toLoaded(row);
    return { data: await statusOf(db, caller, brand, await liveMark(db, brand.id)) };
  },
});
