// Managing portals: creating, listing, changing, closing and deleting them, and who can't.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../core/access/resources.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf, eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { issuePaths } from '../setup/issues.ts';
import { makeBrand } from '../brands/brand.ts';
import { changeAsRead, deleteOnce, expectListed, expectPassword, expectSlugs } from '../sharing/managing.ts';

const workspace = await startWithWorkspace();
const { marque, place, editor: as, proposer, stranger, write } = workspace;
afterAll(() => marque.close());

describe('a portal', () => {
  it('is created with all its fields, read, changed and deleted', async () => {
    const [one, two] = [await makeBrand(marque, place), await makeBrand(marque, place)];
    const collection = await marque.makeCollection(place);
    const logo = await makeAsset(marque, place);
    const made = await write.create('/portals', {
      name: 'Press & partners',
      intro: 'Welcome.',
      terms: 'Ask first.',
      expiresAt: '2040-01-01T00:00:00+01:00',
      theme: { logo, accent: '#AA3300' },
      brands: [two.id, one.slug],
      collections: [collection],
      presets: [{ name: 'Web', transform: 'w_1200,f_webp' }],
    });
    expect(made).toEqual({
      id: expect.any(String),
      slug: 'press-partners',
      name: 'Press & partners',
      intro: 'Welcome.',
      access: 'public',
      expiresAt: '2039-12-31T23:00:00.000Z',
      theme: { logo, accent: '#aa3300', background: null },
      brands: [two.slug, one.slug],
      collections: [collection],
      presets: [{ name: 'Web', transform: 'w_1200,f_webp' }],
      terms: 'Ask first.',
      indexed: false,
      url: `${marque.url}/p/press-partners`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const path = `/portals/${made.id}`;
    expect((await write.call('GET', path)).body.data).toEqual(made);

    const body = { name: 'Press', brands: [one.slug], theme: { accent: null }, intro: null };
    const changed = await changeAsRead(workspace, path, body);
    expect(changed.body.data).toEqual({
      ...made,
      name: 'Press',
      intro: null,
      brands: [one.slug],
      theme: { logo, accent: null, background: null },
      updatedAt: expect.any(String),
    });

    await deleteOnce(workspace, path);
    const events = await eventRowsOf(marque, made.id);
    expect(events.map(({ type, audit }) => [type, audit])).toEqual([
      ['portal.created', true],
      ['portal.changed', true],
      ['portal.deleted', true],
    ]);
    expect(events[1]?.detail).toMatchObject({
      changes: {
        brands: { before: [two.id, one.id], after: [one.id] },
        intro: { before: true, after: false },
      },
    });
  });

  it('needs only a name, from which it gets a free slug', async () => {
    const one = await write.create('/portals', { name: 'Twice' });
    expect(one).toMatchObject({ slug: 'twice', access: 'public', brands: [], collections: [], presets: [] });
    expect((await write.create('/portals', { name: 'Twice' })).slug).toBe('twice-2');
    await expectSlugs(workspace, '/portals', 'twice');
  });

  it('has every problem of its schema named at once', async () => {
    const refused = await write.call('POST', '/portals', {
      name: '',
      slug: 'Not_a_slug',
      access: 'secret',
      expiresAt: 'tomorrow',
      theme: { accent: 'red', font: 'Arial' },
      collections: ['nonsense'],
      presets: [
        { name: 'Web', transform: 'wide' },
        { name: 'web', transform: 'w_10' },
      ],
      color: 'red',
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort().join(' ')).toBe(
      'access collections[0] color expiresAt name presets[0].transform presets[1].name slug theme.accent theme.font',
    );
  });

  it("only accepts content that the caller can read and that isn't private", async () => {
    const elsewhere = await marque.makePlace();
    const theirs = await makeBrand(marque, elsewhere);
    const hidden = await makeBrand(marque, place, { private: true });
    const closed = await marque.makeCollection(place, { private: true });
    const boss = await marque.makeMember(place, 'admin');
    const body = {
      name: 'Nothing of this',
      brands: [theirs.id, 'nowhere', hidden.slug],
      collections: [closed, crypto.randomUUID()],
      theme: { logo: crypto.randomUUID() },
    };
    const issuesFor = async (cookie: string): Promise<[string, boolean][]> => {
      const refused = await marque.call('POST', '/api/v1/portals', { as: { cookie }, body });
      expect(refused.status).toBe(422);
      return (refused.body.error.detail.issues as { path: string; message: string }[]).map(
        ({ path, message }) => [path, /private/.test(message)],
      );
    };
    // That a private resource exists is only revealed to callers who can read it.
    const paths = ['brands[0]', 'brands[1]', 'brands[2]', 'collections[0]', 'collections[1]', 'theme.logo'];
    expect(await issuesFor(as.cookie)).toEqual(paths.map((path) => [path, false]));
    expect(await issuesFor(boss.cookie)).toEqual(
      paths.map((path) => [path, path === 'brands[2]' || path === 'collections[0]']),
    );
    expect((await write.call('GET', '/portals')).body.data).not.toContainEqual(
      expect.objectContaining({ name: 'Nothing of this' }),
    );
  });

  it('leaves out what was deleted or made private since', async () => {
    const brand = await makeBrand(marque, place);
    const [one, two] = [await marque.makeCollection(place), await marque.makeCollection(place)];
    const { id } = await write.create('/portals', {
      name: 'Fading',
      brands: [brand.slug],
      collections: [one, two],
    });
    await marque.service.db.query('delete from collections where id = $1', [one]);
    await marque.service.db.query('update brands set private = true where id = $1', [brand.id]);
    const { data } = (await write.call('GET', `/portals/${id}`)).body;
    expect(data).toMatchObject({ brands: [], collections: [two] });
  });

  it('requires a password for access by password, and never shows it', async () => {
    const portal = await expectPassword(workspace, '/portals');
    const renewed = await write.call('PATCH', `/portals/${portal.id}`, { password: 'open barley' });
    expect(renewed.status).toBe(200);
    const rows = await marque.service.db.query<{ row: string }>(
      'select row_to_json(e)::text as row from marque.events e',
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/sesame|barley/);
    expect(await eventsOf(marque, portal.id)).toEqual(['portal.created', 'portal.shared']);
  });

  it('is closed immediately, stays closed, and opens again', async () => {
    const { id } = await write.create('/portals', { name: 'Soon over' });
    const before = Date.now();
    const closed = await write.call('POST', `/portals/${id}/close`);
    expect(closed.status).toBe(200);
    expect(Date.parse(closed.body.data.expiresAt)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(closed.body.data.expiresAt)).toBeGreaterThanOrEqual(before - 1000);
    const again = await write.call('POST', `/portals/${id}/close`);
    expect(again.body).toEqual(closed.body);
    const open = await write.call('PATCH', `/portals/${id}`, { expiresAt: null });
    expect(open.body.data.expiresAt).toBeNull();
    const types = ['portal.created', 'portal.closed', 'portal.changed'];
    expect(await eventsOf(marque, id)).toEqual(types);
  });

  it('is listed by name, for callers with write', async () => {
    await write.create('/portals', { name: 'zebra' });
    await write.create('/portals', { name: 'Aardvark' });
    await expectListed(workspace, '/portals');
  });

  it("is a 404 for another workspace, and can't be changed below write or without the ability to share", async () => {
    const { id } = await write.create('/portals', { name: 'Ours' });
    const unsharing = await marque.makeMember(place, 'write', { limits: ['share'] });
    const undeleting = await marque.makeMember(place, 'write', { limits: ['delete'] });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Theirs' }],
      ['DELETE', '', undefined],
      ['POST', '/close', undefined],
    ] as const) {
      const statusFor = async (caller: Caller) =>
        (await callsAs(marque, caller).call(method, `/portals/${id}${path}`, body)).status;
      expect(await statusFor(stranger)).toBe(404);
      expect(await statusFor(proposer)).toBe(403);
      expect(await statusFor(unsharing)).toBe(method === 'GET' ? 200 : 403);
    }
    expect((await marque.call('DELETE', `/api/v1/portals/${id}`, { as: undeleting })).status).toBe(403);
    for (const caller of [proposer, unsharing]) {
      const refused = await callsAs(marque, caller).call('POST', '/portals', { name: 'x' });
      expect(refused.status).toBe(403);
    }
    for (const path of ['nonsense', crypto.randomUUID()])
      expect((await write.call('GET', `/portals/${path}`)).status).toBe(404);
    expect((await write.call('GET', `/portals/${id}`)).body.data.name).toBe('Ours');
  });
});
