import { z } from 'zod';
import { contextAmong } from '../../../src/brands/rules/contexts.ts';
import { findPage, savePage } from '../../../src/brands/pages/pages.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { ContextName, PageInput } from '../../../src/brands/schemas.ts';
import { noSuchPage } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { previewOf } from '../../../src/portals/pages/preview.tsx';
import { onBrand, pagePath } from '../schemas.ts';

export const previewPage = defineOperation({
  name: 'preview_page',
  route: 'POST /api/v1/brands/{slug}/pages/{page}/preview',
  tag: 'brands',
  summary: 'A page as readers will see it, with what has not been saved yet',
  description:
    'Nothing is kept. What the body says is drawn by the templates in the theme of the brand; what would be refused at saving is drawn as well as it can be.',
  scope: 'read',
  readOnly: true,
  target: onBrand,
  query: wholeQuery,
  input: {
    path: pagePath,
    query: z.object({ context: ContextName.optional() }),
    body: PageInput,
  },
  output: z.object({ data: z.object({ html: z.string().describe('A whole document, without scripts') }) }),
  errors: ['invalid'],
  run: async ({ row, db, caller, service }, { path, query, body }) => {
    const brand = toLoaded(row);
    const stored = findPage(brand.state, path.page);
    if (!stored) throw noSuchPage(path.page);
    const { state, page } = savePage(brand.state, stored.slug, { ...body, slug: stored.slug });
    const context = contextAmong(brand.state.rules, query.context);
    const { serverUrl } = service.env;
    return {
      data: {
        html: await previewOf(db, caller, serverUrl, { ...brand, state }, page, context),
      },
    };
  },
});
