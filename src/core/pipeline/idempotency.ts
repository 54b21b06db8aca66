// Idempotency-Key: what a POST answered is kept for a day, sealed, and repeated to the same caller with the same key. The answer of
// a write is kept in the write's own transaction, so there is never one without the other.
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
/** A process that dies lets go of its calls after so long; one that lives says so more often. */
const claimSeconds = 60;
const renewMs = 20_000;

const takers = new WeakMap<AnyOperation, boolean>();

/**
 * Left out: uploads, which are resumed instead; the door of agents, whose calls are many in one request; and what is public, since
 * two who are nobody can't be told apart.
 */
export function takesIdempotencyKey(operation: AnyOperation): boolean {
  let takes = takers.get(operation);
  if (takes === undefined) {
    takes =
      methodOf(operation) === 'POST' &&
      operation.scope !== 'public' &&
      isInInterface(operation) &&
      !/^\/api\/v1\/(?:mcp|uploads)(?:\/|$)/.test(pathOf(operation));
    takers.set(operation, takes);
  }
  return takes;
}

/** A call that this process runs for its key. */
export interface Claim {
  id: string;
  /** Told apart from that of anybody who takes the call over. */
  token: string;
  call: KeyedCall;
  /** What a call sent again must have in common with this one; open while a streamed body is being read. */
  fingerprint: string;
}

/** The fingerprint of a call whose body hasn't been read to its end. */
const openFingerprint = '';

const claimCall = statement(
  'idempotency:claim',
  `with claimed as (
     insert into marque.idempotent_calls as i (id, fingerprint, workspace_id, claim, claimed_until, expires_at)
     values ($1, $2, (select w.id from workspaces w where w.id = $3::uuid), $4, now() + interval '${claimSeconds} seconds', now() + interval '1 day')
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
/** The call's own transaction locks its row when it keeps its answer: while that transaction lives, the row is left alone. */
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

/** Takes away what has been kept for its time. */
export async function dropKeptAnswers(db: Db): Promise<void> {
  await db.query(dropOld);
}

interface Held {
  claims: Map<string, Claim>;
  timer: NodeJS.Timeout;
}

const running = new WeakMap<Service, Held>();

/** While calls run, the database is told that they still do. */
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
        service.log.warn({ err: error }, 'running calls could not be renewed');
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

/** What a call with a key is about. */
export interface KeyedCall {
  key: string;
  caller: Caller;
  operation: AnyOperation;
  path: Record<string, string>;
  /** The digest of the body, or a streamed body, whose digest is known once it has been read. */
  body: string | HashedBody;
  /** All else that was sent and decides what happens: another of it under the same key is a mistake of the caller. */
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
 * Completes the fingerprint of a call with a streamed body, once the operation has read what it wanted of it. Comes before the
 * transaction of a write.
 *
 * @throws Refusal invalid_request, too_large: the body can't be read to its end.
 */
export async function completeFingerprint(claim: Claim): Promise<void> {
  if (claim.fingerprint === openFingerprint) claim.fingerprint = await fingerprintOf(claim.call);
}

/**
 * Begins a call with a key: ours to run, or answered already. A streamed body is claimed before any of it is read, so that a second
 * call is told at once that the first still runs; bodies are compared once the first has its answer.
 *
 * @throws Refusal idempotency_mismatch (the key came with something else before), conflict (the first call still runs),
 *   invalid_request (no such key).
 */
export async function beginCall(service: Service, call: KeyedCall): Promise<Claim | Answer> {
  const { key, caller, operation, path } = call;
  if (key.length === 0 || key.length > maxKeyLength)
    throw malformed([{ path: 'Idempotency-Key', message: `Must have 1 to ${maxKeyLength} characters.` }]);
  const who = caller.kind === 'nobody' ? '' : caller.id;
  const id = digest([caller.kind, who, operation.route, Object.entries(path).sort(), key]);
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
  // While the first call runs, a streamed body has nothing to be compared with: that it still runs is the answer.
  const isComparable = row?.answer || (!isStreamed && row?.fingerprint !== openFingerprint);
  if (row?.fingerprint && isComparable && row.fingerprint !== (await fingerprintOf(call))) {
    throw new ApiError(
      'idempotency_mismatch',
      'This Idempotency-Key came with another body before. Use a new key for a new call.',
    );
  }
  if (!row?.answer) {
    throw new ApiError(
      'conflict',
      'The first call with this Idempotency-Key still runs. Send it again in a moment to get its answer.',
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

/** Says of an answer that it is an earlier one. */
export const repeatedHeader = 'idempotency-replayed';

function repeated(service: Service, id: string, sealed: string): Answer {
  const text = unseal(keyOf(service), sealed);
  const kept = text === null ? null : (JSON.parse(text) as Kept);
  // Another SECRET since, or somebody moved it here from another call.
  if (kept?.id !== id)
    throw new ApiError(
      'conflict',
      'This call was made already, but its answer can no longer be read. Look at what is there, and use a new Idempotency-Key.',
    );
  const body: Answer['body'] = kept.json === null ? { kind: 'none' } : { kind: 'text', json: kept.json };
  return new Answer(kept.status, body, { ...kept.headers, [repeatedHeader]: 'true' });
}

/** What is repeated: a success, or a refusal that the state of things was the reason for. Bytes are not kept. */
function isKept(answer: Answer): boolean {
  return (
    ((answer.status >= 200 && answer.status < 300) || answer.status === 409) &&
    (answer.body.kind === 'text' || answer.body.kind === 'none')
  );
}

/** Refuses a call whose key another has taken over, this process having been silent for too long. */
export function takenOver(): ApiError {
  return new ApiError('conflict', 'Another call with this Idempotency-Key has been begun. Send it again.');
}

/**
 * Keeps the answer of a call, where it is one to be repeated.
 *
 * @param db the connection of the transaction, for a call that wrote.
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
 * Keeps the answer of a call outside a transaction. Where the rest of its body can't be read, the answer stands and isn't kept: there
 * would be nothing to compare another call with.
 */
export async function keepAnswerAfterwards(service: Service, claim: Claim, answer: Answer): Promise<void> {
  if (!isKept(answer)) return;
  try {
    await completeFingerprint(claim);
  } catch (error) {
    if (!isApiError(error)) throw error;
    service.log.warn({ err: error }, 'the answer of a call with an Idempotency-Key could not be kept');
    return;
  }
  await keepAnswer(service, service.db, claim, answer);
}

/** Ends a call: where no answer was kept, its key is free again. */
export async function endCall(service: Service, claim: Claim): Promise<void> {
  letGo(service, claim);
  await service.db.query(free, [claim.id, claim.token]).catch((error: unknown) => {
    // The claim runs out by itself.
    service.log.warn({ err: error }, 'an Idempotency-Key could not be freed');
  });
}

/** How often a call whose outcome is unknown is looked at again, and how many times before its claim is left to run out. */
const settleMs = 1_000;
const settleTries = 60;

/**
 * Ends a call that lost the database while it committed. Where the commit happened, its answer is there to be repeated; where it
 * didn't, the key is freed as soon as the database has rolled the transaction back, so that the retry runs anew. Never earlier: a
 * commit may still be under way.
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
