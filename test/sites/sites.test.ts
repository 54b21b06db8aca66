// Sites over HTTP: creating, listing, changing and deleting them, and who can't.
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventsOf } from '../setup/events.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { issuePaths } from '../setup/issues.ts';

const { marque, place, editor, proposer, stranger } = await startWithWorkspace();
const as = editor;
afterAll(() => marque.close());

const make = async (body: Record<string, unknown>): Promise<Record<string, string>> => {
  const made = await marque.call('POST', '/api/v1/sites', { as, body });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data as Record<string, string>;
};
describe('a site', () => {
  it('is created with its own address, read, changed and deleted', async () => {
    const made = await make({ name: 'Brand guide' });
    expect(made).toEqual({
      id: expect.any(String),
      slug: 'brand-guide',
      name: 'Brand guide',
      kind: 'landing',
      access: 'public',
      url: `http://brand-guide.sites.localhost:${new URL(marque.url).port}`,
      live: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const read = await marque.call('GET', `/api/v1/sites/${made.id}`, { as });
    expect(read.body.data).toEqual(made);
    const deployments = await marque.call('GET', `/api/v1/sites/${made.id}/deployments`, { as });
    expect([deployments.status, deployments.body]).toEqual([200, { data: [] }]);

    const body = { name: 'The guide', slug: 'guide', kind: 'docs' };
    const stale = { 'if-match': '"of another state"' };
    expect(
      (await marque.call('PATCH', `/api/v1/sites/${made.id}`, { as, body, headers: stale })).status,
    ).toBe(412);
    const changed = await marque.call('PATCH', `/api/v1/sites/${made.id}`, {
      as,
      body,
      headers: { 'if-match': read.headers.get('etag') ?? '' },
    });
    expect(changed.body.data).toMatchObject({ ...body, url: expect.stringContaining('//guide.sites.') });

    const gone = await marque.call('DELETE', `/api/v1/sites/${made.id}`, { as });
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect((await marque.call('DELETE', `/api/v1/sites/${made.id}`, { as })).status).toBe(404);
    expect(await eventsOf(marque, made.id ?? '')).toEqual(['site.created', 'site.changed', 'site.deleted']);
  });

  it('gets a free slug generated from its name, never one that another uses', async () => {
    const one = await make({ name: 'Twice & über' });
    const two = await make({ name: 'Twice & über' });
    expect([one.slug, two.slug]).toEqual(['twice-uber', 'twice-uber-2']);
    const taken = await marque.call('POST', '/api/v1/sites', {
      as,
      body: { name: 'Third', slug: 'twice-uber' },
    });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    const moved = await marque.call('PATCH', `/api/v1/sites/${two.id}`, { as, body: { slug: one.slug } });
    expect(moved.status).toBe(409);
    const both = await Promise.all([make({ name: 'At once' }), make({ name: 'At once' })]);
    expect(both.map(({ slug }) => slug).sort()).toEqual(['at-once', 'at-once-2']);
  });

  it('refuses an invalid host name, kind and access mode', async () => {
    const refused = await marque.call('POST', '/api/v1/sites', {
      as,
      body: { name: '', slug: 'Not_a_label', kind: 'blog', access: 'secret', colour: 'red' },
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort()).toEqual(['access', 'colour', 'kind', 'name', 'slug']);
    for (const slug of ['xn--site', '-a', 'a-', 'a.b', 'a'.repeat(64)])
      expect((await marque.call('POST', '/api/v1/sites', { as, body: { name: 'x', slug } })).status).toBe(
        400,
      );
  });

  it('requires a password for access by password, and never shows it', async () => {
    const bare = await marque.call('POST', '/api/v1/sites', {
      as,
      body: { name: 'Closed', access: 'password' },
    });
    expect([bare.status, bare.body.error.detail.issues[0].path]).toEqual([422, 'password']);
    const site = await make({ name: 'Closed', access: 'password', password: 'open sesame' });
    expect(JSON.stringify(site)).not.toMatch(/sesame|hash|salt/);
    const opened = await marque.call('PATCH', `/api/v1/sites/${site.id}`, {
      as,
      body: { access: 'public' },
    });
    expect(opened.body.data.access).toBe('public');
    const stored = await marque.service.db.query<{ row: string }>(
      'select row_to_json(e)::text as row from marque.events e',
    );
    expect(stored.map(({ row }) => row).join()).not.toContain('sesame');
    expect(await eventsOf(marque, site.id ?? '')).toEqual(['site.created', 'site.shared']);
    const [event] = await marque.service.db.query<{ audit: boolean }>(
      `select audit from marque.events where subject_id = $1 and type = 'site.shared'`,
      [site.id],
    );
    expect(event?.audit).toBe(true);
  });

  it('is listed by name, for callers with write', async () => {
    const listed = await marque.call('GET', '/api/v1/sites', { as });
    const names = (listed.body.data as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('Closed');
    expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    expect((await marque.call('GET', '/api/v1/sites', { as: stranger })).body).toEqual({ data: [] });
    expect((await marque.call('GET', '/api/v1/sites', { as: proposer })).status).toBe(403);
    expect((await marque.call('GET', '/api/v1/sites')).status).toBe(401);
  });

  it("is a 404 for another workspace, and can't be changed below write", async () => {
    const { id } = await make({ name: 'Ours' });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Theirs' }],
      ['DELETE', '', undefined],
      ['GET', '/deployments', undefined],
    ] as const) {
      const call = (caller: { key: string }) =>
        marque.call(method, `/api/v1/sites/${id}${path}`, { as: caller, ...(body ? { body } : {}) });
      expect((await call(stranger)).status).toBe(404);
      expect((await call(proposer)).status).toBe(403);
    }
    expect(
      (await marque.call('POST', '/api/v1/sites', { as: proposer, body: { name: 'Mine' } })).status,
    ).toBe(403);
    for (const path of ['nonsense', 'nonsense/deployments', crypto.randomUUID()])
      expect((await marque.call('GET', `/api/v1/sites/${path}`, { as })).status).toBe(404);
  });

  it("is kept if the caller's ability to delete is switched off", async () => {
    const { id } = await make({ name: 'Kept' });
    const limited = await marque.makePerson();
    await marque.grant(limited.id, 'workspace', place.workspaceId, 'write', { place, limits: ['delete'] });
    const refused = await marque.call('DELETE', `/api/v1/sites/${id}`, { as: { cookie: limited.cookie } });
    expect(refused.status).toBe(403);
    expect((await marque.call('GET', `/api/v1/sites/${id}`, { as })).status).toBe(200);
  });
});
