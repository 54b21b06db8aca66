// The password of a site: kept as a hash beside the site, where nothing that reads sites can show it.
import type { PayloadRequest } from 'payload';
import { hashPassword } from '../access/passwords.ts';
import { statement, type Db } from '../db/pool.ts';
import { record } from '../events/record.ts';
import { invalid } from '../refusal.ts';
import type { SiteDoor } from './schemas.ts';

const setPassword = statement(
  'sites:set-password',
  `insert into marque.site_passwords as p (site_id, hash, salt) values ($1, $2, $3)
   on conflict (site_id) do update set hash = excluded.hash, salt = excluded.salt, version = p.version + 1 returning version`,
);
const hasPassword = statement('sites:has-password', 'select 1 from marque.site_passwords where site_id = $1');

export type HashedPassword = Awaited<ReturnType<typeof hashPassword>>;

/** Hashes it, where there is one: slow, so before the transaction. */
export function hashed(password: string | undefined): Promise<HashedPassword | null> {
  return password === undefined ? Promise.resolve(null) : hashPassword(password);
}

/**
 * Gives a site its new password, where there is one, and asks that a door which wants a password has one.
 *
 * @throws Refusal invalid where it has none.
 */
export async function settlePassword(
  req: PayloadRequest,
  db: Db,
  site: { id: string; workspaceId: string; access: SiteDoor; isNew: boolean },
  password: HashedPassword | null,
): Promise<void> {
  if (password) {
    await db.query(setPassword, [site.id, password.hash, password.salt]);
    if (!site.isNew) {
      await record(req, {
        type: 'site.shared',
        workspaceId: site.workspaceId,
        subject: { kind: 'site', id: site.id },
        detail: { password: 'changed' },
      });
    }
  } else if (site.access === 'password' && (await db.query(hasPassword, [site.id])).length === 0) {
    throw invalid([{ path: 'password', message: 'A door with a password needs one: send it along.' }]);
  }
}
