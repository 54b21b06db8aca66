import { z } from 'zod';
import { linksTo } from '../../../src/brands/pages/page-links.ts';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { PageLinks } from '../../../src/brands/pages/schemas.ts';
import { noSuchPage } from '../../../src/brands/pages/write-pages.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { pagePath, readsBrand } from '../schemas.ts';

export const listPageLinks = defineOperation({
  name: 'list_page_links',
  http: {
    route: 'GET /api/v1/brands/{slug}/pages/{page}/links',
    tag: 'brands',
  },
  summary: 'List what links to a page: other pages, rules, and its own subpages',
  description: "In the brand's draft. Check it before you delete a page.",
  access: readsBrand,
  query: wholeQuery,
  input: { path: pagePath },
  output: z.object({ data: PageLinks }),
  run: async ({ row }, { path }) => {
    const { state } = toLoaded(row);
    const page = findPage(state, path.page);
    if (!page) throw noSuchPage(path.page);
    return { data: linksTo(state, page) };
  },
});
