// Who sees a portal, and what it shows, without a grant.
import { anyone, type AccessSource, type WayIn } from '../core/access/reported.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { portalsShowing, type ShowingPortal, type ShownKind } from './showing.ts';

const guestsAt = statement(
  'catalog:guests',
  `select r.id, r.portal_id, coalesce(r.name, 'A guest') as who, r.email from marque.portal_requests r
   where r.portal_id = any($1::uuid[]) and r.status = 'approved' and r.expires_at > now() order by r.created_at, r.id`,
);

/** Approved guests of portals, with why: `via` by the portal's id. */
async function guestsOf(
  db: Db,
  via: ReadonlyMap<string, string>,
): Promise<{ portal: string; guest: WayIn }[]> {
  if (via.size === 0) return [];
  const rows = await db.query<{ id: string; portal_id: string; who: string; email: string }>(guestsAt, [
    [...via.keys()],
  ]);
  return rows.map(({ portal_id: portal, ...guest }) => ({
    portal,
    guest: { kind: 'link', ...guest, via: via.get(portal) ?? '' },
  }));
}

const visibility = statement(
  'access-report:portal',
  `select y.access::text as access from payload.portals y where y.id = $1 and coalesce(y.expires_at > now(), true)`,
);
const labels: Partial<Record<string, string>> = { public: 'Public portal', password: 'Portal password' };

async function ofPortal(db: Db, id: string): Promise<WayIn[]> {
  const [row] = await db.query<{ access: string }>(visibility, [id]);
  if (!row) return [];
  const via = labels[row.access];
  const guests = await guestsOf(db, new Map([[id, 'Approved request']]));
  return [...(via === undefined ? [] : [anyone(via)]), ...guests.map(({ guest }) => guest)];
}

/** What lets anyone see it on a portal that shows it; null if only guests do. */
function entryThrough({ name, access, onSignIn, inside }: ShowingPortal): string | null {
  if (inside && access === 'public') return `Public portal ${name}`;
  if (onSignIn) return `Sign-in page of portal ${name}`;
  return inside ? `Password of portal ${name}` : null;
}

/** Through the portals that show it: anyone who comes, and approved guests. */
const throughPortals =
  (kind: ShownKind) =>
  async (db: Db, id: string): Promise<WayIn[]> => {
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

export const portalAccess: AccessSource = {
  waysIn: {
    portal: ofPortal,
    brand: throughPortals('brand'),
    rule: throughPortals('rule'),
    page: throughPortals('page'),
    collection: throughPortals('collection'),
    asset: throughPortals('asset'),
  },
};
