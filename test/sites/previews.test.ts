// Previews: each deployment at an address of its own, for those who may read the workspace, or everyone.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import type { Caller, Reply } from '../setup/service.ts';
import { idsOfPreview, placeOfLabel, previewLabel } from '../../src/sites/rules.ts';
import { getFromSite, makeSite, sendZip } from './site-calls.ts';
import { site } from './zips.ts';

const { marque, place, editor, admin, reader, proposer, stranger, write } = await startWithWorkspace();
afterAll(() => marque.close());

const page = { accept: 'text/html' };
const get = (label: string, path: string, headers: Record<string, string> = {}) =>
  getFromSite(marque, label, path, headers);
async function deploy(id: string, files: Record<string, string>, query = ''): Promise<string> {
  const { body } = await sendZip(marque, editor, id, site(files), `?wait=true${query}`);
  expect(body.data).toMatchObject({ state: 'live', error: null });
  return body.data.id as string;
}
const list = (id: string, as: Caller = editor): Promise<Reply> =>
  marque.call('GET', `/api/v1/sites/${id}/previews`, { as });
const labelOf = (slug: string, deployment: string): string =>
  `${deployment.replaceAll('-', '').slice(0, 12)}--${slug}`;
const pathOf = (location: string | null | undefined): string => {
  const { pathname, search } = new URL(location ?? '');
  return `${pathname}${search}`;
};
const setPreviews = (previews: string | null, context = 'workspace'): Promise<Reply> =>
  marque.call('PATCH', `/api/v1/settings/sites?context=${context}`, { as: admin, body: { previews } });

