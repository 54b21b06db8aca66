// Who sees a site without a grant.
import { anyone, type AccessSource, type WayIn } from '../core/access/reported.ts';
import { statement, type Db } from '../core/db/pool.ts';

const visibility = statement(
  'access-report:site',
  'select access::text as access from payload.sites where id = $1',
);

async function ofSite(db: Db, id: string): Promise<WayIn[]> {
  const [row] = await db.query<{ access: string }>(visibility, [id]);
  if (row?.access === 'public') return [anyone('Public site')];
  return row?.access === 'password' ? [anyone('Site password')] : [];
}

export const siteAccess: AccessSource = { waysIn: { site: ofSite } };
