// Settings over HTTP: permissions, which value applies, and that a secret is never returned.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../../assets/library.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../../setup/service.ts';

let marque: TestService;
let place: Place;
let admin: Person;
let as: Caller;

beforeAll(async () => {
  marque = await startService({ SMTP_HOST: 'mail.operator.example', MAIL_FROM: 'operator@example.com' });
});
afterAll(() => marque.close());
beforeEach(async () => {
  place = await marque.makePlace();
  admin = await marque.makeAdmin(place);
  as = { cookie: admin.cookie };
});

const workspace = () => ({ 'x-workspace': place.workspaceId });
const list = async (context?: string, caller: Caller = as) =>
  marque.call('GET', `/api/v1/settings${context ? `?context=${context}` : ''}`, { as: caller });
const patch = (key: string, body: unknown, context = 'organization', caller: Caller = as) =>
  marque.call('PATCH', `/api/v1/settings/${key}?context=${context}`, { as: caller, body });
const reset = (key: string, context = 'organization', caller: Caller = as) =>
  marque.call('DELETE', `/api/v1/settings/${key}?context=${context}`, { as: caller });
const setting = async (key: string, context = 'organization') =>
  (await list(context)).body.data.find((one: { key: string }) => one.key === key);

describe('the list', () => {
  it('has every setting of the context, with its effective value', async () => {
    const ofOrganization = await list();
    expect(ofOrganization.status).toBe(200);
    expect(ofOrganization.body.data.map((one: { key: string }) => one.key)).toEqual([
      'email',
      'branding',
      'delivery',
      'review',
      'agents',
      'retention',
      'sites',
      'provenance',
      'check',
    ]);
    const ofWorkspace = await list('workspace');
    expect(ofWorkspace.body.data.map((one: { key: string }) => one.key)).toEqual([
      'delivery',
      'review',
      'agents',
      'retention',
      'sites',
      'provenance',
      'check',
    ]);
    expect(ofWorkspace.body.data[3]).toEqual({
      key: 'retention',
      label: 'Retention',
      context: 'workspace',
      value: { deletedDays: 30, renditionDays: 30, eventDays: 400 },
      secrets: {},
      source: 'default',
      sources: { deletedDays: 'default', renditionDays: 'default', eventDays: 'default' },
      own: false,
    });
  });

  it("shows the environment's values, and never a secret", async () => {
    expect(await setting('email')).toEqual({
      key: 'email',
      label: 'E-mail',
      context: 'organization',
      value: {
        enabled: null,
        host: 'mail.operator.example',
        port: 587,
        user: null,
        password: null,
        from: 'operator@example.com',
        replyTo: null,
      },
      secrets: { password: false },
      source: 'environment',
      sources: {
        enabled: 'default',
        host: 'environment',
        port: 'default',
        user: 'default',
        password: 'default',
        from: 'environment',
        replyTo: 'default',
      },
      own: false,
    });
  });

  it('refuses an unknown context', async () => {
    const reply = await list('brand');
    expect(reply.status).toBe(400);
    expect(reply.body.error.detail.issues[0].path).toBe('context');
  });
});

