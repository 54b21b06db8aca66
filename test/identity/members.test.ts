// The members of an organization over HTTP: who invites them, who sees them, and who removes them.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventRowsOf } from '../setup/events.ts';
import { startService, type Caller, type Person } from '../setup/service.ts';
import { issuePaths } from '../setup/issues.ts';
import { makeWorkspace } from '../core/access/resources.ts';
import { scopeOf } from './scope.ts';
import { invitationCalls, tokenOf } from './invitation-calls.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const other = await marque.makePlace('Other');
const boss = await marque.makeAdmin(place, 'Bea Boss');
const admin = await marque.makeMember(place, 'admin', { name: 'Ada Admin' });
afterAll(() => marque.close());

const { call, invite, sent, look, take } = invitationCalls(() => ({ marque, place, admin }));

describe('inviting', () => {
  it('is for callers who can give the grant: every lower scope gets the missing scope as error', async () => {
    const { id } = await sent();
    for (const scope of ['read', 'propose', 'write'] as const) {
      const person = await marque.makeMember(place, scope);
      const refused = await invite(person);
      expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: scope }]);
      expect((await call(person, 'DELETE', `/invitations/${id}`)).status).toBe(404);
      expect((await call(person, 'POST', `/invitations/${id}/resend`)).status).toBe(404);
      expect((await call(person, 'GET', '/members')).status).toBe(403);
    }
  });

  it('to the organization is for its admins, not those of one of its workspaces', async () => {
    const on = { resource: 'organization', resourceId: place.organizationId };
    expect((await invite(admin, on)).status).toBe(404);
    const { id } = await sent(boss, on);
    expect((await call(admin, 'DELETE', `/invitations/${id}`)).status).toBe(404);
    expect((await call(admin, 'POST', `/invitations/${id}/resend`)).status).toBe(404);
    expect((await call(boss, 'DELETE', `/invitations/${id}`)).status).toBe(200);
  });

  it('is refused to other organizations: an existing resource is the same 404 as a missing one', async () => {
    const theirs = await marque.makeAdmin(other);
    const { id } = await sent();
    const key = await marque.makeKey(other, 'admin', { madeById: theirs.id });
    for (const one of [theirs, key]) {
      expect((await invite(one)).body).toEqual((await invite(one, { resourceId: randomUUID() })).body);
      for (const [method, tail] of [
        ['DELETE', ''],
        ['POST', '/resend'],
      ] as const) {
        const refused = await call(one, method, `/invitations/${id}${tail}`);
        expect([method, refused.status]).toEqual([method, 404]);
        expect(refused.body).toEqual((await call(one, method, `/invitations/${randomUUID()}${tail}`)).body);
      }
      const { body } = await call(one, 'GET', '/members');
      expect([body.invitations, body.groups]).toEqual([[], []]);
    }
  });

  it('gives no more than the inviter has on acceptance: if they are no longer admin, the invitation ends', async () => {
    const second = await marque.makePerson();
    const grant = await marque.grant(second.id, 'workspace', place.workspaceId, 'admin', { place });
    const { id, token } = await sent(second);
    await call(boss, 'DELETE', `/grants/${grant}`);
    const person = await marque.makePerson();
    for (const dead of [await look(token), await take(person, token)])
      expect([dead.status, dead.body.error.code]).toEqual([410, 'gone']);
    expect(await scopeOf(marque, person, place)).toBeNull();

    // Another admin may be responsible for it.
    const again = await call(boss, 'POST', `/invitations/${id}/resend`);
    expect((await take(person, tokenOf(again))).status).toBe(200);
  });

  it("is possible with an admin's key, and such invitations end with the key", async () => {
    const service = await marque.makeKey(place, 'admin', { madeById: boss.id });
    const own = await marque.makeKey(place, 'admin', { ownerId: admin.id });
    const weak = await marque.makeKey(place, 'write', { ownerId: admin.id });
    expect((await invite(weak)).status).toBe(403);
    const first = await sent(service);
    const onOrganization = await sent(service, {
      resource: 'organization',
      resourceId: place.organizationId,
    });
    const second = await sent(own);
    for (const { token } of [first, second, onOrganization]) expect((await look(token)).status).toBe(200);
    for (const { id } of [service, own]) await call(boss, 'DELETE', `/keys/${id}`);
    for (const { token } of [first, second, onOrganization]) expect((await look(token)).status).toBe(410);
  });

  it('is not accepted by a key, or without a caller', async () => {
    const { token } = await sent();
    const own = await marque.makeKey(place, 'admin', { ownerId: boss.id });
    expect((await take(own, token)).status).toBe(403);
    expect((await marque.call('POST', `/api/v1/invite/${token}`)).status).toBe(401);
    expect((await take(boss, 'x'.repeat(43))).status).toBe(404);
    expect((await take(boss, 'no-token')).status).toBe(404);
    expect((await look('no-token')).status).toBe(404);
    expect((await look('x'.repeat(43))).status).toBe(404);
    expect((await look(token)).status).toBe(200);
  });

  it('names every problem of a malformed call at once', async () => {
    const refused = await call(admin, 'POST', '/invitations', {
      email: 'nobody',
      resource: 'galaxy',
      resourceId: 'x',
      scope: 'all',
      limits: ['fly'],
      until: 'tomorrow',
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort().join(' ')).toBe('email limits[0] resource resourceId scope until');
  });
});

