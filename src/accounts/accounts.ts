// Making the first account, and signing in: one piece for `/api/auth` and for Payload's own routes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payload } from 'payload';
import { statement } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { isLoopbackName, ownOrigins } from '../env.ts';
import { recordOn } from '../events/record.ts';
import { invalid, Refusal } from '../refusal.ts';
import { serviceOf, type Service } from '../service.ts';
import { deriveKey } from '../storage/signing.ts';
import { actAsSystem } from '../access/actor.ts';
import { countedTry, minPasswordLength, passwordHolds } from '../access/passwords.ts';
import { makeOrganization } from '../access/organizations.ts';
import { openSession } from '../access/sessions.ts';

export interface SignedIn {
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

/**
 * Makes the first person, organization, workspace "Library" and default brand, that person admin of all. Two at once: one wins.
 *
 * @throws Refusal forbidden once somebody has an account, or when neither the token nor the place allows it.
 */
export async function signUpFirst(
  payload: Payload,
  person: NewPerson,
  token: string | undefined,
  from: Peer | 'operator',
): Promise<SignedIn> {
  const service = serviceOf(payload);
  if (await isSetUp(service))
    throw new Refusal('forbidden', 'People join by invitation here. Ask an admin for one.');
  if (
    from !== 'operator' &&
    !(token !== undefined ? holdsToken(service, token) : isFromThisMachine(service, from))
  ) {
    throw new Refusal(
      'forbidden',
      'The first account is made with the set-up link that the server prints when it starts.',
    );
  }
  if (person.password.length < minPasswordLength) {
    throw invalid([
      { path: 'password', message: `A password has at least ${minPasswordLength} characters.` },
    ]);
  }
  const user = await inTransaction(payload, actAsSystem, async (req, db) => {
    await db.query("select pg_advisory_xact_lock(hashtext('marque first account'))");
    const [row] = await db.query<{ there: boolean }>(anybody);
    if (row?.there) throw new Refusal('forbidden', 'People join by invitation here. Ask an admin for one.');
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
  return { user, ...(await openSession(payload, service.db, user)) };
}

/**
 * Signs a person in.
 *
 * @throws Refusal unauthorized in the same words and after the same work whether the account exists; rate_limited.
 */
export async function signIn(
  payload: Payload,
  given: { email: string; password: string },
  address: string,
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
  const held = await countedTry(service.db, { account: email, address }, () =>
    passwordHolds(given.password, account ?? null),
  );
  if (!held || !account)
    throw new Refusal('unauthorized', 'That e-mail address and password do not go together.');
  const user = { id: account.id, name: account.name, email: account.email };
  const session = await openSession(payload, service.db, user);
  await recordOn(
    service.db,
    { kind: 'person', ...user, sessionId: '' },
    { type: 'account.signed_in', subject: { kind: 'person', id: user.id } },
  );
  return { user, ...session };
}
