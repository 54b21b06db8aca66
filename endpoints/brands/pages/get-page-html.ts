import { z } from 'zod';
import { contextAmong } from '../../../src/brands/rules/contexts.ts';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { ContextName } from '../../../src/brands/rules/schemas.ts';
import { noSuchPage } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { previewOf } from '../../../src/portals/pages/preview.tsx';
import { lookAtPage } from './agent/look-at-page.ts';
import { readsBrand, pagePath } from '../schemas.ts';

export const getPageHtml = defineOperation({
  name: 'get_page_html',
  http: {
    route: 'GET /api/v1/brands/{slug}/pages/{page}/html',
    tag: 'brands',
  },
  summary: 'Get a page as HTML, the way its readers see it',
  description:
    'The page as it is now, drafts included, with the templates and the theme of the brand. Shows files that you can see and that may be used.',
  access: readsBrand,
  query: wholeQuery,
  input: { path: pagePath, query: z.object({ context: ContextName.optional() }) },
  output: z.object({
    data: z.object({
      page: z.string().describe('Its slug'),
      html: z.string().describe('A complete HTML document without scripts'),
    }),
  }),
  errors: ['invalid'],
  agent: {
    name: 'preview_page',
    title: 'Look at a page of a brand',
    description:
      'Shows a page, or one section, as its readers will see it, drafts included. Look before you publish.',
    readOnly: true,
    result: lookAtPage,
  },
  run: async (context, { path, query }) => {
    const brand = toLoaded(context.row);
    const page = findPage(brand.state, path.page);
    if (!page) throw noSuchPage(path.page);
    const named = contextAmong(brand.state.rules, query.context);
    const { html } = await previewOf(context, { brand, page, context: named });
    return { data: { page: page.slug, html } };
  },
});
