// run(operation, request): the only way in. In this order: who calls (401), the thing as they may read it (404), the scope on it (403),
// the rest of the input (400), then `stage` with no transaction open, then `run`, in one short transaction when it writes.
import type { PayloadRequest } from 'payload';
import { actAs } from '../access/actor.ts';
import { noAccess, type Access, type Caller } from '../access/caller.ts';
import { hashSecret, isKeyShaped } from '../access/keys.ts';
import { rankOf, type Scope } from '../access/ladder.ts';
import { noChoice, reach, targetOf, type Credential, type WorkspaceChoice } from '../access/reach.ts';
import { sessionOfCookie } from '../access/sessions.ts';
import { cookieOf, workspaceCookie } from '../access/workspace-field.ts';
import { countCall } from '../access/key-usage.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { ownOrigins } from '../env.ts';
import {
  Answer,
  methodOf,
  writes,
  type AnyOperation,
  type CheckedInput,
  type Context,
  type RequestFacts,
  type Thing,
} from '../operation.ts';
import { isRefusal, Refusal, type Issue } from '../refusal.ts';
import type { Service } from '../service.ts';
import { answerOf, issuesOf, malformed, pathText } from './errors.ts';

/** JSON bodies are small by nature; bytes go through the operations that stream. */
const maxJsonBytes = 4 * 1024 * 1024;

export interface RawInput {
  path: Record<string, string>;
  query: Record<string, string | undefined>;
  /** Every value of a parameter that came more than once. */
  queries: Record<string, string[]>;
}

async function credentialOf(service: Service, headers: Headers): Promise<Credential> {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    // A bearer that is wrong is a 401 even when a good cookie came along.
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined || !isKeyShaped(bearer)) throw new Refusal('unauthorized', unauthorizedKey);
    return { kind: 'key', hash: hashSecret(bearer) };
  }
  const session = await sessionOfCookie(service.payload, headers);
  return session ? { kind: 'session', ...session } : { kind: 'nobody' };
}

const unauthorizedKey =
  'This key is not one of ours, or no longer is. Check it for typing errors, or ask an admin for a new one.';
const unauthorizedNobody = 'Sign in, or send a key: Authorization: Bearer mq_…';

/** Writes that a cookie signs must come from a page of ours. */
function demandOwnOrigin(service: Service, headers: Headers): void {
  const origin = headers.get('origin');
  if (origin !== null && ownOrigins(service.env.serverUrl).includes(origin)) return;
  throw new Refusal(
    'forbidden',
    `A call signed by a cookie must come from ${service.env.serverUrl}: send its Origin, or use a key.`,
  );
}

function demandAccess(operation: AnyOperation, access: Access): void {
  if (operation.scope === 'any' || operation.scope === 'public') return;
  const needed: Scope = operation.scope;
  const held = operation.within ? higher(access.scope, access.scopeInside) : access.scope;
  if (held === null) {
    if (operation.inOrganization && access.id !== null)
      throw new Refusal(
        'forbidden',
        `${operation.name} needs ${needed} on the organization, and you have nothing on the whole of it.`,
        { needs: needed, has: null },
      );
    if (access.scopeInside === null || operation.on || operation.onBody)
      throw new Refusal('not_found', 'There is nothing here, or nothing for you.');
    throw new Refusal(
      'forbidden',
      `${operation.name} needs ${needed} on this workspace, and you only have access to some things in it.`,
      { needs: needed, has: null },
    );
  }
  if (rankOf(held) < rankOf(needed)) {
    throw new Refusal('forbidden', `${operation.name} needs ${needed} here, and you have ${held}.`, {
      needs: needed,
      has: held,
    });
  }
  if (operation.ability && !access.abilities.has(operation.ability)) {
    throw new Refusal(
      'forbidden',
      `${operation.name} needs the ability "${operation.ability}", which your grant here leaves out.`,
      { needs: operation.ability },
    );
  }
}

