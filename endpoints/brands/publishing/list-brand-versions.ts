import { z } from 'zod';
import { versionsOf } from '../../../src/brands/publishing/history.ts';
import { BrandVersion } from '../../../src/brands/publishing/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { beforeParameter, CursorParameter, Next } from '../../../src/core/paging.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const listBrandVersions = defineOperation({
  name: 'list_brand_versions',
  http: {
    route: 'GET /api/v1/brands/{slug}/versions',
    tag: 'brands',
  },
  summary: "List a brand's versions, newest first, published or not",
  description: 'Every write creates a version. Writes by the same person within ten minutes share one.',
  access: readsBrand,
  input: {
    path: brandPath,
    query: z.object({
      cursor: CursorParameter,
      before: beforeParameter(
        z.coerce.number().int().min(1).max(2_147_483_647),
        'Only versions before this one',
      ),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  output: z.object({ data: z.array(BrandVersion), next: Next }),
  run: ({ db, access }, { query }) => versionsOf(db, access.id ?? '', query),
});
