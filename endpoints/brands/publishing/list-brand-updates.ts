import { z } from 'zod';
import { updatesOf } from '../../../src/brands/publishing/publish.ts';
import { BrandUpdate } from '../../../src/brands/publishing/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const listBrandUpdates = defineOperation({
  name: 'list_brand_updates',
  http: {
    route: 'GET /api/v1/brands/{slug}/updates',
    tag: 'brands',
    ignoresUnknown: true,
  },
  summary: "List a brand's latest publishes, newest first, with what each changed for readers",
  description:
    'At most 20. Each is compared with the publish before it. Edits in between and hidden pages with their subpages are left out.',
  access: readsBrand,
  input: { path: brandPath },
  output: z.object({ data: z.array(BrandUpdate) }),
  agent: {
    title: "Read a brand's updates",
    description:
      "Lists a brand's latest publishes with their notes and the rules and pages each added, changed or removed. Use it to see what's new since you last looked.",
    readOnly: true,
  },
  run: async ({ db, caller, access }) => ({
    data: await updatesOf(db, caller, access.workspaceId ?? '', access.id ?? '', 'members'),
  }),
});
