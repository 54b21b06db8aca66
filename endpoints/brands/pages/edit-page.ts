import { z } from 'zod';
import { demandExpected, expectedQuery } from '../../../src/brands/expected.ts';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { viewOf } from '../../../src/brands/pages/read-page.ts';
import { PageOp } from '../../../src/brands/pages/schemas.ts';
import { editPage as edit, noSuchPage, writtenBrand } from '../../../src/brands/pages/write-pages.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { lockBrandState, onBrand, OnePage, pagePath } from '../schemas.ts';

export const editPage = defineOperation({
  name: 'edit_page',
  http: {
    route: 'PATCH /api/v1/brands/{slug}/pages/{page}',
    tag: 'brands',
  },
  summary: 'Edit a page: add, update, move or remove sections and change its fields, all or nothing',
  description:
    'Operations run in order. Changing the slug keeps the old one as an alias, and subpages move along.',
  access: {
    scope: 'write',
    target: onBrand,
    proposedBy: ['propose_page'],
  },
  lock: lockBrandState,
  input: {
    path: pagePath,
    query: z.object(expectedQuery),
    body: z.strictObject({ ops: z.array(PageOp).min(1).max(100) }),
  },
  output: OnePage,
  errors: ['conflict', 'invalid'],
  agent: {
    title: 'Edit a page of a brand',
    description:
      'Edits a page in steps, all or nothing: adds, updates, moves and removes sections by their ids, and changes the title, slug or position of the page. Use it to change part of a page; save_page replaces it whole. Send the version from get_page as expected.',
    destructive: true,
  },
  run: async (context, { path, query, body }) => {
    const { caller, db, service, access } = context;
    const id = access.id ?? '';
    await demandExpected(db, id, { page: path.page }, query.expected);
    const slug = await edit(context, id, path.page, body.ops);
    const brand = await writtenBrand(context, id);
    const page = findPage(brand.state, slug);
    if (!page) throw noSuchPage(slug);
    return { data: await viewOf(db, caller, service, brand, page, { context: null }) };
  },
});
