// Access without a grant: public addresses, links and passwords. Each kind of resource has its own.
import { availabilitySql, stateSql } from '../assets/queries.ts';
import { servedTo, utcDay, type Availability } from '../assets/rules.ts';
import type { State } from '../assets/schemas.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { portalsShowing, type ShowingPortal, type ShownKind } from '../portals/access-report.ts';
import { usableSql } from '../usage-rights/now.ts';
import type { Holder } from './schemas.ts';
import type { ReportedResource } from './resources.ts';

type WaysIn = (db: Db, id: string) => Promise<Holder[]>;

const availability = statement(
  'catalog:availability',
  `select ${stateSql('a')} as state, ${availabilitySql('a')} from assets a where a.id = $1`,
);

// For an asset, also the links to its stack and to its collections, if they would show it.
const linksTo = statement(
  'catalog:links',
  `select s.id, coalesce(s.name, 'Somebody with the link') as name, s.hash is not null as "hasPassword",
     case when s.collection_id is not null and s.collection_id <> $1 then 'collection' end as through
   from marque.shares s where s.kind = 'view' and s.revoked_at is null and coalesce(s.expires_at > now(), true)
     and (s.collection_id = $1 or exists (select 1 from assets a where a.id = $1 and ${usableSql('a')}
       and (s.asset_id = a.id or s.asset_id in (select o.id from assets o where o.stack_id = a.stack_id and o.workspace_id = a.workspace_id)
         or (a.private is not true and s.collection_id in (select m.collection_id from marque.collection_assets m where m.asset_id = a.id)))))
   order by s.created_at, s.id`,
);

interface LinkRow {
  id: string;
  name: string;
  hasPassword: boolean;
  through: 'collection' | null;
}

const linksOf: WaysIn = async (db, id) =>
  (await db.query<LinkRow>(linksTo, [id])).map((link) => ({
    kind: 'link',
    id: link.id,
    who: link.name,
    email: null,
    scope: null,
    via: `Share link${link.through ? ' of a collection it is in' : ''}${link.hasPassword ? ', with a password' : ''}`,
    grant: null,
  }));

const brandedBy = statement(
  'catalog:branded-by',
  `select o.name from assets a join workspaces w on w.id = a.workspace_id join organizations o on o.id = w.organization_id
     join marque.settings s on s.organization_id = o.id and s.workspace_id is null and s.key = 'branding'
   where a.id = $1 and a.id::text in (lower(s.value->>'logo'), lower(s.value->>'icon'))`,
);

/**
 * Public delivery at `/a/{id}`, by delivery's own rule. The organization's logo and icon are delivered,
 * signed, even if not public.
 */
const ofAsset: WaysIn = async (db, id) => {
  const [row] = await db.query<Availability & { state: State; public: boolean; private: boolean }>(
    availability,
    [id],
  );
  const served = row && servedTo(row, utcDay(new Date()));
  const branded = served === 'known' ? await db.query<{ name: string }>(brandedBy, [id]) : [];
  return [
    ...(served === 'world' ? [anyone('Public address')] : []),
    ...branded.map(({ name }) => anyone(`Branding of organization ${name}`)),
    ...(await onPortals('asset')(db, id)),
    ...(await linksOf(db, id)),
  ];
};

const ofCollection: WaysIn = async (db, id) => [
  ...(await onPortals('collection')(db, id)),
  ...(await linksOf(db, id)),
];

const siteVisibility = statement(
  'catalog:site-door',
  'select access::text as access from sites where id = $1',
);

const ofSite: WaysIn = async (db, id) => {
  const [row] = await db.query<{ access: string }>(siteVisibility, [id]);
  if (row?.access === 'public') return [anyone('Public site')];
  return row?.access === 'password' ? [anyone('Site password')] : [];
};

const guestsAt = statement(
  'catalog:guests',
  `select r.id, r.portal_id, coalesce(r.name, 'A guest') as who, r.email from marque.portal_requests r
   where r.portal_id = any($1::uuid[]) and r.status = 'approved' and r.expires_at > now() order by r.created_at, r.id`,
);

/** People with an approved request: `via` by the portal's id. */
async function guestsOf(
  db: Db,
  via: ReadonlyMap<string, string>,
): Promise<{ portal: string; guest: Holder }[]> {
  if (via.size === 0) return [];
  const rows = await db.query<{ id: string; portal_id: string; who: string; email: string }>(guestsAt, [
    [...via.keys()],
  ]);
  return rows.map(({ portal_id: portal, ...guest }) => ({
    portal,
    guest: { kind: 'link', ...guest, scope: null, via: via.get(portal) ?? '', grant: null },
  }));
}

const portalVisibility = statement(
  'catalog:portal-door',
  `select y.access::text as access from portals y where y.id = $1 and coalesce(y.expires_at > now(), true)`,
);
const portalLabels: Partial<Record<string, string>> = {
  public: 'Public portal',
  password: 'Portal password',
};

const ofPortal: WaysIn = async (db, id) => {
  const [row] = await db.query<{ access: string }>(portalVisibility, [id]);
  if (!row) return [];
  const via = portalLabels[row.access];
  const guests = await guestsOf(db, new Map([[id, 'Approved request']]));
  return [...(via === undefined ? [] : [anyone(via)]), ...guests.map(({ guest }) => guest)];
};

/** How anyone can see it on a portal that shows it; null: only guests can. */
function entryThrough({ name, access, atDoor, inside }: ShowingPortal): string | null {
  if (inside && access === 'public') return `Public portal ${name}`;
  if (atDoor) return `Sign-in page of portal ${name}`;
  return inside ? `Password of portal ${name}` : null;
}

/** Through the portals that show it: anyone, and people with an approved request. */
const onPortals =
  (kind: ShownKind): WaysIn =>
  async (db, id) => {
    const portals = await portalsShowing(db, { kind, id });
    const open = portals.filter(({ toGuests }) => toGuests);
    const guests = await guestsOf(
      db,
      new Map(open.map((portal) => [portal.id, `Approved request at portal ${portal.name}`])),
    );
    return portals.flatMap((shown) => {
      const via = entryThrough(shown);
      const own = guests.filter(({ portal }) => portal === shown.id).map(({ guest }) => guest);
      return [...(via === null ? [] : [anyone(via)]), ...own];
    });
  };

/** Anyone who gets in without a grant and only receives what is delivered. */
export function anyone(via: string): Holder {
  return { kind: 'public', id: null, who: 'Anyone', email: null, scope: null, via, grant: null };
}

const waysInByKind: Record<ReportedResource['kind'], WaysIn> = {
  asset: ofAsset,
  brand: onPortals('brand'),
  rule: onPortals('rule'),
  page: onPortals('page'),
  collection: ofCollection,
  portal: ofPortal,
  site: ofSite,
};

/** Everyone with access to a resource through a public address or a link. */
export function waysIn(db: Db, resource: ReportedResource): Promise<Holder[]> {
  return waysInByKind[resource.kind](db, resource.id);
}
