// Doors that let somebody in without a grant: what is served to the world. Each kind of thing names its own.
import { availabilitySql, stateSql } from '../assets/queries.ts';
import { servedTo, utcDay, type Availability } from '../assets/rules.ts';
import type { State } from '../assets/schemas.ts';
import { statement, type Db } from '../db/pool.ts';
import type { Holder } from './schemas.ts';
import type { CatalogThing } from './things.ts';

type Doors = (db: Db, id: string) => Promise<Holder[]>;

const availability = statement(
  'catalog:availability',
  `select ${stateSql('a')} as state, ${availabilitySql('a')} from assets a where a.id = $1`,
);

/** Served at `/a/{id}` to whoever comes: the rule is delivery's own. */
const ofAsset: Doors = async (db, id) => {
  const [row] = await db.query<Availability & { state: State; public: boolean; private: boolean }>(
    availability,
    [id],
  );
  if (!row || servedTo(row, utcDay(new Date())) !== 'world') return [];
  return [anyone('Public address')];
};

const doorOfSite = statement('catalog:site-door', 'select access::text as access from sites where id = $1');

const ofSite: Doors = async (db, id) => {
  const [row] = await db.query<{ access: string }>(doorOfSite, [id]);
  if (row?.access === 'public') return [anyone('Public site')];
  return row?.access === 'password' ? [anyone('Site password')] : [];
};

/** Somebody who comes in through a door and only receives what is there. */
export function anyone(via: string): Holder {
  return { kind: 'public', id: null, who: 'Anyone', email: null, scope: null, via, grant: null };
}

const doors: Partial<Record<CatalogThing['kind'], Doors>> = { asset: ofAsset, site: ofSite };

/** Who comes in to a thing through a public door or a link. */
export async function doorsOf(db: Db, thing: CatalogThing): Promise<Holder[]> {
  return (await doors[thing.kind]?.(db, thing.id)) ?? [];
}
