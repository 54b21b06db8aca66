// Managing portals: creating, listing, changing, closing and deleting them, and who can't.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../core/access/resources.ts';
import { eventRowsOf } from '../setup/events.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { issuePaths } from '../setup/issues.ts';
import { makeBrand } from '../brands/brand.ts';

const { marque, place, editor, proposer, stranger } = await startWithWorkspace();
const as = editor;
afterAll(() => marque.close());

const make = async (body: Record<string, unknown>): Promise<Record<string, string>> => {
  const made = await marque.call('POST', '/api/v1/portals', { as, body });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data as Record<string, string>;
};
describe('a portal', () => {
  it('is created with all its fields, read, changed and deleted', async () => {
    const [one, two] = [await makeBrand(marque, place), await makeBrand(marque, place)];
    const collection = await marque.makeCollection(place);
    const logo = await makeAsset(marque, place);
    const made = await make({
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
    const read = await marque.call('GET', `/api/v1/portals/${made.id}`, { as });
    expect(read.body.data).toEqual(made);

    const body = { name: 'Press', brands: [one.slug], theme: { accent: null }, intro: null };
    const stale = { 'if-match': '"of another state"' };
    expect(
      (await marque.call('PATCH', `/api/v1/portals/${made.id}`, { as, body, headers: stale })).status,
    ).toBe(412);
    const changed = await marque.call('PATCH', `/api/v1/portals/${made.id}`, {
      as,
      body,
      headers: { 'if-match': read.headers.get('etag') ?? '' },
    });
    expect(changed.body.data).toEqual({
      ...made,
      name: 'Press',
      intro: null,
      brands: [one.slug],
      theme: { logo, accent: null, background: null },
      updatedAt: expect.any(String),
    });

    const gone = await marque.call('DELETE', `/api/v1/portals/${made.id}`, { as });
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect((await marque.call('DELETE', `/api/v1/portals/${made.id}`, { as })).status).toBe(404);
    const events = await eventRowsOf(marque, made.id ?? '');
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
    const one = await make({ name: 'Twice' });
    expect(one).toMatchObject({ slug: 'twice', access: 'public', brands: [], collections: [], presets: [] });
    expect((await make({ name: 'Twice' })).slug).toBe('twice-2');
    const taken = await marque.call('POST', '/api/v1/portals', { as, body: { name: 'x', slug: 'twice' } });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    const both = await Promise.all([make({ name: 'At once' }), make({ name: 'At once' })]);
    expect(both.map(({ slug }) => slug).sort()).toEqual(['at-once', 'at-once-2']);
  });

  it('has every problem of its schema named at once', async () => {
    const refused = await marque.call('POST', '/api/v1/portals', {
      as,
      body: {
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
        colour: 'red',
      },
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort()).toEqual([
      'access',
      'collections[0]',
      'colour',
      'expiresAt',
      'name',
      'presets[0].transform',
      'presets[1].name',
      'slug',
      'theme.accent',
      'theme.font',
    ]);
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
    expect((await marque.call('GET', '/api/v1/portals', { as })).body.data).not.toContainEqual(
      expect.objectContaining({ name: 'Nothing of this' }),
    );
  });

  it('leaves out what was deleted or made private since', async () => {
    const brand = await makeBrand(marque, place);
    const [one, two] = [await marque.makeCollection(place), await marque.makeCollection(place)];
    const { id } = await make({ name: 'Fading', brands: [brand.slug], collections: [one, two] });
    await marque.service.db.query('delete from collections where id = $1', [one]);
    await marque.service.db.query('update brands set private = true where id = $1', [brand.id]);
    const { data } = (await marque.call('GET', `/api/v1/portals/${id}`, { as })).body;
    expect(data).toMatchObject({ brands: [], collections: [two] });
  });

  it('requires a password for access by password, and never shows it', async () => {
    const bare = await marque.call('POST', '/api/v1/portals', {
      as,
      body: { name: 'Closed', access: 'password' },
    });
    expect([bare.status, bare.body.error.detail.issues[0].path]).toEqual([422, 'password']);
    const portal = await make({ name: 'Closed', access: 'password', password: 'open sesame' });
    expect(JSON.stringify(portal)).not.toMatch(/sesame|hash|salt/);
    const renewed = await marque.call('PATCH', `/api/v1/portals/${portal.id}`, {
      as,
      body: { password: 'open barley' },
    });
    expect(renewed.status).toBe(200);
    const rows = await marque.service.db.query<{ row: string }>(
      'select row_to_json(e)::text as row from marque.events e',
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/sesame|barley/);
    expect((await eventRowsOf(marque, portal.id ?? '')).map(({ type }) => type)).toEqual([
      'portal.created',
      'portal.shared',
    ]);
  });

  it('is closed immediately, stays closed, and opens again', async () => {
    const { id } = await make({ name: 'Soon over' });
    const before = Date.now();
    const closed = await marque.call('POST', `/api/v1/portals/${id}/close`, { as });
    expect(closed.status).toBe(200);
    expect(Date.parse(closed.body.data.expiresAt)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(closed.body.data.expiresAt)).toBeGreaterThanOrEqual(before - 1000);
    const again = await marque.call('POST', `/api/v1/portals/${id}/close`, { as });
    expect(again.body).toEqual(closed.body);
    const open = await marque.call('PATCH', `/api/v1/portals/${id}`, { as, body: { expiresAt: null } });
    expect(open.body.data.expiresAt).toBeNull();
    expect((await eventRowsOf(marque, id ?? '')).map(({ type }) => type)).toEqual([
      'portal.created',
      'portal.closed',
      'portal.changed',
    ]);
  });

  it('is listed by name, for callers with write', async () => {
    await make({ name: 'zebra' });
    await make({ name: 'Aardvark' });
    const listed = await marque.call('GET', '/api/v1/portals', { as });
    const names = (listed.body.data as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    expect((await marque.call('GET', '/api/v1/portals', { as: stranger })).body).toEqual({ data: [] });
    expect((await marque.call('GET', '/api/v1/portals', { as: proposer })).status).toBe(403);
    expect((await marque.call('GET', '/api/v1/portals')).status).toBe(401);
  });

  it("is a 404 for another workspace, and can't be changed below write or without the ability to share", async () => {
    const { id } = await make({ name: 'Ours' });
    const limited = async (limit: 'share' | 'delete'): Promise<{ cookie: string }> => {
      const person = await marque.makePerson();
      await marque.grant(person.id, 'workspace', place.workspaceId, 'write', { place, limits: [limit] });
      return { cookie: person.cookie };
    };
    const [unsharing, undeleting] = [await limited('share'), await limited('delete')];
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Theirs' }],
      ['DELETE', '', undefined],
      ['POST', '/close', undefined],
    ] as const) {
      const call = (caller: { key: string } | { cookie: string }) =>
        marque.call(method, `/api/v1/portals/${id}${path}`, { as: caller, ...(body ? { body } : {}) });
      expect((await call(stranger)).status).toBe(404);
      expect((await call(proposer)).status).toBe(403);
      expect((await call(unsharing)).status).toBe(method === 'GET' ? 200 : 403);
    }
    expect((await marque.call('DELETE', `/api/v1/portals/${id}`, { as: undeleting })).status).toBe(403);
    for (const caller of [proposer, unsharing])
      expect((await marque.call('POST', '/api/v1/portals', { as: caller, body: { name: 'x' } })).status).toBe(
        403,
      );
    for (const path of ['nonsense', crypto.randomUUID()])
      expect((await marque.call('GET', `/api/v1/portals/${path}`, { as })).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/portals/${id}`, { as })).body.data.name).toBe('Ours');
  });
});
