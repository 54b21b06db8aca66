// Ending every way into an account but its password: sessions, own keys, connected agents. Imports nothing of Payload, since the
// command line needs it too.
import type { Caller } from '../../core/access/caller.ts';
import { revokeKeysOfPerson } from '../../core/access/revoke-keys.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { recordRevokedKeys } from '../../core/events/revoked-keys.ts';

const dropSessions = statement(
  'sign-ins:drop-sessions',
  'delete from users_sessions where _parent_id = $1 returning id',
);

/**
 * For a password that was reset, as opposed to one that its owner changed knowing the old one: whoever had got into the account is out.
 *
 * @returns how many ended, for the event that is recorded.
 */
export async function endEverySignIn(
  db: Db,
  caller: Caller | 'system',
  personId: string,
): Promise<{ sessionsEnded: number; keysRevoked: number }> {
  const sessionsEnded = (await db.query(dropSessions, [personId])).length;
  const revoked = await revokeKeysOfPerson(db, personId);
  await recordRevokedKeys(db, caller, revoked, 'The password of its owner was reset.');
  return { sessionsEnded, keysRevoked: revoked.length };
}
