// Revokes keys and every key they created: a created key must not outlive its creator. A trigger does the same wherever else a key
// is deleted (0045); here it's also recorded.
import { statement, type Db } from '../../db/pool.ts';
import type { Scope } from '../ladder.ts';

export interface RevokedKey {
  id: string;
  name: string;
  scope: Scope;
  workspaceId: string;
}

// Ordered by ID, so that concurrent revocations of overlapping sets wait for each other.
const revoke = statement(
  'keys:revoke',
  `with recursive family as (
     select k.id from payload.keys k where k.id = any($1::uuid[])
     union select m.key_id from marque.made_keys m join family f on f.id = m.maker_id),
   held as (select k.id from payload.keys k join family f on f.id = k.id order by k.id for update of k)
   delete from payload.keys k using held where k.id = held.id
   returning k.id, k.name, k.scope::text as scope, k.workspace_id as "workspaceId"`,
);
const keysOfPerson = statement('keys:of-person', 'select id from payload.keys where owner_id = $1');
const dropConsents = statement(
  'keys:drop-consents',
  'delete from marque.oauth_codes where user_id = $1 and key_id is null',
);
const dropRequests = statement('keys:drop-requests', 'delete from marque.oauth_requests where user_id = $1');

/** Revokes keys and all keys they created. @returns the revoked ones, including created ones. */
export async function revokeKeys(db: Db, ids: readonly string[]): Promise<RevokedKey[]> {
  return db.query<RevokedKey>(revoke, [[...ids]]);
}

/**
 * Revokes every key a person owns: their own keys, connected agents, and pending authorization codes. For a password reset: anyone
 * else who had access to the account must lose it.
 */
export async function revokeKeysOfPerson(db: Db, personId: string): Promise<RevokedKey[]> {
  await db.query(dropRequests, [personId]);
  await db.query(dropConsents, [personId]);
  const owned = await db.query<{ id: string }>(keysOfPerson, [personId]);
  return owned.length === 0
    ? []
    : revokeKeys(
        db,
        owned.map(({ id }) => id),
      );
}
