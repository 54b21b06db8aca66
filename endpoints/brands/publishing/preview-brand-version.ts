import { z } from 'zod';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { audiences } from '../../../src/brands/pages/schemas.ts';
import { depthsOf } from '../../../src/brands/pages/page-tree.ts';
import { noSuchPage } from '../../../src/brands/pages/write-pages.ts';
import { brandAt } from '../../../src/brands/publishing/history.ts';
import { readersView } from '../../../src/brands/publishing/state.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { contextAmong } from '../../../src/brands/rules/contexts.ts';
import { ContextName } from '../../../src/brands/rules/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { previewOf } from '../../../src/portals/pages/preview.tsx';
import { numberOf, readsBrand, versionPath } from '../schemas.ts';

export const previewBrandVersion = defineOperation({
  name: 'preview_brand_version',
  http: {
    route: 'GET /api/v1/brands/{slug}/versions/{n}/preview',
    tag: 'brands',
  },
  summary: 'Preview a page of a version as its readers see it',
  description:
    'Content and theme are those of the version; files are shown as they are now, if you can see them and they may be used.',
  access: readsBrand,
  query: wholeQuery,
  input: {
    path: versionPath,
    query: z.object({
      page: z.string().min(1).max(100).optional().describe('The slug of a page. Default: the first one'),
      audience: z.enum(audiences).default('members').describe('Whose view it is'),
      context: ContextName.optional(),
    }),
  },
  output: z.object({
    data: z.object({
      page: z
        .object({ slug: z.string(), title: z.string() })
        .nullable()
        .describe('The page that is shown; null if these readers see none'),
      html: z.string().nullable().describe('A complete HTML document without scripts'),
      pages: z
        .array(z.object({ slug: z.string(), title: z.string(), depth: z.int() }))
        .describe('What these readers see, in reading order'),
    }),
  }),
  errors: ['invalid'],
  run: async (context, { path, query }) => {
    const brand = await brandAt(context.db, toLoaded(context.row), numberOf(path.n));
    const state = readersView(brand.state, query.audience);
    const depths = depthsOf(state.pages);
    const pages = state.pages.map(({ slug, title }) => ({ slug, title, depth: depths.get(slug) ?? 0 }));
    const page = query.page === undefined ? state.pages[0] : findPage(state, query.page);
    if (!page && query.page !== undefined) throw noSuchPage(query.page);
    if (!page) return { data: { page: null, html: null, pages } };
    const named = contextAmong(state.rules, query.context);
    const { html } = await previewOf(context, { brand: { ...brand, state }, page, context: named });
    return { data: { page: { slug: page.slug, title: page.title }, html, pages } };
  },
});