describe('the members of an organization', () => {
  const members = async (by: Caller) => (await call(by, 'GET', '/members')).body;
  const namesIn = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

  it("are everyone with all their access to its admin, and those with access to a workspace to that workspace's admin", async () => {
    const of = await marque.makePlace('Members');
    const beside = await makeWorkspace(marque, of, 'Beside');
    const [ruler, local, near, far, idle] = (await Promise.all(
      ['Ruth', 'Lola', 'Nell', 'Fay', 'Ida'].map((name) => marque.makePerson(name)),
    )) as [Person, Person, Person, Person, Person];
    await marque.grant(ruler.id, 'organization', of.organizationId, 'admin', { place: of });
    await marque.grant(local.id, 'workspace', of.workspaceId, 'admin', { place: of });
    await marque.grant(near.id, 'workspace', beside.workspaceId, 'write', { place: beside });
    await marque.grant(far.id, 'workspace', beside.workspaceId, 'read', { place: beside });
    const group = (await call(ruler, 'POST', '/groups', { name: 'Near', members: [near.id] })).body.data.id;
    await call(ruler, 'POST', '/groups', { name: 'Idle', members: [near.id, far.id] });
    const { body: given } = await call(ruler, 'POST', '/grants', {
      group,
      resource: 'workspace',
      resourceId: of.workspaceId,
      scope: 'read',
    });
    // Nobody is in them: only their grants say where they belong.
    const empty = async (name: string, resource: string, resourceId: string): Promise<void> => {
      const { body } = await call(ruler, 'POST', '/groups', { name, members: [] });
      const on = { group: body.data.id, resource, resourceId, scope: 'read' };
      expect((await call(ruler, 'POST', '/grants', on)).status).toBe(200);
    };
    await empty('Above', 'organization', of.organizationId);
    await empty('Beyond', 'workspace', beside.workspaceId);
    await empty('Inside', 'collection', await marque.makeCollection(of));
    const wide = await sent(ruler, {
      resource: 'organization',
      resourceId: of.organizationId,
      scope: 'read',
    });
    const narrow = await sent(local, { resourceId: of.workspaceId });
    await call(ruler, 'POST', '/invitations', {
      email: idle.email,
      resource: 'workspace',
      resourceId: beside.workspaceId,
      scope: 'read',
    });

    const all = await members(ruler);
    expect(namesIn(all)).toEqual(['Fay', 'Lola', 'Nell', 'Ruth']);
    expect(all.data[2]).toEqual({
      id: near.id,
      name: 'Nell',
      email: near.email,
      grants: [
        expect.objectContaining({ user: { id: near.id, name: 'Nell', email: near.email }, group: null }),
        given.data,
      ],
    });
    expect(all.invitations).toHaveLength(3);
    expect(all.invitations[2]).toEqual(
      expect.objectContaining({ id: wide.id, email: wide.email, label: 'Members', invitedBy: 'Ruth' }),
    );
    expect(Object.keys(all.invitations[0])).not.toContain('url');

    expect(namesIn({ data: all.groups })).toEqual(['Above', 'Beyond', 'Inside', 'Near']);

    const here = await members(local);
    expect(here.groups.at(-1)).toEqual({ id: group, name: 'Near' });
    expect(namesIn({ data: here.groups })).toEqual(['Above', 'Inside', 'Near']);
    expect(namesIn(here)).toEqual(['Lola', 'Nell', 'Ruth']);
    expect(here.data[1].grants).toEqual([given.data]);
    expect(here.invitations.map(({ id }: { id: string }) => id)).toEqual([narrow.id]);
    expect((await members(await marque.makeKey(of, 'admin'))).data).toEqual(here.data);
  });

  it('are hidden below admin, and from other organizations', async () => {
    for (const scope of ['read', 'propose', 'write'] as const) {
      const key = await marque.makeKey(place, scope);
      const refused = await call(key, 'GET', '/members');
      expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: scope }]);
    }
    expect((await marque.call('GET', '/api/v1/members')).status).toBe(401);
    expect((await call(await marque.makePerson(), 'GET', '/members')).status).toBe(404);
    const key = await marque.makeKey(other, 'admin');
    const ids = JSON.stringify((await members(key)).data);
    expect(ids).not.toContain(boss.id);
  });
});

