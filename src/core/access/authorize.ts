// Identifies the caller and checks their access to one resource, in one statement together with the requested data. Nothing that
// decides access is cached, so a revoked key or grant is gone with the next request. The same rules as Payload's `Where`:
// payload/where.ts; as SQL for lists: readable.ts.
import { statement, type Db, type Statement } from '../db/pool.ts';
import type { Query } from '../operation.ts';
import type { Containers } from './grantable.ts';
import { grantsOn } from './grants/grants-on.ts';
import { noAccess, type Access, type Caller } from './caller.ts';
import { isId } from './ids.ts';
import { abilitiesOfMask, deletedRank, everyAbility, rankOf, scopeOfRank, type Scope } from './ladder.ts';
import { keyRankSql } from './keys/key-rank.ts';
import { aliasOf, targetKind, targetOf, type Target } from './targets.ts';

/** The credential of a request. `session` comes from a cookie with a valid signature. */
export type Credential =
  | { kind: 'key'; hash: string }
  | { kind: 'session'; userId: string; sessionId: string }
  | { kind: 'nobody' }
  // Background work on behalf of an earlier caller: authorized by identity, without a credential.
  | { kind: 'knownKey'; id: string }
  // Also of someone whom the app has signed in: `sessionId` is the app's.
  | { kind: 'knownPerson'; id: string; sessionId?: string };

/** The workspace that a call without a target acts in. */
export interface WorkspaceChoice {
  /** From the X-Workspace header: an ID or `{org}/{workspace}`. Unknown: not found. */
  asked: string | null;
  /** From the cookie: used if the person can open it, otherwise ignored. */
  remembered: string | null;
}

export const noChoice: WorkspaceChoice = { asked: null, remembered: null };

/** `none`: only the caller is identified. `choice`: the workspace the caller acts in. Any other: a registered kind. */
type TargetForm = string;

const actsInChoice = (target: TargetForm): boolean =>
  target === 'choice' || (target !== 'none' && targetKind(target).inWorkspace === true);

const keyBy = (
  column: string,
): string => `select k.id as caller_id, k.name as caller_name, null::varchar as email, k.owner_id as user_id, ${keyRankSql('k', 'kw.organization_id')} as key_rank,
        k.workspace_id as key_workspace, kw.organization_id as key_organization, k.made_by_id as maker_id, u.name as owner_name, u.email as owner_email
      from payload.keys k join payload.workspaces kw on kw.id = k.workspace_id left join payload.users u on u.id = k.owner_id
      where k.${column} = $1 and (k.expires_at is null or k.expires_at > now())`;
const person = `select u.id as caller_id, u.name as caller_name, u.email, u.id as user_id, null::smallint as key_rank, null::uuid as key_workspace,
        null::uuid as key_organization, null::uuid as maker_id, null::varchar as owner_name, null::varchar as owner_email
      from payload.users u`;

const callers = {
  key: { values: 1, sql: keyBy('hash') },
  knownKey: { values: 1, sql: keyBy('id') },
  session: {
    values: 2,
    sql: `${person} join payload.users_sessions s on s._parent_id = u.id where u.id = $1 and s.id = $2 and s.expires_at > now()`,
  },
  knownPerson: { values: 1, sql: `${person} where u.id = $1` },
  nobody: {
    values: 0,
    sql: `select null::uuid as caller_id, null::varchar as caller_name, null::varchar as email, null::uuid as user_id, null::smallint as key_rank,
        null::uuid as key_workspace, null::uuid as key_organization, null::uuid as maker_id, null::varchar as owner_name, null::varchar as owner_email`,
  },
} as const satisfies Record<Credential['kind'], { values: number; sql: string }>;

// A key acts in its own workspace; a header may repeat it, but can't change it.
const choiceOfKey = `select w.id, w.id as workspace_id, w.organization_id, false as private, false as deleted
  from c join payload.workspaces w on w.id = c.key_workspace join payload.organizations o on o.id = w.organization_id
  where $asked::text is null or lower($asked) in (w.id::text, o.slug || '/' || w.slug)`;

const choiceOfPerson = `select w.id, w.id as workspace_id, w.organization_id, false as private, false as deleted
  from c join payload.workspaces w on true join payload.organizations o on o.id = w.organization_id
  where ($asked::text is null or lower($asked) in (w.id::text, o.slug || '/' || w.slug))
    and exists (select 1 from marque.effective_grants g where g.user_id = c.user_id and (g.resource_id = w.organization_id or g.workspace_id = w.id))
  order by (w.id::text = $remembered::text) desc nulls last, w.name, w.id limit 1`;

/** The containers whose grants apply to a target. */
const containersOf = (target: TargetForm): Containers | undefined =>
  target === 'choice' || target === 'none' ? undefined : targetKind(target).inherits;

const ofTarget = { id: 't.id', workspace: 't.workspace_id', privacy: 't.private' };

