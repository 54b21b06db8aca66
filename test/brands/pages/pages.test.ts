// Pages over HTTP: the tree, saving whole and in steps, and old addresses.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { makeBrand, makeDefaultBrand, versionsOf } from '../brand.ts';
import { pageCalls } from './page-calls.ts';

let brand: string;

const { marque, place, other, reader, write } = await startWithWorkspace();
await makeDefaultBrand(marque, other);
afterAll(() => marque.close());
// A separate brand for each test.
beforeEach(async () => {
  ({ id: brand } = await makeBrand(marque, place, { name: 'Acme' }));
});

const { at, list, tree, read, put, saved, patch, rules } = pageCalls(() => ({
  brand,
  reader: callsAs(marque, reader),
  write,
}));

describe('the list', () => {
  it('is in reading order, each entry with exactly the fields of the interface', async () => {
    await rules({ key: 'color.ink', type: 'color', value: '#111111' });
    await saved('logo', { title: 'Logo' });
    await saved('color', {
      title: 'Color',
      hidden: true,
      audience: 'partners',
      layout: 'landing',
      tabs: true,
      icon: 'drop',
      eyebrow: 'Basics',
      lede: 'All of them.',
      aliases: ['palette'],
    });
    await saved('primary', {
      title: 'Primary',
      parent: 'color',
      sections: [
        { template: 'palette', keys: ['color.ink'] },
        { template: 'text', keys: ['voice.tone'], hidden: true },
        { template: 'text', body: 'Hello', keys: ['voice.none', 'color.none'] },
      ],
    });
    await saved('shades', { title: 'Shades', parent: 'primary' });
    await saved('start', { title: 'Start', position: 0 });
    await saved('secondary', { title: 'Secondary', parent: 'color', position: 0 });
    expect(await tree()).toEqual([
      '/start 0',
      '/logo 1',
      '/color 2',
      'color/secondary 0',
      'color/primary 1',
      'primary/shades 0',
    ]);
    const pages = await list();
    expect(pages[2]).toEqual({
      slug: 'color',
      title: 'Color',
      position: 2,
      hidden: true,
      parent: null,
      eyebrow: 'Basics',
      lede: 'All of them.',
      cover: null,
      icon: 'drop',
      audience: 'partners',
      tabs: true,
      aliases: ['palette'],
      layout: 'landing',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      sections: 0,
      keys: [],
    });
    expect(pages[4]).toMatchObject({
      sections: 3,
      keys: ['color.ink', 'voice.none', 'color.none'],
      hidden: false,
      tabs: false,
      layout: 'book',
      audience: 'everyone',
      aliases: [],
    });
  });

  it("reflects a page moved with its subpages, and keeps the others' timestamps", async () => {
    for (const slug of ['a', 'b', 'c']) await saved(slug, { title: slug });
    await saved('b1', { title: 'b1', parent: 'b' });
    const times = new Map((await list()).map(({ slug, updatedAt }) => [slug, updatedAt]));
    expect((await patch('c', { op: 'page', set: { position: 0 } })).status).toBe(200);
    expect(await tree()).toEqual(['/c 0', '/a 1', '/b 2', 'b/b1 0']);
    expect((await patch('b', { op: 'page', set: { parent: 'c' } })).status).toBe(200);
    expect(await tree()).toEqual(['/c 0', 'c/b 0', 'b/b1 0', '/a 1']);
    for (const { slug, updatedAt } of await list())
      if (slug === 'a' || slug === 'b1') expect(updatedAt).toBe(times.get(slug));
  });
});

describe('the tree', () => {
  it('is at most three levels deep, whichever page is moved', async () => {
    await saved('a', { title: 'a' });
    await saved('b', { title: 'b', parent: 'a' });
    await saved('c', { title: 'c', parent: 'b' });
    const deep = await put('d', { title: 'd', parent: 'c' });
    expect([deep.status, issuePaths(deep)]).toEqual([422, ['parent']]);
    await saved('e', { title: 'e' });
    await saved('f', { title: 'f', parent: 'e' });
    const moved = await patch('e', { op: 'page', set: { parent: 'b' } });
    expect([moved.status, issuePaths(moved).every((path) => path === 'ops[0].set.parent')]).toEqual([
      422,
      true,
    ]);
    const circle = await patch('a', { op: 'page', set: { parent: 'c' } });
    expect([circle.status, issuePaths(circle)]).toEqual([422, expect.arrayContaining(['ops[0].set.parent'])]);
    const self = await put('a', { title: 'a', parent: 'a' });
    expect([self.status, issuePaths(self)]).toEqual([422, expect.arrayContaining(['parent'])]);
    const nowhere = await put('g', { title: 'g', parent: 'no-such' });
    expect([nowhere.status, issuePaths(nowhere)]).toEqual([422, ['parent']]);
    expect(await tree()).toEqual(['/a 0', 'a/b 0', 'b/c 0', '/e 1', 'e/f 0']);
  });

  it("doesn't delete a page that has subpages", async () => {
    await saved('a', { title: 'a' });
    await saved('b', { title: 'b', parent: 'a' });
    const refused = await write.call('DELETE', at('a'));
    expect([refused.status, refused.body.error.code, refused.body.error.detail]).toEqual([
      409,
      'conflict',
      { pages: ['b'] },
    ]);
    expect((await write.call('DELETE', at('b'))).body).toEqual({ data: { deleted: true } });
    expect((await write.call('DELETE', at('b'))).status).toBe(404);
    expect((await write.call('DELETE', at('a'))).status).toBe(200);
    expect(await list()).toEqual([]);
  });
});