/** Signs a person in on a preview. @returns their cookie there */
async function enter(label: string, cookie: string): Promise<string> {
  const asked = await marque.call('GET', `/api/auth/site?site=${label}&to=/`, { as: { cookie } });
  expect(asked.status).toBe(302);
  const handed = new URL(asked.headers.get('location') ?? '');
  expect(handed.hostname).toBe(`${label}.sites.localhost`);
  const entered = await get(label, `${handed.pathname}${handed.search}`);
  return (entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
}

describe('a preview', () => {
  let id: string;
  let slug: string;
  let first: string;
  let second: string;
  let mounted: string;
  beforeAll(async () => {
    ({ id, slug } = await makeSite(marque, editor, { name: 'Previewed' }));
    first = await deploy(id, {
      'index.html': 'one',
      '404.html': 'nothing in one',
      _redirects: '/old /new 301\n/* /index.html 200',
      _headers: '/*\n  X-Build: one\n  X-Robots-Tag: nosnippet\n/a\n  X-A: a',
    });
    second = await deploy(id, { 'index.html': 'two' });
    mounted = await deploy(id, { 'index.html': 'docs' }, '&path=/docs');
  });

  it('has an address for each deployment that was checked, with the rules found in it', async () => {
    const failed = await sendZip(marque, editor, id, site({ _redirects: '/a' }));
    expect(failed.body.data.state).toBe('failed');
    const { port } = new URL(marque.url);
    const none = { redirects: 0, headers: 0, spa: false };
    const url = (deployment: string, path: string): string =>
      `http://${labelOf(slug, deployment)}.sites.localhost:${port}${path}`;
    const listed = await list(id);
    expect([listed.status, listed.body]).toEqual([
      200,
      {
        data: [
          { deployment: mounted, url: url(mounted, '/docs/'), rules: none },
          { deployment: second, url: url(second, '/'), rules: none },
          { deployment: first, url: url(first, '/'), rules: { redirects: 2, headers: 2, spa: true } },
        ],
      },
    ]);
  });

  it('is listed for callers with write only', async () => {
    expect((await list(id, stranger)).status).toBe(404);
    expect((await list(id, proposer)).status).toBe(403);
    expect((await list(id, reader)).status).toBe(403);
    expect((await list('nonsense')).status).toBe(404);
    expect((await list(crypto.randomUUID())).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/sites/${id}/previews?page=2`, { as: editor })).status).toBe(
      400,
    );
  });

  it('opens for people who can read the workspace, also where its site is public', async () => {
    const label = labelOf(slug, first);
    expect((await get(label, '/')).status).toBe(401);
    const closed = await get(label, '/x?y=1', page);
    expect([closed.status, closed.headers.location]).toEqual([
      302,
      `${marque.url}/api/auth/site?site=${label}&to=${encodeURIComponent('/x?y=1')}`,
    ]);
    const asked = await marque.call('GET', pathOf(closed.headers.location));
    expect(new URL(asked.headers.get('location') ?? '').pathname).toBe('/admin/login');
    const outsider = await marque.makePerson('Otto Outsider');
    expect(
      (await marque.call('GET', `/api/auth/site?site=${label}&to=/`, { as: { cookie: outsider.cookie } }))
        .status,
    ).toBe(404);

    const member = await marque.makeMember(place, 'read');
    const cookie = await enter(label, member.cookie);
    const { status, text, headers } = await get(label, '/', { cookie });
    expect([status, text, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'one',
      'private, max-age=60',
      'noindex, nosnippet',
    ]);
    await marque.service.db.query('delete from grants where user_id = $1', [member.id]);
    expect((await get(label, '/', { cookie })).status).toBe(401);
  });

  it('serves its own deployment, with its own rules, whatever is live', async () => {
    const cookie = await enter(labelOf(slug, first), editor.cookie);
    const old = await get(labelOf(slug, first), '/old', { cookie });
    expect([old.status, old.headers.location]).toEqual([301, '/new']);
    const app = await get(labelOf(slug, first), '/a', { cookie });
    expect([app.status, app.text, app.headers['x-build'], app.headers['x-a']]).toEqual([
      200,
      'one',
      'one',
      'a',
    ]);
    expect((await get(labelOf(slug, second), '/', { cookie })).text).toBe('two');
    expect((await get(labelOf(slug, second), '/a', { cookie })).status).toBe(404);
    expect((await get(slug, '/')).text).toBe('two');
    expect((await get(slug, '/', { cookie })).headers['x-robots-tag']).toBeUndefined();
  });

  it('is below the path of its deployment', async () => {
    const label = labelOf(slug, mounted);
    const cookie = await enter(label, editor.cookie);
    const root = await get(label, '/?a=b', { cookie });
    expect([root.status, root.headers.location]).toEqual([302, '/docs/?a=b']);
    expect((await get(label, '/docs/', { cookie })).text).toBe('docs');
    for (const path of ['/docsy', '/other', '/index.html'])
      expect((await get(label, path, { cookie })).status).toBe(404);
  });

  it('is a 404 for digits of no deployment, of one that failed, and of another site', async () => {
    const other = await makeSite(marque, editor, { name: 'Beside' });
    const cookie = await enter(labelOf(slug, first), editor.cookie);
    const failed = await sendZip(marque, editor, id, site({ _redirects: '/a' }));
    for (const label of [
      `000000000000--${slug}`,
      labelOf(slug, failed.body.data.id as string),
      labelOf('no-such-site', first),
    ])
      expect([label, (await get(label, '/', { cookie })).status]).toEqual([label, 404]);
    const elsewhere = labelOf(other.slug, first);
    // The cookie is of one site: on another, the same person signs in again.
    expect((await get(elsewhere, '/', { cookie })).status).toBe(401);
    expect((await get(elsewhere, '/', { cookie: await enter(elsewhere, editor.cookie) })).status).toBe(404);
  });

  it('opens for everyone by the setting sites.previews, if its site is public', async () => {
    const label = labelOf(slug, first);
    const shut = await makeSite(marque, editor, { name: 'Shut', access: 'members' });
    const secret = await makeSite(marque, editor, {
      name: 'Secret',
      access: 'password',
      password: 'open sesame',
    });
    const closed = [
      labelOf(shut.slug, await deploy(shut.id, {})),
      labelOf(secret.slug, await deploy(secret.id, {})),
    ];
    expect((await setPreviews('everyone')).status).toBe(200);
    const { status, headers } = await get(label, '/');
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'public, max-age=60',
      'noindex, nosnippet',
    ]);
    for (const one of closed) expect((await get(one, '/')).status).toBe(401);
    await setPreviews(null);
    expect((await get(label, '/')).status).toBe(401);
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, null, 'sites', '{"previews": "everyone"}')`,
      [place.organizationId],
    );
    expect((await get(label, '/')).status).toBe(200);
    expect((await setPreviews('members')).status).toBe(200);
    expect((await get(label, '/')).status).toBe(401);
    await setPreviews(null);
    await marque.service.db.query(
      `delete from marque.settings where organization_id = $1 and workspace_id is null and key = 'sites'`,
      [place.organizationId],
    );
    expect((await setPreviews('nobody')).status).toBe(400);
  });

  it('of a site behind a password asks for an account instead', async () => {
    const made = await makeSite(marque, editor, {
      name: 'Behind',
      access: 'password',
      password: 'open sesame',
    });
    const label = labelOf(made.slug, await deploy(made.id, {}));
    const form = new URLSearchParams({ site: label, password: 'open sesame' }).toString();
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await marque.call('POST', '/api/auth/site', { body: form, headers })).status).toBe(404);
    const real = new URLSearchParams({ site: made.slug, password: 'open sesame' }).toString();
    const handed = await marque.call('POST', '/api/auth/site', { body: real, headers });
    const entered = await get(made.slug, pathOf(handed.headers.get('location')));
    const cookie = (entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
    expect((await get(made.slug, '/', { cookie })).status).toBe(200);
    expect((await get(label, '/', { cookie })).status).toBe(401);
  });
});