function personSql(target: TargetForm): string {
  if (target === 'workspace' || target === 'choice') {
    return `select max(g.rank) filter (where g.resource_id in (t.id, t.organization_id)) as rank, max(g.rank) as inside,
        bit_or(g.abilities) filter (where g.resource_id in (t.id, t.organization_id)) as abilities
      from marque.effective_grants g where g.user_id = c.user_id and (g.resource_id = t.organization_id or g.workspace_id = t.id)`;
  }
  return `select max(g.rank) as rank, null::smallint as inside, bit_or(g.abilities) as abilities
    from marque.effective_grants g where ${grantsOn(ofTarget, containersOf(target))}`;
}

/** Whether whoever made the key is an admin of the target's organization: it counts for organizations only. */
function makerIsAdminSql(target: TargetForm): string {
  return target === 'choice' || (target !== 'none' && targetKind(target).ofOrganization)
    ? `exists (select 1 from marque.effective_grants g where g.user_id = c.maker_id and g.resource_id = t.organization_id and g.rank = 4)`
    : 'false';
}

const isKey = (credential: Credential['kind']): boolean => credential === 'key' || credential === 'knownKey';

const built = new Map<string, Statement>();

/** Builds the statement of a combination once: its text is fixed, so the database keeps a plan for it. */
function accessStatement(
  credential: Credential['kind'],
  target: TargetForm,
  fragment: Query | undefined,
): Statement | string {
  const name = `access:${credential}:${target}:${fragment?.name ?? ''}`;
  const known = fragment?.name === '' ? undefined : built.get(name);
  if (known) return known;

  let next = callers[credential].values;
  const number = (): string => `$${(next += 1)}`;
  let choice =
    'select null::uuid as id, null::uuid as workspace_id, null::uuid as organization_id, false as private, false as deleted where false';
  let resource = choice;
  if (actsInChoice(target) && credential !== 'nobody') {
    const asked = number();
    choice = (isKey(credential) ? choiceOfKey : choiceOfPerson).replaceAll('$asked', asked);
    if (!isKey(credential)) choice = choice.replaceAll('$remembered', number());
  }
  if (target === 'choice') resource = choice;
  else if (target !== 'none') {
    const { sql, inWorkspace } = targetKind(target);
    const found = sql.includes('$target') ? sql.replaceAll('$target', number()) : sql;
    resource = inWorkspace ? `with w as (${choice}) ${found}` : found;
  }
  // From the highest number down, so that $own1 isn't replaced inside $own10.
  const base = next;
  const queryText = fragment?.text.replace(/\$own(\d+)/g, (_, index: string) => `$${base + Number(index)}`);
  const text = `with c as (${callers[credential].sql}), t as (${resource})
    select c.caller_id as "$caller_id", c.caller_name as "$caller_name", c.email as "$email", c.user_id as "$user_id", c.key_rank as "$key_rank",
      c.key_workspace as "$key_workspace", c.key_organization as "$key_organization", c.owner_name as "$owner_name", c.owner_email as "$owner_email",
      t.id as "$id", t.workspace_id as "$workspace_id", t.organization_id as "$organization_id", t.private as "$private",
      t.deleted as "$deleted", p.rank as "$rank", p.inside as "$inside", p.abilities as "$abilities", ${makerIsAdminSql(target)} as "$maker_is_admin"
      ${queryText ? ', r.*' : ''}
    from c left join t on true left join lateral (${personSql(target)}) p on c.user_id is not null
    ${queryText ? `left join lateral (${queryText}) r on true` : ''}`;
  // A query without a name is built for one request: preparing it would only fill the connections.
  if (fragment?.name === '') return text;
  const made = statement(name, text);
  built.set(name, made);
  return made;
}

interface AccessRow {
  $caller_id: string | null;
  $caller_name: string | null;
  $email: string | null;
  $user_id: string | null;
  $key_rank: number | null;
  $key_workspace: string | null;
  $key_organization: string | null;
  $owner_name: string | null;
  $owner_email: string | null;
  $id: string | null;
  $workspace_id: string | null;
  $organization_id: string | null;
  $private: boolean | null;
  $deleted: boolean | null;
  $rank: number | null;
  $inside: number | null;
  $abilities: number | null;
  $maker_is_admin: boolean;
  [column: string]: unknown;
}

function callerOf(credential: Credential, row: AccessRow): Caller {
  if (credential.kind === 'nobody') return { kind: 'nobody' };
  const id = row.$caller_id ?? '';
  const name = row.$caller_name ?? '';
  if (!isKey(credential.kind)) {
    const sessionId = 'sessionId' in credential ? (credential.sessionId ?? '') : '';
    return { kind: 'person', id, name, email: row.$email ?? '', sessionId };
  }
  return {
    kind: 'key',
    id,
    name,
    scope: scopeOfRank(row.$key_rank ?? 0) as Scope,
    workspaceId: row.$key_workspace ?? '',
    organizationId: row.$key_organization ?? '',
    owner:
      row.$user_id === null
        ? null
        : { id: row.$user_id, name: row.$owner_name ?? '', email: row.$owner_email ?? '' },
  };
}

/** What someone holds, before the target's own state is looked at. */
interface Held {
  rank: number;
  inside: number;
  mask: number;
}

