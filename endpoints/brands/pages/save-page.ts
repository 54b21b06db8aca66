import { z } from 'zod';
import { demandExpected, expectedQuery } from '../../../src/brands/expected.ts';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { viewOf } from '../../../src/brands/pages/read-page.ts';
import { PageInput } from '../../../src/brands/pages/schemas.ts';
import { noSuchPage, savePage as save, writtenBrand } from '../../../src/brands/pages/write-pages.ts';
import { Answer, defineOperation } from '../../../src/core/operation.ts';
import { lockBrandState, onBrand, OnePage, pagePath } from '../schemas.ts';

export const savePage = defineOperation({
  name: 'save_page',
  http: {
    route: 'PUT /api/v1/brands/{slug}/pages/{page}',
    tag: 'brands',
    also: { 201: 'The page was created' },
  },
  summary: 'Create a page or replace it; reports every problem with its path',
  description:
    "Omitted fields are reset to their defaults, except aliases and position. Keys of rules that don't exist yet are accepted and listed in missing. You can send back the response of a read.",
  access: {
    scope: 'write',
    target: onBrand,
    proposedBy: ['propose_page'],
  },
  lock: lockBrandState,
  input: { path: pagePath, query: z.object(expectedQuery), body: PageInput },
  output: OnePage,
  errors: ['conflict', 'invalid'],
  agent: {
    title: 'Save a page of a brand',
    description:
      'Creates a page of a brand, or replaces one: title, position, and its sections with their templates and rule keys. Read list_templates first. To replace a page, send the version from get_page as expected. Readers see it after the next publish.',
    destructive: true,
    idempotent: true,
  },
  run: async (context, { path, query, body }) => {
    const { caller, db, service, access } = context;
    const id = access.id ?? '';
    await demandExpected(db, id, { page: path.page }, query.expected);
    const { slug, made } = await save(context, id, path.page, body);
    const brand = await writtenBrand(context, id);
    const page = findPage(brand.state, slug);
    if (!page) throw noSuchPage(slug);
    const data = await viewOf(db, caller, service, brand, page, { context: null });
    return made ? Answer.json(201, { data }) : { data };
  },
});