describe('old addresses', () => {
  it('find a page after it was renamed twice, and so do those of its subpages', async () => {
    await saved('logo', { title: 'Logo', sections: [{ id: 'one', template: 'text', body: 'Words.' }] });
    await saved('logo-files', { title: 'Files', parent: 'logo' });
    expect((await patch('logo', { op: 'page', set: { slug: 'logos' } })).body.data.page.aliases).toEqual([
      'logo',
    ]);
    expect((await patch('logo', { op: 'page', set: { slug: 'marks' } })).body.data.page).toMatchObject({
      slug: 'marks',
      aliases: ['logo', 'logos'],
    });
    for (const slug of ['logo', 'logos', 'marks']) expect((await read(slug)).page.slug).toBe('marks');
    expect(await tree()).toEqual(['/marks 0', 'marks/logo-files 0']);
    // Saved whole under an old address, the page keeps them all.
    const again = await put('logo', { title: 'Marks' });
    expect([again.status, again.body.data.page]).toMatchObject([
      200,
      { slug: 'marks', aliases: ['logo', 'logos'], title: 'Marks' },
    ]);
    // Renamed back: the slug is no longer an alias of itself.
    expect((await patch('marks', { op: 'page', set: { slug: 'logo' } })).body.data.page).toMatchObject({
      slug: 'logo',
      aliases: ['logos', 'marks'],
    });
  });

  it('lead to one page only, and never take precedence over a page', async () => {
    await saved('a', { title: 'a', aliases: ['old-a'] });
    await saved('b', { title: 'b' });
    const taken = await put('c', { title: 'c', aliases: ['old-a', 'b', 'Not A Slug', 'c'] });
    expect([taken.status, issuePaths(taken)]).toEqual([422, ['aliases[0]', 'aliases[1]', 'aliases[2]']]);
    expect((await patch('a', { op: 'page', set: { slug: 'b' } })).status).toBe(409);
    const over = await patch('b', { op: 'page', set: { slug: 'old-a' } });
    expect([over.status, over.body.error.code]).toEqual([422, 'invalid']);
    expect((await list()).map(({ slug }) => slug)).toEqual(['a', 'b']);
  });
});

describe('saving a whole page', () => {
  it('creates it (201), saves it (200), and writes nothing the second time', async () => {
    const body = { title: 'Voice', sections: [{ id: 'tone', template: 'text', body: 'Plain.', keys: [] }] };
    expect((await put('voice', body)).status).toBe(201);
    const events = await eventsOf(marque, brand);
    const versions = await versionsOf(marque, brand);
    const [before] = await list();
    const again = await put('voice', body);
    expect([again.status, await eventsOf(marque, brand), await versionsOf(marque, brand)]).toEqual([
      200,
      events,
      versions,
    ]);
    expect((await list())[0]).toEqual(before);
    expect(events.at(-1)).toBe('brand.pages_changed');
    // The body of a read is accepted unchanged.
    const { page } = await read('voice');
    expect((await put('voice', page)).body.data.page).toEqual(page);
  });

  it('names every problem at once, with its path', async () => {
    await rules(
      { key: 'color.ink', type: 'color', value: '#111111' },
      { key: 'type.body', type: 'font', value: { family: 'Inter' } },
    );
    const refused = await put('Bad Slug', {
      title: 'Bad',
      cover: randomUUID(),
      parent: 'nowhere',
      sections: [
        { template: 'nothing' },
        {
          template: 'palette',
          keys: ['type.body', 'color.ink', 'color.ink'],
          props: { size: 'huge', color: 1 },
        },
        { template: 'logos', keys: ['color.ink'] },
        { template: 'faq', items: [{ title: 'Why?' }, { title: 'x', body: 'y', href: 'z' }] },
        { template: 'links', items: [{ title: 'x', href: 'javascript:alert(1)' }] },
        { template: 'dodont', items: [{ kind: 'maybe', asset: randomUUID() }] },
        { template: 'text', items: [{ title: 'x' }] },
        { template: 'collection', props: { collection: randomUUID() } },
        { id: 'same', template: 'text', body: 'x' },
        { id: 'same', template: 'text', body: 'y' },
      ],
    });
    expect(refused.status).toBe(422);
    expect(issuePaths(refused).sort()).toEqual(
      [
        'slug',
        'cover',
        'parent',
        'sections[0].template',
        'sections[1].keys[0]',
        'sections[1].keys[2]',
        'sections[1].props.size',
        'sections[1].props.color',
        'sections[2].keys[0]',
        'sections[3].items[0].body',
        'sections[3].items[1].href',
        'sections[4].items[0].href',
        'sections[5].items[0].kind',
        'sections[5].items[0].asset',
        'sections[6].items',
        'sections[7].props.collection',
        'sections[9].id',
      ].sort(),
    );
    const malformed = await put('bad', { sections: [{ template: 'text', tone: 'loud' }], color: 'red' });
    expect([malformed.status, issuePaths(malformed).sort()]).toEqual([
      400,
      ['color', 'sections[0].tone', 'title'],
    ]);
    expect(await list()).toEqual([]);
  });
});

