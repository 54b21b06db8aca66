// Groups of people over HTTP: the access they give, and when it takes effect.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventRowsOf } from '../setup/events.ts';
import type { Person, Place } from '../setup/service.ts';
import { makeAsset, makeGroup as groupOf, makeWorkspace } from '../core/access/resources.ts';
import { scopeOf } from './scope.ts';
import { boss, call, colleague, marque, newGroup, place } from './group-calls.ts';

afterAll(() => marque.close());

const give = (group: string, scope: string, on: Record<string, unknown> = {}) =>
  call(boss, 'POST', '/grants', {
    group,
    resource: 'workspace',
    resourceId: place.workspaceId,
    scope,
    ...on,
  });

const person = ({ id, name, email }: Person) => ({ id, name, email });

describe('a group', () => {
  it('is created with members, read, renamed and deleted', async () => {
    const [zoe, ada] = [await colleague('Zoe'), await colleague('Ada')];
    const made = await call(boss, 'POST', '/groups', {
      name: ' Designers ',
      members: [zoe.id, ada.id, ada.id],
    });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.any(String) as unknown,
      name: 'Designers',
      members: [person(ada), person(zoe)],
      grants: [],
      createdAt: expect.stringMatching(/Z$/) as unknown,
    });
    const { id } = made.body.data as { id: string };

    const { body: given } = await give(id, 'write', { limits: ['share'] });
    expect(given.data).toMatchObject({
      user: null,
      group: { id, name: 'Designers' },
      scope: 'write',
      limits: ['share'],
      label: 'Library',
    });
    const renamed = await call(boss, 'PATCH', `/groups/${id}`, { name: 'Design' });
    expect(renamed.body.data).toEqual({
      ...made.body.data,
      name: 'Design',
      grants: [{ ...given.data, group: { id, name: 'Design' } }],
    });
    expect((await call(boss, 'GET', `/groups/${id}`)).body).toEqual(renamed.body);
    const listed = await call(boss, 'GET', '/groups');
    expect(listed.body.data).toContainEqual(renamed.body.data);

    expect((await call(boss, 'DELETE', `/groups/${id}`)).body).toEqual({ data: { deleted: true } });
    expect((await call(boss, 'DELETE', `/groups/${id}`)).status).toBe(404);
    expect((await call(boss, 'GET', `/groups/${id}`)).status).toBe(404);
  });

  it('has a name that is unique in the organization, regardless of case', async () => {
    const id = await newGroup({ name: 'Editors' });
    const mine = await newGroup();
    const again = await call(boss, 'POST', '/groups', { name: 'editors' });
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    expect((await call(boss, 'PATCH', `/groups/${mine}`, { name: 'EDITORS' })).status).toBe(409);
    expect((await call(boss, 'PATCH', `/groups/${id}`, { name: 'EDITORS' })).status).toBe(200);

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(boss, 'POST', '/groups', { name: 'At once' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('gives its members its access from the very next request on, and takes it as fast', async () => {
    const [first, late] = [await colleague(), await colleague()];
    const id = await newGroup({ members: [first.id] });
    expect(await scopeOf(marque, first, place)).toBeNull();
    const { body: given } = await give(id, 'write');
    expect(await scopeOf(marque, first, place)).toBe('write');
    expect(await scopeOf(marque, late, place)).toBeNull();

    await call(boss, 'POST', `/groups/${id}/members`, { add: [late.id] });
    expect(await scopeOf(marque, late, place)).toBe('write');
    await give(id, 'propose');
    expect([await scopeOf(marque, first, place), await scopeOf(marque, late, place)]).toEqual([
      'propose',
      'propose',
    ]);
    await call(boss, 'POST', `/groups/${id}/members`, { remove: [first.id] });
    expect([await scopeOf(marque, first, place), await scopeOf(marque, late, place)]).toEqual([
      null,
      'propose',
    ]);
    await call(boss, 'PATCH', `/groups/${id}`, { members: [first.id] });
    expect([await scopeOf(marque, first, place), await scopeOf(marque, late, place)]).toEqual([
      'propose',
      null,
    ]);

    await call(boss, 'DELETE', `/grants/${given.data.id}`);
    expect(await scopeOf(marque, first, place)).toBeNull();
    await give(id, 'read');
    expect(await scopeOf(marque, first, place)).toBe('read');
    await call(boss, 'DELETE', `/groups/${id}`);
    expect(await scopeOf(marque, first, place)).toBeNull();
  });

  it('can have access to every kind of resource, private ones too, with abilities switched off', async () => {
    const one = await colleague();
    const id = await newGroup({ members: [one.id] });
    const closed = await marque.makeCollection(place, { private: true });
    const asset = await makeAsset(marque, place, { private: true, in: [closed] });
    const brand = await marque.payload.create({
      collection: 'brands',
      data: {
        name: 'Acme',
        slug: `brand-${randomUUID().slice(0, 8)}`,
        workspace: place.workspaceId,
        private: true,
      },
    });
    const see = async () => (await call(one, 'GET', `/assets/${asset}`)).status;
    expect(await see()).toBe(404);
    for (const [resource, resourceId] of [
      ['collection', closed],
      ['brand', brand.id],
    ])
      expect((await give(id, 'write', { resource, resourceId, limits: ['delete'] })).status).toBe(200);
    expect(await see()).toBe(200);
    const refused = await call(one, 'DELETE', `/assets/${asset}`);
    expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'delete' }]);
    expect((await give(id, 'write', { resource: 'asset', resourceId: asset })).status).toBe(200);
    expect((await call(one, 'DELETE', `/assets/${asset}`)).status).toBe(200);
    expect(
      (await give(id, 'read', { resource: 'organization', resourceId: place.organizationId })).status,
    ).toBe(200);
    expect(await scopeOf(marque, one, place)).toBe('read');
  });

  it("adds to a member's own access, which stays when they leave", async () => {
    const one = await colleague();
    const id = await newGroup({ members: [one.id] });
    await marque.grant(one.id, 'workspace', place.workspaceId, 'read', { place });
    await give(id, 'write');
    expect(await scopeOf(marque, one, place)).toBe('write');
    await call(boss, 'DELETE', `/groups/${id}`);
    expect(await scopeOf(marque, one, place)).toBe('read');
  });

  it('limits the keys that its members own', async () => {
    const one = await colleague();
    const id = await newGroup({ members: [one.id] });
    await give(id, 'write');
    const asset = await makeAsset(marque, place);
    const key = await marque.makeKey(place, 'write', { ownerId: one.id });
    const edit = async () => (await call(key, 'PATCH', `/assets/${asset}`, { tags: ['x'] })).status;
    expect(await edit()).toBe(200);
    await give(id, 'read');
    expect(await edit()).toBe(403);
    await call(boss, 'POST', `/groups/${id}/members`, { remove: [one.id] });
    expect(await edit()).toBe(404);
  });

  it('gives no access to a member who left while it got a grant', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await colleague();
      const id = await newGroup({ members: [one.id] });
      await Promise.all([
        give(id, 'write'),
        call(boss, 'POST', `/groups/${id}/members`, { remove: [one.id] }),
      ]);
      expect(await scopeOf(marque, one, place)).toBeNull();
    }
  });

  it('leaves events that record who changed what', async () => {
    const one = await colleague('Pia');
    const id = await newGroup({ name: 'Told', members: [one.id] });
    await give(id, 'read');
    await call(boss, 'PATCH', `/groups/${id}`, { name: 'Retold' });
    await call(boss, 'PATCH', `/groups/${id}`, { name: 'Retold', members: [one.id] });
    await call(boss, 'POST', `/groups/${id}/members`, { remove: [one.id] });
    await call(boss, 'DELETE', `/groups/${id}`);
    const events = await eventRowsOf(marque, id);

    expect(events.map(({ type }) => type)).toEqual([
      'group.created',
      'grant.given',
      'group.changed',
      'group.changed',
      'group.deleted',
    ]);
    expect(new Set(events.map((event) => `${event.actor_name} ${event.organization_id}`))).toEqual(
      new Set([`Bea Boss ${place.organizationId}`]),
    );
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { before: null, after: { name: 'Told' }, added: [{ id: one.id, name: 'Pia' }] },
      { before: null, after: { scope: 'read' }, label: 'Library' },
      { before: { name: 'Told' }, after: { name: 'Retold' }, added: [], removed: [] },
      { before: { name: 'Retold' }, after: { name: 'Retold' }, removed: [{ id: one.id, name: 'Pia' }] },
      { before: { name: 'Retold', members: [], grants: [{ scope: 'read', label: 'Library' }] }, after: null },
    ]);
  });
});

