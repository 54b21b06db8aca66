// Step 1 of the pipeline: who calls. A credential is found in the headers, checked by the database in step 2, and counted here.
import { executeAuthStrategies } from 'payload';
import { countedAddress } from '../access/address.ts';
import { appPeople, personIdOf, type AppPeople, type AppUser } from '../access/app-people.ts';
import type { Credential } from '../access/authorize.ts';
import type { Caller } from '../access/caller.ts';
import { statement } from '../db/pool.ts';
import { poolWaitMs } from '../db/time-limits.ts';
import { hashSecret, isKeyShaped } from '../access/keys/keys.ts';
import { sessionOfCookie } from '../access/sign-in/sessions.ts';
import { ownOrigins } from '../../env.ts';
import { ApiError } from '../errors.ts';
import type { RequestFacts } from '../operation.ts';
import type { Service } from '../service.ts';
import { countRequest } from './rate-limit.ts';
import { within } from '../../lib/within.ts';

/** An API key as a credential; null for a bearer token that can't be one. */
export function keyIn(headers: Headers): Credential | null {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer !== undefined && isKeyShaped(bearer) ? { kind: 'key', hash: hashSecret(bearer) } : null;
}

/** The credential of a request; null for a bearer token that can't be an API key. */
export async function credentialOf(service: Service, headers: Headers): Promise<Credential | null> {
  const app = appPeople();
  if (app) return keyIn(headers) ?? (await credentialOfUser(service, app, headers));
  // A wrong bearer token is a 401 even if the session cookie is valid.
  if (headers.has('authorization')) return keyIn(headers);
  const session = await sessionOfCookie(service.payload, headers);
  return session ? { kind: 'session', ...session } : { kind: 'nobody' };
}

const alive = statement('identify:alive', 'select 1');

/** We set no time limits on the app's own connections. */
const strategiesMs = 2 * poolWaitMs;
const tooLate = (): never => {
  throw new ApiError('unavailable', 'It took this app too long to check who you are. Try again in a moment.');
};

/** Someone whom one of the app's auth strategies knows; a user of another auth collection is nobody here. */
async function credentialOfUser(
  service: Service,
  app: AppPeople,
  headers: Headers,
): Promise<Credential | null> {
  const asked = executeAuthStrategies({ headers, payload: service.payload });
  const { user } = await within(strategiesMs, asked, tooLate);
  const known = user as unknown as AppUser | null;
  if (known?.collection === app.collection && (await app.meet(service, known)))
    return { kind: 'knownPerson', id: personIdOf(known), sessionId: known._sid ?? '' };
  // Payload passes over strategies that fail: whoever brought something isn't signed out just because the database is away.
  if (headers.has('authorization') || headers.has('cookie')) await service.db.query(alive);
  return /^Bearer /i.test(headers.get('authorization') ?? '') ? null : { kind: 'nobody' };
}

export const unauthorizedKey =
  'Invalid or revoked API key. Check it for typos, or ask an admin for a new one.';
export const unauthorizedNobody = 'Sign in, or send an API key: Authorization: Bearer mq_…';

/** True for credentials that browsers don't send by themselves: another site's page can't add these headers. */
const isSentOnPurpose = (headers: Headers): boolean =>
  !headers.has('cookie') && /^(Bearer|JWT|\S+ API-Key) /i.test(headers.get('authorization') ?? '');

/** True for what a page of this server sends. */
export function isFromOwnOrigin(service: Service, headers: Headers): boolean {
  const origin = headers.get('origin');
  return origin !== null && ownOrigins(service.env.serverUrl).includes(origin);
}

/** CSRF: writes with a session cookie must come from our own origin. */
export function demandOwnOrigin(service: Service, headers: Headers): void {
  if (isSentOnPurpose(headers) || isFromOwnOrigin(service, headers)) return;
  throw new ApiError(
    'forbidden',
    `Requests with a session cookie must come from ${service.env.serverUrl}. Send its Origin header, or use an API key.`,
  );
}

/**
 * Counts requests against the caller's rate limit, or against the IP address if there is no valid credential.
 * @throws rate_limited
 */
export async function countCaller(
  service: Service,
  caller: Caller,
  facts: RequestFacts,
  requests = 1,
): Promise<void> {
  const who = caller.kind === 'nobody' ? countedAddress(facts.address) : `${caller.kind}:${caller.id}`;
  if (who !== null) for (let counted = 0; counted < requests; counted += 1) await countRequest(service, who);
}
