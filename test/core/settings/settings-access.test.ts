// Settings over HTTP: secrets, which no one can read, and who can change what.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../setup/service.ts';
import { newOrganization, place, admin, as, marque, list, patch, reset, setting, events } from './setting.ts';

afterAll(() => marque.close());

beforeEach(newOrganization);

const workspace = () => ({ 'x-workspace': place.workspaceId });

describe('a secret', () => {
  const password = 'Gehei"m\\nis-42';

  it('is kept when blank, cleared by null, and never returned', async () => {
    const replies = [
      await patch('email', { host: 'mail.acme.example', user: 'acme', password }),
      await patch('email', { user: 'other', password: '' }),
      await list(),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(reply.bytes.toString()).not.toContain('Gehei');
    }
    expect(await setting('email')).toMatchObject({
      value: { password: null, user: 'other' },
      secrets: { password: true },
      sources: { password: 'organization' },
    });
    await patch('email', { password: null });
    expect(await setting('email')).toMatchObject({
      secrets: { password: false },
      sources: { password: 'default' },
    });
  });

  it('is nowhere in the database in readable form', async () => {
    await patch('email', { password });
    const tables = await marque.service.db.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'marque') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const [row] = await marque.service.db.query<{ found: boolean }>(
        `select coalesce(bool_or(t::text like '%is-42%'), false) as found from ${name} t`,
      );
      expect([name, row?.found]).toEqual([name, false]);
    }
  });

  it('appears in events only as set or not', async () => {
    await patch('email', { password, port: 26 });
    await patch('email', { password: `${password}!` });
    await patch('email', { password: `${password}!` });
    await patch('email', { password: null });
    expect((await events()).map(({ detail }) => detail)).toEqual([
      {
        key: 'email',
        context: 'organization',
        before: { password: 'not set', port: null },
        after: { password: 'set', port: 26 },
      },
      { key: 'email', context: 'organization', before: { password: 'set' }, after: { password: 'set' } },
      { key: 'email', context: 'organization', before: { password: 'set' }, after: { password: 'not set' } },
    ]);
  });

  it("isn't sent to a changed host by itself: it has to be entered again", async () => {
    await patch('email', { host: 'mail.acme.example', password });
    const before = await setting('email');
    for (const body of [
      { host: 'mail.thief.example' },
      { host: 'mail.thief.example', password: '' },
      // Without its own host, the environment's would receive it.
      { host: null },
    ]) {
      const refused = await patch('email', body);
      expect([body, refused.status]).toEqual([body, 422]);
      expect(refused.body.error.detail.issues).toEqual([
        { path: 'password', message: expect.stringContaining('enter the password again') },
      ]);
      expect(refused.bytes.toString()).not.toContain('Gehei');
    }
    expect(await setting('email')).toEqual(before);

    expect((await patch('email', { host: 'mail.acme.example', port: 2525 })).status).toBe(200);
    expect((await patch('email', { host: 'smtp.acme.example', password: 'another' })).status).toBe(200);
    expect((await patch('email', { host: 'mail.thief.example', password: null })).status).toBe(200);
    expect(await setting('email')).toMatchObject({
      value: { host: 'mail.thief.example' },
      secrets: { password: false },
    });
    expect((await reset('email')).status).toBe(200);
  });

  it('sealed with another SECRET counts as not set, and the log says so once', async () => {
    await patch('email', { password, port: 26 });
    const { secret, log } = marque.service;
    const logged: string[] = [];
    const warn = log.warn.bind(log);
    log.warn = (...words: unknown[]) => void logged.push(JSON.stringify(words));
    marque.service.secret = 'another secret than the one before, long enough';
    try {
      for (let n = 0; n < 3; n += 1) {
        expect(await setting('email')).toMatchObject({
          value: { port: 26 },
          secrets: { password: false },
          sources: { password: 'default' },
          own: true,
        });
      }
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain('SECRET');
      await patch('email', { password: 'entered again' });
      expect(await setting('email')).toMatchObject({ secrets: { password: true } });
    } finally {
      marque.service.secret = secret;
      log.warn = warn;
    }
  });
});

describe('permission to change settings', () => {
  it('is refused below admin, and a caller without access to the workspace gets a 404', async () => {
    const writer = await marque.makePerson();
    await marque.grant(writer.id, 'organization', place.organizationId, 'write', { place });
    const below: Caller = { cookie: writer.cookie };
    const stranger: Caller = { cookie: (await marque.makePerson()).cookie };
    for (const context of ['organization', 'workspace']) {
      for (const [caller, status] of [
        [below, 403],
        [stranger, 404],
        [null, 401],
      ] as const) {
        expect((await list(context, caller)).status).toBe(status);
        expect((await patch('review', { requireNoteOnReject: false }, context, caller)).status).toBe(status);
        expect((await reset('review', context, caller)).status).toBe(status);
      }
    }
    expect((await setting('review')).own).toBe(false);
  });

  it('is checked before the input', async () => {
    const { key } = await marque.makeKey(place, 'write');
    expect((await patch('delivery', { color: 1 }, 'workspace', { key })).status).toBe(403);
    expect((await patch('delivery', { color: 1 }, 'nowhere', { key })).status).toBe(403);
  });

  it('is refused to a key that is admin of its workspace alone, with how to ask for it', async () => {
    const { key } = await marque.makeKey(place, 'admin');
    const refused = await list(undefined, { key });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('context=workspace');
    expect((await patch('review', {}, 'organization', { key })).body.error.message).toContain(
      'context=workspace',
    );
    expect((await list('workspace', { key })).status).toBe(200);
    expect((await patch('review', { requireNoteOnReject: false }, 'workspace', { key })).status).toBe(200);
  });

  it('includes a key whose creator is an admin of the organization', async () => {
    const { key } = await marque.makeKey(place, 'admin', { madeById: admin.id });
    expect((await patch('branding', { product: 'Acme Library' }, 'organization', { key })).status).toBe(200);
  });

  it("includes a workspace's settings for its admin, and not the organization's", async () => {
    const person = await marque.makeMember(place, 'admin');
    const caller: Caller = { cookie: person.cookie };
    const refused = await patch('review', {}, 'organization', caller);
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('context=workspace');
    expect((await patch('review', { requireNoteOnReject: false }, 'workspace', caller)).status).toBe(200);
  });

  it("is limited to one's own workspace and organization", async () => {
    const other = await marque.payload.create({
      collection: 'workspaces',
      data: { name: 'Other', slug: 'other', organization: place.organizationId },
    });
    const elsewhere = await marque.makePlace();
    await marque.grant(admin.id, 'organization', elsewhere.organizationId, 'admin', { place: elsewhere });
    await marque.call('PATCH', '/api/v1/settings/retention?context=workspace', {
      as,
      headers: workspace(),
      body: { deletedDays: 2 },
    });
    await marque.call('PATCH', '/api/v1/settings/retention', {
      as,
      headers: workspace(),
      body: { eventDays: 50 },
    });
    const days = async (id: string) => {
      const reply = await marque.call('GET', '/api/v1/settings?context=workspace', {
        as,
        headers: { 'x-workspace': id },
      });
      return reply.body.data.find((one: { key: string }) => one.key === 'retention').value;
    };
    expect(await days(place.workspaceId)).toMatchObject({ deletedDays: 2, eventDays: 50 });
    expect(await days(other.id)).toMatchObject({ deletedDays: 30, eventDays: 50 });
    expect(await days(elsewhere.workspaceId)).toMatchObject({ deletedDays: 30, eventDays: 400 });
  });
});
