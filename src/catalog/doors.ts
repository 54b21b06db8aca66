// Doors that let somebody in without a grant: what is served to the world. Each kind of thing names its own.
import { availabilitySql, stateSql } from '../assets/queries.ts';
import { servedTo, utcDay, type Availability } from '../assets/rules.ts';
import type { State } from '../assets/schemas.ts';
import { statement, type Db } from '../db/pool.ts';
import { usableNowSql, usableSql } from '../use/now.ts';
import type { Holder } from './schemas.ts';
import type { CatalogThing } from './things.ts';

type Doors = (db: Db, id: string) => Promise<Holder[]>;

const availability = statement(
  'catalog:availability',
  `select ${stateSql('a')} as state, ${availabilitySql('a')} from assets a where a.id = $1`,
);

// Of an asset also the links of its stack and of the collections it is in, as long as they would show it.
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

const linksOf: Doors = async (db, id) =>
  (await db.query<LinkRow>(linksTo, [id])).map((link) => ({
    kind: 'link',
    id: link.id,
    who: link.name,
    email: null,
    scope: null,
    via: `Share link${link.through ? ' of a collection it is in' : ''}${link.hasPassword ? ', with a password' : ''}`,
    grant: null,
  }));

/** Served at `/a/{id}` to whoever comes: the rule is delivery's own. */
const ofAsset: Doors = async (db, id) => {
  const links = await linksOf(db, id);
  const [row] = await db.query<Availability & { state: State; public: boolean; private: boolean }>(
    availability,
    [id],
  );
  const isPublic = row && servedTo(row, utcDay(new Date())) === 'world';
  return [...(isPublic ? [anyone('Public address')] : []), ...(await ofPortalsShowing(db, id)), ...links];
};

const ofCollection: Doors = async (db, id) => [
  ...(await ofPortalsShowing(db, id)),
  ...(await linksOf(db, id)),
];

const doorOfSite = statement('catalog:site-door', 'select access::text as access from sites where id = $1');

const ofSite: Doors = async (db, id) => {
  const [row] = await db.query<{ access: string }>(doorOfSite, [id]);
  if (row?.access === 'public') return [anyone('Public site')];
  return row?.access === 'password' ? [anyone('Site password')] : [];
};

const approvedRequests = `(select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'who', coalesce(r.name, 'A guest'), 'email', r.email) order by r.created_at, r.id), '[]')
    from marque.portal_requests r where r.portal_id = y.id and r.status = 'approved' and r.expires_at > now()) as guests`;
const isOpen = 'coalesce(y.expires_at > now(), true)';

const doorOfPortal = statement(
  'catalog:portal-door',
  `select y.name, y.access::text as access, ${approvedRequests} from portals y where y.id = $1 and ${isOpen}`,
);

// Of a brand those that show its latest publish, of a collection or an asset in one those that show the collection.
const portalsShowing = statement(
  'catalog:portals-showing',
  `select y.name, y.access::text as access, ${approvedRequests} from portals y where ${isOpen} and (
     (y.brands ? $1::text and exists (select 1 from brands b where b.id = $1::uuid and b.private is not true
       and exists (select 1 from marque.brand_versions v where v.brand_id = b.id and v.published_at is not null)))
     or (y.collections ? $1::text and exists (select 1 from collections k where k.id = $1::uuid and k.private is not true))
     or exists (select 1 from assets a join marque.collection_assets m on m.asset_id = a.id join collections k on k.id = m.collection_id
       where a.id = $1::uuid and ${usableNowSql('a')} and k.private is not true and y.collections ? k.id::text))
   order by lower(y.name), y.id`,
);

interface PortalRow {
  name: string;
  access: string;
  guests: { id: string; who: string; email: string }[];
}

/** Whoever comes through the door of a portal, and those whose request to be let in was approved. */
function throughPortal(
  { access, guests }: PortalRow,
  via: Record<'public' | 'password' | 'request', string>,
) {
  const open = access === 'public' || access === 'password' ? [anyone(via[access])] : [];
  return [
    ...open,
    ...guests.map((guest): Holder => ({
      kind: 'link',
      ...guest,
      scope: null,
      via: via.request,
      grant: null,
    })),
  ];
}

const ofPortal: Doors = async (db, id) =>
  (await db.query<PortalRow>(doorOfPortal, [id])).flatMap((row) =>
    throughPortal(row, {
      public: 'Public portal',
      password: 'Portal password',
      request: 'Approved request',
    }),
  );

const ofPortalsShowing: Doors = async (db, id) =>
  (await db.query<PortalRow>(portalsShowing, [id])).flatMap((row) =>
    throughPortal(row, {
      public: `Public portal ${row.name}`,
      password: `Password of portal ${row.name}`,
      request: `Approved request at portal ${row.name}`,
    }),
  );

/** Somebody who comes in through a door and only receives what is there. */
export function anyone(via: string): Holder {
  return { kind: 'public', id: null, who: 'Anyone', email: null, scope: null, via, grant: null };
}

const doors: Partial<Record<CatalogThing['kind'], Doors>> = {
  asset: ofAsset,
  brand: ofPortalsShowing,
  collection: ofCollection,
  portal: ofPortal,
  site: ofSite,
};

/** Who comes in to a thing through a public door or a link. */
export async function doorsOf(db: Db, thing: CatalogThing): Promise<Holder[]> {
  return (await doors[thing.kind]?.(db, thing.id)) ?? [];
}