function higher(one: Scope | null, other: Scope | null): Scope | null {
  return rankOf(one) >= rankOf(other) ? one : other;
}

async function readJson(facts: RequestFacts): Promise<unknown> {
  const type = (facts.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (facts.body) {
    for await (const chunk of facts.body) {
      size += chunk.byteLength;
      if (size > maxJsonBytes)
        throw new Refusal('too_large', `A JSON body may have up to ${maxJsonBytes} bytes.`, {
          maxBytes: maxJsonBytes,
        });
      chunks.push(chunk);
    }
  }
  if (size === 0) return undefined;
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new Refusal('unsupported', `Send the body as application/json${type ? `, not ${type}` : ''}.`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw malformed([{ path: '', message: 'The body is not JSON.' }]);
  }
}

/** A body that was read before anything was asked: what it held, or why it can't be read, for when its turn comes. */
type ReadBody = () => unknown;

async function readEarly(facts: RequestFacts): Promise<ReadBody> {
  try {
    const body = await readJson(facts);
    return () => body;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return () => {
      throw error;
    };
  }
}

/** The thing a body names; null for a body that can't be read, or names none. */
function thingOfBody(operation: AnyOperation, body: ReadBody): Thing | null {
  try {
    return operation.onBody?.(body()) ?? null;
  } catch {
    return null;
  }
}

/**
 * Where a body holds text that PostgreSQL can't: NUL, or half of a surrogate pair. Walked with a list of its own, since what a caller
 * nests deep enough would overrun the stack.
 */
function unstorable(body: unknown): Issue[] {
  const issues: Issue[] = [];
  const open: { path: PropertyKey[]; value: unknown }[] = [{ path: [], value: body }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { path, value } = one;
    if (typeof value === 'string' && !storable(value)) {
      issues.push({
        path: pathText(path),
        message: unstorableText,
      });
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!storable(key)) issues.push({ path: pathText(path), message: 'A name in it can not be stored.' });
      open.push({ path: [...path, Array.isArray(value) ? Number(key) : key], value: inner });
    }
  }
  return issues;
}

const unstorableText = 'NUL characters and halves of surrogate pairs can not be stored.';

const storable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** True when this request's body is for the operation to stream. */
function streamsBody(operation: AnyOperation, headers: Headers): boolean {
  if (!operation.streams) return false;
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return !operation.input?.body || operation.streams.includes(type);
}

async function checkedInput(
  operation: AnyOperation,
  raw: RawInput,
  facts: RequestFacts,
  early: ReadBody | null,
): Promise<CheckedInput> {
  const { input } = operation;
  const issues = [];
  let path: unknown;
  let query: unknown;
  let body: unknown;
  if (input?.path) {
    const parsed = input.path.safeParse(raw.path);
    // A malformed id in a path names nothing.
    if (!parsed.success || !Object.values(raw.path).every(storable))
      throw new Refusal('not_found', 'There is nothing at this address.');
    path = parsed.data;
  }
  if (input?.query) {
    const parsed = input.query.safeParse({
      ...raw.query,
      ...Object.fromEntries(Object.entries(raw.queries).filter(([, values]) => values.length > 1)),
    });
    if (parsed.success) query = parsed.data;
    else issues.push(...issuesOf(parsed.error));
    issues.push(...unstorable(query));
  }
  if (input?.body && !streamsBody(operation, facts.headers)) {
    const given = early ? early() : await readJson(facts);
    const parsed = input.body.safeParse(given === undefined ? {} : given);
    if (parsed.success) body = parsed.data;
    else issues.push(...issuesOf(parsed.error));
    issues.push(...unstorable(given));
  }
  if (issues.length > 0) throw malformed(issues);
  return { path, query, body };
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
  thing: Thing | 'workspace' | null,
): Promise<void> {
  const found = thing === 'workspace' ? null : await reach(service.db, credential, 'workspace', choice);
  if (!found?.access.id)
    throw new Refusal(
      'not_found',
      'X-Workspace names no workspace that you can open. GET /api/v1/workspaces lists yours.',
    );
}

