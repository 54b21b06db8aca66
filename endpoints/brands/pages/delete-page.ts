import { z } from 'zod';
import { demandExpected, expectedQuery } from '../../../src/brands/expected.ts';
import { deletePage as remove } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { Deleted, deleted } from '../../deleted.ts';
import { lockBrandState, onBrand, pagePath } from '../schemas.ts';

export const deletePage = defineOperation({
  name: 'delete_page',
  http: {
    route: 'DELETE /api/v1/brands/{slug}/pages/{page}',
    tag: 'brands',
  },
  summary: 'Delete a page that has no subpages',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onBrand,
    proposedBy: ['propose_page'],
  },
  lock: lockBrandState,
  input: { path: pagePath, query: z.object(expectedQuery) },
  output: Deleted,
  agent: {
    title: 'Delete a page',
    description:
      "Deletes a page of a brand that has no subpages. Readers see it until the brand is published again. Send the version from get_page as expected so you don't delete someone else's newer work.",
    destructive: true,
    idempotent: true,
  },
  errors: ['conflict'],
  run: async (context, { path, query }) => {
    await demandExpected(context.db, context.access.id ?? '', { page: path.page }, query.expected);
    await remove(context, context.access.id ?? '', path.page);
    return deleted;
  },
});
