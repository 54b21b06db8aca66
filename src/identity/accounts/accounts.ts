// Creating accounts (the first one and invited people's) and signing in, shared by `/api/auth` and Payload's
// own routes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payload } from 'payload';
import { statement } from '../../core/db/pool.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { isLoopbackName, ownOrigins } from '../../env.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { recordOn } from '../../core/events/record.ts';
import { offerOf, takeInvitation } from '../people/invitations.ts';
import { invalid, isApiError, ApiError } from '../../core/errors.ts';
import { serviceOf, type Service } from '../../core/service.ts';
import { deriveKey } from '../../core/storage/signing.ts';
import { actAsSystem } from '../../core/access/actor.ts';
import { countedTry, minPasswordLength, passwordHolds } from '../../core/access/sign-in/passwords.ts';
import { makeOrganization } from '../organizations.ts';
import { openSession, originOf } from '../../core/access/sign-in/sessions.ts';
import { deviceCookie, deviceOf } from './devices.ts';
import { collectionSlug } from '../../core/collection-names.ts';

export interface SignedIn {
  /** Set-Cookie that marks this device as known; only after the password was entered. */
  device?: string;
  user: { id: string; name: string; email: string };
  cookie: string;
  token: string;
  expires: number;
}

const accountByEmail = statement(
  'accounts:by-email',
  'select id, name, email, hash, salt from payload.users where email = $1',
);
const anybody = statement('accounts:anybody', 'select exists (select 1 from payload.users) as there');

/** True once an account exists: from then on people join by invitation. */
export async function isSetUp(service: Service): Promise<boolean> {
  const [row] = await service.db.query<{ there: boolean }>(anybody);
  return row?.there ?? false;
}

/**
 * The token of the setup link. Derived from the server's secret, so that every process knows it and none
 * stores it.
 */
export function setupToken(service: Service): string {
  return createHmac('sha256', deriveKey(service.secret, 'setup-link'))
    .update('first account')
    .digest('base64url')
    .slice(0, 32);
}

/** The setup link, printed at start until an account exists. */
export function setupLink(service: Service): string {
  return panelUrl(service, `/create-first-user?token=${setupToken(service)}`);
}

export interface Peer {
  headers: Headers;
  /** Address of the peer itself; empty if the transport can't know it. */
  peer: string;
}

/** If there is no account yet: creates the one from the environment, or prints the setup link. */
export async function openFirstAccount(service: Service): Promise<void> {
  const { adminEmail, adminPassword } = service.env;
  if (await isSetUp(service)) return;
  if (adminEmail && adminPassword) {
    const name = adminEmail.split('@')[0] ?? 'Admin';
    const person = { name, email: adminEmail.toLowerCase(), password: adminPassword };
    await signUpFirst(service.payload, person, undefined, 'operator');
    return;
  }
  console.log(`\n  There are no accounts yet. Create the first one here:\n  ${setupLink(service)}\n`);
}

/**
 * Whether the first account can be created without the token: only from this machine, by a loopback name,
 * through no proxy, and not from another page.
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

const byInvitation = 'You need an invitation to join. Ask an admin for one.';

function demandPassword(password: string): void {
  if (password.length < minPasswordLength) {
    throw invalid([
      { path: 'password', message: `A password needs at least ${minPasswordLength} characters.` },
    ]);
  }
}

/**
 * Creates an account: the first one with its organization, every other with an invitation's token.
 *
 * @throws ApiError as `signUpFirst` and `signUpInvited`.
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
 * Creates the first person, organization, workspace "Library" and default brand; the person is admin of all.
 * Of two at once, one wins.
 *
 * @throws ApiError forbidden if an account exists, or without the token or a local connection.
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
      'To create the first account, use the setup link that the server prints when it starts.',
    );
  }
  demandPassword(person.password);
  const user = await inTransaction(payload, actAsSystem, async (req, db) => {
    await db.query("select pg_advisory_xact_lock(hashtext('marque first account'))");
    const [row] = await db.query<{ there: boolean }>(anybody);
    if (row?.there) throw new ApiError('forbidden', byInvitation);
    const { id } = await payload.create({ collection: collectionSlug('users'), data: person, req, depth: 0 });
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
 * Creates an account for the invitation's address and accepts the invitation. Only for that address: the link
 * is the only proof of identity, so nobody can join under another's.
 *
 * @throws ApiError forbidden (no invitation), gone (used, expired, withdrawn), invalid (another address),
 * conflict (account exists).
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
    // Two concurrent sign-ups with one link share an address: the second one sees the result.
    await db.query(lockAddress, [person.email]);
    const offer = await offerOf(db, token).catch((error: unknown) => {
      throw isApiError(error) && error.code === 'not_found' ? new ApiError('forbidden', byInvitation) : error;
    });
    if (offer.email !== person.email) {
      throw invalid([
        { path: 'email', message: `This invitation is for ${offer.email}. Sign up with that address.` },
      ]);
    }
    if ((await db.query(accountByEmail, [person.email])).length > 0)
      throw new ApiError(
        'conflict',
        'An account with this address already exists. Sign in, then open the link again.',
      );
    const { id } = await payload.create({ collection: collectionSlug('users'), data: person, req, depth: 0 });
    const caller = { kind: 'person' as const, id, name: person.name, email: person.email, sessionId: '' };
    await takeInvitation(req, db, token, caller);
    // For the response: where they are now.
    await recordOn(db, caller, { type: 'account.created', subject: { kind: 'person', id } });
    return { id, name: person.name, email: person.email };
  });
  return { user, ...(await openSession(payload, service.db, user, originOf(from))) };
}

/** Records a failed sign-in. Not awaited: the response takes as long for accounts that don't exist. */
function recordFailure(service: Service, personId: string, address: string): void {
  recordOn(
    service.db,
    { kind: 'nobody' },
    {
      type: 'account.sign_in_failed',
      subject: { kind: 'person', id: personId },
      detail: { address },
    },
  ).catch((error: unknown) => {
    service.log.warn({ err: error }, 'failed sign-in could not be recorded');
  });
}

/**
 * Signs a person in.
 *
 * @throws ApiError unauthorized, with the same wording and work whether the account exists; rate_limited.
 */
export async function signIn(
  payload: Payload,
  given: { email: string; password: string },
  from: { headers: Headers; address: string },
): Promise<SignedIn> {
  const service = serviceOf(payload);
  // A NUL would be a database error, and no address has one.
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
  const isRight = await countedTry(service.db, { account: email, address: from.address, device }, () =>
    passwordHolds(given.password, account ?? null),
  );
  if (!isRight && account) recordFailure(service, account.id, from.address);
  if (!isRight || !account) throw new ApiError('unauthorized', 'Wrong e-mail address or password.');
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
