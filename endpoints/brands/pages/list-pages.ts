import { z } from 'zod';
import { pagesQuery, toLoaded } from '../../../src/brands/queries.ts';
import { entriesOf } from '../../../src/brands/pages/read-page.ts';
import { PageEntry } from '../../../src/brands/pages/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const listPages = defineOperation({
  name: 'list_pages',
  http: {
    route: 'GET /api/v1/brands/{slug}/pages',
    tag: 'brands',
    ignoresUnknown: true,
  },
  summary: "List a brand's pages in reading order, including hidden ones",
  description: 'Each page is followed by its subpages. position counts among siblings from 0.',
  access: readsBrand,
  query: pagesQuery,
  input: { path: brandPath },
  output: z.object({ data: z.array(PageEntry) }),
  agent: {
    title: 'List the pages of a brand',
    description:
      "Lists a brand's pages in reading order with their titles, their parents, their audience and the rules they show. Use it to find the page that explains something, then read it with get_page.",
    readOnly: true,
  },
  run: async ({ row }) => ({ data: entriesOf(toLoaded(row)) }),
});