describe('editing in steps', () => {
  it('adds, updates, moves and removes sections and changes the page, all or nothing', async () => {
    await saved('voice', {
      title: 'Voice',
      sections: [
        { id: 'one', template: 'text', body: 'One.' },
        { id: 'two', template: 'text', body: 'Two.' },
        { id: 'three', template: 'text', body: 'Three.' },
      ],
    });
    const done = await patch(
      'voice',
      { op: 'add', section: { id: 'zero', template: 'statement', body: 'Zero.' }, at: 0 },
      {
        op: 'update',
        id: 'two',
        set: { body: 'Two!', tone: 'dark', eyebrow: 'Second', audience: 'members' },
      },
      { op: 'move', id: 'three', to: 1 },
      { op: 'remove', id: 'one' },
      { op: 'add', section: { template: 'embed', props: { url: 'https://example.com/film' } } },
      { op: 'page', set: { title: 'Our voice', lede: 'How we sound.' } },
    );
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    const { page } = done.body.data;
    expect(page).toMatchObject({ title: 'Our voice', lede: 'How we sound.' });
    expect((page.sections as { id: string }[]).map(({ id }) => id)).toEqual([
      'zero',
      'three',
      'two',
      expect.stringMatching(/^s[0-9a-f]{8}$/),
    ]);
    expect(page.sections[2]).toEqual({
      id: 'two',
      template: 'text',
      title: null,
      body: 'Two!',
      width: 'normal',
      columns: null,
      tone: 'dark',
      hidden: false,
      keys: [],
      props: {},
      eyebrow: 'Second',
      audience: 'members',
    });
    const cleared = await patch('voice', { op: 'update', id: 'two', set: { eyebrow: null, audience: null } });
    expect(Object.keys(cleared.body.data.page.sections[2])).not.toContain('eyebrow');

    const before = await read('voice');
    const refused = await patch(
      'voice',
      { op: 'remove', id: 'zero' },
      { op: 'update', id: 'zero', set: { body: 'gone' } },
      { op: 'update', id: 'two', set: { template: 'palette', props: { size: 'huge' } } },
      { op: 'add', section: { id: 'two', template: 'dodont', items: [{ kind: 'do', asset: randomUUID() }] } },
      { op: 'page', set: { parent: 'nowhere' } },
    );
    expect([refused.status, issuePaths(refused)]).toEqual([
      422,
      [
        'ops[1].id',
        'ops[2].set.props.size',
        'ops[3].section.id',
        'ops[4].set.parent',
        'ops[3].section.items[0].asset',
      ],
    ]);
    expect(await read('voice')).toEqual(before);
    expect((await patch('nothing', { op: 'remove', id: 'x' })).status).toBe(404);
    expect((await patch('voice')).status).toBe(400);
    expect((await patch('voice', { op: 'explode' })).status).toBe(400);
  });

  it('keeps the changes of two people at once', async () => {
    await saved('voice', { title: 'Voice' });
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) =>
        patch('voice', { op: 'add', section: { id, template: 'text', body: id } }),
      ),
    );
    expect((await read('voice')).page.sections.map(({ id }: { id: string }) => id).sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});

describe("in Payload's own API", () => {
  it('the same rules apply: validation, aliases, a version', async () => {
    const versions = (await versionsOf(marque, brand)).length;
    const made = await marque.payload.create({
      collection: 'brand-pages',
      data: { brand, slug: 'voice', title: 'Voice', audience: 'everyone', layout: 'book' },
    });
    const child = await marque.payload.create({
      collection: 'brand-pages',
      data: { brand, slug: 'tone', title: 'Tone', parent: made.id, audience: 'everyone', layout: 'book' },
    });
    await marque.payload.update({ collection: 'brand-pages', id: made.id, data: { slug: 'our-voice' } });
    expect(await tree()).toEqual(['/our-voice 0', 'our-voice/tone 0']);
    expect((await read('voice')).page).toMatchObject({ slug: 'our-voice', aliases: ['voice'] });
    await expect(
      marque.payload.update({
        collection: 'brand-pages',
        id: child.id,
        data: { sections: [{ template: 'nothing' }] },
      }),
    ).rejects.toThrow(/sections\[0\]\.template/);
    await expect(marque.payload.delete({ collection: 'brand-pages', id: made.id })).rejects.toThrow(
      /has the subpage/,
    );
    expect((await versionsOf(marque, brand)).length).toBeGreaterThanOrEqual(versions);
    await marque.payload.delete({ collection: 'brand-pages', id: child.id });
    expect(await tree()).toEqual(['/our-voice 0']);
  });
});
