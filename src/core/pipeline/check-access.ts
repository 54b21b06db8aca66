// Steps 1 to 3 of the pipeline: identify the caller (401), load the target with their access to it (404), check the scope (403).
import { authorize, noChoice, type Credential, type WorkspaceChoice } from '../access/authorize.ts';
import { noAccess, type Access, type Caller } from '../access/caller.ts';
import { countCall } from '../access/keys/key-usage.ts';
import { rankOf, type Scope } from '../access/ladder.ts';
import { cookieOf, workspaceCookie } from '../access/payload/workspace-field.ts';
import { ApiError, notFound } from '../errors.ts';
import { methodOf, type AnyOperation, type RequestFacts, type Target } from '../operation.ts';
import type { Service } from '../service.ts';
import { nameCaller } from '../telemetry/request.ts';
import { isInInterface } from './conditional-requests.ts';
import {
  countCaller,
  credentialOf,
  demandOwnOrigin,
  unauthorizedKey,
  unauthorizedNobody,
} from './identify.ts';
import { targetFrom, unstorable, type JsonBody, type RawInput } from './input.ts';

/** A request for an operation, before anything is checked. */
export interface Incoming {
  service: Service;
  operation: AnyOperation;
  raw: RawInput;
  facts: RequestFacts;
  body: JsonBody;
}

/** A call that passed the access check. */
export interface Admitted {
  credential: Credential;
  choice: WorkspaceChoice;
  target: Target | 'workspace' | null;
  /** The target's ID; null if it has none. */
  targetId: string | null;
  caller: Caller;
  /** On the target, or where the rule asks for the scope. */
  access: Access;
  /** The row of the operation's query. */
  row: Record<string, unknown> | null;
  /** False if the database can't store the query's values; validation reports it. */
  valuesFit: boolean;
}

const nobody: Caller = { kind: 'nobody' };

/** Identifies the caller and checks their access as the operation's record says. */
export async function admit(incoming: Incoming): Promise<Admitted> {
  const { service, operation, raw, facts, body } = incoming;
  const { access: rule } = operation;
  const credential = await demandCredential(incoming);
  if (rule.targetInBody) await body.read();
  const target = targetFrom(operation, raw, body);
  const choice = choiceOf(facts.headers);
  const found = await lookUp(incoming, credential, target, choice);
  const { caller } = found;
  nameCaller(caller);
  // An explicit X-Workspace that doesn't exist or isn't accessible is always an error.
  if (
    choice.asked !== null &&
    rule.scope !== 'public' &&
    (target !== 'workspace' || found.access.id === null)
  )
    await demandAsked(service, credential, choice, target);
  const place = placeOfScope(operation, raw);
  const access = place === null ? found.access : await accessTo(service, credential, found.access, place);
  if (caller.kind === 'key') countCall(service, caller.id);
  if (caller.kind === 'person' && methodOf(operation) !== 'GET' && !operation.http.skipOriginCheck)
    demandOwnOrigin(service, facts.headers);
  // A body without a target can't be authorized; validation reports what's wrong with it.
  if (!rule.targetInBody || target !== null)
    demandAccess(operation, { caller, target: found.access, access, place });
  return { credential, choice, target, targetId: found.access.id, ...found, access };
}

async function demandCredential({ service, operation, facts }: Incoming): Promise<Credential> {
  const credential = await credentialOf(service, facts.headers);
  if (credential !== null && credential.kind !== 'nobody') return credential;
  if (isCounted(operation, facts)) await countCaller(service, nobody, facts);
  if (credential === null) throw new ApiError('unauthorized', unauthorizedKey);
  if (operation.access.scope !== 'public') throw new ApiError('unauthorized', unauthorizedNobody);
  return credential;
}

const isCounted = (operation: AnyOperation, facts: RequestFacts): boolean =>
  isInInterface(operation) && !facts.counted;

type Found = Pick<Admitted, 'caller' | 'access' | 'row' | 'valuesFit'>;