describe('an organization whose only admins are those of a group', () => {
  async function ruledByGroup(): Promise<{ of: Place; id: string; rulers: Person[]; grant: string }> {
    const of = await marque.makePlace();
    const rulers = [await marque.makePerson(), await marque.makePerson()];
    const id = await groupOf(marque, of, ...rulers.map((ruler) => ruler.id));
    const { id: grant } = await marque.payload.create({
      collection: 'grants',
      data: {
        group: id,
        resource: 'organization',
        resourceId: of.organizationId,
        scope: 'admin',
        organization: of.organizationId,
      },
    });
    return { of, id, rulers, grant };
  }
  const admins = async (of: Place): Promise<number> =>
    (
      await marque.service.db.query(
        'select distinct user_id from marque.effective_grants where resource_id = $1 and rank = 4',
        [of.organizationId],
      )
    ).length;

  it("keeps one: the group can't be emptied, deleted or downgraded", async () => {
    const { of, id, rulers, grant } = await ruledByGroup();
    const [one, two] = rulers as [Person, Person];
    const ids = [one.id, two.id];
    for (const [method, path, body] of [
      ['PATCH', `/groups/${id}`, { members: [] }],
      ['POST', `/groups/${id}/members`, { remove: ids }],
      ['DELETE', `/groups/${id}`],
      ['DELETE', `/grants/${grant}`],
      [
        'POST',
        '/grants',
        { group: id, resource: 'organization', resourceId: of.organizationId, scope: 'write' },
      ],
    ] as [string, string, unknown?][]) {
      const refused = await call(one, method, path, body);
      expect([method, path, refused.status]).toEqual([method, path, 409]);
    }
    expect(await admins(of)).toBe(2);
    expect((await call(one, 'POST', `/groups/${id}/members`, { remove: [two.id] })).status).toBe(200);
    expect((await call(one, 'POST', `/groups/${id}/members`, { remove: [one.id] })).status).toBe(409);
    await marque.grant(two.id, 'organization', of.organizationId, 'admin', { place: of });
    expect((await call(two, 'DELETE', `/groups/${id}`)).status).toBe(200);
    expect(await admins(of)).toBe(1);
  });

  it('keeps one of two who remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { of, id, rulers } = await ruledByGroup();
      const [one, two] = rulers as [Person, Person];
      const answers = await Promise.all([
        call(one, 'POST', `/groups/${id}/members`, { remove: [two.id] }),
        call(two, 'POST', `/groups/${id}/members`, { remove: [one.id] }),
      ]);
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      expect(await admins(of)).toBe(1);
    }
  });
});

