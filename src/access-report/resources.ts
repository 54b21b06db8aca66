// What the access report can be asked about, by id or by address: the kinds of resource that modules name.
import { isId } from '../core/access/ids.ts';
import type { Resource } from '../core/access/ladder.ts';
import type { ReportedKind } from '../core/access/reported.ts';
import { statement, type Statement } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';

/** A resource, and what decides who can reach it. */
export interface ReportedResource {
  id: string;
  kind: string;
  name: string;
  accessOn: { kind: string; id: string };
  on: { resource: Resource; resourceId: string; name: string } | null;
}

interface Lookup {
  kinds: ReadonlyMap<string, ReportedKind>;
  byId: Statement;
  byAddress: ReadonlyMap<string, Statement>;
}

const select = (kind: string, { from, name, accessId, grants }: ReportedKind): string =>
  `select x.id, '${kind}' as kind, ${name} as name, ${accessId} as access_id, ${grants ? grants.name : 'null'} as on_name from ${from}`;

function lookupOf(service: Service): Lookup {
  const kinds = new Map(service.modules.flatMap(({ reported = {} }) => Object.entries(reported)));
  const byId = [...kinds].map(([kind, one]) => `(${select(kind, one)} where x.id = $1)`).join(' union all ');
  const byAddress = [...kinds].map(([kind, one]) => {
    const { named, inBrand, order } = one;
    // $1 the organization, $2 the workspace, $3 the last part, $4 the brand before it.
    const text = `${select(kind, one)} join payload.organizations o on o.id = w.organization_id
      where o.slug = lower($1) and w.slug = lower($2) and ${named} ${inBrand ? 'and b.slug = lower($4)' : ''} ${order ? `order by ${order}` : ''} limit 1`;
    return [kind, statement(`catalog:by-address:${kind}`, text.replaceAll('$slug', '$3::text'))] as const;
  });
  return { kinds, byId: statement('catalog:by-id', `${byId} limit 1`), byAddress: new Map(byAddress) };
}

const lookups = new WeakMap<Service, Lookup>();

interface Row {
  id: string;
  kind: string;
  name: string | null;
  access_id: string;
  on_name: string | null;
}

async function rowOf(
  { db }: Service,
  { kinds, byId, byAddress }: Lookup,
  ref: string,
): Promise<Row | undefined> {
  const parts = ref.split('/');
  if (isId(ref)) return (await db.query<Row>(byId, [ref]))[0];
  const [organization, workspace, outer, slug] = parts;
  const [kind, name] = parts.length === 6 && outer === 'brand' ? parts.slice(4) : [outer, slug];
  const known = kinds.get(kind ?? '');
  const found = byAddress.get(kind ?? '');
  if ((parts.length !== 4 && parts.length !== 6) || !known || !found) return undefined;
  const inBrand = known.inBrand ?? false;
  if (inBrand !== (parts.length === 6)) return undefined;
  return (await db.query<Row>(found, [organization, workspace, name, ...(inBrand ? [slug] : [])]))[0];
}

/**
 * The resource that an id or an address names, whether or not the caller may know of it: access is decided on `accessOn`.
 *
 * @param ref an id, or `{org}/{workspace}/{kind}/{slug}`; assets and collections by their id, rules and pages after their brand's
 *   address: `{org}/{workspace}/brand/{slug}/rule/{key}`.
 */
export async function findResource(service: Service, ref: string): Promise<ReportedResource | null> {
  let lookup = lookups.get(service);
  if (!lookup) lookups.set(service, (lookup = lookupOf(service)));
  const row = await rowOf(service, lookup, ref);
  const kind = row && lookup.kinds.get(row.kind);
  if (!kind) return null;
  const { accessOn, grants } = kind;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name ?? '',
    accessOn: { kind: accessOn, id: row.access_id },
    on: grants && { resource: grants.resource, resourceId: row.access_id, name: row.on_name ?? '' },
  };
}
