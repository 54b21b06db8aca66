// Every change of access is audited: who did it, to whom, and the state before; without secrets.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givePassword } from '../../setup/accounts.ts';
import { callPayload } from '../../identity/accounts/payload-transport.ts';
import { makeColleague } from '../access/resources.ts';
import { makeAsset } from '../../assets/library.ts';
import { until } from '../../setup/children.ts';
import { newOrganization, place, boss, as, marque, audit, auditOf } from './auditing.ts';

afterAll(() => marque.close());

beforeEach(newOrganization);

const byBoss = () => ({ actor: { kind: 'person', id: boss.id, name: 'Bea Boss' } });

describe('the audit log records', () => {
  it('a grant that is given, changed and revoked', async () => {
    const person = await makeColleague(marque, place, 'Ada');
    const on = { resource: 'workspace', resourceId: place.workspaceId };
    const give = (scope: string, limits: string[] = []): [string, string, unknown] => [
      'POST',
      '/grants',
      { user: person.id, ...on, scope, limits },
    ];
    const raw = await auditOf(give('read'), give('write', ['share']));
    const target = { kind: 'person', id: person.id, name: 'Ada' };
    const workspace = { id: place.workspaceId, name: 'Library' };
    expect(raw).toMatchObject([
      {
        ...byBoss(),
        type: 'grant.given',
        target,
        workspace,
        before: null,
        after: { scope: 'read', limits: [] },
        detail: { ...on, label: 'Library' },
      },
      {
        ...byBoss(),
        type: 'grant.changed',
        target,
        before: { scope: 'read', limits: [] },
        after: { scope: 'write', limits: ['share'] },
      },
    ]);
    expect(await auditOf(['DELETE', `/grants/${String(raw[0]?.detail.grant)}`])).toMatchObject([
      {
        ...byBoss(),
        type: 'grant.taken',
        target,
        before: { scope: 'write', limits: ['share'] },
        after: null,
      },
    ]);
  });

  it('a key that is created and revoked, without the key', async () => {
    const { body } = await marque.call('POST', '/api/v1/keys', {
      as,
      headers: { 'x-workspace': place.workspaceId },
      body: { name: 'Robot', scope: 'propose' },
    });
    const { id, secret } = body.data as { id: string; secret: string };
    const target = { kind: 'key', id, name: 'Robot' };
    expect((await audit())[0]).toMatchObject({
      ...byBoss(),
      type: 'key.created',
      target,
      before: null,
      after: { name: 'Robot', scope: 'propose', own: false },
    });
    const raw = await auditOf(['DELETE', `/keys/${id}`]);
    expect(raw).toMatchObject([
      { ...byBoss(), type: 'key.revoked', target, before: { name: 'Robot', scope: 'propose' }, after: null },
    ]);
    expect(JSON.stringify(await audit())).not.toContain(secret);
  });

  it('groups, with members added and removed', async () => {
    const [ada, zoe] = [await makeColleague(marque, place, 'Ada'), await makeColleague(marque, place, 'Zoe')];
    const made = await auditOf(['POST', '/groups', { name: 'Designers', members: [ada.id] }]);
    const id = made[0]?.target?.id ?? '';
    expect(made).toMatchObject([
      {
        ...byBoss(),
        type: 'group.created',
        target: { kind: 'group', id, name: 'Designers' },
        before: null,
        after: { name: 'Designers' },
        detail: { added: [{ id: ada.id, name: 'Ada' }] },
      },
    ]);
    expect(
      await auditOf(
        ['POST', `/groups/${id}/members`, { add: [zoe.id], remove: [ada.id] }],
        ['DELETE', `/groups/${id}`],
      ),
    ).toMatchObject([
      {
        type: 'group.changed',
        detail: { added: [{ id: zoe.id, name: 'Zoe' }], removed: [{ id: ada.id, name: 'Ada' }] },
      },
      { type: 'group.deleted', before: { members: [{ id: zoe.id, name: 'Zoe' }] }, after: null },
    ]);
  });

  it('organizations and workspaces that are created, renamed and deleted, by our API or in the panel', async () => {
    const raw = await auditOf(
      ['PATCH', `/organizations/${place.organizationId}`, { name: 'Renamed' }],
      ['PATCH', `/workspaces/${place.workspaceId}`, { name: 'Archive' }],
      ['POST', '/workspaces', { name: 'Second' }],
    );
    expect(raw).toMatchObject([
      {
        ...byBoss(),
        type: 'organization.changed',
        target: { kind: 'organization', id: place.organizationId, name: 'Renamed' },
        after: { name: 'Renamed' },
      },
      {
        ...byBoss(),
        type: 'workspace.changed',
        target: { kind: 'workspace', id: place.workspaceId, name: 'Archive' },
        before: { name: 'Library' },
        after: { name: 'Archive' },
      },
      { ...byBoss(), type: 'workspace.created', before: null, after: { name: 'Second', slug: 'second' } },
    ]);
    const second = raw[2]?.target?.id ?? '';
    const elsewhere = await marque.makePlace();
    const { status } = await callPayload(marque, 'PATCH', `/api/workspaces/${second}`, {
      body: { name: 'By the panel', organization: elsewhere.organizationId, slug: 'another' },
      headers: { cookie: boss.cookie, origin: marque.url },
    });
    expect(status).toBe(200);
    // Its parent and slug can't be changed along with it.
    const [row] = await marque.service.db.query(
      'select organization_id, slug from workspaces where id = $1',
      [second],
    );
    expect(row).toEqual({ organization_id: place.organizationId, slug: 'second' });
    expect((await audit())[0]).toMatchObject({
      ...byBoss(),
      type: 'workspace.changed',
      before: { name: 'Second' },
      after: { name: 'By the panel' },
    });
    expect(await auditOf(['DELETE', `/workspaces/${second}`])).toMatchObject([
      { type: 'workspace.deleted', before: { name: 'By the panel' }, after: null },
    ]);
  });

  it('what is made private, and the grant that the caller keeps on it', async () => {
    const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
    const edit = { as: { cookie: editor.cookie }, headers: { 'x-workspace': place.workspaceId } };
    const collection = await marque.makeCollection(place, { name: 'Launch' });
    const low = await marque.grant(editor.id, 'collection', collection, 'read', { place });
    await marque.call('PATCH', `/api/v1/collections/${collection}`, { ...edit, body: { private: true } });
    const asset = await makeAsset(marque, edit.as);
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { ...edit, body: { private: true } });
    const [hidden, kept, changed, raised] = await audit();
    expect([raised, changed]).toMatchObject([
      {
        type: 'grant.changed',
        actor: { id: editor.id },
        target: { kind: 'person', id: editor.id },
        before: { scope: 'read', limits: [] },
        after: { scope: 'write', limits: [] },
        detail: { grant: low, resource: 'collection', resourceId: collection, label: 'Launch' },
      },
      {
        type: 'collection.changed',
        target: { kind: 'collection', id: collection, name: 'Launch' },
        before: { private: false },
        after: { private: true },
      },
    ]);
    expect([kept, hidden]).toMatchObject([
      {
        type: 'grant.given',
        before: null,
        after: { scope: 'write', limits: [] },
        detail: { resource: 'asset', resourceId: asset.id, label: 'picture.png', reason: 'made it private' },
      },
      { type: 'asset.changed', before: { private: false }, after: { private: true } },
    ]);
  });

  it('the grants that a new version inherits, of people and of groups', async () => {
    const [ada, zoe] = [await makeColleague(marque, place, 'Ada'), await makeColleague(marque, place, 'Zoe')];
    const [group] = await auditOf(['POST', '/groups', { name: 'Designers', members: [zoe.id] }]);
    const first = await makeAsset(marque, as, { private: true });
    const on = { resource: 'asset', resourceId: first.id };
    await auditOf(
      ['POST', '/grants', { user: ada.id, ...on, scope: 'read' }],
      ['POST', '/grants', { group: group?.target?.id, ...on, scope: 'write', limits: ['delete'] }],
    );
    const seen = (await audit())[0]?.id ?? 0;
    const second = await makeAsset(marque, as, { versionOf: first.id });
    for (const person of [ada, zoe]) {
      const { status } = await marque.call('GET', `/api/v1/assets/${second.id}`, {
        as: { cookie: person.cookie },
      });
      expect(status).toBe(200);
    }
    const raw = (await audit()).filter(({ id, type }) => id > seen && type === 'grant.given').reverse();
    const detail = { resource: 'asset', resourceId: second.id, reason: 'a new version' };
    expect(raw).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          target: { kind: 'person', id: ada.id, name: 'Ada' },
          before: null,
          after: { scope: 'read', limits: [] },
          detail: expect.objectContaining(detail) as unknown,
        }),
        expect.objectContaining({
          target: { kind: 'group', id: group?.target?.id, name: 'Designers' },
          after: { scope: 'write', limits: ['delete'] },
          detail: expect.objectContaining(detail) as unknown,
        }),
      ]),
    );
  });

  it('settings, without their secrets', async () => {
    const secret = 'the password of the mail server';
    const raw = await auditOf([
      'PATCH',
      '/settings/email?context=organization',
      { host: 'mail.example.com', password: secret },
    ]);
    expect(raw).toMatchObject([
      {
        ...byBoss(),
        type: 'setting.changed',
        target: { kind: 'organization', id: place.organizationId },
        before: { host: null, password: 'not set' },
        after: { host: 'mail.example.com', password: 'set' },
        detail: { key: 'email' },
      },
    ]);
    expect(JSON.stringify(await audit())).not.toContain(secret);
  });

  it("successful and failed sign-ins, in each of the person's organizations, and in no other", async () => {
    const person = await marque.makePerson('Ines');
    const other = await marque.makePlace();
    await marque.grant(person.id, 'workspace', place.workspaceId, 'read', { place });
    await marque.grant(person.id, 'workspace', other.workspaceId, 'read', { place: other });
    await marque.grant(boss.id, 'organization', other.organizationId, 'admin', { place: other });
    const third = await marque.makePlace();
    await marque.grant(boss.id, 'organization', third.organizationId, 'admin', { place: third });
    const password = 'correct horse battery';
    await givePassword(marque, person.id, password);
    const signIn = (given: string, email = person.email) =>
      marque.call('POST', '/api/auth/sign-in', { body: { email, password: given } });
    expect((await signIn('not the password')).status).toBe(401);
    // Written after the answer, which must take as long whether the account exists or not.
    await until(async () => (await audit())[0]?.type === 'account.sign_in_failed');
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn('not the password', 'nobody@example.com')).status).toBe(401);
    const target = { kind: 'person', id: person.id, name: 'Ines' };
    for (const at of [place, other]) {
      const raw = (await audit(as, '', at)).filter(({ type }) => type.startsWith('account.'));
      expect(raw).toMatchObject([
        {
          type: 'account.signed_in',
          actor: { kind: 'person', id: person.id },
          target,
          workspace: null,
          detail: { address: expect.any(String) as unknown },
        },
        { type: 'account.sign_in_failed', actor: { kind: 'nobody', id: null, name: 'Someone' }, target },
      ]);
      expect(JSON.stringify(raw)).not.toContain(password);
    }
    expect((await audit(as, '', third)).filter(({ type }) => type.startsWith('account.'))).toEqual([]);
  });

  it('no other work', async () => {
    const asset = await makeAsset(marque, as);
    expect(await auditOf(['PATCH', `/assets/${asset.id}`, { title: 'A title' }])).toEqual([]);
  });
});
