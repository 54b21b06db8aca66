// Access report for portals: which of them show a resource to people outside, and to whom. Computed from the
// same views of the same publish that visitors read.
import { maxUpdates } from '../brands/publishing/publish.ts';
import type { Audience } from '../brands/pages/schemas.ts';
import { ruleName } from '../brands/publishing/state.ts';
import { statement, type Db, type Statement } from '../core/db/pool.ts';
import type { AccessMode } from '../sharing/schemas.ts';
import { usableNowSql } from '../usage-rights/now.ts';
import { brandsShownSql, collectionsShownSql } from './visibility.ts';
import { readersBrand, wholePublish, type PublishedBrand, type ReadersBrand } from './published.ts';

/**
 * The resource `x`: no row if no portal may show it at all. `brand_id` null: it may belong to any brand, or
 * none.
 */
const resources = {
  brand: `select x.id, x.workspace_id, x.id as brand_id, '{}'::jsonb as facts from payload.brands x where x.id = $1`,
  rule: `select x.id, b.workspace_id, b.id as brand_id, jsonb_build_object('key', x.key, 'context', x.context) as facts
    from payload.brand_rules x join payload.brands b on b.id = x.brand_id where x.id = $1`,
  page: `select x.id, b.workspace_id, b.id as brand_id, jsonb_build_object('slugs',
      jsonb_build_array(x.slug) || case jsonb_typeof(x.aliases) when 'array' then x.aliases else '[]' end) as facts
    from payload.brand_pages x join payload.brands b on b.id = x.brand_id where x.id = $1`,
  collection: `select x.id, x.workspace_id, null::uuid as brand_id, jsonb_build_object('collections', jsonb_build_array(x.id)) as facts
    from payload.collections x where x.id = $1 and x.effective_private is not true`,
  asset: `select x.id, x.workspace_id, null::uuid as brand_id, jsonb_build_object(
      'collections', (select coalesce(jsonb_agg(k.id), '[]') from marque.collection_assets m join payload.collections k on k.id = m.collection_id
        where m.asset_id = x.id and k.effective_private is not true),
      'pictureOf', (select coalesce(jsonb_agg(b.id), '[]') from payload.brands b cross join lateral (
        select u.image from marque.brand_versions u where u.brand_id = b.id and u.published_at is not null order by u.number desc limit ${maxUpdates}) u
        where b.workspace_id = x.workspace_id and u.image = x.id)) as facts
    from payload.assets x where x.id = $1 and ${usableNowSql('x')}`,
} as const;

export type ShownKind = keyof typeof resources;

const portalsOf = (kind: ShownKind): string => `with t as (${resources[kind]})
  select t.facts, y.id, y.name, y.access::text as access, ${brandsShownSql} as brands, ${collectionsShownSql} as collections,
    (select l.id from payload.assets l where l.id::text = y.theme->>'logo' and l.workspace_id = y.workspace_id and ${usableNowSql('l')}) as logo
  from t join payload.portals y on y.workspace_id = t.workspace_id
  where coalesce(y.expires_at > now(), true) and (t.brand_id is null or y.brands ? t.brand_id::text) order by lower(y.name), y.id`;

const statements = Object.fromEntries(
  (Object.keys(resources) as ShownKind[]).map((kind) => [
    kind,
    statement(`portals:showing:${kind}`, portalsOf(kind)),
  ]),
) as Record<ShownKind, Statement>;

interface Facts {
  /** For a page: its slug and its aliases. */
  slugs?: string[];
  /** For a rule. */
  key?: string;
  context?: string | null;
  /** The collection itself, or those of an asset; no private ones. */
  collections?: string[];
  /** Brands that use the asset as the picture of a publish. */
  pictureOf?: string[];
}

interface PortalRow {
  facts: Facts;
  id: string;
  name: string;
  access: AccessMode;
  brands: PublishedBrand[];
  collections: { id: string }[];
  logo: string | null;
}

/** A portal that shows a resource, and to whom. */
export interface ShowingPortal {
  id: string;
  name: string;
  access: AccessMode;
  /** On the sign-in page already, to anyone. */
  onSignIn: boolean;
  /** To everyone who gets in: on a public portal, or with the password. */
  inside: boolean;
  /** To people with an approved request. */
  toGuests: boolean;
}

interface Asked {
  kind: ShownKind;
  id: string;
}

const meet = (one: readonly string[] = [], other: readonly string[]): boolean =>
  one.some((id) => other.includes(id));

/** True if a brand, as an audience reads it, shows the resource. */
async function showsOf(
  db: Db,
  { kind, id }: Asked,
  { slugs = [], key = '', context = null, collections, pictureOf }: Facts,
  brand: PublishedBrand,
  audience: Audience,
  view: ReadersBrand,
): Promise<boolean> {
  if (kind === 'brand') return brand.id === id;
  if (kind === 'rule') return view.rules.has(ruleName({ key, context }));
  if (kind === 'collection') return meet(collections, view.collections);
  if (kind === 'asset')
    return (
      view.assets.includes(id) ||
      // Each page shows the theme's logo; a public portal lists all its files to programs, whatever its pages
      // show.
      (audience === 'everyone' ? view.logoFiles : view.state.pages.length > 0 ? view.logos : []).includes(
        id,
      ) ||
      meet(collections, view.collections) ||
      meet(pictureOf, [brand.id])
    );
  // If the page's slug changed since, the publish has one of its aliases.
  const published = (await wholePublish(db, brand))?.pages.map(({ slug }) => slug) ?? [];
  const as = slugs.find((slug) => published.includes(slug));
  return view.state.pages.some(({ slug }) => slug === as);
}

async function shownTo(db: Db, asked: Asked, portal: PortalRow, audience: Audience): Promise<boolean> {
  if (
    meet(
      portal.facts.collections,
      portal.collections.map(({ id }) => id),
    )
  )
    return true;
  const shows = await Promise.all(
    portal.brands.map(async (brand) => {
      const view = await readersBrand(db, brand, audience);
      return view !== null && showsOf(db, asked, portal.facts, brand, audience, view);
    }),
  );
  return shows.includes(true);
}

/** True if the resource is the logo on the sign-in page: the portal's own, or else its first brand's. */
async function isOnSignIn(
  db: Db,
  { kind, id }: Asked,
  { logo, brands: [first] }: PortalRow,
): Promise<boolean> {
  if (kind !== 'asset') return false;
  if (logo !== null || !first) return logo === id;
  return (await readersBrand(db, first, 'everyone'))?.logo === id;
}

/** The open portals that show a brand, rule, page, collection or asset to people outside, by name. */
export async function portalsShowing(db: Db, asked: Asked): Promise<ShowingPortal[]> {
  const rows = await db.query<PortalRow>(statements[asked.kind], [asked.id]);
  const all = await Promise.all(
    rows.map(async (portal): Promise<ShowingPortal> => {
      const { id, name, access } = portal;
      const [onSignIn, toEveryone, toGuests] = await Promise.all([
        isOnSignIn(db, asked, portal),
        shownTo(db, asked, portal, 'everyone'),
        shownTo(db, asked, portal, 'partners'),
      ]);
      const inside = access === 'public' ? toEveryone : access === 'password' && toGuests;
      return { id, name, access, onSignIn, inside, toGuests };
    }),
  );
  return all.filter(({ onSignIn, inside, toGuests }) => onSignIn || inside || toGuests);
}
