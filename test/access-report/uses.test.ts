// Where an asset is used, over HTTP: every kind of place, and none that the caller can't read.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Caller } from '../setup/service.ts';

const marque = await startService();
const place = await marque.makePlace();
const person = await marque.makeAdmin(place, 'Ada Admin');
const as = { cookie: person.cookie };
const boss = callsAs(marque, as);
await makeDefaultBrand(marque, place);
const reader = await marque.makeKey(place, 'read');
const stranger = await marque.makeKey(await marque.makePlace(), 'admin');
afterAll(() => marque.close());

const newAsset = async (meta: Record<string, unknown> = {}): Promise<string> =>
  ((await makeAsset(marque, as, meta)) as { id: string }).id;
const usesOf = async (id: string, caller: Caller = as, query = '') =>
  (await callsAs(marque, caller).done('GET', `/assets/${id}/uses${query}`)).body.data;
const usesOfAll = (id: string, caller: Caller = as) => usesOf(id, caller, '?include=otherVersions');
const made = async (path: string, body: object): Promise<string> =>
  (await boss.done('POST', path, body)).body.data.id as string;

async function inCollection(asset: string, name: string, isPrivate = false): Promise<string> {
  const id = await made('/collections', { name, private: isPrivate });
  await boss.done('POST', `/collections/${id}/assets`, { add: [asset] });
  return id;
}
const rules = (...set: object[]) => boss.done('PATCH', '/brand/rules?brand=acme', { set });
const page = (slug: string, body: object) => boss.done('PUT', `/brands/acme/pages/${slug}`, body);
const publish = () => boss.done('POST', '/brands/acme/publish', {});

const none = { data: [], total: 0 };
const nowhere = {
  collections: none,
  rules: none,
  pages: none,
  portals: none,
  branding: [],
  watermarks: [],
  links: none,
  outside: none,
  derived: none,
  supersedes: none,
};

