// Every kind of resource the report covers, by id or address. To add a kind, add a row to the table below.
import type { ResourceKind } from '../core/access/caller.ts';
import { isId } from '../core/access/ids.ts';
import type { Resource } from '../core/access/ladder.ts';
import { statement, type Db, type Statement } from '../core/db/pool.ts';

interface CatalogKind {
  /** The table `x`, and the joins its name needs. `w` is its workspace. */
  from: string;
  name: string;
  /** The resource whose access applies, and its id: a rule is visible to everyone who can read its brand. */
  reached: ResourceKind;
  accessId: string;
  /** The same as a resource that takes grants, with its name; null if nothing here does. */
  grants: { resource: Resource; name: string } | null;
  /** The last part of its address: true if it is `$slug`. */
  named: string;
  /** True if its address continues a brand's: `…/brand/{slug}/{kind}/{name}`; the brand is `b`. */
  inBrand?: true;
  /** The order of preference if several match. */
  order?: string;
}

const partOfBrand = (table: string) =>
  ({
    from: `${table} x join brands b on b.id = x.brand_id join workspaces w on w.id = b.workspace_id`,
    reached: 'brand',
    accessId: 'b.id',
    grants: { resource: 'brand', name: 'b.name' },
    inBrand: true,
  }) as const;
const inWorkspace = (table: string) => `${table} x join workspaces w on w.id = x.workspace_id`;

const kinds = {
  brand: {
    from: inWorkspace('brands'),
    name: 'x.name',
    reached: 'brand',
    accessId: 'x.id',
    grants: { resource: 'brand', name: 'x.name' },
    named: 'x.slug = $slug',
  },
  collection: {
    from: inWorkspace('collections'),
    name: 'x.name',
    reached: 'collection',
    accessId: 'x.id',
    grants: { resource: 'collection', name: 'x.name' },
    named: 'x.id::text = lower($slug)',
  },
  asset: {
    from: inWorkspace('assets'),
    name: 'x.filename',
    reached: 'asset',
    accessId: 'x.id',
    grants: { resource: 'asset', name: 'x.filename' },
    named: 'x.id::text = lower($slug)',
  },
  site: {
    from: inWorkspace('sites'),
    name: 'x.name',
    reached: 'workspace',
    accessId: 'x.workspace_id',
    grants: null,
    named: 'x.slug = lower($slug)',
  },
  portal: {
    from: inWorkspace('portals'),
    name: 'x.name',
    reached: 'workspace',
    accessId: 'x.workspace_id',
    grants: null,
    named: 'x.slug = lower($slug)',
  },
  rule: {
    ...partOfBrand('brand_rules'),
    name: `coalesce(nullif(x.label, ''), x.key)`,
    // Of a key with several contexts, the rule without one.
    named: 'x.key = $slug',
    order: 'x.context nulls first',
  },
  page: {
    ...partOfBrand('brand_pages'),
    name: 'x.title',
    // An alias of a page also matches, unless another page has that slug now.
    named: `(x.slug = $slug or (jsonb_typeof(x.aliases) = 'array' and x.aliases ? $slug))`,
    order: '(x.slug = $slug) desc, x.created_at',
  },
} as const satisfies Record<string, CatalogKind>;

type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

/** A resource of the report, and what decides access to it. */
export interface ReportedResource {
  id: string;
  kind: Kind;
  name: string;
  reached: { kind: ResourceKind; id: string };
  on: { resource: Resource; resourceId: string; name: string } | null;
}

const select = (kind: Kind): string => {
  const { from, name, accessId, grants }: CatalogKind = kinds[kind];
  return `select x.id, '${kind}' as kind, ${name} as name, ${accessId} as reached_id, ${grants ? grants.name : 'null'} as on_name from ${from}`;
};

const byId = statement(
  'catalog:by-id',
  `${kindNames.map((kind) => `(${select(kind)} where x.id = $1)`).join(' union all ')} limit 1`,
);

const byAddress = Object.fromEntries(
  kindNames.map((kind) => {
    const { named, inBrand, order }: CatalogKind = kinds[kind];
    // $1 the organization, $2 the workspace, $3 the last part, $4 the brand before it.
    const text = `${select(kind)} join organizations o on o.id = w.organization_id
      where o.slug = lower($1) and w.slug = lower($2) and ${named} ${inBrand ? 'and b.slug = lower($4)' : ''} ${order ? `order by ${order}` : ''} limit 1`;
    return [kind, statement(`catalog:by-address:${kind}`, text.replaceAll('$slug', '$3::text'))];
  }),
) as Record<Kind, Statement>;

interface Row {
  id: string;
  kind: Kind;
  name: string | null;
  reached_id: string;
  on_name: string | null;
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text);
}

async function rowOf(db: Db, ref: string): Promise<Row | undefined> {
  const parts = ref.split('/');
  if (isId(ref)) return (await db.query<Row>(byId, [ref]))[0];
  const [organization, workspace, outer, slug] = parts;
  const [kind, name] = parts.length === 6 && outer === 'brand' ? parts.slice(4) : [outer, slug];
  if ((parts.length !== 4 && parts.length !== 6) || kind === undefined || !isKind(kind)) return undefined;
  const inBrand = (kinds[kind] as CatalogKind).inBrand ?? false;
  if (inBrand !== (parts.length === 6)) return undefined;
  const values = [organization, workspace, name, ...(inBrand ? [slug] : [])];
  return (await db.query<Row>(byAddress[kind], values))[0];
}

/**
 * The resource that an id or address names, whether or not the caller may see it: access is checked on
 * `reached`.
 *
 * @param ref an id, or `{org}/{workspace}/{kind}/{slug}`. Assets and collections use their id; rules and pages
 *   follow their brand's: `{org}/{workspace}/brand/{slug}/rule/{key}`.
 */
export async function findResource(db: Db, ref: string): Promise<ReportedResource | null> {
  const row = await rowOf(db, ref);
  if (!row) return null;
  const { reached, grants }: CatalogKind = kinds[row.kind];
  return {
    id: row.id,
    kind: row.kind,
    name: row.name ?? '',
    reached: { kind: reached, id: row.reached_id },
    on: grants && { resource: grants.resource, resourceId: row.reached_id, name: row.on_name ?? '' },
  };
}
