// Passwords of sites and portals: hashes in a table beside the record, so that reading the record can't
// expose them. Each has a version that increases with every change, which invalidates everyone who used the
// old one.
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PayloadRequest } from 'payload';
import { hashPassword, passwordHolds } from '../core/access/sign-in/passwords.ts';
import { countedPassword } from '../core/access/sign-in/attempts.ts';
import { statement, type Db, type Pool } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { invalid } from '../core/errors.ts';
import type { AccessMode } from './schemas.ts';

/** For each kind: a table `marque.{kind}_passwords` with `{kind}_id`, `hash`, `salt` and `version`. */
export const sharedKinds = ['site', 'portal'] as const;
export type SharedKind = (typeof sharedKinds)[number];

const statementsOf = (kind: SharedKind) => {
  const table = `marque.${kind}_passwords`;
  const id = `${kind}_id`;
  return {
    put: statement(
      `${kind}-passwords:put`,
      `insert into ${table} as p (${id}, hash, salt) values ($1, $2, $3)
       on conflict (${id}) do update set hash = excluded.hash, salt = excluded.salt, version = p.version + 1`,
    ),
    has: statement(`${kind}-passwords:has`, `select 1 from ${table} where ${id} = $1`),
    read: statement(`${kind}-passwords:read`, `select hash, salt, version from ${table} where ${id} = $1`),
  };
};
const statements = {
  site: statementsOf('site'),
  portal: statementsOf('portal'),
} satisfies Record<SharedKind, unknown>;

export type HashedPassword = Awaited<ReturnType<typeof hashPassword>>;

/** Hashes a password, if given. Slow, so call it before the transaction. */
export function hashed(password: string | undefined): Promise<HashedPassword | null> {
  return password === undefined ? Promise.resolve(null) : hashPassword(password);
}

/**
 * Saves a new password, if given, and makes sure that access by password has one.
 *
 * @throws ApiError invalid if it has none.
 */
export async function storePassword(
  req: PayloadRequest,
  db: Db,
  shared: { kind: SharedKind; id: string; workspaceId: string; access: AccessMode; isNew: boolean },
  password: HashedPassword | null,
): Promise<void> {
  const { kind, id } = shared;
  if (password) {
    await db.query(statements[kind].put, [id, password.hash, password.salt]);
    if (!shared.isNew) {
      await record(req, {
        type: `${kind}.shared`,
        workspaceId: shared.workspaceId,
        subject: { kind, id },
        detail: { password: 'changed' },
      });
    }
  } else if (shared.access === 'password' && (await db.query(statements[kind].has, [id])).length === 0) {
    throw invalid([{ path: 'password', message: 'Access by password needs a password. Send one.' }]);
  }
}

type StoredPassword = Parameters<typeof passwordHolds>[1];

/**
 * Recent correct attempts, keyed with a secret of this process: neither passwords nor their hashes can be
 * read from it.
 */
const provenBefore = new LRUCache<string, true>({ max: 1000, ttl: 10 * 60 * 1000 });
const provenKey = randomBytes(32);

/**
 * Programs send the password with each call, and deriving it deliberately takes a quarter of a second of CPU
 * time. A password that was correct for the same hash and salt isn't derived again; wrong ones always are.
 */
export async function sharedPasswordHolds(
  password: string,
  stored: StoredPassword,
  holds = passwordHolds,
): Promise<boolean> {
  const asked = JSON.stringify([password, stored?.hash, stored?.salt]);
  const name = createHmac('sha256', provenKey).update(asked).digest('base64url');
  if (provenBefore.has(name)) return true;
  const held = await holds(password, stored);
  if (held) provenBefore.set(name, true);
  return held;
}

/**
 * Checks a password.
 *
 * @returns the version of the password; null if it is wrong.
 * @throws ApiError rate_limited after ten wrong ones from one address, or 200 in total, in ten minutes.
 */
export async function passwordOpens(
  db: Pool,
  { kind, id }: { kind: SharedKind; id: string },
  password: string,
  address: string,
): Promise<number | null> {
  let version: number | null = null;
  const held = await countedPassword(db, { protectedId: `${kind}:${id}`, address }, async () => {
    const [stored] = await db.query<{ hash: string; salt: string; version: number }>(statements[kind].read, [
      id,
    ]);
    version = stored?.version ?? null;
    return sharedPasswordHolds(password, stored ?? null);
  });
  return held ? version : null;
}
