// Sites over HTTP: creating, listing, changing and deleting them, and who can't.
import { afterAll, describe, expect, it } from '@jest/globals';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { changeAsRead, deleteOnce, expectListed, expectPassword, expectSlugs } from '../sharing/managing.ts';
import { issuePaths } from '../setup/issues.ts';

const workspace = await startWithWorkspace();
const { marque, place, proposer, stranger, write } = workspace;
afterAll(() => marque.close());

describe('a site', () => {
  it('is created with its own address, read, changed and deleted', async () => {
    const made = await write.create('/sites', { name: 'Brand guide' });
    expect(made).toEqual({
      id: expect.any(String),
      slug: 'brand-guide',
      name: 'Brand guide',
      kind: 'landing',
      access: 'public',
      url: `http://brand-guide.sites.localhost:${new URL(marque.url).port}`,
      live: [],
      latest: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const path = `/sites/${made.id}`;
    expect((await write.call('GET', path)).body.data).toEqual(made);
    const deployments = await write.call('GET', `${path}/deployments`);
    expect([deployments.status, deployments.body]).toEqual([200, { data: [] }]);

    const body = { name: 'The guide', slug: 'guide', kind: 'docs' };
    const changed = await changeAsRead(workspace, path, body);
    expect(changed.body.data).toMatchObject({ ...body, url: expect.stringContaining('//guide.sites.') });

    await deleteOnce(workspace, path);
    expect(await eventsOf(marque, made.id)).toEqual(['site.created', 'site.changed', 'site.deleted']);
  });

  it('gets a free slug generated from its name, never one that another uses', async () => {
    const one = await write.create('/sites', { name: 'Twice & über' });
    const two = await write.create('/sites', { name: 'Twice & über' });
    expect([one.slug, two.slug]).toEqual(['twice-uber', 'twice-uber-2']);
    await expectSlugs(workspace, '/sites', 'twice-uber');
    const moved = await write.call('PATCH', `/sites/${two.id}`, { slug: one.slug });
    expect(moved.status).toBe(409);
  });

  it('refuses an invalid host name, kind and access mode', async () => {
    const body = { name: '', slug: 'Not_a_label', kind: 'blog', access: 'secret', color: 'red' };
    const refused = await write.call('POST', '/sites', body);
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort()).toEqual(['access', 'color', 'kind', 'name', 'slug']);
    for (const slug of ['xn--site', '-a', 'a-', 'a.b', 'a'.repeat(64)])
      expect((await write.call('POST', '/sites', { name: 'x', slug })).status).toBe(400);
  });

  it('requires a password for access by password, and never shows it', async () => {
    const site = await expectPassword(workspace, '/sites');
    const opened = await write.call('PATCH', `/sites/${site.id}`, { access: 'public' });
    expect(opened.body.data.access).toBe('public');
    const stored = await marque.service.db.query<{ row: string }>(
      'select row_to_json(e)::text as row from marque.events e',
    );
    expect(stored.map(({ row }) => row).join()).not.toContain('sesame');
    expect(await eventsOf(marque, site.id)).toEqual(['site.created', 'site.shared']);
    const [event] = await marque.service.db.query<{ audit: boolean }>(
      `select audit from marque.events where subject_id = $1 and type = 'site.shared'`,
      [site.id],
    );
    expect(event?.audit).toBe(true);
  });

  it('is listed by name, for callers with write', async () => {
    expect(await expectListed(workspace, '/sites')).toContain('Closed');
  });

  it("is a 404 for another workspace, and can't be changed below write", async () => {
    const { id } = await write.create('/sites', { name: 'Ours' });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Theirs' }],
      ['DELETE', '', undefined],
      ['GET', '/deployments', undefined],
    ] as const) {
      const at = [method, `/sites/${id}${path}`, body] as const;
      expect((await callsAs(marque, stranger).call(...at)).status).toBe(404);
      expect((await callsAs(marque, proposer).call(...at)).status).toBe(403);
    }
    expect((await callsAs(marque, proposer).call('POST', '/sites', { name: 'Mine' })).status).toBe(403);
    for (const path of ['nonsense', 'nonsense/deployments', crypto.randomUUID()])
      expect((await write.call('GET', `/sites/${path}`)).status).toBe(404);
  });

  it("is kept if the caller's ability to delete is switched off", async () => {
    const { id } = await write.create('/sites', { name: 'Kept' });
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });
    expect((await callsAs(marque, limited).call('DELETE', `/sites/${id}`)).status).toBe(403);
    expect((await write.call('GET', `/sites/${id}`)).status).toBe(200);
  });
});
