import { z } from 'zod';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { BrandStatus } from '../../../src/brands/publishing/schemas.ts';
import { statusOf } from '../../../src/brands/publishing/status.ts';
import { liveMark } from '../../../src/brands/publishing/versions.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const getBrandStatus = defineOperation({
  name: 'get_brand_status',
  http: {
    route: 'GET /api/v1/brands/{slug}/status',
    tag: 'brands',
  },
  summary: "List what a brand still needs before it's ready to share, in order",
  access: readsBrand,
  query: wholeQuery,
  input: { path: brandPath },
  output: z.object({ data: BrandStatus }),
  agent: {
    title: 'Check what a brand still needs',
    description:
      "Lists what a brand still needs before it's ready to share, most urgent first: rules, theme, readable colors, pages, publishing. Use it when you set up a brand, and before you publish.",
    readOnly: true,
  },
  run: async ({ row, db, caller }) => {
    const brand = toLoaded(row);
    return { data: await statusOf(db, caller, brand, await liveMark(db, brand.id)) };
  },
});