describe('what groups depend on', () => {
  it("is deleted with them: an account's grants and own keys, an organization's groups", async () => {
    const { db } = marque.service;
    const of = await marque.makePlace();
    const one = await marque.makePerson();
    await groupOf(marque, of, one.id);
    await marque.grant(one.id, 'workspace', of.workspaceId, 'write', { place: of });
    const { id: key } = await marque.makeKey(of, 'write', { ownerId: one.id });
    await db.query('delete from users where id = $1', [one.id]);
    expect(await db.query('select 1 from keys where id = $1', [key])).toEqual([]);
    expect(await db.query('select 1 from grants where organization_id = $1', [of.organizationId])).toEqual(
      [],
    );

    await db.query('delete from workspaces where organization_id = $1', [of.organizationId]);
    await db.query('delete from organizations where id = $1', [of.organizationId]);
    expect(await db.query('select 1 from groups where organization_id = $1', [of.organizationId])).toEqual(
      [],
    );
  });

  it('is the organization, not the workspace: people of another workspace can be in a group', async () => {
    const beside = await makeWorkspace(marque, place, 'Beside');
    const one = await marque.makeMember(beside, 'read');
    const id = await newGroup({ members: [one.id] });
    await give(id, 'read');
    expect(await scopeOf(marque, one, place)).toBe('read');
  });
});