function actsInWorkspace(operation: AnyOperation): boolean {
  return operation.inWorkspace ?? (operation.scope !== 'any' && operation.scope !== 'public');
}

/** The access to the organization of a workspace, for a caller who can open that one. */
async function organizationAccess(
  service: Service,
  credential: Credential,
  workspace: Access,
): Promise<Access> {
  if (workspace.organizationId === null) return workspace;
  const reached = await reach(service.db, credential, { organization: workspace.organizationId });
  return reached?.access ?? noAccess;
}

/** PostgreSQL's deadlock_detected and serialization_failure: nothing was written, and the same again may well go through. */
const crossedStates = new Set(['40P01', '40001']);
const maxCrossings = 3;
/** foreign_key_violation: what a row points at has gone, or still holds it. */
const foreignKeyState = '23503';

/** Where Payload or drizzle wraps what PostgreSQL said, it stands as the cause. */
function sqlStateOf(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** Runs what writes in one transaction, and once more when it crossed another's locks. */
async function inOneTransaction(
  service: Service,
  caller: Caller,
  access: Access,
  work: (req: PayloadRequest, db: Db) => Promise<unknown>,
): Promise<unknown> {
  for (let crossings = 1; ; crossings += 1) {
    try {
      return await inTransaction(
        service.payload,
        (req) => {
          actAs(req, caller, access);
        },
        work,
      );
    } catch (error) {
      if (crossings >= maxCrossings || !crossedStates.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

async function perform(
  service: Service,
  operation: AnyOperation,
  raw: RawInput,
  facts: RequestFacts,
): Promise<Answer> {
  const credential = await credentialOf(service, facts.headers);
  if (credential.kind === 'nobody' && operation.scope !== 'public')
    throw new Refusal('unauthorized', unauthorizedNobody);

  const early = operation.onBody ? await readEarly(facts) : null;
  const thing: Thing | 'workspace' | null = operation.on
    ? operation.on(raw)
    : early
      ? thingOfBody(operation, early)
      : actsInWorkspace(operation)
        ? 'workspace'
        : null;
  const choice = choiceOf(facts.headers);
  let caller: Caller = { kind: 'nobody' };
  let access = noAccess;
  let ride: Record<string, unknown> | null = null;
  let rideFits = true;
  // A public operation without a caller and without a thing asks the database nothing here.
  if (credential.kind !== 'nobody' || thing !== null || operation.ride) {
    const rideValues = operation.rideValues?.(raw, service) ?? [];
    // Text that would be an error in the database stays out of it; the input is refused in its turn.
    rideFits = unstorable(rideValues).length === 0;
    const along = rideFits ? operation.ride : undefined;
    let reached = await reach(service.db, credential, thing, choice, along, rideValues);
    if (!reached && operation.scope === 'public' && credential.kind === 'session') {
      // A session that has ended is nobody; only a wrong key is refused where nobody may call.
      reached = await reach(service.db, { kind: 'nobody' }, thing, choice, along, rideValues);
    }
    if (!reached)
      throw new Refusal('unauthorized', credential.kind === 'key' ? unauthorizedKey : unauthorizedNobody);
    ({ caller, access, ride } = reached);
  }
  // A workspace that was asked for by name and isn't there, or not for this caller, is never passed over in silence.
  if (choice.asked !== null && operation.scope !== 'public' && (thing !== 'workspace' || access.id === null))
    await demandAsked(service, credential, choice, thing);
  if (operation.inOrganization) access = await organizationAccess(service, credential, access);
  if (caller.kind === 'key') countCall(service, caller.id);
  const method = methodOf(operation);
  if (caller.kind === 'person' && method !== 'GET' && !operation.skipOriginCheck)
    demandOwnOrigin(service, facts.headers);
  // A body that names no thing has nothing to ask access for: what is wrong with it is the answer.
  if (!early || thing !== null) demandAccess(operation, access);
  const input = await checkedInput(operation, raw, facts, early);
  if (!rideFits) throw malformed([{ path: '', message: unstorableText }]);
  if (early && thing === null) throw malformed([{ path: '', message: 'The body names nothing to act on.' }]);

  const base: Omit<Context, 'req' | 'db'> = {
    service,
    caller,
    access,
    ride,
    request: facts,
    ask: async (other, values) => {
      const again = await reach(service.db, credential, thing, choice, other, values);
      return again && (again.access.scope !== null || again.access.scopeInside !== null) ? again.ride : null;
    },
    reach: async (other) => {
      const reached = targetOf(other) ? await reach(service.db, credential, other, choice) : null;
      return reached?.access ?? noAccess;
    },
  };
  const outside: Context = {
    ...base,
    db: service.db,
    get req(): never {
      throw new Error(`${operation.name} changes nothing, so it has no Payload request.`);
    },
  };
  let staged: unknown;
  let result: unknown;
  try {
    staged = operation.stage ? await operation.stage(outside, input) : undefined;
    result = await runStaged(operation, { outside, base, input, staged });
  } catch (error) {
    throw await orGone(service, error, async () => {
      if (access.id === null) return false;
      const now = await reach(service.db, credential, thing, choice);
      return !now?.access.id || (isReached(access) && !isReached(now.access));
    });
  }
  if (result instanceof Answer) {
    if (result.body.kind === 'json') checkOutput(service, operation, result.status, result.body.value);
    if (result.body.kind === 'text' && !service.env.production)
      checkOutput(service, operation, result.status, JSON.parse(result.body.json));
    return result;
  }
  checkOutput(service, operation, operation.status ?? 200, result);
  return Answer.json(operation.status ?? 200, result);
}

async function runStaged(
  operation: AnyOperation,
  given: { outside: Context; base: Omit<Context, 'req' | 'db'>; input: CheckedInput; staged: unknown },
): Promise<unknown> {
  const { outside, base, input, staged } = given;
  const { service, caller, access } = base;
  try {
    return writes(operation)
      ? await inOneTransaction(service, caller, access, (req, db) =>
          operation.run({ ...base, req, db }, input, staged),
        )
      : await operation.run(outside, input, staged);
  } catch (error) {
    if (operation.undo) await operation.undo(outside, staged);
    throw error;
  }
}

const isReached = (access: Access): boolean => access.scope !== null || access.scopeInside !== null;

/**
 * What a call answers that failed unforeseen because another took away what it acts on (a workspace with everything in it, say):
 * everything else stays as it is.
 */
async function orGone(service: Service, error: unknown, isGone: () => Promise<boolean>): Promise<unknown> {
  if (isRefusal(error)) return error;
  const state = sqlStateOf(error);
  if (await isGone().catch(() => false)) {
    service.log.info({ err: error }, 'what a call acted on went away meanwhile');
    return new Refusal('not_found', 'What this acts on has just been deleted.');
  }
  if (state === foreignKeyState || crossedStates.has(state ?? '')) {
    service.log.warn({ err: error }, 'a call was crossed by another change');
    return new Refusal('conflict', 'This was crossed by another change. Look again, and try once more.');
  }
  return error;
}

/** Answers are checked against their schema in tests and development; in production the schema is trusted to have been tested. */
function checkOutput(service: Service, operation: AnyOperation, status: number, value: unknown): void {
  if (service.env.production || !operation.output || status >= 400) return;
  const parsed = operation.output.safeParse(value);
  if (!parsed.success) {
    throw new Error(
      `${operation.name} answered what its schema does not allow: ${JSON.stringify(issuesOf(parsed.error))}`,
    );
  }
}

/** Runs an operation for a request and gives its answer, errors included. Never throws. */
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
