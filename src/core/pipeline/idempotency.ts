// Idempotency-Key: the response of a POST is stored for 24 hours, encrypted, and returned again for the same caller and key.
// A write stores its response in its own transaction, so there is never one without the other.
import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import { statement, type Db } from '../db/pool.ts';
import { Answer, methodOf, pathOf, type AnyOperation } from '../operation.ts';
import { isApiError, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';
import { deriveKey, seal, unseal } from '../storage/signing.ts';
import type { HashedBody } from './body-digest.ts';
import { isInInterface } from './conditional-requests.ts';
import { malformed } from './error-response.ts';

const maxKeyLength = 255;
/** A dead process loses its claims after this long; a live one renews them more often. */
const claimSeconds = 60;
const renewMs = 20_000;

const takers = new WeakMap<AnyOperation, boolean>();

/**
 * Excluded: uploads, which are resumed instead; MCP, which has many calls in one request; and public operations, since
 * anonymous callers can't be told apart.
 */
export function takesIdempotencyKey(operation: AnyOperation): boolean {
  let takes = takers.get(operation);
  if (takes === undefined) {
    takes =
      methodOf(operation) === 'POST' &&
      operation.access.scope !== 'public' &&
      isInInterface(operation) &&
      !/^\/api\/v1\/(?:mcp|uploads)(?:\/|$)/.test(pathOf(operation));
    takers.set(operation, takes);
  }
  return takes;
}

/** A call with a key that this process is running. */
export interface Claim {
  id: string;
  /** Distinguishes this claim from a later one for the same key. */
  token: string;
  call: KeyedCall;
  /** What a retry must have in common with this call; open while a streamed body is being read. */
  fingerprint: string;
}

/** The fingerprint of a call whose body hasn't been read completely. */
const openFingerprint = '';

const claimCall = statement(
  'idempotency:claim',
  `with claimed as (
     insert into marque.idempotent_calls as i (id, fingerprint, workspace_id, claim, claimed_until, expires_at)
     values ($1, $2, (select w.id from payload.workspaces w where w.id = $3::uuid), $4, now() + interval '${claimSeconds} seconds', now() + interval '1 day')
     on conflict (id) do update set fingerprint = excluded.fingerprint, workspace_id = excluded.workspace_id, claim = excluded.claim,
       claimed_until = excluded.claimed_until, answer = null, expires_at = excluded.expires_at
     where i.expires_at <= now() or (i.answer is null and i.claimed_until <= now())
     returning 1)
   select exists (select 1 from claimed) as claimed, i.fingerprint, i.answer from (select) one left join marque.idempotent_calls i on i.id = $1`,
);
const keep = statement(
  'idempotency:keep',
  `update marque.idempotent_calls set answer = $3, fingerprint = $4, expires_at = now() + interval '1 day'
   where id = $1 and claim = $2 returning id`,
);
const free = statement(
  'idempotency:free',
  'delete from marque.idempotent_calls where id = $1 and claim = $2 and answer is null',
);
/** A call locks its row when it stores its response: while that transaction is open, the row is skipped. */
const freeUnlocked = statement(
  'idempotency:free-unlocked',
  `with mine as (select id, answer from marque.idempotent_calls where id = $1 and claim = $2 for update skip locked),
   freed as (delete from marque.idempotent_calls i using mine where i.id = mine.id and mine.answer is null)
   select exists (select 1 from mine) or not exists (select 1 from marque.idempotent_calls where id = $1 and claim = $2) as settled`,
);
const renewCalls = statement(
  'idempotency:renew',
  `update marque.idempotent_calls i set claimed_until = now() + interval '${claimSeconds} seconds'
   from unnest($1::text[], $2::uuid[]) as held(id, claim) where i.id = held.id and i.claim = held.claim and i.answer is null`,
);
const dropOld = statement(
  'idempotency:drop',
  'delete from marque.idempotent_calls where expires_at <= now()',
);

/** Deletes expired responses. */
export async function dropKeptAnswers(db: Db): Promise<void> {
  await db.query(dropOld);
}

interface Held {
  claims: Map<string, Claim>;
  timer: NodeJS.Timeout;
}

const running = new WeakMap<Service, Held>();

/** Renews the claims of running calls. */
function hold(service: Service, claim: Claim): void {
  let held = running.get(service);
  if (!held) {
    const claims = new Map<string, Claim>();
    const renew = async (): Promise<void> => {
      const all = [...claims.values()];
      await service.db.query(renewCalls, [all.map(({ id }) => id), all.map(({ token }) => token)]);
    };
    const timer = setInterval(() => {
      renew().catch((error: unknown) => {
        service.log.warn({ err: error }, 'could not renew the claims of running calls');
      });
    }, renewMs);
    timer.unref();
    running.set(service, (held = { claims, timer }));
  }
  held.claims.set(claim.token, claim);
}

function letGo(service: Service, claim: Claim): void {
  const held = running.get(service);
  held?.claims.delete(claim.token);
  if (held?.claims.size === 0) {
    clearInterval(held.timer);
    running.delete(service);
  }
}

/** A call with a key. */
export interface KeyedCall {
  key: string;
  caller: Caller;
  operation: AnyOperation;
  path: Record<string, string>;
  /** The digest of the body, or a streamed body, whose digest is known once it has been read. */
  body: string | HashedBody;
  /** Everything else that affects the outcome: a different value under the same key is an error of the caller. */
  sent: readonly unknown[];
  workspaceId: string | null;
}

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Reads a streamed body to its end, so no connection or lock may be held meanwhile. */
async function fingerprintOf({ body, sent }: KeyedCall): Promise<string> {
  return digest([typeof body === 'string' ? body : await body.finish(), ...sent]);
}

/**
 * Completes the fingerprint of a call with a streamed body, once the operation has read it. Must run before the transaction
 * of a write.
 *
 * @throws invalid_request, too_large if the body can't be read to its end.
 */
export async function completeFingerprint(claim: Claim): Promise<void> {
  if (claim.fingerprint === openFingerprint) claim.fingerprint = await fingerprintOf(claim.call);
}

/**
 * Begins a call with a key, or returns its stored response. A streamed body is claimed before it's read, so that a retry learns
 * immediately that the first call is still running; bodies are compared once the first has finished.
 *
 * @throws idempotency_mismatch (the key was used for a different request), conflict (the first call is still running),
 *   invalid_request (malformed key).
 */
export async function beginCall(service: Service, call: KeyedCall): Promise<Claim | Answer> {
  const { key, caller, operation, path } = call;
  if (key.length === 0 || key.length > maxKeyLength)
    throw malformed([{ path: 'Idempotency-Key', message: `Must be 1 to ${maxKeyLength} characters long.` }]);
  const who = caller.kind === 'nobody' ? '' : caller.id;
  const id = digest([caller.kind, who, operation.http.route, Object.entries(path).sort(), key]);
  const isStreamed = typeof call.body !== 'string';
  const fingerprint = isStreamed ? openFingerprint : await fingerprintOf(call);
  const claim: Claim = { id, token: randomUUID(), call, fingerprint };
  const [row] = await service.db.query<{
    claimed: boolean;
    fingerprint: string | null;
    answer: string | null;
  }>(claimCall, [id, fingerprint, call.workspaceId, claim.token]);
  if (row?.claimed) {
    hold(service, claim);
    return claim;
  }
  // While the first call runs, a streamed body can't be compared yet.
  const isComparable = row?.answer || (!isStreamed && row?.fingerprint !== openFingerprint);
  if (row?.fingerprint && isComparable && row.fingerprint !== (await fingerprintOf(call))) {
    throw new ApiError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used with a different request. Use a new key for a new request.',
    );
  }
  if (!row?.answer) {
    throw new ApiError(
      'conflict',
      'The first request with this Idempotency-Key is still running. Retry in a moment to get its response.',
    );
  }
  return repeated(service, id, row.answer);
}

