// run(operation, request): the only way to call an operation. In this order: identify the caller (401), load the target (404), check
// the scope (403), validate the input (400), run `prepare` without a transaction, then `run`, in a transaction if it writes.
import { countedAddress } from '../access/address.ts';
import { noAccess, type Access, type Caller } from '../access/caller.ts';
import { hashSecret, isKeyShaped } from '../access/keys.ts';
import { rankOf, type Scope } from '../access/ladder.ts';
import { noChoice, authorize, type Credential, type WorkspaceChoice } from '../access/authorize.ts';
import { lockTarget, targetOf } from '../access/targets.ts';
import { sessionOfCookie } from '../access/sessions.ts';
import { cookieOf, workspaceCookie } from '../access/workspace-field.ts';
import { countCall } from '../access/key-usage.ts';
import { countRequest } from './rate-limit.ts';
import { isOutcomeUnknown } from '../db/commit.ts';
import type { Db } from '../db/pool.ts';
import { ownOrigins } from '../../env.ts';
import {
  Answer,
  asText,
  methodOf,
  writes,
  type AnyOperation,
  type CheckedInput,
  type Context,
  type RequestFacts,
  type Target,
} from '../operation.ts';
import { isApiError, ApiError } from '../errors.ts';
import type { Service } from '../service.ts';
import { demandMatch, isConditional, isInInterface, readerOf, withTag } from './conditional-requests.ts';
import { withTransaction, orGone } from './transaction.ts';
import { answerOf, issuesOf, malformed } from './error-response.ts';
import { hashedBody, withBody } from './body-digest.ts';
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
import {
  checkedInput,
  JsonBody,
  streamsBody,
  targetFrom,
  unstorable,
  unstorableText,
  type RawInput,
} from './input.ts';
import { ignoredHeader, unknownParameters } from './unknown-parameters.ts';

/** The credential of a request; null for a bearer token that can't be an API key. */
async function credentialOf(service: Service, headers: Headers): Promise<Credential | null> {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    // A wrong bearer token is a 401 even if the session cookie is valid.
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined || !isKeyShaped(bearer)) return null;
    return { kind: 'key', hash: hashSecret(bearer) };
  }
  const session = await sessionOfCookie(service.payload, headers);
  return session ? { kind: 'session', ...session } : { kind: 'nobody' };
}

const unauthorizedKey = 'Invalid or revoked API key. Check it for typos, or ask an admin for a new one.';
const unauthorizedNobody = 'Sign in, or send an API key: Authorization: Bearer mq_…';

/** CSRF: writes with a session cookie must come from our own origin. */
function demandOwnOrigin(service: Service, headers: Headers): void {
  const origin = headers.get('origin');
  if (origin !== null && ownOrigins(service.env.serverUrl).includes(origin)) return;
  throw new ApiError(
    'forbidden',
    `Requests with a session cookie must come from ${service.env.serverUrl}. Send its Origin header, or use an API key.`,
  );
}

function demandAccess(operation: AnyOperation, access: Access, ofOrganization: boolean): void {
  if (operation.access.scope === 'any' || operation.access.scope === 'public') return;
  const needed: Scope = operation.access.scope;
  const {
    access: { inOrganization },
  } = operation;
  const otherwise =
    ofOrganization && typeof inOrganization === 'object' ? ` ${inOrganization.otherwise}` : '';
  const held = operation.access.within ? higher(access.scope, access.scopeInside) : access.scope;
  if (held === null) {
    if (ofOrganization && access.id !== null)
      throw new ApiError(
        'forbidden',
        `${operation.name} needs the ${needed} scope on the organization, and you have no role on it.${otherwise}`,
        { needs: needed, has: null },
      );
    if (access.scopeInside === null || operation.access.target || operation.access.targetInBody)
      throw new ApiError('not_found', "Not found, or you don't have access.");
    throw new ApiError(
      'forbidden',
      `${operation.name} needs the ${needed} scope on this workspace, and you only have access to parts of it.`,
      { needs: needed, has: null },
    );
  }
  if (rankOf(held) < rankOf(needed)) {
    const instead = held === 'propose' ? (operation.access.proposedBy ?? []) : [];
    const proposing = instead.length > 0 ? ` To propose it instead, use ${instead.join(', ')}.` : '';
    throw new ApiError(
      'forbidden',
      `${operation.name} needs the ${needed} scope here; you have ${held}.${otherwise}${proposing}`,
      { needs: needed, has: held, ...(instead.length > 0 ? { propose: instead } : {}) },
    );
  }
  if (operation.access.ability && !access.abilities.has(operation.access.ability)) {
    throw new ApiError(
      'forbidden',
      `${operation.name} needs the "${operation.access.ability}" ability, which your role here doesn't include.`,
      { needs: operation.access.ability },
    );
  }
}