/** The caller, their access to the target, and the row of the operation's query, in one statement. */
async function lookUp(
  { service, operation, raw, facts }: Incoming,
  credential: Credential,
  target: Target | 'workspace' | null,
  choice: WorkspaceChoice,
): Promise<Found> {
  // A public operation without a credential and a target needs no query here.
  if (credential.kind === 'nobody' && target === null && !operation.query)
    return { caller: nobody, access: noAccess, row: null, valuesFit: true };
  const values = operation.queryValues?.(raw, service) ?? [];
  // Text the database would reject isn't sent to it; validation reports it later.
  const valuesFit = unstorable(values).length === 0;
  const query = valuesFit ? operation.query : undefined;
  let found = await authorize(service.db, credential, target, choice, query, values);
  if (!found && operation.access.scope === 'public' && credential.kind === 'session') {
    // An expired session counts as anonymous on public operations; only a wrong key is an error.
    found = await authorize(service.db, { kind: 'nobody' }, target, choice, query, values);
  }
  if (credential.kind !== 'nobody' && isCounted(operation, facts))
    await countCaller(service, found?.caller ?? nobody, facts);
  if (!found)
    throw new ApiError('unauthorized', credential.kind === 'key' ? unauthorizedKey : unauthorizedNobody);
  return { caller: found.caller, access: found.access, row: found.row, valuesFit };
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

type Place = 'workspace' | 'organization';

/** Where the rule asks for the scope; null: on the target itself. */
function placeOfScope({ access: { scopeOn } }: AnyOperation, raw: RawInput): Place | null {
  if (typeof scopeOn !== 'object') return scopeOn ?? null;
  return scopeOn.organizationWhen(raw) ? 'organization' : null;
}

/** The caller's access to the workspace or organization of a target; an organization's own if the target is in no workspace. */
async function accessTo(
  service: Service,
  credential: Credential,
  target: Access,
  place: Place,
): Promise<Access> {
  const { organizationId, workspaceId } = target;
  if (place === 'workspace' && (workspaceId === null || workspaceId === target.id)) return target;
  if (organizationId === null) return target;
  const resource =
    place === 'workspace' ? { workspace: workspaceId ?? '' } : { organization: organizationId };
  return (await authorize(service.db, credential, resource))?.access ?? noAccess;
}

/** What `demandAccess` compares with the rule. */
interface Held {
  caller: Caller;
  /** The access to the target itself. */
  target: Access;
  /** The access to where the scope is needed. */
  access: Access;
  place: Place | null;
}

/** @throws not_found, forbidden with the required and the actual scope. */
export function demandAccess(operation: AnyOperation, held: Held): void {
  const { access: rule } = operation;
  if (rule.peopleOnly !== undefined && held.caller.kind === 'key')
    throw new ApiError('forbidden', rule.peopleOnly);
  if (rule.scope === 'any' || rule.scope === 'public') return;
  const needed: Scope = rule.scope;
  const { access } = held;
  const scope = rule.within ? higher(access.scope, access.scopeInside) : access.scope;
  if (rule.missing !== undefined && rankOf(scope) < rankOf(needed))
    throw new ApiError('not_found', rule.missing);
  if (held.place !== null && (rule.target || rule.targetInBody) && !hasAccess(held.target)) throw notFound();
  if (scope === null) throw withoutScope(operation, needed, held);
  if (rankOf(scope) < rankOf(needed)) throw belowScope(operation, needed, scope, held);
  for (const ability of rule.abilities ?? []) {
    if (access.abilities.has(ability)) continue;
    throw new ApiError(
      'forbidden',
      `${operation.name} needs the "${ability}" ability, which your role here doesn't include.`,
      { needs: ability },
    );
  }
}

/** For callers without a role where the scope is needed. */
function withoutScope(operation: AnyOperation, needed: Scope, { access, place }: Held): ApiError {
  const detail = { needs: needed, has: null };
  if (place === 'organization' && access.id !== null)
    return new ApiError(
      'forbidden',
      `${operation.name} needs the ${needed} scope on the organization, and you have no role on it.${otherwise(operation, place)}`,
      detail,
    );
  if (place === 'workspace' && access.id !== null)
    return new ApiError(
      'forbidden',
      `${operation.name} needs the ${needed} scope on its workspace, and you have no role on it.`,
      detail,
    );
  if (access.scopeInside === null || operation.access.target || operation.access.targetInBody)
    return notFound();
  return new ApiError(
    'forbidden',
    `${operation.name} needs the ${needed} scope on this workspace, and you only have access to parts of it.`,
    detail,
  );
}

/** For callers with a lower scope. */
function belowScope(operation: AnyOperation, needed: Scope, scope: Scope, { place }: Held): ApiError {
  const instead = scope === 'propose' ? (operation.access.proposedBy ?? []) : [];
  const proposing = instead.length > 0 ? ` To propose it instead, use ${instead.join(', ')}.` : '';
  const where = place === null || typeof operation.access.scopeOn === 'object' ? 'here' : wordsOfPlace[place];
  return new ApiError(
    'forbidden',
    `${operation.name} needs the ${needed} scope ${where}; you have ${scope}.${otherwise(operation, place)}${proposing}`,
    { needs: needed, has: scope, ...(instead.length > 0 ? { propose: instead } : {}) },
  );
}

const wordsOfPlace = { workspace: 'on its workspace', organization: 'on the organization' };

function otherwise({ access: { scopeOn } }: AnyOperation, place: Place | null): string {
  return place === 'organization' && typeof scopeOn === 'object' ? ` ${scopeOn.otherwise}` : '';
}

function higher(one: Scope | null, other: Scope | null): Scope | null {
  return rankOf(one) >= rankOf(other) ? one : other;
}

/** True if the caller can see a target: a scope on it, or on something in it. */
export const hasAccess = (access: Access): boolean => access.scope !== null || access.scopeInside !== null;
