// One module answers three questions from the same grants: may this caller do this to this target, which
// targets can they read as Payload's `Where`, and the same as SQL. Compared here with the specification's
// ladder (ladder.ts), on random worlds (world.ts).
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from '../../setup/random.ts';
import { createLocalReq, Forbidden, type CollectionSlug, type Where } from 'payload';
import { authorize, type Credential } from '../../../src/core/access/authorize.ts';
import { readable } from '../../../src/core/access/readable.ts';
import { assetKind, collectionKind } from '../../../src/assets/grantable.ts';
import { brandKind } from '../../../src/brands/grantable.ts';
import { visibleAssets, visibleCollections } from '../../../src/assets/targets.ts';
import { visibleBrands } from '../../../src/brands/targets.ts';
import { whereFor } from '../../../src/core/access/payload/where.ts';
import { rankOf, type Scope } from '../../../src/core/access/ladder.ts';
import { startService } from '../../setup/service.ts';
import { keyMay, personMay, personMayInside, type Verdict } from './ladder.ts';
import { build, kinds, plans, type PlacedResource, type World } from './world.ts';

const marque = await startService();
afterAll(() => marque.close());

const tables = { brand: 'brands', collection: 'collections', asset: 'assets' } as const;
const grantable = { brand: brandKind, collection: collectionKind, asset: assetKind } as const;
const visible = { brand: visibleBrands, collection: visibleCollections, asset: visibleAssets } as const;
const listed = Object.keys(tables) as (keyof typeof tables)[];

interface Someone {
  name: string;
  credential: Credential;
  may: (resource: PlacedResource) => Verdict;
}

function callersOf(world: World): Someone[] {
  return [
    ...world.people.map(({ id, credential }) => ({
      name: `person ${id}`,
      credential,
      may: (resource: PlacedResource) => personMay(world, id, resource),
    })),
    ...world.keys.map((key) => ({
      name: `${key.owner === null ? 'service' : 'owned'} key ${key.id}`,
      credential: key.credential,
      may: (resource: PlacedResource) => keyMay(world, key, resource),
    })),
  ];
}

const say = (rank: number, abilities: Iterable<string>): string =>
  `${rank} ${[...abilities].sort().join(',')}`;

/** Every answer that differs from the ladder, in words. */
async function yesOrNo(world: World): Promise<string[]> {
  const { db } = marque.service;
  const wrong: string[] = [];
  for (const caller of callersOf(world)) {
    for (const resource of world.resources) {
      const authorized = await authorize(db, caller.credential, { [resource.kind]: resource.id });
      const expected = caller.may(resource);
      const is = say(rankOf(authorized?.access.scope ?? null), authorized?.access.abilities ?? []);
      const should = say(expected.rank, expected.abilities);
      if (is !== should)
        wrong.push(`${caller.name} on ${resource.kind} ${resource.id}: ${is}, not ${should}`);
    }
  }
  return wrong;
}

function difference(about: string, shown: Iterable<string>, expected: Iterable<string>): string[] {
  const is = new Set(shown);
  const should = new Set(expected);
  return [
    ...[...is].filter((id) => !should.has(id)).map((id) => `${about} shows ${id}, which it must not`),
    ...[...should].filter((id) => !is.has(id)).map((id) => `${about} leaves out ${id}`),
  ];
}

async function listsInSql(world: World): Promise<string[]> {
  const { db } = marque.service;
  const wrong: string[] = [];
  for (const caller of callersOf(world)) {
    for (const workspace of world.resources.filter(({ kind }) => kind === 'workspace')) {
      for (const kind of listed) {
        const row = {
          name: `test:readable:${kind}`,
          text: `select coalesce(jsonb_agg(x.id), '[]') as ids from ${tables[kind]} x where x.workspace_id = t.id and ${readable(grantable[kind], 'x')}`,
        };
        const authorized = await authorize(
          db,
          caller.credential,
          'workspace',
          { asked: workspace.id, remembered: null },
          row,
        );
        const shown = authorized?.access.id ? (authorized.row?.ids as string[]) : [];
        const expected = world.resources.filter(
          (resource) =>
            resource.kind === kind && resource.workspace === workspace.id && caller.may(resource).rank > 0,
        );
        wrong.push(
          ...difference(
            `${caller.name} in SQL, ${tables[kind]}`,
            shown,
            expected.map(({ id }) => id),
          ),
        );
      }
    }
  }
  return wrong;
}

const userOf = (person: World['people'][number]) => ({
  id: person.id,
  email: person.email,
  collection: 'users' as const,
  _sid: person.credential.kind === 'session' ? person.credential.sessionId : '',
});

const here = (world: World): Where => ({
  workspace: { in: world.resources.filter(({ kind }) => kind === 'workspace').map(({ id }) => id) },
});

/** What Payload itself shows a person, through the collections' access functions. */
async function found(
  collection: CollectionSlug,
  person: World['people'][number],
  where: Where,
): Promise<string[]> {
  const { docs } = await marque.payload
    .find({
      collection,
      where,
      user: userOf(person),
      overrideAccess: false,
      pagination: false,
      depth: 0,
      trash: true,
    })
    // For a person without any access, Payload refuses instead of returning an empty list.
    .catch((error: unknown) => {
      if (error instanceof Forbidden) return { docs: [] };
      throw error;
    });
  return docs.map(({ id }) => String(id));
}

