// Settings over HTTP: the list, and changing them.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../../assets/library.ts';
import type { Reply } from '../../setup/service.ts';
import { admin, newOrganization, place, marque, list, patch, reset, setting, events } from './setting.ts';
import { issuePaths } from '../../setup/issues.ts';

afterAll(() => marque.close());

beforeEach(newOrganization);

describe('the list', () => {
  it('has every setting of the context, in the order of the modules, with its effective value', async () => {
    const ofOrganization = await list();
    expect(ofOrganization.status).toBe(200);
    const keysIn = ({ body }: Reply) => (body.data as { key: string }[]).map(({ key }) => key);
    const inBoth = [
      'agents',
      'delivery',
      'renditions',
      'mining',
      'languages',
      'retention',
      'provenance',
      'check',
      'review',
      'sites',
    ];
    expect(keysIn(ofOrganization)).toEqual(['email', 'branding', ...inBoth]);
    const ofWorkspace = await list('workspace');
    expect(keysIn(ofWorkspace)).toEqual(inBoth);
    expect(ofWorkspace.body.data[5]).toEqual({
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
      color: 1,
      maxPixels: 9,
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBe('invalid_request');
    const paths = issuePaths(reply);
    expect(paths.sort()).toEqual(['color', 'formats[0]', 'public', 'quality']);
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

describe('a change that says what it expects', () => {
  const rule = (key: string, kind: string) => ({ key, kind, until: '2099-01-01T00:00:00.000Z', sample: 10 });
  const rules = async (): Promise<unknown> => (await setting('agents', 'workspace')).value.autoAccept;

  it('is saved while that is what applies, inherited or not', async () => {
    const inherited = await patch('retention', { deletedDays: 10, expected: { deletedDays: 30 } });
    expect([inherited.status, inherited.body.data.value.deletedDays]).toEqual([200, 10]);
    const narrower = { deletedDays: 5, eventDays: null, expected: { deletedDays: 10, eventDays: 400 } };
    const own = await patch('retention', narrower, 'workspace');
    expect([own.status, own.body.data.value.deletedDays]).toEqual([200, 5]);
    // What it doesn't change can be expected as well.
    expect(
      (await patch('retention', { renditionDays: 9, expected: { deletedDays: 5 } }, 'workspace')).status,
    ).toBe(200);
    expect((await patch('retention', { renditionDays: 8, expected: {} }, 'workspace')).status).toBe(200);
  });

  it("can't bring back a rule that has ended in the meantime", async () => {
    const [one, other] = await Promise.all([
      marque.makeKey(place, 'propose'),
      marque.makeKey(place, 'propose'),
    ]);
    const both = [rule(one.id, 'tags'), rule(other.id, 'title')];
    expect((await patch('agents', { autoAccept: both }, 'workspace')).status).toBe(200);
    const read = await rules();
    expect((await patch('agents', { autoAccept: [both[1]] }, 'workspace')).status).toBe(200);
    const before = await events();

    const stale = await patch(
      'agents',
      { autoAccept: [...both, rule(one.id, 'title')], expected: { autoAccept: read } },
      'workspace',
    );
    expect([stale.status, stale.body.error.code]).toEqual([409, 'conflict']);
    expect(stale.body.error.message).toContain(`${admin.name} changed autoAccept since you read it.`);
    expect(stale.body.error.detail).toEqual({
      changed: ['autoAccept'],
      by: admin.name,
      current: { autoAccept: [both[1]] },
    });
    expect(await rules()).toEqual([both[1]]);
    expect(await events()).toEqual(before);
    const { current } = stale.body.error.detail;
    const again = await patch(
      'agents',
      { autoAccept: [both[1], rule(one.id, 'title')], expected: current },
      'workspace',
    );
    expect(again.status).toBe(200);
  });

  it('is refused when what it inherited has changed, or something beside it', async () => {
    await patch('retention', { deletedDays: 20 });
    const stale = await patch('retention', { deletedDays: 5, expected: { deletedDays: 30 } }, 'workspace');
    expect(stale.status).toBe(409);
    // Somebody of the organization did, whom an admin of the workspace needn't know.
    expect(stale.body.error.detail).toEqual({
      changed: ['deletedDays'],
      by: null,
      current: { deletedDays: 20 },
    });
    expect((await patch('retention', { eventDays: 50, expected: { deletedDays: 30 } })).status).toBe(409);
    expect((await setting('retention')).value).toMatchObject({ deletedDays: 20, eventDays: 400 });
  });

  it('of two at once, one is saved', async () => {
    const replies = await Promise.all(
      [11, 12, 13].map((deletedDays) => patch('retention', { deletedDays, expected: { deletedDays: 30 } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is refused as malformed with anything but properties that can be read', async () => {
    const malformed: [unknown, string][] = [
      ['30', 'expected'],
      [null, 'expected'],
      [[30], 'expected'],
      [{ deletedDay: 30 }, 'expected.deletedDay'],
      [{ constructor: 1 }, 'expected.constructor'],
    ];
    for (const [expected, path] of malformed) {
      const reply = await patch('retention', { deletedDays: 9, expected });
      expect([expected, reply.status, issuePaths(reply)]).toEqual([expected, 400, [path]]);
    }
    const secret = await patch('email', { host: 'mail.example', expected: { password: null } });
    expect([secret.status, issuePaths(secret)]).toEqual([400, ['expected.password']]);
    expect((await setting('retention')).value.deletedDays).toBe(30);
  });
});
