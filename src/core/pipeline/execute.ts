// The last step of the pipeline: `prepare` without a transaction, then `run`, in a transaction if it writes. Around it: Idempotency-Key,
// If-Match, and the check of the response against its schema.
import { authorize } from '../access/authorize.ts';
import { noAccess } from '../access/caller.ts';
import { lockTarget, targetOf } from '../access/targets.ts';
import { isOutcomeUnknown } from '../db/commit.ts';
import type { Db } from '../db/pool.ts';
import { ApiError, isApiError } from '../errors.ts';
import { Answer, asText, writes, type AnyOperation, type CheckedInput, type Context } from '../operation.ts';
import type { Service } from '../service.ts';
import { hashedBody, withBody } from './body-digest.ts';
import { stopIfCanceled } from './cancellation.ts';
import { demandAccess, hasAccess, type Admitted, type Incoming } from './check-access.ts';
import { demandMatch, isConditional, readerOf, withTag } from './conditional-requests.ts';
import { answerOf, issuesOf } from './error-response.ts';
import {
  beginCall,
  completeFingerprint,
  endCall,
  endCallLater,
  keepAnswer,
  keepAnswerAfterwards,
  takenOver,
  takesIdempotencyKey,
  type Claim,
  type KeyedCall,
} from './idempotency.ts';
import { unauthorizedNobody } from './identify.ts';
import { checkedInput, streamsBody, targetFrom, type RawInput } from './input.ts';
import { orGone, withTransaction } from './transaction.ts';

/** Runs an authorized call with its validated input. */
export async function execute(incoming: Incoming, admitted: Admitted, input: CheckedInput): Promise<Answer> {
  const { service, operation, raw, facts, body } = incoming;
  const { credential, choice, target, caller, access } = admitted;
  const key =
    caller.kind !== 'nobody' && takesIdempotencyKey(operation) ? facts.headers.get('idempotency-key') : null;
  const streamed =
    key !== null && streamsBody(operation, facts.headers)
      ? hashedBody(facts, service.env.maxUploadBytes)
      : null;
  const base = contextOf(incoming, admitted, streamed ? withBody(facts, streamed) : facts);
  const outside: Context = {
    ...base,
    db: service.db,
    get req(): never {
      throw new Error(`${operation.name} is read-only, so it has no Payload request.`);
    },
  };
  const carryOut = (claim: Claim | null): Promise<Answer> =>
    runStaged({ incoming, admitted, base, outside, input, claim });
  let answer: Answer;
  try {
    answer =
      key === null
        ? await carryOut(null)
        : await runOnce(
            service,
            {
              key,
              caller,
              operation,
              path: raw.path,
              body: streamed ?? body.digest(),
              sent: [Object.entries(raw.queries).sort(), choice.asked, choice.remembered],
              workspaceId: access.workspaceId,
            },
            carryOut,
          );
  } catch (error) {
    throw await orGone(service, error, async () => {
      if (access.id === null) return false;
      const now = await authorize(service.db, credential, target, choice);
      return !now?.access.id || (hasAccess(access) && !hasAccess(now.access));
    });
  }
  return withTag(operation, service.operations, facts.headers, answer);
}

/** What `run` receives, less the connection. */
function contextOf(
  { service }: Incoming,
  { credential, choice, target, caller, access, row }: Admitted,
  request: Context['request'],
): Omit<Context, 'req' | 'db'> {
  return {
    service,
    caller,
    access,
    row,
    request,
    ask: async (other, values) => {
      const again = await authorize(service.db, credential, target, choice, other, values);
      return again && hasAccess(again.access) ? again.row : null;
    },
    accessTo: async (other) => {
      const found = targetOf(other) ? await authorize(service.db, credential, other, choice) : null;
      return found?.access ?? noAccess;
    },
  };
}

/** A call with everything needed to run it. */
interface Ready {
  incoming: Incoming;
  admitted: Admitted;
  base: Omit<Context, 'req' | 'db'>;
  /** For work outside a transaction. */
  outside: Context;
  input: CheckedInput;
  claim: Claim | null;
}

async function runStaged(call: Ready): Promise<Answer> {
  const { outside, input, claim } = call;
  const { operation } = call.incoming;
  const staged: unknown = operation.prepare ? await operation.prepare(outside, input) : undefined;
  try {
    if (claim && writes(operation)) await completeFingerprint(claim);
    stopIfCanceled(outside.request);
    return await runNow(call, staged);
  } catch (error) {
    // After an unknown outcome the staged files may still be needed; the cleanup removes them if they aren't.
    if (operation.undo && !isOutcomeUnknown(error)) await operation.undo(outside, staged);
    throw error;
  }
}

