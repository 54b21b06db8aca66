import { z } from 'zod';
import { brandsQuery, toBrand } from '../../src/brands/queries.ts';
import { Brand } from '../../src/brands/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listBrands = defineOperation({
  name: 'list_brands',
  http: {
    route: 'GET /api/v1/brands',
    tag: 'brands',
  },
  summary: "List the workspace's brands that you can read, the default first, then by name",
  access: {
    scope: 'read',
    within: true,
  },
  query: brandsQuery,
  output: z.object({ data: z.array(Brand) }),
  agent: {
    title: 'List brands',
    description:
      "Lists the brands of this workspace: their slugs, how many rules and pages each has, and which version is published. Use it to find the brand you're working for.",
    readOnly: true,
  },
  run: async ({ row }) => ({ data: row.brands.map(toBrand) }),
});
