// Giving, changing and revoking grants: by whom, on what, and never the last admin of an organization.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startService, type Person, type Place } from '../../setup/service.ts';
import { issuePaths } from '../../setup/issues.ts';
import { makeAsset, makeColleague, makeGroup, makeWorkspace } from './resources.ts';
import { makeBrand } from '../../brands/brand.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const makePerson = (name?: string): Promise<Person> => makeColleague(marque, place, name);
const boss = await makePerson('Bea Boss');
const admin = await makePerson('Ada Admin');
await marque.grant(boss.id, 'organization', place.organizationId, 'admin', { place });
await marque.grant(admin.id, 'workspace', place.workspaceId, 'admin', { place });
afterAll(() => marque.close());

type Someone = Person | { key: string };
const as = (one: Someone) => ('key' in one ? { key: one.key } : { cookie: one.cookie });

function give(by: Someone, body: Record<string, unknown>) {
  return marque.call('POST', '/api/v1/grants', { as: as(by), body });
}

const take = (by: Someone, id: string) => marque.call('DELETE', `/api/v1/grants/${id}`, { as: as(by) });

const onWorkspace = (user: Person, scope: string) => ({
  user: user.id,
  resource: 'workspace',
  resourceId: place.workspaceId,
  scope,
});
const onOrganization = (user: Person, scope: string, of = place) => ({
  user: user.id,
  resource: 'organization',
  resourceId: of.organizationId,
  scope,
});

async function scopeOf(person: Person): Promise<string | null> {
  const { body } = await marque.call('GET', '/api/v1/me', {
    as: as(person),
    headers: { 'x-workspace': place.workspaceId },
  });
  return (body.data?.scope as string | undefined) ?? null;
}

