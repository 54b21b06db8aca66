// A signed-in person's access as Payload's `Where`, for the panel's own lists. The same rules as authorize.ts.
// An access Where has one key a level and one operator a path: Payload drops the rest.
import type { AccessArgs, AccessResult, PayloadRequest, Where } from 'payload';
import { statement } from '../db/pool.ts';
import { serviceOf } from '../service.ts';
import { callerOfUser } from './actor.ts';
import { rankOf, type Resource, type Scope } from './ladder.ts';

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
  `select kind, resource_id, organization_id, workspace_id, rank from marque.grant_reach where user_id = $1
   order by kind in ('organization', 'workspace') desc, grant_id limit 5000`,
);
const workspacesOfOrganizations = statement(
  'where:workspaces',
  'select id, organization_id from workspaces where organization_id = any($1::uuid[])',
);
const assetsOfCollections = statement(
  'where:assets',
  `select distinct asset_id as id from marque.collection_assets where collection_id = any($1::uuid[]) limit ${maxNarrow}`,
);
const peopleOfOrganizations = statement(
  'where:people',
  `select user_id as id from marque.grant_reach where organization_id = any($1::uuid[])
   union select m.user_id from marque.group_members m join groups g on g.id = m.group_id where g.organization_id = any($1::uuid[]) limit ${maxNarrow}`,
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

const idsIn = (field: string, ids: string[]): Where[] => (ids.length > 0 ? [{ [field]: { in: ids } }] : []);

/** Resources in a workspace that can be private: assets, collections, brands. */
async function privateResources(
  req: PayloadRequest,
  person: PersonAccess,
  kind: 'asset' | 'collection' | 'brand',
  rank: number,
): Promise<Where[]> {
  const admin = person.workspaces.filter((workspace) => roleOn(person, workspace) === 4).map(({ id }) => id);
  const role = person.workspaces.filter((workspace) => roleOn(person, workspace) >= rank).map(({ id }) => id);
  const narrow = person.grants
    .filter((grant) => grant.kind === kind && grant.rank >= rank)
    .map((grant) => grant.resource_id);
  if (kind === 'asset') {
    const collections = person.grants
      .filter((grant) => grant.kind === 'collection' && grant.rank >= rank)
      .map((grant) => grant.resource_id);
    if (collections.length > 0) {
      const rows = await serviceOf(req.payload).db.query<{ id: string }>(assetsOfCollections, [collections]);
      narrow.push(...rows.map(({ id }) => id));
    }
  }
  const privacy = kind === 'asset' ? 'effectivePrivate' : 'private';
  return [
    ...idsIn('workspace', admin),
    ...(role.length > 0 ? [{ and: [{ workspace: { in: role } }, { [privacy]: { not_equals: true } }] }] : []),
    ...idsIn('id', [...new Set(narrow)].slice(0, maxNarrow)),
  ];
}

/** Resources in brands: visible to everyone who can see the brand. */
function partsOfBrands(person: PersonAccess, rank: number): Where[] {
  const withRole = (least: number) =>
    person.workspaces.filter((workspace) => roleOn(person, workspace) >= least).map(({ id }) => id);
  const role = withRole(rank);
  const narrow = person.grants
    .filter((grant) => grant.kind === 'brand' && grant.rank >= rank)
    .map((grant) => grant.resource_id);
  return [
    ...idsIn('workspace', withRole(4)),
    ...(role.length > 0
      ? [{ and: [{ workspace: { in: role } }, { 'brand.private': { not_equals: true } }] }]
      : []),
    ...idsIn('brand', narrow.slice(0, maxNarrow)),
  ];
}

/** Deleted assets are visible to those who could restore them: from write on. */
async function liveOrDeleted(req: PayloadRequest, person: PersonAccess, rank: number): Promise<Where[]> {
  const parts = await privateResources(req, person, 'asset', rank);
  const deletedRank = rankOf('write');
  if (rank >= deletedRank || parts.length === 0) return parts;
  const live: Where = { and: [{ or: parts }, { deletedAt: { exists: false } }] };
  return [live, ...(await privateResources(req, person, 'asset', deletedRank))];
}

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

export type Governed =
  | 'assets'
  | 'collections'
  | 'brands'
  | 'brand-rules'
  | 'brand-pages'
  | 'brand-comments'
  | 'fields'
  | 'sites'
  | 'portals'
  | 'workspaces'
  | 'organizations'
  | 'users'
  | 'groups'
  | 'grants'
  | 'keys';

/**
 * What a signed-in person can access of a collection with at least `scope`, for Payload's access functions.
 *
 * @returns false if there is nothing, or no one is signed in.
 */
export async function whereFor(
  req: PayloadRequest,
  collection: Governed,
  scope: Scope,
): Promise<AccessResult> {
  const caller = callerOfUser(req);
  if (caller.kind !== 'person') return false;
  const person = await accessOfPerson(req, caller.id);
  const rank = rankOf(scope);
  switch (collection) {
    case 'assets':
      return anyOf(await liveOrDeleted(req, person, rank));
    case 'collections':
      return anyOf(await privateResources(req, person, 'collection', rank));
    case 'brands':
      return anyOf(await privateResources(req, person, 'brand', rank));
    case 'brand-rules':
    case 'brand-pages':
    case 'brand-comments':
      return anyOf(partsOfBrands(person, rank));
    case 'fields':
      return anyOf(idsIn('workspace', workspacesWith(person, rank, scope === 'read')));
    case 'sites':
    case 'portals':
      return anyOf(idsIn('workspace', workspacesWith(person, rank, false)));
    case 'workspaces':
      return anyOf(idsIn('id', workspacesWith(person, rank, scope === 'read')));
    case 'organizations':
      return anyOf(
        idsIn(
          'id',
          scope === 'read'
            ? [...new Set(person.grants.map((grant) => grant.organization_id))]
            : organizationsWith(person, rank),
        ),
      );
    case 'users': {
      if (scope !== 'read') return { id: { equals: caller.id } };
      const organizations = organizationsWith(person, 4);
      const people =
        organizations.length > 0
          ? await serviceOf(req.payload).db.query<{ id: string }>(peopleOfOrganizations, [organizations])
          : [];
      return { id: { in: [...new Set([caller.id, ...people.map(({ id }) => id)])] } };
    }
    case 'groups': {
      // People who can create grants in a workspace see the names of groups; only organization admins see their members.
      const workspaces = new Set(workspacesWith(person, 4, false));
      const organizations = person.workspaces.filter(({ id }) => workspaces.has(id));
      return anyOf(
        idsIn('organization', [
          ...new Set([
            ...organizationsWith(person, 4),
            ...organizations.map(({ organization_id }) => organization_id),
          ]),
        ]),
      );
    }
    case 'grants':
      return anyOf([
        ...idsIn('workspace', workspacesWith(person, 4, false)),
        ...idsIn('organization', organizationsWith(person, 4)),
      ]);
    case 'keys':
      return anyOf([
        ...idsIn('workspace', workspacesWith(person, 4, false)),
        { owner: { equals: caller.id } },
      ]);
  }
}

/** An access function of a collection for a scope. */
export function reaching(collection: Governed, scope: Scope) {
  return ({ req }: AccessArgs): Promise<AccessResult> => whereFor(req, collection, scope);
}

/** An access function for creating: the person has the scope on, or inside, some workspace; hooks then check the specific one. */
export function somewhere(scope: Scope) {
  return async ({ req }: AccessArgs): Promise<boolean> => {
    const caller = callerOfUser(req);
    if (caller.kind !== 'person') return false;
    return workspacesWith(await accessOfPerson(req, caller.id), rankOf(scope), true).length > 0;
  };
}
