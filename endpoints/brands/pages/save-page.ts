import { z } from 'zod';
import { demandExpected, expectedQuery } from '../../../src/brands/expected.ts';
import { findPage } from '../../../src/brands/pages/pages.ts';
import { viewOf } from '../../../src/brands/pages/read-page.ts';
import { PageInput } from '../../../src/brands/schemas.ts';
import { noSuchPage, savePage as save, writtenBrand } from '../../../src/brands/pages/write-pages.ts';
import { Answer, defineOperation } from '../../../src/core/operation.ts';
import { lockBrandState, onBrand, OnePage, pagePath } from '../schemas.ts';

export const savePage = defineOperation({
  name: 'save_page',
  route: 'PUT /api/v1/brands/{slug}/pages/{page}',
  tag: 'brands',
  summary: 'Make a page, or save it whole; every problem at once, with its path',
  description:
    'What is left out is as on a new page, save its old addresses and its place. Keys of rules that are not there yet are taken, and told in missing. What a read gave can be sent back.',
  scope: 'write',
  proposedBy: ['propose_page'],
  target: onBrand,
  lock: lockBrandState,
  input: { path: pagePath, query: z.object(expectedQuery), body: PageInput },
  output: OnePage,
  also: { 201: 'The page was made' },
  errors: ['conflict', 'invalid'],
  tool: {
    title: 'Save a page of a brand',
    description:
      'Makes a page of a brand, or saves one whole: title, place, and its sections with their templates and the keys of the rules they show. Look at list_templates first. To save a page that is there, send the version that get_page answered as expected, so that you overwrite no change by somebody else. Readers see it with the next publish.',
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
    const data = await viewOf(db, caller, service.env.serverUrl, brand, page, null);
    return made ? Answer.json(201, { data }) : { data };
  },
});