interface Kept {
  id: string;
  status: number;
  headers: Answer['headers'];
  json: string | null;
}

const keyOf = (service: Service): Buffer => deriveKey(service.secret, 'idempotency');

/** Header that marks a repeated response. */
export const repeatedHeader = 'idempotency-replayed';

function repeated(service: Service, id: string, sealed: string): Answer {
  const text = unseal(keyOf(service), sealed);
  const kept = text === null ? null : (JSON.parse(text) as Kept);
  // SECRET has changed, or the row was copied from another call.
  if (kept?.id !== id)
    throw new ApiError(
      'conflict',
      'This request already ran, but its response can no longer be read. Check the current state, and use a new Idempotency-Key.',
    );
  const body: Answer['body'] = kept.json === null ? { kind: 'none' } : { kind: 'text', json: kept.json };
  return new Answer(kept.status, body, { ...kept.headers, [repeatedHeader]: 'true' });
}

/** Successes and conflicts are stored; bytes are not. */
function isKept(answer: Answer): boolean {
  return (
    ((answer.status >= 200 && answer.status < 300) || answer.status === 409) &&
    (answer.body.kind === 'text' || answer.body.kind === 'none')
  );
}

/** The error of a call whose claim expired and was taken over by a retry. */
export function takenOver(): ApiError {
  return new ApiError(
    'conflict',
    'Another request with this Idempotency-Key has started. Retry to get its response.',
  );
}

