import { z } from 'zod';
import { brandJson } from '../../src/brands/for-agents.ts';
import { brandQuery } from '../../src/brands/queries.ts';
import { agentsView } from '../../src/brands/read-for-agents.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, readsBrand } from './schemas.ts';

export const getBrandJson = defineOperation({
  name: 'get_brand_json',
  http: {
    route: 'GET /api/v1/brands/{slug}/brand.json',
    tag: 'brands',
  },
  summary: 'Get a published brand as AdCP brand.json',
  access: readsBrand,
  query: brandQuery,
  input: { path: brandPath },
  output: z.record(z.string(), z.unknown()),
  run: async ({ row, db, service, access }) => {
    const { slug } = row.brand;
    const brand = { id: access.id ?? '', workspaceId: access.workspaceId ?? '', slug };
    return brandJson(await agentsView(db, service.env.serverUrl, brand));
  },
});
