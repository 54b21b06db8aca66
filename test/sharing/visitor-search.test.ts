// What visitors of portals and share links find files by: the texts that they see, and none of the others.
// cspell:ignore secrettag secretkey secretvalue secretinherited Schiffe Deich
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { startWithWorkspace, type StartedWorkspace } from '../setup/workspace.ts';
import { makeShareLink } from '../shares/share-links.ts';

let started: StartedWorkspace;
/** What each of them finds, by its address up to the search words. */
const searches = new Map<string, (q: string) => Promise<string[]>>();

beforeAll(async () => {
  started = await startWithWorkspace();
  const { marque, place, write, asEditor: as } = started;
  for (const key of ['place', 'source'])
    await write.done('POST', '/fields', { key, label: key, type: 'text' });
  const collection = await marque.makeCollection(place, { name: 'Press' });
  await write.done('PATCH', `/collections/${collection}`, { fields: { source: 'secretinherited' } });
  const { id } = await makeAsset(marque, as, { filename: 'harbor.png', collections: [collection] });
  await write.done('PATCH', `/assets/${id}`, {
    creator: 'Ada',
    tags: ['secrettag'],
    fields: { place: 'secretvalue' },
  });
  const admin = await marque.makeAdmin(place);
  const body = { default: 'en', others: ['de'] };
  await marque.call('PATCH', '/api/v1/settings/languages?context=workspace', { as: admin, body });
  await write.done('PUT', `/assets/${id}/texts`, {
    en: { title: 'Ships at dawn', description: 'Three of them', alt: 'A pier' },
    de: { title: 'Schiffe', description: 'Vor dem Deich.', alt: 'Am Morgen' },
  });
  // As the file itself says it.
  await marque.service.db.query(
    `update payload.assets set metadata = metadata || '{"keywords":["secretkey"]}' where id = $1`,
    [id],
  );
  // The library finds it by all of them.
  for (const q of ['secrettag', 'secretkey', 'secretvalue', 'secretinherited'])
    expect([q, (await write.done('GET', `/assets?q=${q}`)).body.data.length]).toEqual([q, 1]);
  const portal = await write.done('POST', '/portals', { name: 'Press', collections: [collection] });
  const link = await makeShareLink(marque, as, { kind: 'view', collection });
  const idsIn = (assets: { id: string }[]): string[] =>
    assets.map((asset) => (asset.id === id ? 'the file' : asset.id));
  const get = async (path: string) => (await marque.call('GET', path)).body;
  const { slug } = portal.body.data as { slug: string };
  searches
    .set('link', async (q) => idsIn((await get(`/api/v1/shared/${link.token}?q=${q}`)).data.assets))
    .set('portal', async (q) => idsIn((await get(`/api/v1/portal/${slug}?q=${q}`)).assets))
    .set('search', async (q) => idsIn((await get(`/api/v1/portal/${slug}/search?q=${q}`)).data.assets));
});
afterAll(() => started.marque.close());

describe.each(['link', 'portal', 'search'])('a visitor of a %s', (where) => {
  it.each([
    'harbor',
    'dawn',
    'ship',
    'three',
    'ada',
    'PNG',
    'pier',
    'schiffe',
    'deich',
    'Morgen',
    'harbor+DAWN+three',
  ])('finds a file by %s', async (q) => {
    expect(await searches.get(where)?.(q)).toEqual(['the file']);
  });

  it.each(['secret', 'secrettag', 'secretkey', 'secretvalue', 'secretinherited', 'dawn+secret'])(
    'finds nothing by %s, which the page doesn’t show',
    async (q) => {
      expect(await searches.get(where)?.(q)).toEqual([]);
    },
  );
});
