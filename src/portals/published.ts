// The latest publish of a portal's brands, as each audience meets it. What was published never changes again, so it is kept in memory
// once it was read; which publish is the latest is read in each request.
import { LRUCache } from 'lru-cache';
import { namedAssets } from '../brands/read-page.ts';
import { publishedState } from '../brands/publish.ts';
import type { Audience } from '../brands/schemas.ts';
import { contextsOf, keysOf, readersView, type BrandState } from '../brands/state.ts';
import type { Db } from '../db/pool.ts';

/** A brand on a portal. */
export interface PortalBrand {
  id: string;
  slug: string;
  name: string;
  /** Of the latest publish; null before the first. */
  version: number | null;
  hash: string | null;
  publishedAt: Date | null;
}

/** A publish as one audience reads it. */
export interface ReadersBrand {
  state: BrandState;
  /** Keys of the rules on its pages. */
  keys: ReadonlySet<string>;
  /** Ids of the assets that its pages show, and of the files of the rules on them. */
  assets: readonly string[];
  /** Ids of the collections that its pages show. */
  collections: readonly string[];
}

interface Kept {
  state: BrandState;
  bytes: number;
  views: Map<Audience, ReadersBrand>;
}

const keptBytes = 64 * 1024 * 1024;
const kept = new LRUCache<string, Kept>({ maxSize: keptBytes, sizeCalculation: ({ bytes }) => bytes });

function viewFor(state: BrandState, audience: Audience): ReadersBrand {
  const view = readersView(state, audience);
  const contexts = [null, ...contextsOf(view.rules)];
  return {
    state: view,
    keys: new Set(view.pages.flatMap(keysOf)),
    assets: [...new Set(contexts.flatMap((context) => namedAssets(view, view.pages, context)))],
    collections: collectionsOn(view),
  };
}

function collectionsOn({ pages }: BrandState): string[] {
  const ids = pages.flatMap(({ sections }) =>
    sections.flatMap(({ template, props }) =>
      template === 'collection' && typeof props.collection === 'string'
        ? [props.collection.toLowerCase()]
        : [],
    ),
  );
  return [...new Set(ids)];
}

async function keptOf(db: Db, brand: PortalBrand): Promise<Kept | null> {
  if (brand.version === null) return null;
  const key = `${brand.id}:${brand.version}:${brand.hash}`;
  const known = kept.get(key);
  if (known) return known;
  const published = await publishedState(db, brand.id);
  if (!published) return null;
  const { state, number, hash } = published;
  const read: Kept = { state, bytes: JSON.stringify(state).length, views: new Map() };
  // Another one may have been published since the brand was read: it is kept under its own name.
  kept.set(`${brand.id}:${number}:${hash}`, read);
  return read;
}

/** The latest publish of a brand, as an audience reads it; null before the first. */
export async function readersBrand(
  db: Db,
  brand: PortalBrand,
  audience: Audience,
): Promise<ReadersBrand | null> {
  const read = await keptOf(db, brand);
  if (!read) return null;
  let view = read.views.get(audience);
  if (!view) read.views.set(audience, (view = viewFor(read.state, audience)));
  return view;
}

/** The whole of the latest publish, for what is nobody's content: its theme, and the old addresses of its pages. */
export async function wholePublish(db: Db, brand: PortalBrand): Promise<BrandState | null> {
  return (await keptOf(db, brand))?.state ?? null;
}
