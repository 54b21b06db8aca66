// Whether machines may learn from a page: on every page of a portal and of a share link, as a header and in the page itself (W3C TDMRep).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeBrand } from '../brands/brand.ts';
import { makeAsset } from '../assets/library.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeShareLink } from '../shares/share-links.ts';

const { marque, place, other, asEditor, write: editor, admin, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

/** Addresses of all pages, by what they are. */
const pages: Record<string, string> = {};

beforeAll(async () => {
  const brand = await makeBrand(marque, place, { name: 'Mined' });
  await editor.done('PUT', `/brands/${brand.slug}/pages/start`, { title: 'Start' });
  await editor.done('POST', `/brands/${brand.slug}/publish`, {});
  await editor.create('/portals', { name: 'Mined', slug: 'mined', brands: [brand.slug] });
  const { id: asset } = await makeAsset(marque, asEditor);
  const collection = await marque.makeCollection(place, { name: 'Shared' });
  const link = async (about: Record<string, unknown>): Promise<string> =>
    `/s/${(await makeShareLink(marque, asEditor, about)).token}`;
  Object.assign(pages, {
    home: '/p/mined',
    page: `/p/mined/${brand.slug}/start`,
    view: '/p/mined/-/search?q=start',
    print: '/p/mined/print',
    files: await link({ kind: 'view', asset }),
    upload: await link({ kind: 'upload', collection }),
    review: await link({ kind: 'review', asset }),
  });
});

const setDefault = async (value: string | null, as = admin): Promise<void> => {
  const path = '/api/v1/settings/mining?context=workspace';
  const { status } = await marque.call('PATCH', path, { as, body: { default: value } });
  expect(status).toBe(200);
};

/** What a page says in its header and in its head; null: nothing. */
async function saidBy(path: string): Promise<[header: string | null, meta: string | null]> {
  const { status, headers, bytes } = await marque.call('GET', path, { headers: { accept: 'text/html' } });
  expect([path, status]).toEqual([path, 200]);
  const found = [...bytes.toString().matchAll(/<meta name="tdm-reservation" content="(\d)"\/>/g)];
  expect(found.length).toBeLessThanOrEqual(1);
  return [headers.get('tdm-reservation'), found[0]?.[1] ?? null];
}

describe('a page', () => {
  it('says nothing of mining until somebody decides', async () => {
    await setDefault('disallowed', stranger);
    expect(other.workspaceId).not.toBe(place.workspaceId);
    for (const path of Object.values(pages)) expect([path, await saidBy(path)]).toEqual([path, [null, null]]);
  });

  it.each([
    ['disallowed', '1'],
    ['search-only', '1'],
    ['allowed', '0'],
  ])('says what the workspace says: %s', async (mining, said) => {
    await setDefault(mining);
    try {
      for (const path of Object.values(pages))
        expect([path, await saidBy(path)]).toEqual([path, [said, said]]);
      const feed = await marque.call('GET', '/p/mined/updates.atom');
      expect([feed.status, feed.headers.get('tdm-reservation')]).toEqual([200, said]);
    } finally {
      await setDefault(null);
    }
  });
});