/** What a key may use of it. Keys never work outside their workspace, and never exceed their owner. */
function throughKey(key: Extract<Caller, { kind: 'key' }>, row: AccessRow, held: Held): Held {
  const keyRank = rankOf(key.scope);
  // The organization, or one of its groups.
  if (row.$workspace_id === null) {
    const holds = key.owner ? held.rank === 4 : row.$maker_is_admin;
    const rank = keyRank === 4 && row.$organization_id === key.organizationId && holds ? 4 : 0;
    return { rank, inside: held.inside, mask: rank === 4 ? everyAbility : 0 };
  }
  if (row.$workspace_id !== key.workspaceId) return { rank: 0, inside: 0, mask: 0 };
  if (key.owner) {
    const rank = Math.min(held.rank, keyRank);
    return { rank, inside: Math.min(held.inside, keyRank), mask: rank >= 3 ? held.mask : 0 };
  }
  const rank = row.$private && keyRank < 4 ? 0 : keyRank;
  return { rank, inside: rank, mask: rank >= 3 ? everyAbility : 0 };
}

/** Combines grants and key into access. */
function accessOf(caller: Caller, row: AccessRow): Access {
  if (row.$id === null) return noAccess;
  const granted = { rank: row.$rank ?? 0, inside: row.$inside ?? 0, mask: row.$abilities ?? 0 };
  const held = caller.kind === 'key' ? throughKey(caller, row, granted) : granted;
  // Soft-deleted records are only visible to those who could restore them.
  const isHidden = row.$deleted && held.rank < deletedRank;
  const rank = isHidden ? 0 : held.rank;
  return {
    scope: scopeOfRank(rank),
    scopeInside: held.inside > rank ? scopeOfRank(held.inside) : null,
    abilities: new Set(abilitiesOfMask(isHidden ? 0 : held.mask)),
    id: row.$id,
    workspaceId: row.$workspace_id,
    organizationId: row.$organization_id,
  };
}

export interface Authorized {
  caller: Caller;
  access: Access;
  row: Record<string, unknown> | null;
}

/** A malformed ID or name matches nothing and must not reach a uuid column. The caller is still identified. */
function soughtAs({ kind, id }: { kind: string; id: string }, credential: Credential): TargetForm {
  const alias = aliasOf(kind);
  const sought = alias ? alias(id) : isId(id) ? kind : null;
  if (sought === null) return 'none';
  return targetKind(sought).inWorkspace && credential.kind === 'nobody' ? 'none' : sought;
}

/** The parameters of `accessStatement`, in its order, without the query's own. */
function valuesOf(
  credential: Credential,
  target: TargetForm,
  choice: WorkspaceChoice,
  id: string | undefined,
): unknown[] {
  const values: unknown[] = [];
  if (credential.kind === 'key') values.push(credential.hash);
  if (credential.kind === 'session') values.push(credential.userId, credential.sessionId);
  if (credential.kind === 'knownKey' || credential.kind === 'knownPerson') values.push(credential.id);
  if (actsInChoice(target) && credential.kind !== 'nobody') {
    values.push(choice.asked);
    if (!isKey(credential.kind)) values.push(choice.remembered);
  }
  if (id !== undefined && target !== 'none' && targetKind(target).sql.includes('$target')) values.push(id);
  return values;
}

/**
 * Identifies the caller and checks their access to `target` (or to the workspace they act in, for `'workspace'`), and loads the
 * query's row, in one round trip.
 *
 * @returns null if the credential is unknown, expired or revoked. If the target doesn't exist or isn't accessible, `access.scope` is null.
 */
export async function authorize(
  db: Db,
  credential: Credential,
  resource: Target | 'workspace' | null,
  choice: WorkspaceChoice = noChoice,
  fragment?: Query,
  queryValues: readonly unknown[] = [],
): Promise<Authorized | null> {
  const named = resource === 'workspace' || resource === null ? null : targetOf(resource);
  const target: TargetForm = named
    ? soughtAs(named, credential)
    : resource === 'workspace'
      ? 'choice'
      : 'none';

  const values = valuesOf(credential, target, choice, named?.id);
  const granted = fragment && (target !== 'none' || resource === null) ? fragment : undefined;
  const rows = await db.query<AccessRow>(
    accessStatement(credential.kind, target, granted),
    granted ? [...values, ...queryValues] : values,
  );
  const row = rows[0];
  if (!row) return null;
  const caller = callerOf(credential, row);
  return { caller, access: accessOf(caller, row), row: granted ? row : null };
}

/**
 * The current access of an earlier caller, for background work on their behalf. A revoked key or a deleted person has none; a person
 * who only signed out keeps theirs.
 */
export async function accessByNow(db: Db, caller: Caller, resource: Target): Promise<Access> {
  if (caller.kind === 'nobody') return noAccess;
  const kind = caller.kind === 'key' ? 'knownKey' : 'knownPerson';
  return (await authorize(db, { kind, id: caller.id }, resource))?.access ?? noAccess;
}