function higher(one: Scope | null, other: Scope | null): Scope | null {
  return rankOf(one) >= rankOf(other) ? one : other;
}

function choiceOf(headers: Headers): WorkspaceChoice {
  const asked = headers.get('x-workspace');
  const remembered = cookieOf(headers, workspaceCookie);
  return asked === null && remembered === null ? noChoice : { asked, remembered };
}

async function demandAsked(
  service: Service,
  credential: Credential,
  choice: WorkspaceChoice,
  target: Target | 'workspace' | null,
): Promise<void> {
  const found = target === 'workspace' ? null : await authorize(service.db, credential, 'workspace', choice);
  if (!found?.access.id)
    throw new ApiError(
      'not_found',
      "X-Workspace doesn't match a workspace you can open. Use `list_workspaces` to see yours.",
    );
}

function actsOnOrganization({ access: { inOrganization } }: AnyOperation, raw: RawInput): boolean {
  return typeof inOrganization === 'object' ? inOrganization.when(raw) : (inOrganization ?? false);
}

/** The caller's access to the organization of a workspace they can open. */
async function organizationAccess(
  service: Service,
  credential: Credential,
  workspace: Access,
): Promise<Access> {
  if (workspace.organizationId === null) return workspace;
  const reached = await authorize(service.db, credential, { organization: workspace.organizationId });
  return reached?.access ?? noAccess;
}

/** Counts a call against the caller's rate limit, or against the IP address if there is no valid credential. */
async function countCaller(
  service: Service,
  operation: AnyOperation,
  caller: Caller,
  facts: RequestFacts,
): Promise<void> {
  if (!isInInterface(operation) || facts.counted) return;
  const who = caller.kind === 'nobody' ? countedAddress(facts.address) : `${caller.kind}:${caller.id}`;
  if (who !== null) await countRequest(service, who);
}

const nobody: Caller = { kind: 'nobody' };

async function perform(
  service: Service,
  operation: AnyOperation,
  raw: RawInput,
  facts: RequestFacts,
): Promise<Answer> {
  const credential = await credentialOf(service, facts.headers);
  if (credential === null || credential.kind === 'nobody') {
    await countCaller(service, operation, nobody, facts);
    if (credential === null) throw new ApiError('unauthorized', unauthorizedKey);
    if (operation.access.scope !== 'public') throw new ApiError('unauthorized', unauthorizedNobody);
  }

  const sent = new JsonBody(facts);
  if (operation.access.targetInBody) await sent.read();
  const target = targetFrom(operation, raw, sent);
  const choice = choiceOf(facts.headers);
  let caller = nobody;
  let access = noAccess;
  let row: Record<string, unknown> | null = null;
  let valuesFit = true;
  // A public operation without a credential and a target needs no query here.
  if (credential.kind !== 'nobody' || target !== null || operation.query) {
    const queryValues = operation.queryValues?.(raw, service) ?? [];
    // Text the database would reject isn't sent to it; validation reports it later.
    valuesFit = unstorable(queryValues).length === 0;
    const along = valuesFit ? operation.query : undefined;
    let reached = await authorize(service.db, credential, target, choice, along, queryValues);
    if (!reached && operation.access.scope === 'public' && credential.kind === 'session') {
      // An expired session counts as anonymous on public operations; only a wrong key is an error.
      reached = await authorize(service.db, { kind: 'nobody' }, target, choice, along, queryValues);
    }
    if (credential.kind !== 'nobody') await countCaller(service, operation, reached?.caller ?? nobody, facts);
    if (!reached)
      throw new ApiError('unauthorized', credential.kind === 'key' ? unauthorizedKey : unauthorizedNobody);
    ({ caller, access, row } = reached);
  }
  // An explicit X-Workspace that doesn't exist or isn't accessible is always an error.
  if (
    choice.asked !== null &&
    operation.access.scope !== 'public' &&
    (target !== 'workspace' || access.id === null)
  )
    await demandAsked(service, credential, choice, target);
  const ofOrganization = actsOnOrganization(operation, raw);
  if (ofOrganization) access = await organizationAccess(service, credential, access);
  if (caller.kind === 'key') countCall(service, caller.id);
  const method = methodOf(operation);
  if (caller.kind === 'person' && method !== 'GET' && !operation.http.skipOriginCheck)
    demandOwnOrigin(service, facts.headers);
  // A body without a target can't be authorized; validation reports what's wrong with it.
  if (!operation.access.targetInBody || target !== null) demandAccess(operation, access, ofOrganization);
  const input = await checkedInput(operation, raw, facts, sent);
  if (!valuesFit) throw malformed([{ path: '', message: unstorableText }]);
  if (operation.access.targetInBody && target === null)
    throw malformed([{ path: '', message: "The body doesn't say what to act on." }]);

  const key =
    caller.kind !== 'nobody' && takesIdempotencyKey(operation) ? facts.headers.get('idempotency-key') : null;
  const streamed =
    key !== null && streamsBody(operation, facts.headers)
      ? hashedBody(facts, service.env.maxUploadBytes)
      : null;
  const base: Omit<Context, 'req' | 'db'> = {
    service,
    caller,
    access,
    row,
    request: streamed ? withBody(facts, streamed) : facts,
    ask: async (other, values) => {
      const again = await authorize(service.db, credential, target, choice, other, values);
      return again && (again.access.scope !== null || again.access.scopeInside !== null) ? again.row : null;
    },
    accessTo: async (other) => {
      const reached = targetOf(other) ? await authorize(service.db, credential, other, choice) : null;
      return reached?.access ?? noAccess;
    },
  };
  const outside: Context = {
    ...base,
    db: service.db,
    get req(): never {
      throw new Error(`${operation.name} is read-only, so it has no Payload request.`);
    },
  };
  const carryOut = (claim: Claim | null): Promise<Answer> =>
    runStaged({ operation, raw, sent, credential, choice, target, base, outside, input, claim });
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
              body: streamed ?? sent.digest(),
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
  const tagged = withTag(operation, service.operations, facts.headers, answer);
  const { ignored } = unknownParameters(operation, Object.keys(raw.queries), facts);
  return ignored.length === 0
    ? tagged
    : new Answer(tagged.status, tagged.body, { ...tagged.headers, 'marque-ignored': ignoredHeader(ignored) });
}

