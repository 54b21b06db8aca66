// Organizations and workspaces: creating, renaming and listing them. Deleting them with all their content is
// remove-place.ts.
import type { PayloadRequest } from 'payload';
import { organizationsWithGrants } from '../core/access/grants/grant-sql.ts';
import { putGrant } from '../core/access/grants/grants.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Caller } from '../core/access/caller.ts';
import { personOf } from '../core/access/caller.ts';
import type { Scope } from '../core/access/ladder.ts';
import { scopeOrNull } from '../core/access/queries.ts';
import { freeSlug, slugOf } from '../core/access/slugs.ts';
import { collectionSlug } from '../core/collection-names.ts';

// Locked until the transaction ends, so that two created with one name can't choose the same slug.
const lockSlugs = statement(
  'organizations:lock-slugs',
  `select pg_advisory_xact_lock(hashtextextended('slugs ' || $1::text, 0))`,
);
const organizationSlugs = statement(
  'organizations:slugs',
  `select slug from payload.organizations where slug = $1 or starts_with(slug, $1 || '-')`,
);
const workspaceSlugs = statement(
  'workspaces:slugs',
  `select slug from payload.workspaces where organization_id = $2 and (slug = $1 or starts_with(slug, $1 || '-'))`,
);

export interface Made {
  id: string;
  slug: string;
}

/**
 * Creates a workspace with its default brand. Its slug is generated from its name, unique in the
 * organization.
 */
export async function makeWorkspace(
  req: PayloadRequest,
  db: Db,
  { organizationId, name }: { organizationId: string; name: string },
): Promise<Made> {
  const wanted = slugOf(name, 'workspace');
  await db.query(lockSlugs, [organizationId]);
  const taken = await db.query<Made>(workspaceSlugs, [wanted, organizationId]);
  const slug = freeSlug(
    wanted,
    taken.map((one) => one.slug),
  );
  const { id } = await req.payload.create({
    collection: collectionSlug('workspaces'),
    data: { name, slug, organization: organizationId },
    req,
    depth: 0,
  });
  await req.payload.create({
    collection: collectionSlug('brands'),
    data: { name: 'Brand', slug: 'brand', workspace: id, isDefault: true },
    req,
    depth: 0,
  });
  return { id, slug };
}

/** Creates an organization with a first workspace "Library". */
export async function makeEmptyOrganization(
  req: PayloadRequest,
  db: Db,
  name: string,
): Promise<Made & { workspaceId: string }> {
  const wanted = slugOf(name, 'organization');
  await db.query(lockSlugs, ['organizations']);
  const taken = await db.query<Made>(organizationSlugs, [wanted]);
  const slug = freeSlug(
    wanted,
    taken.map((one) => one.slug),
  );
  const { id } = await req.payload.create({
    collection: collectionSlug('organizations'),
    data: { name, slug },
    req,
    depth: 0,
  });
  const workspace = await makeWorkspace(req, db, { organizationId: id, name: 'Library' });
  return { id, slug, workspaceId: workspace.id };
}

/** The same; the person becomes admin of all of it. */
export async function makeOrganization(
  req: PayloadRequest,
  db: Db,
  { name, adminId }: { name: string; adminId: string },
): Promise<Made & { workspaceId: string; grantId: string }> {
  const made = await makeEmptyOrganization(req, db, name);
  const grant = await putGrant(
    req,
    db,
    {
      holder: { user: adminId },
      resource: 'organization',
      resourceId: made.id,
      organizationId: made.id,
      workspaceId: null,
    },
    () => ({ scope: 'admin', limits: [] }),
  );
  return { ...made, grantId: grant.id };
}

const adminOfAny = statement(
  'organizations:admin-of-any',
  `select 1 from ${organizationsWithGrants('$1')} g where g.rank = 4 limit 1`,
);

/** True for a person who is admin of at least one organization here. */
export async function isAdminOfAny(db: Db, personId: string): Promise<boolean> {
  return (await db.query(adminOfAny, [personId])).length > 0;
}

const columns = 'o.id, o.slug, o.name, o.created_at';

// A person's organizations: those they have any grant in. A key's: its workspace's.
const organizationsOfPerson = statement(
  'organizations:person',
  `select ${columns}, g.rank from payload.organizations o join ${organizationsWithGrants('$1')} g on g.id = o.id
   order by o.name, o.id`,
);
const oneOrganization = statement(
  'organizations:one',
  `select ${columns}, null::smallint as rank from payload.organizations o where o.id = $1`,
);

interface OrganizationRow {
  id: string;
  slug: string;
  name: string;
  created_at: Date;
  rank: number | null;
}

function toOrganization(row: OrganizationRow, scope: Scope | null) {
  return { id: row.id, slug: row.slug, name: row.name, scope, createdAt: row.created_at.toISOString() };
}

/**
 * The organizations that the caller has a grant in, by name; for a key, its own. `scopeOnOwn` is the key's
 * scope on that.
 */
export async function organizationsOf(
  db: Db,
  caller: Caller,
  scopeOnOwn: (organizationId: string) => Promise<Scope | null>,
) {
  if (caller.kind === 'key') {
    const row = await findOrganization(db, caller.organizationId);
    return row ? [toOrganization(row, await scopeOnOwn(row.id))] : [];
  }
  const rows = await db.query<OrganizationRow>(organizationsOfPerson, [personOf(caller)]);
  return rows.map((row) => toOrganization(row, scopeOrNull(row.rank)));
}

async function findOrganization(db: Db, id: string): Promise<OrganizationRow | null> {
  return (await db.query<OrganizationRow>(oneOrganization, [id]))[0] ?? null;
}

/** @returns null if it was deleted. */
export async function organizationById(db: Db, id: string, scope: Scope | null) {
  const row = await findOrganization(db, id);
  return row && toOrganization(row, scope);
}

const lockOrganization = statement(
  'organizations:lock',
  'select name from payload.organizations where id = $1 for update',
);
const lockWorkspace = statement(
  'workspaces:lock',
  'select name, slug from payload.workspaces where id = $1 for update',
);

/** Locks an organization until the transaction ends. @returns its name; null if it was deleted. */
export async function lockOrganizationRow(db: Db, id: string): Promise<{ name: string } | null> {
  return (await db.query<{ name: string }>(lockOrganization, [id]))[0] ?? null;
}

/** The same for a workspace. */
export async function lockWorkspaceRow(db: Db, id: string): Promise<{ name: string; slug: string } | null> {
  return (await db.query<{ name: string; slug: string }>(lockWorkspace, [id]))[0] ?? null;
}
