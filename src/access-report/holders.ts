// Who can reach a resource, and why: the reverse of src/core/access/authorize.ts, from the same grants. A
// random test compares the two.
import { bestOn, kindOfBest } from '../core/access/grants/best-grants.ts';
import type { Access, Caller } from '../core/access/caller.ts';
import { keyRankSql } from '../core/access/keys/key-rank.ts';
import { rankOf, scopeOfRank, type Resource } from '../core/access/ladder.ts';
import { grantColumns, grantTables, toGrant, type GrantRow } from '../core/access/queries.ts';
import { readable } from '../core/access/readable.ts';
import { collectionKind } from '../assets/grantable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, statementFor, type Db } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { waysIn } from './ways-in.ts';
import type { GrantSeen, Holder, Holders } from './schemas.ts';
import type { ReportedResource } from './resources.ts';

const organizationOfKey = '(select w.organization_id from payload.workspaces w where w.id = y.workspace_id)';

/** Who has access to a resource. @param kind see `kindOfBest` */
export const holdersOn = statementFor(
  'catalog:holders',
  (kind) => `${bestOn(kind)}
  select coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'rank', b.rank, 'kind', b.kind,
        'resourceId', b.resource_id, 'grant', b.grant_id, 'group', x.name) order by b.rank desc, lower(u.name), u.id)
      from t cross join best b join payload.users u on u.id = b.user_id left join payload.groups x on x.id = b.group_id
      where b.rank >= t.least and ($2::text is null or u.id::text = lower($2) or lower(u.email) = lower($2))), '[]') as people,
    coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'rank', k.rank, 'owner', u.name, 'kind', k.kind,
        'resourceId', k.resource_id, 'grant', k.grant_id, 'group', x.name) order by k.rank desc, lower(k.name), k.id)
      from t cross join lateral (
        select y.id, y.name, y.owner_id, b.kind, b.resource_id, b.grant_id, b.group_id,
          case when y.owner_id is not null then least(coalesce(b.rank, 0), ${keyRankSql('y', organizationOfKey)})
            when t.private and y.scope::text <> 'admin' then 0 else marque.scope_rank(y.scope::text) end as rank
        from payload.keys y left join best b on b.user_id = y.owner_id
        where y.workspace_id = t.workspace_id and (y.expires_at is null or y.expires_at > now()) and $2::text is null) k
      left join payload.users u on u.id = k.owner_id left join payload.groups x on x.id = k.group_id where k.rank >= t.least), '[]') as agents,
    t.private, t.workspace_id, t.workspace_name, t.organization_name from t`,
);

interface OnPath {
  id: string;
  name: string;
  rank: number;
  /** The resource of the grant; null for a key that needs none. */
  kind: Resource | null;
  resourceId: string | null;
  grant: string | null;
  group: string | null;
}

interface HoldersRow {
  people: (OnPath & { email: string })[];
  agents: (OnPath & { owner: string | null })[];
  private: boolean;
  workspace_id: string;
  workspace_name: string;
  organization_name: string;
}

const collectionsSeen = statement(
  'catalog:collections-seen',
  `${seenBy} select k.id, k.name from ${asSeen} cross join payload.collections k where k.id = any($4::uuid[]) and k.workspace_id = t.id and ${readable(collectionKind, 'k')}`,
);
const grantedOn = statement(
  'catalog:granted',
  () =>
    `select ${grantColumns()} from ${grantTables} where g.resource::text = $1 and g.resource_id = $2 order by g.created_at, g.id`,
);

/** Names the resource of a grant. A collection that the caller can't see isn't named. */
function placeOf(
  target: ReportedResource,
  row: HoldersRow,
  seen: ReadonlyMap<string, string>,
  { kind, resourceId }: OnPath,
): string {
  if (kind === 'organization') return `organization ${row.organization_name}`;
  if (kind === 'workspace') return `workspace ${row.workspace_name}`;
  if (resourceId === target.id) return `this ${target.kind}`;
  if (kind === 'brand') return `brand ${target.on?.name ?? ''}`;
  const name = seen.get(resourceId ?? '');
  return name === undefined ? "a collection that you can't see" : `collection ${name}`;
}

function viaOf(place: string, { group }: OnPath): string {
  if (group !== null) return `Group ${group}, on ${place}`;
  if (place.startsWith('this ')) return `Directly on ${place}`;
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`;
}

const isHidden = (seen: ReadonlyMap<string, string>, { kind, resourceId }: OnPath): boolean =>
  kind === 'collection' && !seen.has(resourceId ?? '');

/** The collections among the grants that the caller may see, with their names. */
async function namesSeen(
  db: Db,
  caller: Caller,
  target: ReportedResource,
  row: HoldersRow,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...row.people, ...row.agents].flatMap(({ kind, resourceId }) =>
    kind === 'collection' && resourceId !== null ? [resourceId] : [],
  );
  const others = ids.filter((id) => id !== target.id);
  if (others.length === 0) return new Map([[target.id, target.name]]);
  const rows = await db.query<{ id: string; name: string }>(collectionsSeen, [
    ...seenByValues(caller, row.workspace_id),
    [...new Set(others)],
  ]);
  const names = rows.map(({ id, name }): [string, string] => [id, name]);
  return new Map([...names, [target.id, target.name]]);
}

function seenGrant(row: GrantRow, showsEmails: boolean): GrantSeen {
  const grant = toGrant(row);
  return { ...grant, user: grant.user && { ...grant.user, email: showsEmails ? grant.user.email : null } };
}

export interface Asking {
  caller: Caller;
  /** The resource that access is checked on. */
  access: Access;
  /** An id or e-mail address: only that person. */
  who: string | null;
}

/** @returns null if the resource was deleted meanwhile. */
export async function holdersOf(
  service: Service,
  target: ReportedResource,
  { caller, access, who }: Asking,
): Promise<Holders | null> {
  const { db } = service;
  const { kind, id } = target.accessOn;
  const [row] = await db.query<HoldersRow>(holdersOn(kindOfBest(kind)), [id, who]);
  if (!row) return null;
  const showsEmails = rankOf(access.scope) >= rankOf('write');
  const seen = await namesSeen(db, caller, target, row);
  const onPath = (holder: OnPath) => ({
    scope: scopeOfRank(holder.rank),
    grant: isHidden(seen, holder) ? null : holder.grant,
  });
  const people = row.people.map((person): Holder => ({
    kind: 'person',
    id: person.id,
    who: person.name,
    email: showsEmails ? person.email : null,
    via: viaOf(placeOf(target, row, seen, person), person),
    ...onPath(person),
  }));
  const agents = row.agents.map((key): Holder => ({
    kind: 'agent',
    id: key.id,
    who: key.name,
    email: null,
    via:
      key.owner === null
        ? `Key of workspace ${row.workspace_name}`
        : `Key of ${key.owner}: ${viaOf(placeOf(target, row, seen, key), key)}`,
    ...onPath(key),
  }));
  const outsiders = who === null ? await waysIn(service, target) : { holders: [], unanswered: [] };
  const guests = outsiders.holders.map((guest) => (showsEmails ? guest : { ...guest, email: null }));
  const granted = target.on
    ? await db.query<GrantRow>(grantedOn, [target.on.resource, target.on.resourceId])
    : [];
  return {
    id: target.id,
    name: target.name,
    private: row.private,
    holders: [...people, ...agents, ...guests],
    on: target.on,
    granted: granted.map((grant) => seenGrant(grant, showsEmails)),
    ...(outsiders.unanswered.length > 0 && { unanswered: outsiders.unanswered }),
  };
}
