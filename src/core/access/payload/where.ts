// A signed-in person's access as Payload's `Where`, for the panel's own lists. The same rules as authorize.ts.
// An access Where has one key a level and one operator a path: Payload drops the rest.
import type { AccessArgs, AccessResult, PayloadRequest, Where } from 'payload';
import { statement, statementFor } from '../../db/pool.ts';
import { serviceOf } from '../../service.ts';
import { callerOfUser } from '../actor.ts';
import { grantableKind, type GrantableKind } from '../grantable.ts';
import { deletedRank, rankOf, type Resource, type Scope } from '../ladder.ts';

/** With more IDs than this, the `Where` gets too long for the panel: it then shows fewer, never more. */
const maxNarrow = 1000;

interface PersonAccess {
  grants: {
    kind: Resource;
    resource_id: string;
    organization_id: string;
    workspace_id: string | null;
    rank: number;
  }[];
  workspaces: { id: string; organization_id: string }[];
}

const grantsOfPerson = statement(
  'where:grants',
  `select kind, resource_id, organization_id, workspace_id, rank from marque.effective_grants where user_id = $1
   order by kind in ('organization', 'workspace') desc, grant_id limit 5000`,
);
const workspacesOfOrganizations = statement(
  'where:workspaces',
  'select id, organization_id from payload.workspaces where organization_id = any($1::uuid[])',
);
const peopleOfOrganizations = statement(
  'where:people',
  `select user_id as id from marque.effective_grants where organization_id = any($1::uuid[])
   union select m.user_id from marque.group_members m join payload.groups g on g.id = m.group_id where g.organization_id = any($1::uuid[]) limit ${maxNarrow}`,
);

const cached = Symbol.for('marque.reach');
type AccessContext = { [cached]?: Promise<PersonAccess> };

/** Once per request: Payload calls access functions for every collection and field when it draws a page. */
function accessOfPerson(req: PayloadRequest, userId: string): Promise<PersonAccess> {
  const context = req.context as AccessContext;
  context[cached] ??= (async () => {
    const { db } = serviceOf(req.payload);
    const grants = await db.query<PersonAccess['grants'][number]>(grantsOfPerson, [userId]);
    const organizations = [...new Set(grants.map((grant) => grant.organization_id))];
    const workspaces = await db.query<PersonAccess['workspaces'][number]>(workspacesOfOrganizations, [
      organizations,
    ]);
    return { grants, workspaces };
  })();
  return context[cached];
}

function roleOn(person: PersonAccess, workspace: { id: string; organization_id: string }): number {
  return person.grants
    .filter((grant) => grant.resource_id === workspace.id || grant.resource_id === workspace.organization_id)
    .reduce((highest, grant) => Math.max(highest, grant.rank), 0);
}

function anyOf(parts: Where[]): AccessResult {
  if (parts.length === 0) return false;
  return { or: parts };
}

/** As one text: of a list, Payload also takes each id as a number in an app whose own ids are numbers, and PostgreSQL refuses that. */
const oneOf = (ids: readonly string[]) => ({ in: ids.join(',') });

const idsIn = (field: string, ids: string[]): Where[] => (ids.length > 0 ? [{ [field]: oneOf(ids) }] : []);

/** What a person can access of a collection with at least a scope: one `Where` per way they have it. */
export type Reachable = (
  req: PayloadRequest,
  person: PersonAccess,
  scope: Scope,
  personId: string,
) => Where[] | Promise<Where[]>;

interface PrivateRows {
  /** Grants are on this kind. Deleted rows are visible to those who could restore them: from write on. */
  kind: Pick<GrantableKind, 'name' | 'inherits' | 'deletedAt'>;
  /** The property that says whether it's private. */
  privacy: string;
}

/** The rows of a kind that are in the containers of grants. */
export const rowsInContainers = statementFor('where:members', (kind) => {
  const inherits = grantableKind(kind)?.inherits;
  if (!inherits) throw new Error(`Grants on containers don't apply to the kind "${kind}".`);
  const { containers, members } = inherits;
  return `select distinct ${members.id} as id from unnest($1::uuid[], $2::int[]) g(resource_id, rank) ${containers.ofGrant} ${members.join} limit ${maxNarrow}`;
});

async function privateRows(
  req: PayloadRequest,
  person: PersonAccess,
  { kind: { name, inherits }, privacy }: PrivateRows,
  rank: number,
): Promise<Where[]> {
  const withRole = (least: number) =>
    person.workspaces.filter((workspace) => roleOn(person, workspace) >= least).map(({ id }) => id);
  const on = (resource: Resource) =>
    person.grants.filter((grant) => grant.kind === resource && grant.rank >= rank);
  const narrow = on(name).map((grant) => grant.resource_id);
  const fromAbove = inherits ? on(inherits.containers.kind) : [];
  if (inherits && fromAbove.length > 0) {
    const rows = await serviceOf(req.payload).db.query<{ id: string }>(rowsInContainers(name), [
      fromAbove.map((grant) => grant.resource_id),
      fromAbove.map((grant) => grant.rank),
    ]);
    narrow.push(...rows.map(({ id }) => id));
  }
  const role = withRole(rank);
  return [
    ...idsIn('workspace', withRole(4)),
    ...(role.length > 0 ? [{ and: [{ workspace: oneOf(role) }, { [privacy]: { not_equals: true } }] }] : []),
    ...idsIn('id', [...new Set(narrow)].slice(0, maxNarrow)),
  ];
}