describe('removing a person from the organization', () => {
  it('removes all their access, keys and invitations in it, and nothing elsewhere', async () => {
    const person = await marque.makePerson('Pia Person');
    const collection = await marque.makeCollection(place, { private: true });
    await marque.grant(person.id, 'organization', place.organizationId, 'write', { place });
    await marque.grant(person.id, 'collection', collection, 'read', { place });
    await marque.grant(person.id, 'workspace', other.workspaceId, 'read', { place: other });
    const group = (await call(boss, 'POST', '/groups', { name: randomUUID(), members: [person.id] })).body
      .data.id;
    const own = await marque.makeKey(place, 'write', { ownerId: person.id });
    const made = await marque.makeKey(place, 'read', { madeById: person.id });
    const elsewhere = await marque.makeKey(other, 'read', { ownerId: person.id });
    const { token } = await sent(admin, { email: person.email });

    expect((await call(boss, 'DELETE', `/members/${person.id.toUpperCase()}`)).body).toEqual({
      data: { deleted: true },
    });
    expect(await scopeOf(marque, person, place)).toBeNull();
    expect((await call(own, 'GET', '/me')).status).toBe(401);
    expect((await call(made, 'GET', '/me')).status).toBe(200);
    expect((await call(elsewhere, 'GET', '/me')).body.data.scope).toBe('read');
    expect((await take(person, token)).status).toBe(410);
    expect((await call(boss, 'GET', `/groups/${group}`)).body.data.members).toEqual([]);
    const { body } = await call(person, 'GET', '/me');
    expect(body.data.workspaces.map(({ id }: { id: string }) => id)).toEqual([other.workspaceId]);
    expect((await call(boss, 'DELETE', `/members/${person.id}`)).status).toBe(404);

    const [event] = await eventRowsOf(marque, person.id);
    expect(event).toMatchObject({
      type: 'person.removed',
      actor_name: 'Bea Boss',
      detail: {
        name: 'Pia Person',
        before: {
          grants: [{ resource: 'organization', scope: 'write' }, { resource: 'collection' }],
          groups: [{ id: group }],
          keys: [{ id: own.id, scope: 'write' }],
          invitations: 1,
        },
        after: null,
      },
    });
  });

  it("is for admins of the organization: others don't learn who is in it", async () => {
    const person = await marque.makeMember(place, 'read');
    for (const id of [person.id, randomUUID()]) {
      const refused = await call(admin, 'DELETE', `/members/${id}`);
      expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'admin', has: null }]);
    }
    const theirs = await marque.makeAdmin(other);
    const refused = await call(theirs, 'DELETE', `/members/${person.id}`);
    expect(refused.status).toBe(404);
    expect(refused.body).toEqual((await call(theirs, 'DELETE', `/members/${randomUUID()}`)).body);
    expect((await call(boss, 'DELETE', '/members/no-id')).status).toBe(404);
    expect(await scopeOf(marque, person, place)).toBe('read');
  });

  it('never removes the last admin, nor both of two who remove each other at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const of = await marque.makePlace();
      const [one, two] = [await marque.makePerson(), await marque.makePerson()];
      for (const each of [one, two])
        await marque.grant(each.id, 'organization', of.organizationId, 'admin', { place: of });
      const answers = await Promise.all([
        call(one, 'DELETE', `/members/${two.id}`),
        call(two, 'DELETE', `/members/${one.id}`),
      ]);
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      const left = await marque.service.db.query<{ user_id: string }>(
        'select user_id from marque.effective_grants where resource_id = $1 and rank = 4',
        [of.organizationId],
      );
      expect(left).toHaveLength(1);
      const last = left[0]?.user_id === one.id ? one : two;
      const refused = await call(last, 'DELETE', `/members/${last.id}`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    }
  });
});
