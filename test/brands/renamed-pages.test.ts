// Pages whose files are renamed: they stay the same pages, with their comments.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, write } = await startWithWorkspace();
afterAll(() => marque.close());
let slug: string;

type Files = Record<string, string>;
const take = async (files: Files, more: object = {}) =>
  (await write.done('POST', `/brands/${slug}/files/import`, { files, ...more })).body.data;
const filesNow = async (): Promise<Files> =>
  (await write.done('GET', `/brands/${slug}/files`)).body.data.files;
const page = async (name: string) =>
  (await write.call('GET', `/brands/${slug}/pages/${name}`)).body.data?.page;
const commentsOn = async (name: string): Promise<string[]> =>
  ((await write.done('GET', `/brands/${slug}/comments?page=${name}`)).body.data as { body: string }[]).map(
    ({ body }) => body,
  );

const voice = (title: string, more = ''): string =>
  `title: ${title}\n${more}sections:\n  - id: one\n    template: text\n    body: Plain.\n`;
const tree = (...pages: string[]): string =>
  `name: Pages\npages:\n${pages.map((one) => `  - ${one}\n`).join('')}`;
const before: Files = {
  'brand.yaml': tree('start', 'voice:\n      - tone'),
  'pages/start.yaml': 'title: Start\nlede: Begin.\n',
  'pages/voice.yaml': voice('Voice'),
  'pages/tone.yaml': 'title: Tone\nlede: How.\n',
};
const without = (files: Files, ...paths: string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));

beforeEach(async () => {
  ({ slug } = (await write.done('POST', '/brands', { name: 'Pages' })).body.data);
  await take(before);
  await write.done('POST', `/brands/${slug}/comments`, { page: 'voice', body: 'Is this us?' });
});

describe('a page whose file is renamed', () => {
  const renamed = (text: string): Files => ({
    ...without(before, 'pages/voice.yaml'),
    'brand.yaml': tree('start', 'sound:\n      - tone'),
    'pages/sound.yaml': text,
  });

  it.each([
    [
      'is the same page if it lists the old slug',
      voice('Sound', 'aliases: [voice]\n').replace('Plain', 'Warm'),
    ],
    ['is the same page if it is equal but for slug and title', voice('Sound')],
  ])('%s', async (_, text) => {
    await take(renamed(text));
    expect(await page('sound')).toMatchObject({ slug: 'sound', title: 'Sound', aliases: ['voice'] });
    // The old address leads there, and its comments are still there.
    expect((await page('voice')).slug).toBe('sound');
    expect(await commentsOn('sound')).toEqual(['Is this us?']);
    expect(await page('tone')).toMatchObject({ parent: 'sound' });
    // Taken again, nothing changes.
    expect((await take(renamed(text))).changed).toBe(false);
    expect((await page('sound')).aliases).toEqual(['voice']);
    expect((await filesNow())['pages/sound.yaml']).toContain('voice');
  });

  it('keeps what changed here meanwhile', async () => {
    await write.done('PATCH', `/brands/${slug}/pages/voice`, {
      ops: [{ op: 'page', set: { lede: 'Written here.' } }],
    });
    const done = await take(renamed(voice('Sound')));
    expect(done.conflicts).toEqual([]);
    expect(await page('sound')).toMatchObject({ title: 'Sound', lede: 'Written here.' });
    expect(await commentsOn('sound')).toEqual(['Is this us?']);
  });

  it('is renamed with its subpage, in an import that replaces everything as well', async () => {
    await take(
      {
        ...without(before, 'pages/voice.yaml', 'pages/tone.yaml'),
        'brand.yaml': tree('start', 'sound:\n      - pitch'),
        'pages/sound.yaml': voice('Sound'),
        'pages/pitch.yaml': 'title: Pitch\nlede: How.\n',
      },
      { merge: false },
    );
    expect(await page('sound')).toMatchObject({ aliases: ['voice'] });
    expect(await page('pitch')).toMatchObject({ parent: 'sound', aliases: ['tone'] });
    expect(await commentsOn('sound')).toEqual(['Is this us?']);
  });

  it('is another page if more differs, or if it could be several', async () => {
    await take(renamed(voice('Sound').replace('Plain', 'Warm')));
    expect(await page('sound')).toMatchObject({ aliases: [] });
    expect(await page('voice')).toBeUndefined();
    expect(await commentsOn('sound')).toEqual([]);

    ({ slug } = (await write.done('POST', '/brands', { name: 'Twins' })).body.data);
    const twins = { 'brand.yaml': tree('a', 'b'), 'pages/a.yaml': voice('A'), 'pages/b.yaml': voice('B') };
    await take(twins);
    await take({ 'brand.yaml': tree('c'), 'pages/c.yaml': voice('C') });
    expect(await page('c')).toMatchObject({ aliases: [] });
    expect(await page('a')).toBeUndefined();
  });

  it('is another page if neither has anything but a title', async () => {
    ({ slug } = (await write.done('POST', '/brands', { name: 'Blank' })).body.data);
    await take({ 'brand.yaml': tree('voice'), 'pages/voice.yaml': 'title: Voice\n' });
    await write.done('POST', `/brands/${slug}/comments`, { page: 'voice', body: 'What goes here?' });
    await take({ 'brand.yaml': tree('logo'), 'pages/logo.yaml': 'title: Logo\n' });
    expect(await page('logo')).toMatchObject({ aliases: [] });
    expect(await page('voice')).toBeUndefined();
    expect(await commentsOn('logo')).toEqual([]);
  });

  it('is the same page also in the first import of a brand that has it', async () => {
    ({ slug } = (await write.done('POST', '/brands', { name: 'First' })).body.data);
    await write.done('PUT', `/brands/${slug}/pages/voice`, { title: 'Voice' });
    await write.done('POST', `/brands/${slug}/comments`, { page: 'voice', body: 'Still here?' });
    await take({ 'brand.yaml': tree('sound'), 'pages/sound.yaml': voice('Sound', 'aliases: [voice]\n') });
    expect(await commentsOn('sound')).toEqual(['Still here?']);
    expect((await page('voice')).slug).toBe('sound');
  });
});