async function runNow(call: Ready, staged: unknown): Promise<Answer> {
  const { base, outside, input, claim } = call;
  const { operation } = call.incoming;
  const { service, caller, access, request } = base;
  if (!writes(operation)) {
    if (!claim) return toAnswer(service, operation, await operation.run(outside, input, staged));
    const keepNow = async (db: Db, value: unknown): Promise<void> => {
      await completeFingerprint(claim);
      if (!(await keepAnswer(service, db, claim, toAnswer(service, operation, value)))) throw takenOver();
    };
    // Not spread, so that `req` still throws in a read-only operation.
    const context: Context = Object.create(outside, { keepAnswer: { value: keepNow } }) as Context;
    const answer = toAnswer(service, operation, await operation.run(context, input, staged));
    await keepAnswerAfterwards(service, claim, answer);
    return answer;
  }
  const ifMatch = isConditional(operation) ? request.headers.get('if-match') : null;
  return withTransaction(service, caller, access, async (req, db) => {
    const inside: Context = { ...base, req, db };
    if (ifMatch !== null) await demandMatch(ifMatch, () => readHeld(call, inside));
    const answer = toAnswer(service, operation, await operation.run(inside, input, staged));
    if (claim && !(await keepAnswer(service, db, claim, answer))) throw takenOver();
    return answer;
  });
}

/** What the GET at the same path returns to this caller now, with the record locked until the transaction ends; null if there is no such GET. */
async function readHeld(call: Ready, inside: Context): Promise<Answer | null> {
  const { operation, raw, body } = call.incoming;
  const { credential, choice, target, targetId } = call.admitted;
  const { service, db, request } = inside;
  const read = readerOf(operation, service.operations);
  if (!read) return null;
  if (operation.lock) await operation.lock(inside, call.input);
  else if (targetId !== null && target !== null && target !== 'workspace')
    await lockTarget(db, target, targetId);
  const plain: RawInput = { path: raw.path, query: {}, queries: {} };
  const found = await authorize(
    db,
    credential,
    targetFrom(read, plain, body),
    choice,
    read.query,
    read.queryValues?.(plain, service) ?? [],
  );
  if (!found) throw new ApiError('unauthorized', unauthorizedNobody);
  demandAccess(read, { ...found, target: found.access, place: null });
  const context: Context = {
    ...inside,
    ...found,
    get req(): never {
      throw new Error(`${read.name} is read-only, so it has no Payload request.`);
    },
  };
  return toAnswer(
    service,
    read,
    await read.run(context, await checkedInput(read, plain, request, body), undefined),
  );
}

/** Turns the result of an operation into a response. */
function toAnswer(service: Service, operation: AnyOperation, result: unknown): Answer {
  const answer = result instanceof Answer ? result : Answer.json(operation.http.status ?? 200, result);
  if (answer.body.kind === 'json') {
    checkOutput(service, operation, answer.status, answer.body.value);
    return asText(answer);
  }
  if (answer.body.kind === 'text' && !service.env.production)
    checkOutput(service, operation, answer.status, JSON.parse(answer.body.json));
  return answer;
}

/** Runs a call with an Idempotency-Key, unless it already ran. */
async function runOnce(
  service: Service,
  call: KeyedCall,
  carryOut: (claim: Claim) => Promise<Answer>,
): Promise<Answer> {
  const claim = await beginCall(service, call);
  if (claim instanceof Answer) return claim;
  let end: (service: Service, claim: Claim) => Promise<void> | void = endCall;
  try {
    return await carryOut(claim);
  } catch (error) {
    if (isOutcomeUnknown(error)) end = endCallLater;
    const refused = isApiError(error) && error.status === 409;
    if (refused)
      await keepAnswerAfterwards(
        service,
        claim,
        asText(answerOf(error, service.log, { operation: call.operation.name })),
      );
    throw error;
  } finally {
    await end(service, claim);
  }
}

/** Responses are checked against their schema in tests and development only. */
function checkOutput(service: Service, operation: AnyOperation, status: number, value: unknown): void {
  if (service.env.production || !operation.output || status >= 400) return;
  const parsed = operation.output.safeParse(value);
  if (!parsed.success) {
    throw new Error(
      `${operation.name} returned a response that doesn't match its schema: ${JSON.stringify(issuesOf(parsed.error))}`,
    );
  }
}
