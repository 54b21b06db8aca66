// The grants that the app gives its people, by a function of their user: `marque({ access: ({ user }) => [...] })`.
import { targetKind } from '../../core/access/targets.ts';
import { isId } from '../../core/access/ids.ts';
import { rankOf, type Ability, type Resource, type Scope } from '../../core/access/ladder.ts';
import { statement, type Db, type Statement } from '../../core/db/pool.ts';

/** A grant as the app states it. */
export interface AppGrant {
  resource: Resource;
  /** An ID. An organization's slug and a workspace's `{organization}/{workspace}` work as well. */
  resourceId: string;
  scope: Scope;
  /** Abilities that the write scope comes without. */
  limits?: readonly Ability[];
}

/** One that was found here. */
export interface WantedGrant {
  resource: Resource;
  resourceId: string;
  organizationId: string;
  workspaceId: string | null;
  scope: Scope;
  limits: Ability[];
}

const organizationBySlug = statement(
  'app-people:organization',
  'select o.id, null::uuid as workspace_id, o.id as organization_id from payload.organizations o where o.slug = $1',
);
const workspaceByAddress = statement(
  'app-people:workspace',
  `select w.id, w.id as workspace_id, w.organization_id from payload.workspaces w
   join payload.organizations o on o.id = w.organization_id where o.slug || '/' || w.slug = $1`,
);
const byId = new Map<Resource, Statement>();

function lookUpOf({ resource, resourceId }: AppGrant): Statement | null {
  if (!isId(resourceId)) {
    if (resource === 'organization') return organizationBySlug;
    return resource === 'workspace' ? workspaceByAddress : null;
  }
  const known = byId.get(resource);
  if (known) return known;
  const made = statement(
    `app-people:${resource}-by-id`,
    targetKind(resource).sql.replaceAll('$target', '$1'),
  );
  byId.set(resource, made);
  return made;
}

interface Found {
  id: string;
  workspace_id: string | null;
  organization_id: string;
}

/** Finds what the grants are on. Of two on one resource, the higher counts; those on something that isn't there are `missing`. */
export async function findGrants(
  db: Db,
  given: readonly AppGrant[],
): Promise<{ wanted: Map<string, WantedGrant>; missing: AppGrant[] }> {
  const wanted = new Map<string, WantedGrant>();
  const missing: AppGrant[] = [];
  for (const grant of given) {
    const lookUp = lookUpOf(grant);
    const [found] = lookUp ? await db.query<Found>(lookUp, [grant.resourceId]) : [];
    if (!found) {
      missing.push(grant);
      continue;
    }
    const { resource, scope } = grant;
    const key = `${resource} ${found.id}`;
    if (rankOf(wanted.get(key)?.scope ?? null) >= rankOf(scope)) continue;
    wanted.set(key, {
      resource,
      resourceId: found.id,
      organizationId: found.organization_id,
      workspaceId: resource === 'organization' ? null : found.workspace_id,
      scope,
      limits: scope === 'write' ? [...(grant.limits ?? [])].sort() : [],
    });
  }
  return { wanted, missing };
}
