// Random worlds for test/core/access/authorize.test.ts: organizations down to assets, people with grants,
// keys.
import { randomUUID } from 'node:crypto';
import fc from '../../setup/random.ts';
import { hashSecret, makeKeySecret } from '../../../src/core/access/keys/keys.ts';
import type { Credential } from '../../../src/core/access/authorize.ts';
import type { Pool } from '../../../src/core/db/pool.ts';

export const ladder = ['read', 'propose', 'write', 'admin'] as const;
export const switches = ['delete', 'share', 'approve', 'setup'] as const;
export type Rung = (typeof ladder)[number];
export type Switch = (typeof switches)[number];
export const kinds = ['organization', 'workspace', 'brand', 'collection', 'asset'] as const;
export type Kind = (typeof kinds)[number];

/** The random values: parents are indices, taken modulo the number available. */
export interface Plan {
  brands: { workspace: number; private: boolean | null }[];
  collections: { workspace: number; private: boolean | null; parent: number | null }[];
  assets: { workspace: number; private: boolean | null; deleted: boolean; collections: number[] }[];
  people: number;
  /**
   * Group members before the grants are given, who joins after, who then leaves; some groups are deleted in
   * the end.
   */
  groups: { before: number[]; after: number[]; leave: number[]; deleted: boolean }[];
  grants: { person: number; group: number | null; kind: Kind; at: number; scope: Rung; limits: Switch[] }[];
  keys: { workspace: number; scope: Rung; owner: number | null; maker: number | null }[];
}

const place = fc.nat({ max: 11 });
const privacy = fc.constantFrom(true, false, null);
const scope = fc.constantFrom(...ladder);

