// The latest publish of a portal's brands, as each audience sees it. A publish never changes, so it is cached
// in memory; which one is the latest is read on each request.
import { LRUCache } from 'lru-cache';
import { namedAssets } from '../brands/pages/read-page.ts';
import { publishedState } from '../brands/publishing/publish.ts';
import type { Audience } from '../brands/pages/schemas.ts';
import {
  contextsOf,
  keysOf,
  readersView,
  ruleName,
  themeParts,
  type BrandState,
} from '../brands/publishing/state.ts';
import { themeAtWork } from '../brands/theme/theme.ts';
import type { Db } from '../core/db/pool.ts';

/** A brand on a portal. */
export interface PortalBrand {
  id: string;
  slug: string;
  name: string;
  /** The latest publish; null before the first. */
  version: number | null;
  hash: string | null;
  publishedAt: Date | null;
}

/** Identifies its latest publish. */
export type PublishedBrand = Pick<PortalBrand, 'id' | 'version' | 'hash'>;

/** A publish as one audience reads it. */
export interface ReadersBrand {
  state: BrandState;
  /** Keys of the rules on its pages. */
  keys: ReadonlySet<string>;
  /** Those rules by key and context, and the theme's rules. */
  rules: ReadonlySet<string>;
  /** Ids of the assets on its pages, and of the files of their rules. */
  assets: readonly string[];
  /** Ids of the collections on its pages. */
  collections: readonly string[];
  /** Ids of the theme's logo, in all contexts. */
  logo: string | null;
  logos: readonly string[];
  /** Ids of all files of the rules used as its logo. */
  logoFiles: readonly string[];
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
  const keys = new Set(view.pages.flatMap(keysOf));
  const ofTheme = new Set<unknown>(themeParts.map((part) => view.theme[part]));
  return {
    state: view,
    keys,
    rules: new Set(view.rules.filter(({ key }) => keys.has(key) || ofTheme.has(key)).map(ruleName)),
    assets: [...new Set(contexts.flatMap((context) => namedAssets(view, view.pages, context)))],
    collections: collectionsOn(view),
    logo: themeAtWork(view).applied.logo?.id ?? null,
    logos: contexts.flatMap((context) => themeAtWork(view, context).applied.logo?.id ?? []),
    logoFiles: view.rules.flatMap(({ key, assets }) =>
      key === view.theme.logo ? assets.map(({ id }) => id) : [],
    ),
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

async function keptOf(db: Db, brand: PublishedBrand): Promise<Kept | null> {
  if (brand.version === null) return null;
  const key = `${brand.id}:${brand.version}:${brand.hash}`;
  const known = kept.get(key);
  if (known) return known;
  const published = await publishedState(db, brand.id);
  if (!published) return null;
  const { state, number, hash } = published;
  const read: Kept = { state, bytes: JSON.stringify(state).length, views: new Map() };
  // Another version may have been published since the brand was read: it is cached under its own key.
  kept.set(`${brand.id}:${number}:${hash}`, read);
  return read;
}

/** The latest publish of a brand, as an audience reads it; null before the first. */
export async function readersBrand(
  db: Db,
  brand: PublishedBrand,
  audience: Audience,
): Promise<ReadersBrand | null> {
  const read = await keptOf(db, brand);
  if (!read) return null;
  let view = read.views.get(audience);
  if (!view) read.views.set(audience, (view = viewFor(read.state, audience)));
  return view;
}

/** The whole latest publish, for its theme and the aliases of its pages. */
export async function wholePublish(db: Db, brand: PublishedBrand): Promise<BrandState | null> {
  return (await keptOf(db, brand))?.state ?? null;
}