async function listsInPayload(world: World): Promise<string[]> {
  const wrong: string[] = [];
  for (const person of world.people) {
    for (const kind of listed) {
      const expected = (least: number) =>
        world.resources
          .filter((resource) => resource.kind === kind && personMay(world, person.id, resource).rank >= least)
          .map(({ id }) => id);
      const about = `person ${person.id} in Payload, ${tables[kind]}`;
      wrong.push(...difference(about, await found(tables[kind], person, here(world)), expected(1)));
      for (const scope of ['propose', 'write', 'admin'] as Scope[]) {
        const req = await createLocalReq({ user: userOf(person) as never }, marque.payload);
        const where = await whereFor(req, visible[kind], scope);
        if (where === true) wrong.push(`${about}: everything`);
        const { docs } =
          typeof where === 'boolean'
            ? { docs: [] }
            : await marque.payload.find({
                collection: tables[kind],
                where: { and: [here(world), where] },
                pagination: false,
                depth: 0,
                trash: true,
              });
        wrong.push(
          ...difference(
            `${about} (${scope})`,
            docs.map(({ id }) => id),
            expected(rankOf(scope)),
          ),
        );
      }
    }
    const open = world.resources
      .filter(({ kind, id }) => kind === 'workspace' && personMayInside(world, person.id, id) > 0)
      .map(({ id }) => id);
    const mine = { id: { in: world.resources.map(({ id }) => id) } };
    wrong.push(
      ...difference(
        `person ${person.id} in Payload, workspaces`,
        await found('workspaces', person, mine),
        open,
      ),
    );
  }
  return wrong;
}

async function scopeInside(world: World): Promise<string[]> {
  const wrong: string[] = [];
  for (const person of world.people) {
    for (const workspace of world.resources.filter(({ kind }) => kind === 'workspace')) {
      const authorized = await authorize(marque.service.db, person.credential, { workspace: workspace.id });
      const is = Math.max(
        rankOf(authorized?.access.scope ?? null),
        rankOf(authorized?.access.scopeInside ?? null),
      );
      const should = personMayInside(world, person.id, workspace.id);
      if (is !== should)
        wrong.push(`person ${person.id} inside workspace ${workspace.id}: ${is}, not ${should}`);
    }
  }
  return wrong;
}

describe('on random organizations, workspaces, collections, assets, people, grants and keys', () => {
  it.each<[string, (world: World) => Promise<unknown[]>, number]>([
    ['the yes or no, with every ability, matches the ladder', yesOrNo, 150],
    ['the list in SQL shows exactly what can be read', listsInSql, 150],
    ["Payload's Where shows a person exactly what they can read, change and administer", listsInPayload, 60],
    ['a workspace has the highest scope on anything inside it', scopeInside, 100],
  ])('%s', async (_, mistakesIn, numRuns) => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        expect(await mistakesIn(await build(marque.service.db, plan))).toEqual([]);
      }),
      { numRuns },
    );
  });
});

describe('a person with over a thousand narrow grants', () => {
  it('sees fewer with the Where, and never one that yes or no refuses', async () => {
    const { db } = marque.service;
    const place = await marque.makePlace();
    const person = await marque.makePerson();
    await db.query(
      `insert into assets (filename, sha256, workspace_id, private)
       select 'a.png', n::text, $1, n % 2 = 0 from generate_series(1, 1300) n`,
      [place.workspaceId],
    );
    await db.query(
      `insert into grants (user_id, resource, resource_id, scope, organization_id, workspace_id)
       select $1, 'asset', a.id::text, 'read', $2, $3 from assets a where a.workspace_id = $3 and a.sha256::int <= 1200`,
      [person.id, place.organizationId, place.workspaceId],
    );
    const granted = await db.query<{ id: string }>(
      `select resource_id as id from grants where user_id = $1`,
      [person.id],
    );
    const as = { id: person.id, email: person.email, credential: { kind: 'nobody' as const } };
    const shown = await found('assets', as, { workspace: { equals: place.workspaceId } });

    expect(shown.length).toBeGreaterThanOrEqual(900);
    expect(shown.length).toBeLessThan(1200);
    const allowed = new Set(granted.map(({ id }) => id));
    expect(shown.filter((id) => !allowed.has(id))).toEqual([]);
  });

  it('still sees what a role on the workspace shows, however many narrow grants there are', async () => {
    const { db } = marque.service;
    const place = await marque.makePlace();
    const person = await marque.makePerson();
    await db.query(
      `insert into grants (user_id, resource, resource_id, scope, organization_id, workspace_id)
       select $1, 'asset', gen_random_uuid()::text, 'read', $2, $3 from generate_series(1, 5200)`,
      [person.id, place.organizationId, place.workspaceId],
    );
    await marque.grant(person.id, 'workspace', place.workspaceId, 'read', { place });
    const [asset] = await db.query<{ id: string }>(
      `insert into assets (filename, sha256, workspace_id) values ('a.png', 'x', $1) returning id`,
      [place.workspaceId],
    );
    const as = { id: person.id, email: person.email, credential: { kind: 'nobody' as const } };

    expect(await found('assets', as, { workspace: { equals: place.workspaceId } })).toEqual([asset?.id]);
  });
});

describe('a malformed id', () => {
  it.each(kinds)("matches no %s, and isn't an error", async (kind) => {
    const person = await marque.makePerson();
    const credential = {
      kind: 'session' as const,
      userId: person.id,
      sessionId: (
        await marque.service.db.query<{ id: string }>('select id from users_sessions where _parent_id = $1', [
          person.id,
        ])
      )[0]?.id as string,
    };
    for (const id of ['', 'no-id', `${randomUUID()}'`, '00000000-0000-0000-0000-00000000000g']) {
      const authorized = await authorize(marque.service.db, credential, { [kind]: id });
      expect(authorized?.access).toMatchObject({ scope: null, id: null });
    }
  });
});