describe('the slug of a site', () => {
  it('leaves room for a preview: up to 48 characters, without a double dash', async () => {
    const made = (body: object) => write.call('POST', '/sites', body);
    expect((await made({ name: 'x', slug: 'a'.repeat(49) })).status).toBe(400);
    expect((await made({ name: 'x', slug: 'a--b' })).status).toBe(400);
    const longest = await made({ name: 'x', slug: 'a'.repeat(48) });
    expect(longest.status).toBe(201);
    const named = await made({ name: 'an extraordinarily long name of a site '.repeat(4) });
    expect(named.body.data.slug.length).toBeLessThanOrEqual(48);
    const again = await made({ name: 'an extraordinarily long name of a site '.repeat(4) });
    expect(again.body.data.slug).toBe(`${named.body.data.slug}-2`);
    const id = longest.body.data.id as string;
    const moved = await write.call('PATCH', `/sites/${id}`, { slug: 'b'.repeat(49) });
    expect([moved.status, moved.body.error.detail.issues[0].path]).toEqual([422, 'slug']);
  });

  it('from before stays, and has no previews if it is too long', async () => {
    const { id } = await makeSite(marque, editor, { name: 'Long ago' });
    const slug = `${'l'.repeat(50)}-ago`;
    await marque.service.db.query('update payload.sites set slug = $2 where id = $1', [id, slug]);
    const deployment = await deploy(id, {});
    expect((await list(id)).body.data).toEqual([
      { deployment, url: null, rules: { redirects: 0, headers: 0, spa: false } },
    ]);
    expect((await write.call('PATCH', `/sites/${id}`, { name: 'Longer ago', slug })).status).toBe(200);
    expect((await get(slug, '/')).status).toBe(200);
  });

  it('and the digits of a deployment make one label', () => {
    const id = '0a1b2c3d-4e5f-4678-9abc-def012345678';
    expect(previewLabel('guide', id)).toBe('0a1b2c3d4e5f--guide');
    expect(previewLabel('g'.repeat(49), id)).toHaveLength(63);
    expect(previewLabel('g'.repeat(50), id)).toBeNull();
    expect(placeOfLabel('0a1b2c3d4e5f--guide')).toEqual({
      label: '0a1b2c3d4e5f--guide',
      slug: 'guide',
      preview: '0a1b2c3d4e5f',
    });
    for (const label of ['guide', '0a1b2c3d4e5--guide', '0a1b2c3d4e5g--guide', '0a1b2c3d4e5f-guide'])
      expect(placeOfLabel(label)).toEqual({ label, slug: label, preview: null });
    const [least, greatest] = idsOfPreview('0a1b2c3d4e5f');
    expect(least <= id && id <= greatest).toBe(true);
  });
});