export const plans: fc.Arbitrary<Plan> = fc.record({
  brands: fc.array(fc.record({ workspace: place, private: privacy }), { minLength: 1, maxLength: 3 }),
  collections: fc.array(fc.record({ workspace: place, private: privacy, parent: fc.option(place) }), {
    minLength: 1,
    maxLength: 5,
  }),
  assets: fc.array(
    fc.record({
      workspace: place,
      private: privacy,
      deleted: fc.nat({ max: 5 }).map((n) => n === 0),
      collections: fc.array(place, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  people: fc.integer({ min: 1, max: 4 }),
  groups: fc.array(
    fc.record({
      before: fc.array(place, { maxLength: 2 }),
      after: fc.array(place, { maxLength: 2 }),
      leave: fc.array(place, { maxLength: 1 }),
      deleted: fc.nat({ max: 5 }).map((n) => n === 0),
    }),
    { maxLength: 3 },
  ),
  grants: fc.array(
    fc.record({
      person: place,
      group: fc.option(place),
      kind: fc.constantFrom(...kinds),
      at: place,
      scope,
      limits: fc.subarray([...switches]),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  keys: fc.array(
    fc.record({
      workspace: place,
      scope,
      owner: fc.option(place),
      maker: fc.option(place),
    }),
    { maxLength: 5 },
  ),
});

export interface PlacedResource {
  kind: Kind;
  id: string;
  organization: string;
  workspace: string | null;
  /** Its own private flag. */
  private: boolean;
  deleted: boolean;
  /** For an asset: the collections it is in. */
  collections: string[];
  /** For a collection: the one it is in. */
  parent: string | null;
}

export interface WorldGrant {
  /** A person, or a group of people. */
  holder: string;
  on: string;
  scope: Rung;
  limits: Switch[];
}

export interface WorldKey {
  id: string;
  workspace: string;
  organization: string;
  scope: Rung;
  owner: string | null;
  maker: string | null;
}

export interface World {
  resources: PlacedResource[];
  people: { id: string; email: string; credential: Credential }[];
  keys: (WorldKey & { secret: string; credential: Credential })[];
  /** The final members of each group. */
  groups: { id: string; members: string[] }[];
  grants: WorldGrant[];
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Writes a plan into the real tables, so that the triggers run, in one statement per table. */
export async function build(db: Pool, plan: Plan): Promise<World> {
  const organizations = [randomUUID(), randomUUID()];
  const workspaces = [0, 0, 1].map((organization, index) => ({
    id: randomUUID(),
    slug: `w${index}`,
    organization: organizations[organization] ?? '',
  }));
  const inWorkspace = (index: number) => {
    const { id: workspace, organization } = at(workspaces, index);
    return { id: randomUUID(), workspace, organization, deleted: false, collections: [] as string[] };
  };
  const brands = plan.brands.map((one) => ({ ...inWorkspace(one.workspace), private: one.private }));
  const collections: (ReturnType<typeof inWorkspace> & { private: boolean | null; parent: string | null })[] =
    [];
  for (const one of plan.collections) {
    const collection = inWorkspace(one.workspace);
    const near = collections.filter(({ workspace }) => workspace === collection.workspace);
    const parent = one.parent === null || near.length === 0 ? null : at(near, one.parent).id;
    collections.push({ ...collection, private: one.private, parent });
  }
  const assets = plan.assets.map((one) => {
    const asset = inWorkspace(one.workspace);
    const near = collections.filter(({ workspace }) => workspace === asset.workspace);
    const into = near.length === 0 ? [] : one.collections.map((index) => at(near, index).id);
    return { ...asset, private: one.private, deleted: one.deleted, collections: [...new Set(into)] };
  });
  const people = Array.from({ length: plan.people }, () => ({ id: randomUUID(), session: randomUUID() }));
  const peopleAt = (places: number[]) => new Set(places.map((index) => at(people, index).id));
  const groups = plan.groups.map((group) => ({
    id: randomUUID(),
    before: peopleAt(group.before),
    after: peopleAt(group.after),
    leave: peopleAt(group.leave),
    deleted: group.deleted,
  }));
  const ids: Record<Kind, { id: string; workspace: string | null; organization: string }[]> = {
    organization: organizations.map((id) => ({ id, workspace: null, organization: id })),
    workspace: workspaces.map(({ id, organization }) => ({ id, workspace: id, organization })),
    brand: brands,
    collection: collections,
    asset: assets,
  };
  const grants = new Map(
    plan.grants.map((grant) => {
      const group = grant.group === null || groups.length === 0 ? null : at(groups, grant.group).id;
      const person = group === null ? at(people, grant.person).id : null;
      const on = at(ids[grant.kind], grant.at);
      return [`${person ?? group} ${on.id}`, { ...grant, person, group, place: on }];
    }),
  );
  const keys = plan.keys.map((key) => ({
    id: randomUUID(),
    secret: makeKeySecret(),
    scope: key.scope,
    place: at(workspaces, key.workspace),
    owner: key.owner === null ? null : at(people, key.owner).id,
    maker: key.maker === null ? null : at(people, key.maker).id,
  }));

  await insert(
    db,
    'organizations (id, name, slug)',
    'uuid,text,text',
    organizations.map((id) => [id, id, id]),
  );
  await insert(
    db,
    'workspaces (id, name, slug, organization_id)',
    'uuid,text,text,uuid',
    workspaces.map(({ id, slug, organization }) => [id, slug, slug, organization]),
  );
  await insert(
    db,
    'brands (id, name, slug, workspace_id, private)',
    'uuid,text,text,uuid,boolean',
    brands.map((brand) => [brand.id, 'Brand', brand.id, brand.workspace, brand.private]),
  );
  await insert(
    db,
    'collections (id, name, workspace_id, private, parent_id)',
    'uuid,text,uuid,boolean,uuid',
    collections.map(({ id, workspace, private: hidden, parent }) => [
      id,
      'Collection',
      workspace,
      hidden,
      parent,
    ]),
  );
  await insert(
    db,
    'assets (id, filename, mime_type, filesize, sha256, workspace_id, private, deleted_at)',
    'uuid,text,text,int,text,uuid,boolean,timestamptz',
    assets.map((asset) => [
      asset.id,
      'a.png',
      'image/png',
      1,
      asset.id,
      asset.workspace,
      asset.private,
      asset.deleted ? '2026-01-01T00:00:00Z' : null,
    ]),
  );
  await insert(
    db,
    'marque.collection_assets (collection_id, asset_id)',
    'uuid,uuid',
    assets.flatMap((asset) => asset.collections.map((collection) => [collection, asset.id])),
  );
  await insert(
    db,
    'users (id, name, email)',
    'uuid,text,text',
    people.map(({ id }) => [id, 'Person', `${id}@example.com`]),
  );
  await insert(
    db,
    'users_sessions (_order, _parent_id, id, created_at, expires_at)',
    'int,uuid,text,timestamptz,timestamptz',
    people.map(({ id, session }) => [1, id, session, new Date(), new Date(Date.now() + 3_600_000)]),
  );
  await insert(
    db,
    'groups (id, name, organization_id)',
    'uuid,text,uuid',
    groups.map(({ id }) => [id, id, organizations[0]]),
  );
  const join = (when: 'before' | 'after') =>
    insert(
      db,
      'marque.group_members (group_id, user_id)',
      'uuid,uuid',
      groups.flatMap((group) =>
        [...group[when]]
          .filter((person) => when === 'before' || !group.before.has(person))
          .map((person) => [group.id, person]),
      ),
    );
  await join('before');
  await insert(
    db,
    'grants (user_id, group_id, resource, resource_id, scope, limits, organization_id, workspace_id)',
    'uuid,uuid,text,text,enum_grants_scope,jsonb,uuid,uuid',
    [...grants.values()].map((grant) => [
      grant.person,
      grant.group,
      grant.kind,
      grant.place.id,
      grant.scope,
      JSON.stringify(grant.limits),
      grant.place.organization,
      grant.place.workspace,
    ]),
  );
  await insert(
    db,
    'keys (id, name, prefix, hash, scope, workspace_id, owner_id, made_by_id)',
    'uuid,text,text,text,enum_keys_scope,uuid,uuid,uuid',
    keys.map((key) => [
      key.id,
      'Key',
      'mq_',
      hashSecret(key.secret),
      key.scope,
      key.place.id,
      key.owner,
      key.maker,
    ]),
  );

  await join('after');
  for (const group of groups) {
    await db.query('delete from marque.group_members where group_id = $1 and user_id = any($2)', [
      group.id,
      [...group.leave],
    ]);
    if (group.deleted) await db.query('delete from groups where id = $1', [group.id]);
  }

  const above = { private: false, deleted: false, collections: [], parent: null };
  return {
    resources: [
      ...ids.organization.map((one) => ({ kind: 'organization' as const, ...above, ...one })),
      ...ids.workspace.map((one) => ({ kind: 'workspace' as const, ...above, ...one })),
      ...brands.map((one) => ({
        kind: 'brand' as const,
        parent: null,
        ...one,
        private: one.private === true,
      })),
      ...collections.map((one) => ({ kind: 'collection' as const, ...one, private: one.private === true })),
      ...assets.map((one) => ({
        kind: 'asset' as const,
        parent: null,
        ...one,
        private: one.private === true,
      })),
    ],
    people: people.map(({ id, session }) => ({
      id,
      email: `${id}@example.com`,
      credential: { kind: 'session', userId: id, sessionId: session },
    })),
    groups: groups
      .filter(({ deleted }) => !deleted)
      .map(({ id, before, after, leave }) => ({
        id,
        members: [...new Set([...before, ...after])].filter((person) => !leave.has(person)),
      })),
    grants: [...grants.values()].map((grant) => ({
      holder: grant.person ?? grant.group ?? '',
      on: grant.place.id,
      scope: grant.scope,
      limits: grant.limits,
    })),
    keys: keys.map((key) => ({
      id: key.id,
      workspace: key.place.id,
      organization: key.place.organization,
      scope: key.scope,
      owner: key.owner,
      maker: key.maker,
      secret: key.secret,
      credential: { kind: 'key', hash: hashSecret(key.secret) },
    })),
  };
}

async function insert(db: Pool, into: string, types: string, rows: unknown[][]): Promise<void> {
  if (rows.length === 0) return;
  const columns = types.split(',').map((type, index) => `$${index + 1}::${type}[]`);
  const values = columns.map((_, index) => rows.map((row) => row[index]));
  await db.query(`insert into ${into} select * from unnest(${columns.join(', ')})`, values);
}
