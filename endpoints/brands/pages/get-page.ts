import { z } from 'zod';
import { contextAmong } from '../../../src/brands/rules/contexts.ts';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { viewOf } from '../../../src/brands/pages/read-page.ts';
import { ContextName } from '../../../src/brands/rules/schemas.ts';
import { noSuchPage } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { readsBrand, OnePage, pagePath } from '../schemas.ts';

export const getPage = defineOperation({
  name: 'get_page',
  http: {
    route: 'GET /api/v1/brands/{slug}/pages/{page}',
    tag: 'brands',
  },
  summary:
    'Get a page with its sections and rules, also as Markdown, and warnings about problems for readers',
  description: 'Old slugs work too. With context: the rules as they apply there.',
  access: readsBrand,
  query: wholeQuery,
  input: {
    path: pagePath,
    query: z.object({
      context: ContextName.optional(),
      section: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('ID of one section: rules, missing and markdown are those of it alone'),
    }),
  },
  output: OnePage,
  errors: ['invalid'],
  agent: {
    title: 'Read a page of a brand',
    description:
      'Reads one page of a brand: its sections, the rules it shows with their values, and the page as Markdown. Use it to learn how the brand wants something done. missing and warnings list problems with the page.',
    readOnly: true,
    without: ['section'],
  },
  run: async ({ row, db, caller, service }, { path, query }) => {
    const brand = toLoaded(row);
    const page = findPage(brand.state, path.page);
    if (!page) throw noSuchPage(path.page);
    const context = contextAmong(brand.state.rules, query.context);
    return { data: await viewOf(db, caller, service, brand, page, { context, section: query.section }) };
  },
});
