// A page's references beside rules: assets and collections, which the writer must be able to read.
import { isId } from '../../core/access/ids.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import type { Issue } from '../../core/errors.ts';
import { readableAssets, readableCollections } from '../assets-of.ts';
import { assetsOfPage } from './pages.ts';
import type { LoadedBrand } from '../queries.ts';
import type { PageState } from '../publishing/state.ts';

interface Reference {
  path: string;
  id: string;
}

/** What isn't an ID is a problem of the template's props. */
const collectionsOfPage = (page: PageState): Reference[] =>
  page.sections.flatMap(({ template, props }, index) =>
    template === 'collection' && isId(props.collection)
      ? [{ path: `sections[${index}].props.collection`, id: props.collection.toLowerCase() }]
      : [],
  );

/** What pages refer to beside rules: how it's found, and which of it the caller can read. */
const kinds = [
  { noun: 'Asset', referencesOf: assetsOfPage, readableOf: readableAssets },
  { noun: 'Collection', referencesOf: collectionsOfPage, readableOf: readableCollections },
] as const;

/** New references of a page to assets or collections that the caller can't read. */
export async function missingFrom(
  { db, caller }: { db: Db; caller: Caller },
  brand: LoadedBrand,
  before: PageState | undefined,
  after: PageState,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const { noun, referencesOf, readableOf } of kinds) {
    const known = new Set(before && referencesOf(before).map(({ id }) => id));
    const named = referencesOf(after).filter(({ id }) => !known.has(id));
    const ids = named.map(({ id }) => id);
    const there = await readableOf(db, caller, brand.workspaceId, ids);
    for (const { path, id } of named)
      if (!there.has(id))
        issues.push({ path, message: `${noun} not found in this workspace, or you don't have access.` });
  }
  return issues;
}
