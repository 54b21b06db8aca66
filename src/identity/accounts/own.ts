// What people change about themselves: name, password, open sessions.
import type { PayloadRequest } from 'payload';
import { actorIn } from '../../core/access/actor.ts';
import type { PersonCaller } from '../../core/access/caller.ts';
import { countedTry, hashPassword, passwordHolds } from '../../core/access/sign-in/passwords.ts';
import { dropSessionOf, dropSessionsOf } from '../../core/access/sign-in/sessions.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { record, recordOn } from '../../core/events/record.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { endEverySignIn } from './end-sign-ins.ts';
import { storePassword } from './reset.ts';

const passwordOf = statement('own:password', 'select hash, salt from payload.users where id = $1');

/**
 * Hashes a new password for someone who knows the current one: a stolen session must not be enough to take
 * over the account.
 *
 * @throws ApiError invalid (wrong current password), rate_limited (counted together with sign-ins)
 */
export async function hashNewPassword(
  service: Service,
  person: PersonCaller,
  given: { password: string; currentPassword: string },
  address: string,
): Promise<{ hash: string; salt: string }> {
  const [stored] = await service.db.query<{ hash: string | null; salt: string | null }>(passwordOf, [
    person.id,
  ]);
  const holds = await countedTry(service.db, { account: person.email, address }, () =>
    passwordHolds(given.currentPassword, stored ?? null),
  );
  if (!holds) throw invalid([{ path: 'currentPassword', message: 'Wrong password.' }]);
  return hashPassword(given.password);
}

const lockPerson = statement('own:hold', 'select id from payload.users where id = $1 for update');

/** Locks an account until the transaction ends. */
export async function lockAccount(db: Db, personId: string | null): Promise<void> {
  if (personId !== null) await db.query(lockPerson, [personId]);
}

const setName = statement('own:name', 'update payload.users set name = $2, updated_at = now() where id = $1');

/** Saves the changes. A new password ends all other sessions. */
export async function changeOwn(
  db: Db,
  person: PersonCaller,
  change: { name?: string | undefined; hashed?: { hash: string; salt: string } | undefined },
): Promise<void> {
  const subject = { kind: 'person', id: person.id };
  if (change.name !== undefined && change.name !== person.name) {
    await db.query(setName, [person.id, change.name]);
    await recordOn(db, person, {
      type: 'account.renamed',
      subject,
      detail: { before: { name: person.name }, after: { name: change.name } },
    });
  }
  if (change.hashed) {
    await storePassword(db, person.id, change.hashed);
    const sessionsEnded = await dropSessionsOf(db, person.id, person.sessionId);
    await recordOn(db, person, {
      type: 'account.password_set',
      subject,
      detail: { by: 'owner', sessionsEnded },
    });
  }
}

/** @throws ApiError not_found if it isn't theirs or doesn't exist. */
export async function endOwnSession(db: Db, person: PersonCaller, id: string): Promise<void> {
  if (!(await dropSessionOf(db, person.id, id)))
    throw new ApiError('not_found', 'Session not found. It may have ended.');
  await recordOn(db, person, { type: 'account.session_ended', subject: { kind: 'person', id: person.id } });
}

/** The consequences of a password change through Payload's own routes: the same as through ours. */
export async function passwordWasSet(req: PayloadRequest, personId: string): Promise<void> {
  const { caller, system } = await actorIn(req);
  const current = caller.kind === 'person' && caller.id === personId ? caller.sessionId : null;
  const db = await transactionOf(req);
  const ended =
    current === null
      ? { by: 'program', ...(await endEverySignIn(db, system ? 'system' : caller, personId)) }
      : { by: 'owner', sessionsEnded: await dropSessionsOf(db, personId, current) };
  await record(req, {
    type: 'account.password_set',
    subject: { kind: 'person', id: personId },
    detail: ended,
  });
}