/**
 * Stores the response of a call, if it should be repeated.
 *
 * @param db the transaction's connection, for a write.
 * @returns false when the call was taken over.
 */
export async function keepAnswer(service: Service, db: Db, claim: Claim, answer: Answer): Promise<boolean> {
  if (!isKept(answer)) return true;
  const kept: Kept = {
    id: claim.id,
    status: answer.status,
    headers: answer.headers,
    json: answer.body.kind === 'text' ? answer.body.json : null,
  };
  const sealed = seal(keyOf(service), JSON.stringify(kept));
  return (await db.query(keep, [claim.id, claim.token, sealed, claim.fingerprint])).length > 0;
}

/**
 * Stores the response of a call outside a transaction. If the rest of its body can't be read, the response isn't stored, because
 * a retry couldn't be compared with it.
 */
export async function keepAnswerAfterwards(service: Service, claim: Claim, answer: Answer): Promise<void> {
  if (!isKept(answer)) return;
  try {
    await completeFingerprint(claim);
  } catch (error) {
    if (!isApiError(error)) throw error;
    service.log.warn({ err: error }, 'could not store the response of a call with an Idempotency-Key');
    return;
  }
  await keepAnswer(service, service.db, claim, answer);
}

/** Ends a call: if no response was stored, the key can be used again. */
export async function endCall(service: Service, claim: Claim): Promise<void> {
  letGo(service, claim);
  await service.db.query(free, [claim.id, claim.token]).catch((error: unknown) => {
    // The claim expires by itself.
    service.log.warn({ err: error }, 'could not release an Idempotency-Key');
  });
}

/** How often, and how many times, to check a call with an unknown outcome before its claim is left to expire. */
const settleMs = 1_000;
const settleTries = 60;

/**
 * Ends a call that lost the database connection during COMMIT. If the commit succeeded, the stored response will be repeated;
 * if not, the key is released once the database has rolled back, so that a retry runs again. Never earlier: the commit may
 * still be in progress.
 */
export function endCallLater(service: Service, claim: Claim): void {
  letGo(service, claim);
  let tries = 0;
  const look = async (): Promise<void> => {
    const [row] = await service.db
      .query<{ settled: boolean }>(freeUnlocked, [claim.id, claim.token])
      .catch(() => []);
    tries += 1;
    if (!row?.settled && tries < settleTries) setTimeout(() => void look(), settleMs).unref();
  };
  void look();
}
