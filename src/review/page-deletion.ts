// A proposed deletion of a brand's page. A kind of its own: whoever lets changes of pages through without review doesn't let these.
import { z } from 'zod';
import { findPage } from '../brands/pages/pages.ts';
import { deletablePage, deletePage } from '../brands/pages/write-pages.ts';
import { demandLockedBrand } from '../brands/queries.ts';
import type { Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { carriedOut } from '../proposals/queue.ts';
import { defineProposalKind, proposeKind, type Proposing } from './module-kinds.ts';

const pageNow = async (db: Db, id: string, slug: string) =>
  findPage((await demandLockedBrand(db, id)).state, slug) ?? null;

export const pageDeletion = defineProposalKind<{ page: string }>({
  name: 'page_deletion',
  on: 'brand',
  label: 'Delete a page',
  counted: ['suggestion to delete a page', 'suggestions to delete pages'],
  described: '{page}: the slug of a page without subpages, to delete it',
  value: z.strictObject({ page: z.string().min(1).max(100) }),
  current: async (db, id, { page }) => ({ page: await pageNow(db, id, page) }),
  check: async ({ db }, id, { page }) => {
    const { slug } = deletablePage((await demandLockedBrand(db, id)).state, page);
    // An old slug would make a second proposal for the same page.
    return slug === page ? [] : [{ path: 'page', message: `The page's slug is now ${slug}. Use that one.` }];
  },
  checkEdit: (edited, proposed) =>
    edited.page === proposed.page
      ? []
      : [{ path: 'page', message: `Must be the page that was proposed: ${proposed.page}.` }],
  accept: async ({ req, db, caller }, id, { page }) => {
    if (!(await pageNow(db, id, page)))
      throw new ApiError('conflict', 'This page has already been deleted. Reject the proposal.');
    const proposal = carriedOut(req);
    await deletePage({ req, db, caller }, id, page, proposal ? { proposals: [proposal] } : {});
  },
});

/**
 * Proposes to delete a page.
 *
 * @param slug current or old
 * @returns the proposal's ID; if the same proposal is already waiting, the ID of that one.
 * @throws ApiError not_found; conflict while it has subpages; rate_limited.
 */
export async function proposePageDeletion(
  proposing: Proposing,
  slug: string,
  note: string | undefined,
): Promise<string> {
  const { state } = await demandLockedBrand(proposing.db, proposing.access.id ?? '');
  const page = deletablePage(state, slug).slug;
  return proposeKind(proposing, pageDeletion, { value: { page }, note });
}
