import { z } from 'zod';
import { contextAmong } from '../../../src/brands/rules/contexts.ts';
import { findPage, savePage } from '../../../src/brands/pages/pages.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { ContextName } from '../../../src/brands/rules/schemas.ts';
import { PageInput, PagePreview } from '../../../src/brands/pages/schemas.ts';
import { noSuchPage } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { previewOf } from '../../../src/portals/pages/preview.tsx';
import { readsBrand, pagePath } from '../schemas.ts';

export const previewPage = defineOperation({
  name: 'preview_page',
  http: {
    route: 'POST /api/v1/brands/{slug}/pages/{page}/preview',
    tag: 'brands',
  },
  summary: 'Preview a page with unsaved changes',
  description:
    "Nothing is saved. The body is rendered with the templates and the brand's theme; content that saving would reject is rendered as well as possible.",
  access: readsBrand,
  readOnly: true,
  query: wholeQuery,
  input: {
    path: pagePath,
    query: z.object({
      context: ContextName.optional(),
      editing: z
        .enum(['true', 'false'])
        .default('false')
        .describe('true: with hidden sections, and what belongs into empty ones'),
    }),
    body: PageInput,
  },
  output: z.object({ data: PagePreview }),
  errors: ['invalid'],
  run: async (context, { path, query, body }) => {
    const brand = toLoaded(context.row);
    const stored = findPage(brand.state, path.page);
    if (!stored) throw noSuchPage(path.page);
    const { state, page } = savePage(brand.state, stored.slug, { ...body, slug: stored.slug });
    const named = contextAmong(brand.state.rules, query.context);
    const isEdited = query.editing === 'true';
    return { data: await previewOf(context, { brand: { ...brand, state }, page, context: named, isEdited }) };
  },
});