describe('changing a setting', () => {
  it('merges property by property, with the workspace over the organization', async () => {
    await patch('retention', { deletedDays: 7, eventDays: 100 });
    const reply = await patch('retention', { deletedDays: 3 }, 'workspace');
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      context: 'workspace',
      value: { deletedDays: 3, renditionDays: 30, eventDays: 100 },
      source: 'workspace',
      sources: { deletedDays: 'workspace', renditionDays: 'default', eventDays: 'organization' },
      own: true,
    });
    expect(await setting('retention')).toMatchObject({
      value: { deletedDays: 7, eventDays: 100 },
      source: 'organization',
      own: true,
    });

    await patch('retention', { deletedDays: null }, 'workspace');
    expect(await setting('retention', 'workspace')).toMatchObject({
      value: { deletedDays: 7 },
      source: 'organization',
      own: false,
    });
  });

  it('to the same value changes nothing, and records nothing', async () => {
    const first = await patch('review', { requireNoteOnReject: false });
    const again = await patch('review', { requireNoteOnReject: false });
    expect(again.body).toEqual(first.body);
    expect(await events()).toHaveLength(1);
  });

  it('twice at once keeps both changes', async () => {
    await Promise.all([
      patch('retention', { deletedDays: 5 }),
      patch('retention', { renditionDays: 6 }),
      patch('retention', { eventDays: 7 }),
    ]);
    expect((await setting('retention')).value).toEqual({ deletedDays: 5, renditionDays: 6, eventDays: 7 });
  });

  it('resets it to the inherited value, any number of times', async () => {
    await patch('retention', { deletedDays: 7 });
    const replies = [await reset('retention'), await reset('retention')];
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ data: { deleted: true } });
    }
    expect(await setting('retention')).toMatchObject({ source: 'default', own: false });
    expect((await events()).map(({ detail }) => detail)).toMatchObject([
      { before: { deletedDays: null }, after: { deletedDays: 7 } },
      { before: { deletedDays: 7 }, after: { deletedDays: null } },
    ]);
  });

  it('reports everything that is wrong at once, and stores nothing', async () => {
    const reply = await patch('delivery', {
      public: 'yes',
      quality: 0,
      formats: ['gif'],
      colour: 1,
      maxPixels: 9,
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBe('invalid_request');
    const paths = reply.body.error.detail.issues.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['colour', 'formats[0]', 'public', 'quality']);
    expect((await setting('delivery')).own).toBe(false);
  });

  it.each([
    ['an unknown key', 'nothing', 'organization', 404],
    ['a key that every object has', 'constructor', 'organization', 404],
    ["a key that workspaces don't have", 'email', 'workspace', 400],
    ['an unknown context', 'email', 'brand', 400],
  ])('refuses %s', async (_, key, context, status) => {
    for (const reply of [await patch(key, {}, context), await reset(key, context)])
      expect(reply.status).toBe(status);
  });

  it('says where a key can be set if not here', async () => {
    const { body } = await patch('branding', { product: 'X' }, 'workspace');
    expect(body.error.message).toContain('context=organization');
  });

  it.each([
    ['a list of addresses', { from: 'a@example.com, b@example.com' }],
    ['a second header', { from: 'Acme\r\nBcc: eve@example.com <a@example.com>' }],
    ['no host', { host: 'mail.example/path' }],
    ['a port out of range', { port: 65_536 }],
    ["a password that isn't text", { password: 12 }],
  ])('refuses %s for e-mail', async (_, body) => {
    expect((await patch('email', body)).status).toBe(400);
  });

  it('accepts as logo only an active picture of the organization', async () => {
    const elsewhere = await marque.makePlace();
    const [mine, theirs, text, draft] = await Promise.all([
      picture(place.workspaceId),
      picture(elsewhere.workspaceId),
      picture(place.workspaceId, { mime: 'text/plain' }),
      picture(place.workspaceId, { status: 'draft' }),
    ]);
    expect((await patch('branding', { logo: mine })).status).toBe(200);
    for (const other of [theirs, text, draft, '00000000-0000-0000-0000-000000000000']) {
      const reply = await patch('branding', { logo: mine, icon: other });
      expect(reply.status).toBe(422);
      expect(reply.body.error.detail.issues).toMatchObject([{ path: 'icon' }]);
    }
    expect((await patch('branding', { logo: 'logo.svg' })).status).toBe(400);
  });
});

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
    expect((await patch('delivery', { colour: 1 }, 'workspace', { key })).status).toBe(403);
    expect((await patch('delivery', { colour: 1 }, 'nowhere', { key })).status).toBe(403);
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

interface EventRow {
  detail: Record<string, unknown>;
}

function events(): Promise<EventRow[]> {
  return marque.service.db.query<EventRow>(
    `select detail from marque.events where organization_id = $1 and type = 'setting.changed' order by id`,
    [place.organizationId],
  );
}

/** A picture filed in a workspace; optionally with another type or status. */
async function picture(workspaceId: string, more: { mime?: string; status?: string } = {}): Promise<string> {
  const { key } = await marque.makeKey({ ...place, workspaceId }, 'admin');
  const { id } = (await makeAsset(marque, { key })) as { id: string };
  await marque.service.db.query('update assets set mime_type = $2, status = $3 where id = $1', [
    id,
    more.mime ?? 'image/png',
    more.status ?? 'active',
  ]);
  return id;
}