/** Rows in a workspace that can be private, and be the target of grants. */
export const canBePrivate =
  (rows: PrivateRows): Reachable =>
  async (req, person, scope) => {
    const rank = rankOf(scope);
    const parts = await privateRows(req, person, rows, rank);
    if (rows.kind.deletedAt === undefined || rank >= deletedRank || parts.length === 0) return parts;
    const live: Where = { and: [{ or: parts }, { deletedAt: { exists: false } }] };
    return [live, ...(await privateRows(req, person, rows, deletedRank))];
  };

/** Rows that belong to a resource of `kind`, in the field of that name: visible to everyone who can see it. */
export const partsOf =
  (kind: Resource): Reachable =>
  (_, person, scope) => {
    const withRole = (least: number) =>
      person.workspaces.filter((workspace) => roleOn(person, workspace) >= least).map(({ id }) => id);
    const role = withRole(rankOf(scope));
    const narrow = person.grants
      .filter((grant) => grant.kind === kind && grant.rank >= rankOf(scope))
      .map((grant) => grant.resource_id);
    return [
      ...idsIn('workspace', withRole(4)),
      ...(role.length > 0
        ? [{ and: [{ workspace: oneOf(role) }, { [`${kind}.private`]: { not_equals: true } }] }]
        : []),
      ...idsIn(kind, narrow.slice(0, maxNarrow)),
    ];
  };

function workspacesWith(person: PersonAccess, rank: number, inside: boolean): string[] {
  return person.workspaces
    .filter(
      (workspace) =>
        roleOn(person, workspace) >= rank ||
        (inside && person.grants.some((grant) => grant.workspace_id === workspace.id && grant.rank >= rank)),
    )
    .map(({ id }) => id);
}

function organizationsWith(person: PersonAccess, rank: number): string[] {
  return person.grants
    .filter((grant) => grant.kind === 'organization' && grant.rank >= rank)
    .map((grant) => grant.resource_id);
}

/** Rows of a workspace. `readInside`: read access to anything in the workspace is enough to read them. */
export const ofWorkspace =
  ({ readInside = false }: { readInside?: boolean } = {}): Reachable =>
  (_, person, scope) =>
    idsIn('workspace', workspacesWith(person, rankOf(scope), readInside && scope === 'read'));

export const workspaces: Reachable = (_, person, scope) =>
  idsIn('id', workspacesWith(person, rankOf(scope), scope === 'read'));

export const organizations: Reachable = (_, person, scope) =>
  idsIn(
    'id',
    scope === 'read'
      ? [...new Set(person.grants.map((grant) => grant.organization_id))]
      : organizationsWith(person, rankOf(scope)),
  );

/** Oneself; for organization admins also the people of their organizations. */
export const people: Reachable = async (req, person, scope, personId) => {
  const admin = scope === 'read' ? organizationsWith(person, 4) : [];
  const found =
    admin.length > 0
      ? await serviceOf(req.payload).db.query<{ id: string }>(peopleOfOrganizations, [admin])
      : [];
  return [{ id: oneOf([...new Set([personId, ...found.map(({ id }) => id)])]) }];
};

/** People who can create grants in a workspace see the names of groups; only organization admins see their members. */
export const groups: Reachable = (_, person) => {
  const admin = new Set(workspacesWith(person, 4, false));
  const inside = person.workspaces.filter(({ id }) => admin.has(id));
  return idsIn('organization', [
    ...new Set([...organizationsWith(person, 4), ...inside.map(({ organization_id }) => organization_id)]),
  ]);
};

export const grants: Reachable = (_, person) => [
  ...idsIn('workspace', workspacesWith(person, 4, false)),
  ...idsIn('organization', organizationsWith(person, 4)),
];

export const keys: Reachable = (_, person, __, personId) => [
  ...idsIn('workspace', workspacesWith(person, 4, false)),
  { owner: { equals: personId } },
];

/**
 * What a signed-in person can access with at least `scope`, for Payload's access functions.
 *
 * @returns false if there is nothing, or no one is signed in.
 */
export async function whereFor(req: PayloadRequest, rows: Reachable, scope: Scope): Promise<AccessResult> {
  const caller = callerOfUser(req);
  if (caller.kind !== 'person') return false;
  return anyOf(await rows(req, await accessOfPerson(req, caller.id), scope, caller.id));
}

/** An access function of a collection for a scope. */
export function accessible(rows: Reachable, scope: Scope) {
  return ({ req }: AccessArgs): Promise<AccessResult> => whereFor(req, rows, scope);
}

/** An access function for creating: the person has the scope on, or inside, some workspace; hooks then check the specific one. */
export function somewhere(scope: Scope) {
  return async ({ req }: AccessArgs): Promise<boolean> => {
    const caller = callerOfUser(req);
    if (caller.kind !== 'person') return false;
    return workspacesWith(await accessOfPerson(req, caller.id), rankOf(scope), true).length > 0;
  };
}

/** The access of a collection that only operations write: Payload's forms and REST read it with `scope`. */
export const writtenByOperations = (rows: Reachable, scope: Scope) => ({
  read: accessible(rows, scope),
  create: () => false,
  update: () => false,
  delete: () => false,
});
