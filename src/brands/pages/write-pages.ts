// Writing pages: what the page operations share.
import { invalid, ApiError, type Issue } from '../../core/errors.ts';
import { changeBrand, type ChangedBrand, type ChangeOptions } from '../change-brand.ts';
import { firstPages } from './first-pages.ts';
import { missingFrom } from './page-references.ts';
import { editPage as edit, findPage, savePage as save, under, type Written } from './pages.ts';
import { loadBrand, type LoadedBrand } from '../queries.ts';
import type { PageInput, PageOp } from './schemas.ts';
import { inOrder, type BrandState, type PageState } from '../publishing/state.ts';
import type { Writer } from '../rules/write-rules.ts';

const event: ChangeOptions = { event: 'brand.pages_changed' };

export const noSuchPage = (slug: string): ApiError =>
  new ApiError(
    'not_found',
    `There is no page "${slug.slice(0, 100)}" in this brand. \`list_pages\` lists its pages.`,
  );

type Reader = Pick<Writer, 'db' | 'caller'>;

/**
 * The state of a brand with a page created or replaced.
 * @throws ApiError invalid listing every problem.
 */
export async function savedPage(
  reader: Reader,
  brand: LoadedBrand,
  slug: string,
  input: PageInput,
): Promise<Written & { made: boolean }> {
  const written = save(brand.state, slug, input);
  const before = findPage(brand.state, slug);
  const misplaced = await missingFrom(reader, brand, before, written.page);
  const issues = [...written.issues, ...misplaced];
  if (issues.length > 0) throw invalid(issues);
  return written;
}

/**
 * The state of a brand with a page edited step by step.
 * @throws ApiError not_found, invalid listing every problem at its step.
 */
export async function editedPage(
  reader: Reader,
  brand: LoadedBrand,
  slug: string,
  ops: readonly PageOp[],
): Promise<Written> {
  const before = findPage(brand.state, slug);
  if (!before) throw noSuchPage(slug);
  const written = edit(brand.state, before, ops);
  const missing = await missingFrom(reader, brand, before, written.page);
  const issues = [...written.issues, ...missing.map((issue) => atStep(issue, written.page, ops))];
  if (issues.length > 0) throw invalid(issues);
  return written;
}

/** @returns the saved page, and whether it was created; `detail` is more for the event. */
export async function savePage(
  writer: Writer,
  brandId: string,
  slug: string,
  input: PageInput,
  detail: Record<string, unknown> = {},
): Promise<{ slug: string; made: boolean }> {
  let saved = { slug, made: false };
  await changeBrand(writer.req, writer.db, brandId, { ...event, detail }, async (brand) => {
    const written = await savedPage(writer, brand, slug, input);
    saved = { slug: written.page.slug, made: written.made };
    return {
      state: written.state,
      summary: `${written.made ? 'Created' : 'Saved'} page ${written.page.slug}`,
    };
  });
  return saved;
}

/** Maps a path in the page's sections to the step that touched the section last. */
function atStep(issue: Issue, page: PageState, ops: readonly PageOp[]): Issue {
  const [, index, rest] = /^sections\[(\d+)\]\.(.*)$/.exec(issue.path) ?? [];
  if (index === undefined) {
    const step = ops.findLastIndex((op) => op.op === 'page');
    return { ...issue, path: `ops[${Math.max(step, 0)}].set.${issue.path}` };
  }
  const id = page.sections[Number(index)]?.id;
  const step = ops.findLastIndex(
    (op) => (op.op === 'update' && op.id === id) || (op.op === 'add' && (op.section.id ?? id) === id),
  );
  const op = ops[step];
  return {
    ...issue,
    path: `ops[${Math.max(step, 0)}].${op?.op === 'add' ? 'section' : 'set'}.${rest ?? ''}`,
  };
}

/** @returns the page's new slug. */
export async function editPage(
  writer: Writer,
  brandId: string,
  slug: string,
  ops: readonly PageOp[],
): Promise<string> {
  let after = slug;
  await changeBrand(writer.req, writer.db, brandId, event, async (brand) => {
    const written = await editedPage(writer, brand, slug, ops);
    after = written.page.slug;
    return { state: written.state, summary: `Changed page ${after}` };
  });
  return after;
}

/** A page that can be deleted. @throws ApiError not_found, conflict while it has subpages. */
export function deletablePage(state: BrandState, slug: string): PageState {
  const page = findPage(state, slug);
  if (!page) throw noSuchPage(slug);
  const below = under(state, page.slug);
  if (below.length > 0)
    throw new ApiError(
      'conflict',
      `This page has ${below.length === 1 ? 'the subpage' : 'the subpages'} ${below.map((one) => `"${one}"`).join(', ')}. Move or delete subpages first.`,
      { pages: below },
    );
  return page;
}

/** @param detail more for the event. @throws ApiError conflict while it has subpages. */
export async function deletePage(
  writer: Writer,
  brandId: string,
  slug: string,
  detail: Record<string, unknown> = {},
): Promise<ChangedBrand> {
  return changeBrand(writer.req, writer.db, brandId, { ...event, detail }, (brand) => {
    const page = deletablePage(brand.state, slug);
    return {
      state: { ...brand.state, pages: brand.state.pages.filter((one) => one !== page) },
      summary: `Deleted page ${page.slug}`,
    };
  });
}

/** Creates a first set of pages. @throws ApiError conflict for a brand that has pages. */
export async function layOutPages(writer: Writer, brandId: string): Promise<void> {
  await changeBrand(writer.req, writer.db, brandId, event, (brand) => {
    if (brand.state.pages.length > 0)
      throw new ApiError('conflict', 'This brand already has pages. Add another with `save_page`.');
    return {
      state: inOrder({ ...brand.state, pages: firstPages(brand.state) }),
      summary: 'Created a first set of pages',
    };
  });
}

/** The brand after a write, read in the write's transaction. */
export async function writtenBrand({ db }: Writer, brandId: string): Promise<LoadedBrand> {
  const brand = await loadBrand(db, brandId);
  if (!brand) throw new Error('The brand could not be read back.');
  return brand;
}
