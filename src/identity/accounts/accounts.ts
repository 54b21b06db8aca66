// Making an account, the first one and those of people who were invited, and signing in: one piece for `/api/auth` and for Payload's own routes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payload } from 'payload';
import { statement } from '../../core/db/pool.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { isLoopbackName, ownOrigins } from '../../env.ts';
import { recordOn } from '../../core/events/record.ts';
import { offerOf, takeInvitation } from '../people/invitations.ts';
import { invalid, isApiError, ApiError } from '../../core/errors.ts';
import { serviceOf, type Service } from '../../core/service.ts';
import { deriveKey } from '../../core/storage/signing.ts';
import { actAsSystem } from '../../core/access/actor.ts';
import { countedTry, minPasswordLength, passwordHolds } from '../../core/access/passwords.ts';
import { makeOrganization } from '../organizations.ts';
import { openSession, originOf } from '../../core/access/sessions.ts';
import { deviceCookie, deviceOf } from './devices.ts';

export interface SignedIn {
  /** Set-Cookie that has this device known from now on; only after the password was typed. */
  device?: string;
  user: { id: string; name: string; email: string };
  cookie: string;
  token: string;
  expires: number;
}

const accountByEmail = statement(
  'accounts:by-email',
  'select id, name, email, hash, salt from users where email = $1',
);
const anybody = statement('accounts:anybody', 'select exists (select 1 from users) as there');

/** True once somebody has an account: from then on people come by invitation. */
export async function isSetUp(service: Service): Promise<boolean> {
  const [row] = await service.db.query<{ there: boolean }>(anybody);
  return row?.there ?? false;
}

/** The token of the set-up link. Worked out from the server's secret, so that every process knows it and none stores it. */
export function setupToken(service: Service): string {
  return createHmac('sha256', deriveKey(service.secret, 'setup-link'))
    .update('first account')
    .digest('base64url')
    .slice(0, 32);
}

/** Where the first person goes; printed at start until somebody has an account. */
export function setupLink(service: Service): string {
  return `${service.env.serverUrl}/admin/create-first-user?token=${setupToken(service)}`;
}

export interface Peer {
  headers: Headers;
  /** Address of the peer itself; empty where a door can't know it. */
  peer: string;
}

/** Where nobody has an account yet: makes the one that the environment names, or says to whoever runs this where to make it. */
export async function openFirstAccount(service: Service): Promise<void> {
  const { adminEmail, adminPassword } = service.env;
  if (await isSetUp(service)) return;
  if (adminEmail && adminPassword) {
    const name = adminEmail.split('@')[0] ?? 'Admin';
    const person = { name, email: adminEmail.toLowerCase(), password: adminPassword };
    await signUpFirst(service.payload, person, undefined, 'operator');
    return;
  }
  console.log(`\n  Nobody has an account yet. Make the first one here:\n  ${setupLink(service)}\n`);
}

/**
 * Whether the first account may be made without the link's token: only from this very machine, asking for it by a loopback name,
 * through no proxy, and from no other page.
 */
function isFromThisMachine(service: Service, { headers, peer }: Peer): boolean {
  const server = new URL(service.env.serverUrl);
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  const forwarded = [...headers.keys()].some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-') || name === 'x-real-ip',
  );
  const loopbackPeer = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(peer);
  return (
    loopbackPeer &&
    isLoopbackName(server.hostname) &&
    URL.canParse(`http://${host}`) &&
    isLoopbackName(new URL(`http://${host}`).hostname) &&
    !forwarded &&
    (origin === null || ownOrigins(service.env.serverUrl).includes(origin))
  );
}

