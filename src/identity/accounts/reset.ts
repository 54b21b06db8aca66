// Password reset: a single-use link by mail, valid for an hour. The same response and the same work for every
// address.
import { randomBytes } from 'node:crypto';
import type { Payload } from 'payload';
import { hashSecret } from '../../core/access/keys/keys.ts';
import {
  countAsk,
  countedTry,
  forgetTries,
  hashPassword,
  minPasswordLength,
} from '../../core/access/sign-in/passwords.ts';
import { openSession, originOf } from '../../core/access/sign-in/sessions.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { inSqlTransaction } from '../../core/db/sql-transaction.ts';
import { recordOn } from '../../core/events/record.ts';
import { sendMail } from '../../core/mail/send.ts';
import { resetMail } from '../mails.ts';
import { accountMailer } from '../../core/mail/server.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { serviceOf, type Service } from '../../core/service.ts';
import type { SignedIn } from './accounts.ts';
import { endEverySignIn } from './end-sign-ins.ts';

const lifeMinutes = 60;

/**
 * The job that looks up the account, so that neither the response nor its timing reveals whether it exists.
 */
export const resetJob = 'password-link';

/**
 * Queues a reset link for the account with this address, if there is one.
 *
 * @returns whether this server can send such mail, and the message for the person.
 * @throws ApiError rate_limited, per address as typed.
 */
export async function askForReset(
  service: Service,
  typed: string,
  from: { address: string },
): Promise<{ byMail: boolean; message: string }> {
  const email = typed.replaceAll('\0', '').trim().toLowerCase();
  await countAsk(service.db, { account: email, address: from.address });
  if (!(await accountMailer(service, service.db))) {
    return {
      byMail: false,
      message: "This server can't send mail. Ask its operator to set a new password for you.",
    };
  }
  await service.jobs.send(resetJob, { email: email.slice(0, 254) });
  return {
    byMail: true,
    message: "If there is an account with this address, we've sent it a link to set a new password.",
  };
}

const personByEmail = statement(
  'resets:person',
  'select id, name, email from payload.users where email = $1',
);
const insertReset = statement(
  'resets:insert',
  `insert into marque.password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(mins => ${lifeMinutes}))`,
);
const forgetOld = statement(
  'resets:forget',
  `delete from marque.password_resets where user_id = $1 and expires_at < now() - interval '7 days'`,
);

/** The job: mails a link to the account, if it exists. */
export async function mailResetLink(service: Service, data: Record<string, unknown>): Promise<void> {
  const email = typeof data.email === 'string' ? data.email : '';
  await inSqlTransaction(service.db.pool, async (db) => {
    const [person] = await db.query<{ id: string; name: string; email: string }>(personByEmail, [email]);
    const mailer = person && (await accountMailer(service, db));
    if (!person || !mailer) return;
    const token = randomBytes(32).toString('base64url');
    await db.query(forgetOld, [person.id]);
    await db.query(insertReset, [hashSecret(token), person.id]);
    const { serverUrl } = service.env;
    const url = panelUrl(service, `/reset?token=${token}`);
    await sendMail(service, db, { ...mailer, to: person.email, ...resetMail(person.name, serverUrl, url) });
    await recordOn(
      db,
      { kind: 'nobody' },
      {
        type: 'account.reset_asked',
        subject: { kind: 'person', id: person.id },
      },
    );
  });
}

const resetNow = statement(
  'resets:one',
  `select used_at is null and expires_at > now() as open from marque.password_resets where token_hash = $1`,
);
const spend = statement(
  'resets:spend',
  `update marque.password_resets r set used_at = now() from payload.users u
   where r.token_hash = $1 and r.used_at is null and r.expires_at > now() and u.id = r.user_id
   returning u.id, u.name, u.email`,
);
const setPassword = statement(
  'resets:set',
  `update payload.users set hash = $2, salt = $3, reset_password_token = null, reset_password_expiration = null, updated_at = now() where id = $1`,
);

const spent = 'This link was already used or has expired. Request a new one.';

/** Saves a password's hash. A trigger invalidates the account's other reset links. */
export async function storePassword(
  db: Db,
  personId: string,
  { hash, salt }: { hash: string; salt: string },
): Promise<void> {
  await db.query(setPassword, [personId, hash, salt]);
}

/**
 * Sets the password of the person the link was mailed to, ends all sessions, keys and connected agents, and
 * opens a new session.
 *
 * @throws ApiError not_found, gone (used or expired), invalid (too short), rate_limited
 */
export async function resetPassword(
  payload: Payload,
  given: { token: string; password: string },
  from: { headers: Headers; address: string },
): Promise<SignedIn> {
  const service = serviceOf(payload);
  if (given.password.length < minPasswordLength) {
    throw invalid([
      { path: 'password', message: `A password needs at least ${minPasswordLength} characters.` },
    ]);
  }
  const hash = hashSecret(given.token);
  let known: { open: boolean } | undefined;
  const holds = await countedTry(
    service.db,
    { account: `reset ${hash}`, address: from.address },
    async () => {
      [known] = await service.db.query<{ open: boolean }>(resetNow, [hash]);
      return known?.open ?? false;
    },
  );
  if (!known) throw new ApiError('not_found', 'Link not found. Check that you copied all of it.');
  if (!holds) throw new ApiError('gone', spent);
  const hashed = await hashPassword(given.password);
  const user = await inSqlTransaction(service.db.pool, async (db) => {
    // Of two concurrent uses of a link, one finds it used.
    const [person] = await db.query<SignedIn['user']>(spend, [hash]);
    if (!person) throw new ApiError('gone', spent);
    await storePassword(db, person.id, hashed);
    const caller = { kind: 'person' as const, ...person, sessionId: '' };
    const detail = { by: 'link', ...(await endEverySignIn(db, caller, person.id)) };
    await recordOn(db, caller, {
      type: 'account.password_set',
      subject: { kind: 'person', id: person.id },
      detail,
    });
    return person;
  });
  await forgetTries(service.db, user.email);
  return { user, ...(await openSession(payload, service.db, user, originOf(from))) };
}
