import { z } from 'zod';
import { pagesQuery, toLoaded } from '../../../src/brands/queries.ts';
import { entriesOf } from '../../../src/brands/pages/read-page.ts';
import { PageEntry } from '../../../src/brands/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const listPages = defineOperation({
  name: 'list_pages',
  route: 'GET /api/v1/brands/{slug}/pages',
  tag: 'brands',
  summary: 'The pages of a brand in reading order, hidden ones included',
  description: 'Each page, then the pages under it. position counts among its siblings from 0.',
  scope: 'read',
  ignoresUnknown: true,
  target: onBrand,
  query: pagesQuery,
  input: { path: brandPath },
  output: z.object({ data: z.array(PageEntry) }),
  tool: {
    title: 'List the pages of a brand',
    description:
      "Lists a brand's pages in reading order with their titles, where they lie, whom they are for and which rules they show. Use it to find the page that explains something, then get_page to read it.",
    readOnly: true,
  },
  run: async ({ row }) => ({ data: entriesOf(toLoaded(row)) }),
});