describe('a grant', () => {
  it('applies from the very next request, whether given, changed or revoked', async () => {
    const person = await makePerson('Pia Person');
    const given = await give(admin, {
      ...onWorkspace(person, 'write'),
      limits: ['share', 'delete', 'share'],
    });

    expect(given.status).toBe(200);
    expect(given.body.data).toEqual({
      id: expect.any(String) as unknown,
      user: { id: person.id, name: 'Pia Person', email: person.email },
      group: null,
      resource: 'workspace',
      resourceId: place.workspaceId,
      label: 'Library',
      scope: 'write',
      limits: ['delete', 'share'],
      createdAt: expect.stringMatching(/Z$/) as unknown,
    });
    expect(await scopeOf(person)).toBe('write');

    const changed = await give(admin, onWorkspace(person, 'read'));
    expect(changed.body.data).toMatchObject({ id: given.body.data.id, scope: 'read', limits: [] });
    expect(await scopeOf(person)).toBe('read');

    const taken = await take(admin, given.body.data.id);
    expect(taken.body).toEqual({ data: { deleted: true } });
    expect(await scopeOf(person)).toBeNull();
    expect((await take(admin, given.body.data.id)).status).toBe(404);
  });

  it('is the same however its ids are written', async () => {
    const person = await makePerson();
    const first = await give(admin, onWorkspace(person, 'read'));
    const loud = await give(admin, {
      ...onWorkspace(person, 'write'),
      user: person.id.toUpperCase(),
      resourceId: place.workspaceId.toUpperCase(),
    });

    expect(loud.body.data).toEqual({ ...first.body.data, scope: 'write' });
  });

  it('given twice at the same moment is one', async () => {
    const person = await makePerson();
    const answers = await Promise.all(
      ['read', 'write'].map((scope) => give(admin, onWorkspace(person, scope))),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await marque.service.db.query('select id from grants where user_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });

  it('revoked by several at the same moment is revoked once', async () => {
    const { body } = await give(admin, onWorkspace(await makePerson(), 'read'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => take(admin, body.data.id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  it.each(['brand', 'collection', 'asset'] as const)('can be on a %s too', async (resource) => {
    const person = await makePerson();
    const made = {
      brand: async () => (await makeBrand(marque, place, { name: 'Acme' })).id,
      collection: () => marque.makeCollection(place, { name: 'Acme', private: true }),
      asset: () => makeAsset(marque, place, { private: true }),
    };
    const resourceId = await made[resource]();
    const given = await give(admin, { user: person.id, resource, resourceId, scope: 'read' });

    expect(given.body.data).toMatchObject({
      resource,
      resourceId,
      label: resource === 'asset' ? 'a.png' : 'Acme',
    });
    const { body } = await marque.call('GET', '/api/v1/workspaces', { as: as(person) });
    expect(body.data).toEqual([{ id: place.workspaceId, slug: 'library', name: 'Library', scope: null }]);
  });

  it('records an event with who changed it, from what, to what', async () => {
    const person = await makePerson();
    const { body } = await give(admin, onWorkspace(person, 'read'));
    await give(admin, onWorkspace(person, 'write'));
    await take(boss, body.data.id);
    const events = await marque.service.db.query<{
      type: string;
      actor_name: string;
      detail: { before: { scope: string } | null; after: { scope: string } | null };
    }>('select type, actor_name, detail from marque.events where subject_id = $1 order by id', [person.id]);

    expect(
      events.map(({ type, actor_name, detail }) => [
        type,
        actor_name,
        detail.before?.scope,
        detail.after?.scope,
      ]),
    ).toEqual([
      ['grant.given', 'Ada Admin', undefined, 'read'],
      ['grant.changed', 'Ada Admin', 'read', 'write'],
      ['grant.taken', 'Bea Boss', 'write', undefined],
    ]);
  });
});

describe('giving and revoking', () => {
  it('is for admins of the workspace: every lower scope gets the missing scope as error', async () => {
    const someone = await makePerson();
    const { body } = await give(admin, onWorkspace(await makePerson(), 'read'));
    for (const scope of ['read', 'propose', 'write'] as const) {
      const person = await makePerson();
      await marque.grant(person.id, 'workspace', place.workspaceId, scope, { place });
      const refused = await give(person, onWorkspace(someone, 'read'));
      expect(refused.status).toBe(403);
      expect(refused.body.error.detail).toEqual({ needs: 'admin', has: scope });
      expect((await take(person, body.data.id)).status).toBe(404);
    }
    expect(await scopeOf(someone)).toBeNull();
  });

  it('requires admin on the workspace even if the caller is admin on the resource itself', async () => {
    const person = await makePerson();
    const asset = await makeAsset(marque, place);
    await marque.grant(person.id, 'asset', asset, 'admin', { place });
    const body = {
      user: (await makePerson()).id,
      resource: 'asset',
      resourceId: asset,
      scope: 'read',
    };
    const refused = await give(person, body);

    expect(refused.status).toBeGreaterThanOrEqual(403);
    expect(refused.status).toBeLessThanOrEqual(404);
    expect((await give(admin, body)).status).toBe(200);
  });

  it('on the organization is for its admins, not for those of one of its workspaces', async () => {
    const person = await makePerson();
    expect((await give(admin, onOrganization(person, 'read'))).status).toBe(404);
    const given = await give(boss, onOrganization(person, 'read'));
    expect(given.status).toBe(200);
    expect(given.body.data).toMatchObject({ resource: 'organization', label: 'Acme' });
    expect((await take(admin, given.body.data.id)).status).toBe(404);
    const refused = await give(person, onOrganization(person, 'admin'));
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'admin', has: 'read' });
    expect((await take(boss, given.body.data.id)).status).toBe(200);
  });

  it('affects nothing in another workspace, and doesn’t reveal that it exists', async () => {
    const other = await makeWorkspace(marque, place, 'Other');
    const asset = await makeAsset(marque, other);
    const person = await makePerson();
    const theirs = await marque.grant(person.id, 'workspace', other.workspaceId, 'read', { place: other });
    for (const [resource, resourceId] of [
      ['asset', asset],
      ['workspace', other.workspaceId],
    ]) {
      const answer = await give(admin, { user: person.id, resource, resourceId, scope: 'read' });
      const unknown = await give(admin, {
        user: person.id,
        resource,
        resourceId: randomUUID(),
        scope: 'read',
      });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown.body);
    }
    const taken = await take(admin, theirs);
    expect(taken.status).toBe(404);
    expect(taken.body).toEqual((await take(admin, randomUUID())).body);
  });

  it('requires a person of the organization: nothing is revealed about others, not even that they have an account', async () => {
    const stranger = await marque.makePerson('Stella Stranger');
    const answers = [];
    for (const user of [randomUUID(), stranger.id]) {
      const answer = await give(boss, { ...onWorkspace(admin, 'read'), user });
      expect(answer.status).toBe(422);
      expect(answer.body.error.detail.issues[0].path).toBe('user');
      answers.push(answer.body);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('requires a group of the organization', async () => {
    const elsewhere = await marque.makePlace();
    for (const group of [randomUUID(), await makeGroup(marque, elsewhere)]) {
      const answer = await give(boss, { ...onWorkspace(admin, 'read'), user: undefined, group });
      expect(answer.status).toBe(422);
      expect(answer.body.error.detail.issues[0].path).toBe('group');
    }
  });

  it('requires either a person or a group', async () => {
    const group = await makeGroup(marque, place);
    const both = await give(boss, { ...onWorkspace(admin, 'read'), group });
    const none = await give(boss, { ...onWorkspace(admin, 'read'), user: undefined });
    for (const answer of [both, none]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error.detail.issues).toEqual([
        { path: 'user', message: 'Send either user or group.' },
      ]);
    }
  });

  it('names every problem of a malformed call at once', async () => {
    const answer = await give(admin, {
      user: 'x',
      resource: 'galaxy',
      scope: 'all',
      limits: ['fly'],
      until: 'tomorrow',
    });

    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('invalid_request');
    expect(issuePaths(answer).sort()).toEqual([
      'limits[0]',
      'resource',
      'resourceId',
      'scope',
      'until',
      'user',
    ]);
  });
});

describe('an organization', () => {
  async function withAdmins(count: number): Promise<{ of: Place; people: Person[]; grants: string[] }> {
    const of = await marque.makePlace();
    const people: Person[] = [];
    const grants: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const person = await makePerson();
      people.push(person);
      grants.push(await marque.grant(person.id, 'organization', of.organizationId, 'admin', { place: of }));
    }
    return { of, people, grants };
  }
  const admins = async (of: Place): Promise<number> =>
    (
      await marque.service.db.query(`select 1 from grants where resource_id = $1 and scope = 'admin'`, [
        of.organizationId,
      ])
    ).length;

  it('keeps its last admin, who can be neither removed nor downgraded', async () => {
    const { of, people, grants } = await withAdmins(1);
    const [last] = people as [Person];
    await marque.grant(last.id, 'workspace', of.workspaceId, 'admin', { place: of });

    const taken = await take(last, grants[0] ?? '');
    expect(taken.status).toBe(409);
    expect(taken.body.error.code).toBe('conflict');
    expect((await give(last, onOrganization(last, 'write', of))).status).toBe(409);
    expect((await give(last, onOrganization(last, 'admin', of))).status).toBe(200);
    expect(await admins(of)).toBe(1);
  });

  it('keeps one of two who remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { of, people, grants } = await withAdmins(2);
      const [one, two] = people as [Person, Person];
      const answers = await Promise.all([take(one, grants[1] ?? ''), take(two, grants[0] ?? '')]);

      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      expect(await admins(of)).toBe(1);
    }
  });

  it('keeps one when two are downgraded at the same moment, one by the other', async () => {
    const { of, people, grants } = await withAdmins(2);
    const [one, two] = people as [Person, Person];
    await Promise.all([give(one, onOrganization(two, 'read', of)), take(two, grants[0] ?? '')]);

    expect(await admins(of)).toBe(1);
  });
});