describe('the uses of an asset', () => {
  it('are empty at first', async () => {
    expect(await usesOf(await newAsset())).toEqual(nowhere);
  });

  it('include collections, portals, branding, share links, and the assets made from it or replaced by it', async () => {
    const id = await newAsset();
    const later = await inCollection(id, 'summer');
    const earlier = await inCollection(id, 'Launch');
    const portal = await made('/portals', {
      slug: `press-${randomUUID()}`,
      name: 'Press',
      access: 'public',
      theme: { logo: id },
    });
    await boss.done('PATCH', '/settings/branding?context=organization', { logo: id, icon: id });
    const expiresAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();
    const link = await made('/shares', { kind: 'view', asset: id, name: 'For Ben', expiresAt });
    const child = await newAsset({ parentAssetId: id, filename: 'A crop.png' });
    const old = await newAsset({ filename: 'The old one.png' });
    await boss.done('PATCH', `/assets/${old}`, { supersededBy: id });
    await boss.done('DELETE', `/assets/${await newAsset({ parentAssetId: id })}`);
    // Places of another asset, none of which may appear here.
    await inCollection(child, 'Crops');

    const all = {
      ...nowhere,
      collections: {
        data: [
          { id: earlier, name: 'Launch' },
          { id: later, name: 'summer' },
        ],
        total: 2,
      },
      branding: ['icon', 'logo'],
      derived: { data: [{ id: child, name: 'A crop.png' }], total: 1 },
      supersedes: { data: [{ id: old, name: 'The old one.png' }], total: 1 },
    };
    expect(await usesOf(id)).toEqual({
      ...all,
      portals: { data: [{ id: portal, name: 'Press' }], total: 1 },
      links: { data: [{ id: link, name: 'For Ben', expiresAt }], total: 1 },
    });
    // Portals are listed for those who manage them, links for those who can share.
    expect(await usesOf(id, reader)).toEqual(all);
    await boss.done('DELETE', '/settings/branding?context=organization');
  });

  it('include the presets that draw it over their pictures', async () => {
    const [id, other] = [await newAsset(), await newAsset()];
    for (const mark of [id, other]) await boss.done('PATCH', `/assets/${mark}`, { status: 'active' });
    const preset = (name: string, asset: string) => ({ name, width: 100, watermark: { asset } });
    const presets = [preset('web', id), preset('comp', id.toUpperCase()), preset('print', other)];
    await boss.done('PATCH', '/settings/renditions?context=workspace', {
      presets: [...presets, { name: 'plain', width: 50 }],
    });
    for (const caller of [as, reader])
      expect(await usesOf(id, caller)).toEqual({ ...nowhere, watermarks: ['comp', 'web'] });
    await boss.done('DELETE', '/settings/renditions?context=workspace');
    expect(await usesOf(id)).toEqual(nowhere);
  });

  it('include rules and pages, both as drafts and as published', async () => {
    const id = await newAsset();
    const other = await newAsset();
    await rules(
      { key: 'logo.main', label: 'Logo', type: 'text', value: 'The mark', assets: [{ id }] },
      { key: 'logo.words', label: 'In words', type: 'text', value: 'x', usage: `![so](${id.toUpperCase()})` },
      { key: 'logo.other', type: 'text', value: `Its id is ${id}.`, assets: [{ id: other }] },
    );
    await page('start', { title: 'Start', cover: id });
    await page('under', {
      title: 'Under',
      sections: [{ id: 'do', template: 'dodont', items: [{ kind: 'do', asset: id }] }],
    });
    await page('bare', { title: 'Bare', sections: [{ id: 'a', template: 'text', body: 'Nothing.' }] });
    await publish();
    await boss.done('DELETE', '/brands/acme/pages/under');
    await rules(
      { key: 'logo.words', label: 'In words', type: 'text', value: 'x', usage: 'No more.' },
      { key: 'logo.main', label: 'Dark', context: 'dark', type: 'text', value: 'x', assets: [{ id }] },
    );
    await page('next', {
      title: 'Next',
      sections: [{ id: 'a', template: 'text', body: `See ![it](${id})` }],
    });

    const part = { brand: 'acme', brandName: 'Acme', draft: true, published: true };
    const uses = await usesOf(id, reader);
    expect(uses.rules).toEqual({
      data: [
        { ...part, id: expect.any(String), key: 'logo.main', label: 'Logo', context: null },
        {
          ...part,
          published: false,
          id: expect.any(String),
          key: 'logo.main',
          label: 'Dark',
          context: 'dark',
        },
        { ...part, draft: false, id: null, key: 'logo.words', label: 'In words', context: null },
      ],
      total: 3,
    });
    expect(uses.pages).toEqual({
      data: [
        { ...part, slug: 'start', title: 'Start', through: [] },
        { ...part, published: false, slug: 'next', title: 'Next', through: [] },
        { ...part, draft: false, slug: 'under', title: 'Under', through: [] },
      ],
      total: 3,
    });
    expect((await usesOf(other)).rules.data).toMatchObject([{ key: 'logo.other' }]);
  });

  it('include pages that show it only through a rule, as drafts and as published', async () => {
    const id = await newAsset();
    const shown = (slug: string, ...sections: object[]) =>
      page(slug, {
        title: slug,
        sections: sections.map((one, at) => ({ id: `s${at}`, template: 'specs', ...one })),
      });
    await rules(
      { key: 'sign.main', label: 'Sign', type: 'text', value: 'x', assets: [{ id }] },
      { key: 'sign.else', type: 'text', value: `Only says ${id}.` },
    );
    await shown('signs', { keys: ['sign.main', 'sign.else'] });
    await shown('named', { keys: ['sign.main'], body: `![it](${id})`, template: 'text' });
    await shown('hidden', { keys: ['sign.main'], hidden: true });
    await shown('others', { keys: ['sign.else'] });
    await publish();
    await shown('signs', { keys: ['sign.else'] });
    await shown('later', { keys: ['sign.main'] });

    const { pages } = await usesOf(id, reader);
    const part = { brand: 'acme', brandName: 'Acme', draft: true, published: true };
    expect(pages).toEqual({
      data: [
        { ...part, slug: 'named', title: 'named', through: [] },
        { ...part, published: false, slug: 'later', title: 'later', through: ['sign.main'] },
        { ...part, draft: false, slug: 'signs', title: 'signs', through: ['sign.main'] },
      ],
      total: 3,
    });
  });

  it('include where other versions of it are used, of those that the caller can read', async () => {
    const first = await newAsset();
    const second = await newAsset({ versionOf: first });
    const third = await newAsset({ versionOf: first });
    const hidden = await newAsset({ versionOf: first, private: true });
    // After the others were made: a version comes into the collections of the one before.
    const earlier = await inCollection(first, 'Before');
    await inCollection(hidden, 'Behind the scenes');
    const collections = { data: [{ id: earlier, name: 'Before' }], total: 1 };

    const narrow = await marque.makeMember(place, 'read');
    const { otherVersions, ...uses } = await usesOfAll(third, { cookie: narrow.cookie });
    expect(uses.collections).toEqual(none);
    expect(otherVersions).toEqual([
      { id: first, version: 1, current: expect.any(Boolean), uses: expect.objectContaining({ collections }) },
    ]);
    expect(otherVersions[0].uses).not.toHaveProperty('otherVersions');
    const alone = await usesOf(first);
    expect(alone.collections).toEqual(collections);
    expect(alone).not.toHaveProperty('otherVersions');
    expect((await usesOfAll(await newAsset())).otherVersions).toEqual([]);
    expect((await usesOfAll(second)).otherVersions.map((one: { id: string }) => one.id)).toEqual([
      hidden,
      first,
    ]);
  });

  it('list up to a hundred of a kind, and count them all', async () => {
    const id = await newAsset();
    await marque.service.db.query(
      `with k as (insert into collections (name, workspace_id, private) select 'C ' || n, $1, false from generate_series(1, 101) n returning id)
       insert into marque.collection_assets (collection_id, asset_id) select id, $2 from k`,
      [place.workspaceId, id],
    );
    const { collections } = await usesOf(id, reader);
    expect([collections.data.length, collections.total]).toEqual([100, 101]);
  });

  it("neither name nor count what the caller can't read", async () => {
    const id = await newAsset();
    const open = await inCollection(id, 'Open');
    await inCollection(id, 'Secret collection', true);
    await newAsset({ parentAssetId: id, filename: 'Secret crop.png', private: true });
    const replaced = await newAsset({ filename: 'Secret old one.png', private: true });
    await boss.done('PATCH', `/assets/${replaced}`, { supersededBy: id });
    const brand = await made('/brands', { name: 'Secret brand', slug: 'secret', private: true });
    await boss.done('PATCH', `/brand/rules?brand=${brand}`, {
      set: [{ key: 'logo.main', label: 'Secret rule', type: 'text', value: 'x', assets: [{ id }] }],
    });
    await boss.done('PUT', `/brands/${brand}/pages/start`, { title: 'Secret page', cover: id });

    const secrets = JSON.stringify(await usesOf(id));
    for (const name of ['collection', 'crop', 'old one', 'rule', 'page'])
      expect(secrets).toContain(`Secret ${name}`);
    // In a private collection the asset is private itself: the reader has a grant on it, and on nothing
    // around it.
    const narrow = await marque.makeMember(place, 'read');
    await marque.grant(narrow.id, 'asset', id, 'read', { place });
    expect(await usesOf(id, { cookie: narrow.cookie })).toEqual({
      ...nowhere,
      collections: { data: [{ id: open, name: 'Open' }], total: 1 },
    });
  });

  it('are 404 for an unknown asset or one of another workspace', async () => {
    const id = await newAsset();
    for (const [path, caller, status] of [
      [id, stranger, 404],
      [id, null, 401],
      [randomUUID(), as, 404],
      ['not-an-id', as, 404],
    ] as const)
      expect((await marque.call('GET', `/api/v1/assets/${path}/uses`, { as: caller })).status).toBe(status);
  });
});
