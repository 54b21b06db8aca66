import { z } from 'zod';
import { SourceAnswer } from '../../../src/brands/git/source-schemas.ts';
import { sourceQuery, toSource } from '../../../src/brands/git/source.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const getBrandSource = defineOperation({
  name: 'get_brand_source',
  http: {
    route: 'GET /api/v1/brands/{slug}/source',
    tag: 'brands',
    ignoresUnknown: true,
  },
  summary: "Get the brand's connected repository and its sync status",
  access: readsBrand,
  query: sourceQuery,
  input: { path: brandPath },
  output: z.object({ data: SourceAnswer }),
  run: async ({ row, service }) => ({
    data: toSource(service, row),
  }),
});
