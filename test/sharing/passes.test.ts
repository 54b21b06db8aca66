// The cookie of visitors who were let in: signed for one kind of resource, and valid if it was signed before 0.2.
import { createHmac } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { deriveKey } from '../../src/core/storage/signing.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { getFromSite, makeSite, sendZip } from '../sites/site-calls.ts';
import { site } from '../sites/zips.ts';

const { marque, place, editor: as, write: editor } = await startWithWorkspace();
afterAll(() => marque.close());

const closed = { access: 'password', password: 'open sesame' };
const page = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
const kinds = ['site', 'portal', 'share'] as const;
const before = 'door'; // cspell:disable-line

/** Enters a password on a page. @returns the headers of the answer */
async function enter(path: string, fields: Record<string, string>): Promise<Headers> {
  const form = new URLSearchParams({ ...fields, password: closed.password }).toString();
  const { status, headers } = await marque.call('POST', path, { headers: page, body: form });
  expect([path, status]).toEqual([path, 303]);
  return headers;
}

interface Entered {
  cookie: string;
  /** The status of a visit with a cookie. */
  visit: (cookie: string) => Promise<number>;
}

const pairIn = (header: string | null | undefined): string => (header ?? '').split(';')[0] ?? '';

const enterKind: Record<(typeof kinds)[number], () => Promise<Entered>> = {
  async site() {
    const { id, slug } = await makeSite(marque, as, { name: 'Closed', ...closed });
    const { body } = await sendZip(marque, as, id, site({ 'index.html': 'inside' }));
    expect(body.data).toMatchObject({ state: 'live' });
    const code = new URL((await enter('/api/auth/site', { site: slug, to: '/' })).get('location') ?? '');
    const entered = await getFromSite(marque, slug, `${code.pathname}${code.search}`);
    return {
      cookie: pairIn(entered.headers['set-cookie']?.[0]),
      visit: async (cookie) => (await getFromSite(marque, slug, '/', { cookie })).status,
    };
  },
  async portal() {
    const portal = (await editor.create('/portals', { name: 'Closed', ...closed })) as { slug: string };
    const entered = await enter(`/p/${portal.slug}`, { to: `/p/${portal.slug}` });
    return {
      cookie: pairIn(entered.get('set-cookie')),
      visit: async (cookie) =>
        (await marque.call('GET', `/api/v1/portal/${portal.slug}`, { headers: { cookie } })).status,
    };
  },
  async share() {
    const collection = await marque.makeCollection(place);
    const { password } = closed;
    const share = (await editor.create('/shares', { kind: 'view', collection, password })) as { url: string };
    const entered = await enter(new URL(share.url).pathname, {});
    return {
      cookie: pairIn(entered.get('set-cookie')),
      visit: async (cookie) => (await marque.call('GET', share.url, { headers: { ...page, cookie } })).status,
    };
  },
};

/** The same claims, signed for another purpose. */
function signedFor(purpose: string, cookie: string): string {
  const [name = '', value = ''] = cookie.split('=');
  const [claims = ''] = value.split('.');
  const mac = createHmac('sha256', deriveKey(marque.service.secret, purpose))
    .update(claims)
    .digest('base64url');
  return `${name}=${claims}.${mac}`;
}

it.each(kinds)('the cookie of a %s lets its visitor in, also one from before 0.2', async (kind) => {
  const { cookie, visit } = await enterKind[kind]();
  expect(await visit(cookie)).toBe(200);
  expect(await visit(signedFor(`${kind}-${before}`, cookie))).toBe(200);
  const others = kinds.filter((other) => other !== kind);
  for (const purpose of [...others.flatMap((other) => [`${other}-pass`, `${other}-${before}`]), 'pass'])
    expect([purpose, await visit(signedFor(purpose, cookie))]).toEqual([purpose, 401]);
});