describe('taking a mount down', () => {
  const down = (id: string, query: string, as: Caller = editor): Promise<Reply> =>
    marque.call('DELETE', `/api/v1/sites/${id}/mounts${query}`, { as });

  it('serves nothing at the path any more, keeps the deployment, and leaves other paths alone', async () => {
    const { id, slug } = await makeSite(marque, editor, { name: 'Taken down' });
    const root = await deploy(id, { 'index.html': 'root', '404.html': 'lost', _redirects: '/r /a 301' });
    const docs = await deploy(id, { 'index.html': 'docs', _redirects: '/r /b 301' }, '&path=/docs');
    expect((await get(slug, '/docs/r')).headers.location).toBe('/docs/b');
    const taken = await down(id, '?path=/docs');
    expect([taken.status, taken.body.data]).toEqual([
      200,
      expect.objectContaining({ id: docs, path: '/docs', state: 'replaced', files: 1 }),
    ]);
    expect((await get(slug, '/docs/')).text).toBe('lost');
    expect((await get(slug, '/docs/r')).text).toBe('lost');
    expect((await get(slug, '/r')).headers.location).toBe('/a');
    const live = async (): Promise<unknown> => (await write.call('GET', `/sites/${id}`)).body.data.live;
    expect(await live()).toEqual([{ path: '/', deployment: root }]);

    const again = await down(id, '?path=/docs');
    expect([again.status, again.body.error.code]).toEqual([404, 'not_found']);
    expect((await down(id, '?path=/')).status).toBe(200);
    const nothing = await get(slug, '/');
    expect([nothing.status, nothing.text.includes('lost')]).toEqual([404, false]);
    const restored = await write.call('POST', `/sites/${id}/deployments/${docs}/restore`);
    expect(restored.body.data.state).toBe('live');
    expect((await get(slug, '/docs/')).text).toBe('docs');
    expect(await live()).toEqual([{ path: '/docs', deployment: docs }]);
    const events = await marque.service.db.query<{ detail: object }>(
      `select detail from marque.events where subject_id = $1 and type = 'site.taken_down' order by id`,
      [id],
    );
    expect(events.map(({ detail }) => detail)).toEqual([
      { deployment: docs, path: '/docs' },
      { deployment: root, path: '/' },
    ]);
  });

  it('needs write on the site, and a path', async () => {
    const { id } = await makeSite(marque, editor, { name: 'Kept up' });
    await deploy(id, {});
    expect((await down(id, '?path=/', stranger)).status).toBe(404);
    expect((await down(id, '?path=/', proposer)).status).toBe(403);
    expect((await down('nonsense', '?path=/')).status).toBe(404);
    for (const query of ['', '?path=', '?path=docs', '?path=/Docs', '?path=/..']) {
      const refused = await down(id, query);
      expect([query, refused.status, refused.body.error.detail.issues[0].path]).toEqual([query, 400, 'path']);
    }
    expect((await down(id, '?path=/&mount=/')).status).toBe(400);
    expect((await callsAs(marque, editor).call('GET', `/sites/${id}`)).body.data.live).toHaveLength(1);
  });
});
