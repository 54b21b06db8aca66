// A page's references beside rules: assets and collections, which the writer must be able to read.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import type { Issue } from '../../core/errors.ts';
import { readableAssets, readableCollections } from '../assets-of.ts';
import { assetsOfPage } from './pages.ts';
import type { LoadedBrand } from '../queries.ts';
import type { PageState } from '../publishing/state.ts';

/** New references of a page to assets or collections that the caller can't read. */
export async function missingFrom(
  { db, caller }: { db: Db; caller: Caller },
  brand: LoadedBrand,
  before: PageState | undefined,
  after: PageState,
): Promise<Issue[]> {
  const known = new Set(before ? assetsOfPage(before).map(({ id }) => id) : []);
  const named = assetsOfPage(after).filter(({ id }) => !known.has(id));
  const there = await readableAssets(
    db,
    caller,
    brand.workspaceId,
    named.map(({ id }) => id),
  );
  const collections = (page: PageState | undefined): { path: string; id: string }[] =>
    (page?.sections ?? []).flatMap(({ template, props }, index) =>
      template === 'collection' && typeof props.collection === 'string'
        ? [{ path: `sections[${index}].props.collection`, id: props.collection.toLowerCase() }]
        : [],
    );
  const old = new Set(collections(before).map(({ id }) => id));
  const shown = collections(after).filter(({ id }) => !old.has(id));
  const open = await readableCollections(
    db,
    caller,
    brand.workspaceId,
    shown.map(({ id }) => id),
  );
  return [
    ...named.flatMap(({ path, id }) =>
      there.has(id)
        ? []
        : [{ path, message: "Asset not found in this workspace, or you don't have access." }],
    ),
    ...shown.flatMap(({ path, id }) =>
      open.has(id)
        ? []
        : [{ path, message: "Collection not found in this workspace, or you don't have access." }],
    ),
  ];
}
