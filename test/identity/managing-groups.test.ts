// Managing groups over HTTP: who can, and what they must not do.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeColleague } from '../core/access/resources.ts';
import { boss, call, colleague, marque, newGroup, other, place } from './group-calls.ts';
import { issuePaths } from '../setup/issues.ts';

afterAll(() => marque.close());

describe('managing groups', () => {
  const operations = (id: string): [string, string, unknown?][] => [
    ['GET', '/groups'],
    ['POST', '/groups', { name: randomUUID() }],
    ['GET', `/groups/${id}`],
    ['PATCH', `/groups/${id}`, { name: randomUUID() }],
    ['POST', `/groups/${id}/members`, { add: [] }],
    ['DELETE', `/groups/${id}`],
  ];

  it('is for admins of the organization: lower scopes get the missing scope as error', async () => {
    const id = await newGroup();
    const everywhere = await marque.makePerson();
    await marque.grant(everywhere.id, 'organization', place.organizationId, 'write', { place });
    for (const [method, path, body] of operations(id)) {
      const refused = await call(everywhere, method, path, body);
      expect([method, path, refused.status]).toEqual([method, path, 403]);
      expect(refused.body.error.detail).toEqual({ needs: 'admin', has: 'write' });
    }
  });

  it('is refused to admins of only a workspace, for whom groups are a 404', async () => {
    const id = await newGroup();
    const local = await marque.makeMember(place, 'admin');
    const key = await marque.makeKey(place, 'admin');
    for (const one of [local, key]) {
      for (const [method, path, body] of operations(id)) {
        const refused = await call(one, method, path, body);
        expect([method, path, refused.status]).toEqual([method, path, path.includes(id) ? 404 : 403]);
      }
    }
    // They still give grants to groups they know of.
    const given = await call(local, 'POST', '/grants', {
      group: id,
      resource: 'workspace',
      resourceId: place.workspaceId,
      scope: 'read',
    });
    expect(given.status).toBe(200);
  });

  it('is refused to other organizations: an existing group is the same 404 as a missing one', async () => {
    const id = await newGroup();
    const theirs = await marque.makeAdmin(other);
    const key = await marque.makeKey(other, 'admin', { madeById: theirs.id });
    for (const one of [theirs, key]) {
      for (const [method, path, body] of operations(id).filter(([, path]) => path.includes(id))) {
        const refused = await call(one, method, path, body);
        const nowhere = await call(one, method, path.replace(id, randomUUID()), body);
        expect([method, refused.status]).toEqual([method, 404]);
        expect(refused.body).toEqual(nowhere.body);
      }
      const listed = await call(one, 'GET', '/groups');
      expect([listed.status, listed.body]).toEqual([200, { data: [] }]);
    }
    expect((await call(boss, 'GET', `/groups/${id}`)).status).toBe(200);
  });

  it("is allowed for an admin's key, while its owner is one", async () => {
    const second = await marque.makePerson();
    const grant = await marque.grant(second.id, 'organization', place.organizationId, 'admin', { place });
    const service = await marque.makeKey(place, 'admin', { madeById: second.id });
    const own = await marque.makeKey(place, 'admin', { ownerId: second.id });
    const weak = await marque.makeKey(place, 'write', { ownerId: second.id });
    const id = await newGroup();
    for (const key of [service, own]) {
      expect((await call(key, 'GET', '/groups')).status).toBe(200);
      expect((await call(key, 'GET', `/groups/${id}`)).status).toBe(200);
    }
    expect((await call(weak, 'GET', '/groups')).status).toBe(403);
    await call(boss, 'DELETE', `/grants/${grant}`);
    for (const key of [service, own]) {
      expect((await call(key, 'GET', '/groups')).status).toBeGreaterThanOrEqual(403);
      expect((await call(key, 'GET', `/groups/${id}`)).status).toBe(404);
    }
  });

  it('is refused without a session or key, and for a malformed id', async () => {
    for (const [method, path, body] of operations(randomUUID()))
      expect((await marque.call(method, `/api/v1${path}`, { body })).status).toBe(401);
    for (const [method, path, body] of operations('no-id').filter(([, path]) => path.includes('no-id')))
      expect((await call(boss, method, path, body)).status).toBe(404);
  });

  it('only adds people of the organization, and reveals nothing about others', async () => {
    const stranger = await marque.makePerson('Stella Stranger');
    const theirs = await makeColleague(marque, other);
    const mine = await colleague();
    const id = await newGroup();
    for (const outsider of [randomUUID(), stranger.id, theirs.id]) {
      for (const [method, path, body, at] of [
        ['POST', '/groups', { name: randomUUID(), members: [mine.id, outsider] }, 'members[1]'],
        ['PATCH', `/groups/${id}`, { members: [outsider] }, 'members[0]'],
        ['POST', `/groups/${id}/members`, { add: [outsider] }, 'add[0]'],
      ] as const) {
        const refused = await call(boss, method, path, body);
        expect([method, path, refused.status]).toEqual([method, path, 422]);
        expect(refused.body.error.detail.issues).toEqual([
          { path: at, message: 'Person not found in this organization. Invite them first.' },
        ]);
      }
    }
    expect((await call(boss, 'GET', `/groups/${id}`)).body.data.members).toEqual([]);
  });

  it('names every problem of a malformed call at once', async () => {
    const refused = await call(boss, 'POST', '/groups', { name: ' ', members: ['x'], admin: true });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort()).toEqual(['admin', 'members[0]', 'name']);
  });
});
