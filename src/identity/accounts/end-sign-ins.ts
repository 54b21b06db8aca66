// Ends every way into an account except its password: sessions, personal keys, connected agents. Imports
// nothing of Payload, because the command line uses it too.
import type { Caller } from '../../core/access/caller.ts';
import { revokeKeysOfPerson } from '../../core/access/keys/revoke-keys.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { recordRevokedKeys } from '../../core/events/revoked-keys.ts';

const dropSessions = statement(
  'sign-ins:drop-sessions',
  'delete from payload.users_sessions where _parent_id = $1 returning id',
);

/** Signs a person out everywhere. @returns the number of sessions. */
export async function endSessions(db: Db, personId: string): Promise<number> {
  return (await db.query(dropSessions, [personId])).length;
}

/**
 * For a password reset, as opposed to a change by someone who knows the current one: it shuts out anyone who
 * got into the account. And for someone whom their app has removed.
 *
 * @param reason of the events, for each key
 * @returns the number ended, for the event.
 */
export async function endEverySignIn(
  db: Db,
  caller: Caller | 'system',
  personId: string,
  reason = "The owner's password was reset.",
): Promise<{ sessionsEnded: number; keysRevoked: number }> {
  const sessionsEnded = await endSessions(db, personId);
  const revoked = await revokeKeysOfPerson(db, personId);
  await recordRevokedKeys(db, caller, revoked, reason);
  return { sessionsEnded, keysRevoked: revoked.length };
}