const hasAccess = (access: Access): boolean => access.scope !== null || access.scopeInside !== null;

/** An authorized call, with everything needed to run it. */
interface Admitted {
  operation: AnyOperation;
  raw: RawInput;
  sent: JsonBody;
  credential: Credential;
  choice: WorkspaceChoice;
  target: Target | 'workspace' | null;
  base: Omit<Context, 'req' | 'db'>;
  /** For work outside a transaction. */
  outside: Context;
  input: CheckedInput;
  claim: Claim | null;
}

async function runStaged(call: Admitted): Promise<Answer> {
  const { operation, outside, input, claim } = call;
  const staged: unknown = operation.prepare ? await operation.prepare(outside, input) : undefined;
  try {
    if (claim && writes(operation)) await completeFingerprint(claim);
    return await runNow(call, staged);
  } catch (error) {
    // After an unknown outcome the staged files may still be needed; the cleanup removes them if they aren't.
    if (operation.undo && !isOutcomeUnknown(error)) await operation.undo(outside, staged);
    throw error;
  }
}

async function runNow(call: Admitted, staged: unknown): Promise<Answer> {
  const { operation, base, outside, input, claim } = call;
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
async function readHeld(call: Admitted, inside: Context): Promise<Answer | null> {
  const { operation, raw, sent, credential, choice, target, input } = call;
  const { service, db, access, request } = inside;
  const read = readerOf(operation, service.operations);
  if (!read) return null;
  if (operation.lock) await operation.lock(inside, input);
  else if (access.id !== null && target !== null && target !== 'workspace')
    await lockTarget(db, target, access.id);
  const plain: RawInput = { path: raw.path, query: {}, queries: {} };
  const reached = await authorize(
    db,
    credential,
    targetFrom(read, plain, sent),
    choice,
    read.query,
    read.queryValues?.(plain, service) ?? [],
  );
  if (!reached) throw new ApiError('unauthorized', unauthorizedNobody);
  demandAccess(read, reached.access, actsOnOrganization(read, plain));
  const context: Context = {
    ...inside,
    ...reached,
    get req(): never {
      throw new Error(`${read.name} is read-only, so it has no Payload request.`);
    },
  };
  return toAnswer(
    service,
    read,
    await read.run(context, await checkedInput(read, plain, request, sent), undefined),
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

/** Runs an operation and returns the response, including errors. Never throws. */
export async function run(
  service: Service,
  operation: AnyOperation,
  raw: RawInput,
  facts: RequestFacts,
): Promise<Answer> {
  try {
    return await perform(service, operation, raw, facts);
  } catch (error) {
    return answerOf(error, service.log, { operation: operation.name });
  }
}
