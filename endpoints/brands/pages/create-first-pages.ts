import { z } from 'zod';
import { entriesOf } from '../../../src/brands/pages/read-page.ts';
import { PageEntry } from '../../../src/brands/schemas.ts';
import { layOutPages, writtenBrand } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const createFirstPages = defineOperation({
  name: 'create_first_pages',
  route: 'POST /api/v1/brands/{slug}/pages',
  tag: 'brands',
  summary: "Generate a first set of pages from a brand's rules, if it has no pages yet",
  scope: 'write',
  target: onBrand,
  input: { path: brandPath, body: z.strictObject({}) },
  output: z.object({ data: z.array(PageEntry) }),
  status: 201,
  errors: ['conflict'],
  run: async (context) => {
    const id = context.access.id ?? '';
    await layOutPages(context, id);
    return { data: entriesOf(await writtenBrand(context, id)) };
  },
});