function holdsToken(service: Service, token: string): boolean {
  const expected = Buffer.from(setupToken(service));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export interface NewPerson {
  name: string;
  email: string;
  password: string;
}

const byInvitation = 'People join by invitation here. Ask an admin for one.';

function demandPassword(password: string): void {
  if (password.length < minPasswordLength) {
    throw invalid([
      { path: 'password', message: `A password has at least ${minPasswordLength} characters.` },
    ]);
  }
}

/**
 * Makes an account: the first one with all there is to begin with, every other for whoever holds an invitation's token.
 *
 * @throws Refusal as `signUpFirst` and `signUpInvited`.
 */
export async function signUp(
  payload: Payload,
  person: NewPerson,
  token: string | undefined,
  from: Peer & { address: string },
): Promise<SignedIn> {
  if (!(await isSetUp(serviceOf(payload)))) return signUpFirst(payload, person, token, from);
  if (token === undefined) throw new ApiError('forbidden', byInvitation);
  return signUpInvited(payload, person, token, from);
}

/**
 * Makes the first person, organization, workspace "Library" and default brand, that person admin of all. Two at once: one wins.
 *
 * @throws Refusal forbidden once somebody has an account, or when neither the token nor the place allows it.
 */
export async function signUpFirst(
  payload: Payload,
  person: NewPerson,
  token: string | undefined,
  from: (Peer & { address: string }) | 'operator',
): Promise<SignedIn> {
  const service = serviceOf(payload);
  if (await isSetUp(service)) throw new ApiError('forbidden', byInvitation);
  if (
    from !== 'operator' &&
    !(token !== undefined ? holdsToken(service, token) : isFromThisMachine(service, from))
  ) {
    throw new ApiError(
      'forbidden',
      'The first account is made with the set-up link that the server prints when it starts.',
    );
  }
  demandPassword(person.password);
  const user = await inTransaction(payload, actAsSystem, async (req, db) => {
    await db.query("select pg_advisory_xact_lock(hashtext('marque first account'))");
    const [row] = await db.query<{ there: boolean }>(anybody);
    if (row?.there) throw new ApiError('forbidden', byInvitation);
    const { id } = await payload.create({ collection: 'users', data: person, req, depth: 0 });
    const organization = await makeOrganization(req, db, { name: 'Home', adminId: id });
    const caller = { kind: 'person' as const, id, name: person.name, email: person.email, sessionId: '' };
    await recordOn(db, caller, {
      type: 'account.created',
      organizationId: organization.id,
      subject: { kind: 'person', id },
    });
    return { id, name: person.name, email: person.email };
  });
  const origin = from === 'operator' ? undefined : originOf(from);
  return { user, ...(await openSession(payload, service.db, user, origin)) };
}

const lockAddress = statement(
  'accounts:hold-address',
  `select pg_advisory_xact_lock(hashtextextended('marque account ' || $1::text, 0))`,
);

/**
 * Makes an account for the address that an invitation was made for, and takes the invitation. For that address alone: holding the
 * link is all that says whose it is, and nobody comes in under the name of another.
 *
 * @throws Refusal forbidden (no invitation), gone (spent, expired, withdrawn), invalid (another address), conflict (it has an account).
 */
async function signUpInvited(
  payload: Payload,
  person: NewPerson,
  token: string,
  from: Peer & { address: string },
): Promise<SignedIn> {
  const service = serviceOf(payload);
  demandPassword(person.password);
  const user = await inTransaction(payload, actAsSystem, async (req, db) => {
    // Two who come with one link at the same moment have one address: the second sees what became of it.
    await db.query(lockAddress, [person.email]);
    const offer = await offerOf(db, token).catch((error: unknown) => {
      throw isApiError(error) && error.code === 'not_found' ? new ApiError('forbidden', byInvitation) : error;
    });
    if (offer.email !== person.email) {
      throw invalid([
        { path: 'email', message: `This invitation is for ${offer.email}: sign up with that address.` },
      ]);
    }
    if ((await db.query(accountByEmail, [person.email])).length > 0)
      throw new ApiError(
        'conflict',
        'There is an account with this address: sign in, and follow the link again.',
      );
    const { id } = await payload.create({ collection: 'users', data: person, req, depth: 0 });
    const caller = { kind: 'person' as const, id, name: person.name, email: person.email, sessionId: '' };
    await takeInvitation(req, db, token, caller);
    // Told where they now are.
    await recordOn(db, caller, { type: 'account.created', subject: { kind: 'person', id } });
    return { id, name: person.name, email: person.email };
  });
  return { user, ...(await openSession(payload, service.db, user, originOf(from))) };
}

/** Writes down that somebody tried to sign in as this person. Nobody waits for it: the answer takes as long for accounts that aren't there. */
function tellFailure(service: Service, personId: string, address: string): void {
  recordOn(
    service.db,
    { kind: 'nobody' },
    {
      type: 'account.sign_in_failed',
      subject: { kind: 'person', id: personId },
      detail: { address },
    },
  ).catch((error: unknown) => {
    service.log.warn({ err: error }, 'a failed sign-in could not be written down');
  });
}

/**
 * Signs a person in.
 *
 * @throws Refusal unauthorized in the same words and after the same work whether the account exists; rate_limited.
 */
export async function signIn(
  payload: Payload,
  given: { email: string; password: string },
  from: { headers: Headers; address: string },
): Promise<SignedIn> {
  const service = serviceOf(payload);
  // No address has a NUL, which would be an error in the database.
  const email = given.email.replaceAll('\0', '').trim().toLowerCase();
  const [account] = await service.db.query<{
    id: string;
    name: string;
    email: string;
    hash: string | null;
    salt: string | null;
  }>(accountByEmail, [email]);
  const owner = { email, salt: account?.salt ?? null };
  const device = deviceOf(payload, from.headers, owner);
  const held = await countedTry(service.db, { account: email, address: from.address, device }, () =>
    passwordHolds(given.password, account ?? null),
  );
  if (!held && account) tellFailure(service, account.id, from.address);
  if (!held || !account)
    throw new ApiError('unauthorized', 'That e-mail address and password do not go together.');
  const user = { id: account.id, name: account.name, email: account.email };
  const session = await openSession(payload, service.db, user, originOf(from));
  await recordOn(
    service.db,
    { kind: 'person', ...user, sessionId: '' },
    {
      type: 'account.signed_in',
      subject: { kind: 'person', id: user.id },
      detail: { address: from.address },
    },
  );
  return { user, ...session, device: deviceCookie(payload, from.headers, owner) };
}
