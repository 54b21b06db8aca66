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
  },
  lock: lockBrandState,
  input: { path: pagePath, query: z.object(expectedQuery) },
  output: Deleted,
  errors: ['conflict'],
  run: async (context, { path, query }) => {
    await demandExpected(context.db, context.access.id ?? '', { page: path.page }, query.expected);
    await remove(context, context.access.id ?? '', path.page);
    return deleted;
  },
});
