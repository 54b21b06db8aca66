// Settings over HTTP: the list, and changing them.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../../assets/library.ts';
import type { Reply } from '../../setup/service.ts';
import { newOrganization, place, marque, list, patch, reset, setting, events } from './setting.ts';
import { issuePaths } from '../../setup/issues.ts';

afterAll(() => marque.close());

beforeEach(newOrganization);

describe('the list', () => {
  it('has every setting of the context, in the order of the modules, with its effective value', async () => {
    const ofOrganization = await list();
    expect(ofOrganization.status).toBe(200);
    const keysIn = ({ body }: Reply) => (body.data as { key: string }[]).map(({ key }) => key);
    const inBoth = ['agents', 'delivery', 'retention', 'provenance', 'check', 'review', 'sites'];
    expect(keysIn(ofOrganization)).toEqual(['email', 'branding', ...inBoth]);
    const ofWorkspace = await list('workspace');
    expect(keysIn(ofWorkspace)).toEqual(inBoth);
    expect(ofWorkspace.body.data[2]).toEqual({
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
    const paths = issuePaths(reply);
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
