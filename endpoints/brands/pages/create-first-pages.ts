import { z } from 'zod';
import { entriesOf } from '../../../src/brands/pages/read-page.ts';
import { PageEntry } from '../../../src/brands/pages/schemas.ts';
import { layOutPages, writtenBrand } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const createFirstPages = defineOperation({
  name: 'create_first_pages',
  http: {
    route: 'POST /api/v1/brands/{slug}/pages',
    tag: 'brands',
    status: 201,
  },
  summary: "Generate a first set of pages from a brand's rules, if it has no pages yet",
  access: {
    scope: 'write',
    target: onBrand,
  },
  input: { path: brandPath, body: z.strictObject({}) },
  output: z.object({ data: z.array(PageEntry) }),
  errors: ['conflict'],
  run: async (context) => {
    const id = context.access.id ?? '';
    await layOutPages(context, id);
    return { data: entriesOf(await writtenBrand(context, id)) };
  },
});
