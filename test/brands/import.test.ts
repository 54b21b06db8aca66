// A brand as code over HTTP: exported, imported, merged with changes made here since, every problem with its
// file and line.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { makeDefaultBrand, versionsOf } from './brand.ts';

let slug: string;
let brand: string;
let count = 0;

const { marque, place, editor, reader, stranger, write } = await startWithWorkspace();
await makeDefaultBrand(marque, place);
afterAll(() => marque.close());
beforeEach(async () => {
  const made = await write.done('POST', '/brands', { name: `Brand ${(count += 1)}` });
  ({ slug, id: brand } = made.body.data);
});

type Files = Record<string, string>;
const at = (rest = '') => `/brands/${slug}/files${rest}`;
const files = async (): Promise<Files> => (await write.done('GET', at())).body.data.files;
const take = async (given: Files, more: object = {}) =>
  (await write.done('POST', at('/import'), { files: given, ...more })).body.data;
const refused = async (given: Files, more: object = {}) => {
  const reply = await write.call('POST', at('/import'), { files: given, ...more });
  expect(reply.status).toBe(422);
  return reply.body.error.detail.issues as { path: string; message: string }[];
};
const set = (...rules: object[]) => write.done('PATCH', `/brand/rules?brand=${slug}`, { set: rules });
const valueOf = async (key: string): Promise<unknown> =>
  (await write.done('GET', `/brand/rules?brand=${slug}`)).body.data.find(
    (rule: { key: string }) => rule.key === key,
  )?.value;

const small: Files = {
  'brand.yaml': 'name: Acme\ntheme:\n  accent: color.ink\npages:\n  - start:\n      - voice\n',
  'rules/color.yaml':
    '# Ours alone\ncolor.ink:\n  type: color\n  value: "#111111"\n  contexts:\n    dark:\n      value: "#eeeeee"\n',
  'rules/voice.yaml': 'voice.tone:\n  type: text\n  value: Plain.\n',
  'pages/start.yaml': 'title: Start\nsections:\n  - template: palette\n    keys: [color.ink]\n',
  'pages/voice.yaml': 'title: Voice\nsections:\n  - id: tone\n    template: text\n    keys: [voice.tone]\n',
};

describe('export and import', () => {
  it('round-trip to the same brand, the same bytes, and no additional version', async () => {
    const logo = await makeAsset(marque, { cookie: editor.cookie });
    await set(
      { key: 'color.ink', type: 'color', value: '#111111', spec: { group: 'Basics' } },
      { key: 'color.ink', context: 'dark', type: 'color', value: '#eeeeee' },
      { key: 'logo.main', type: 'text', value: 'The: mark', assets: [{ id: logo.id, rendition: 'w_100' }] },
    );
    await write.done('POST', `/brands/${slug}/pages`, {});
    const before = (await write.done('GET', at())).body.data;
    expect(before.files['rules/logo.yaml']).toBe(
      'logo.main:\n  type: text\n  value: "The: mark"\n  assets:\n    - file: assets/picture.png\n      rendition: w_100\n',
    );
    expect(before.assets).toEqual({
      'assets/picture.png': {
        id: logo.id,
        sha256: logo.sha256,
        url: `${marque.url}/api/v1/assets/${String(logo.id)}/content`,
      },
    });
    const versions = (await versionsOf(marque, brand)).length;
    expect(await take(before.files)).toMatchObject({ changed: false, conflicts: [] });
    expect(await versionsOf(marque, brand)).toHaveLength(versions);
    expect((await write.done('GET', at())).body.data).toEqual(before);

    const copy = await write.done('POST', '/brands', { name: 'Other one' });
    const into = `/brands/${copy.body.data.slug as string}/files`;
    await write.done('POST', `${into}/import`, { files: before.files, assets: before.assets });
    const { files: copied } = (await write.done('GET', into)).body.data;
    expect({ ...copied, 'brand.yaml': '' }).toEqual({ ...before.files, 'brand.yaml': '' });
  });

  it('create one version and one event, and keep the comments of unchanged files', async () => {
    const done = await take(small, { message: 'From the repository', commit: 'abc' });
    expect(done).toMatchObject({
      changed: true,
      dryRun: false,
      conflicts: [],
      changes: {
        rules: { added: ['color.ink', 'voice.tone'], changed: [], removed: [] },
        pages: {
          added: [
            { slug: 'start', title: 'Start' },
            { slug: 'voice', title: 'Voice' },
          ],
        },
      },
    });
    expect((await versionsOf(marque, brand)).at(-1)).toMatchObject({
      number: done.version,
      summary: 'From the repository',
    });
    expect((await eventsOf(marque, brand)).at(-1)).toBe('brand.imported');
    const theme = await write.done('GET', `/brands/${slug}/theme`);
    expect(theme.body.data.accent).toBe('color.ink');
    expect(await files()).toEqual(small);
    await set({ key: 'color.ink', value: '#222222' });
    const after = await files();
    expect(after['rules/color.yaml']).toBe(
      'color.ink:\n  type: color\n  value: "#222222"\n  contexts:\n    dark:\n      value: "#eeeeee"\n',
    );
    expect(after['pages/start.yaml']).toBe(small['pages/start.yaml']);
  });

  it('write nothing in a dry run, and return what would happen', async () => {
    const before = await files();
    expect(await take(small, { dryRun: true })).toMatchObject({ version: null, changed: true, dryRun: true });
    expect(await files()).toEqual(before);
    expect(await versionsOf(marque, brand)).toHaveLength(1);
    expect(issuePaths(await write.call('POST', at('/import'), { files: {}, dryRun: true }))).toEqual([
      'brand.yaml:1',
    ]);
  });
});

describe('a brand of 2,000 files', () => {
  it('is imported as one version, exported as the same bytes, and one changed file is one changed rule', async () => {
    const groups = Array.from({ length: 1000 }, (_, index) => `g${index}`);
    const given: Files = {
      'brand.yaml': `slug: ${slug}\nname: Many\npages:\n${groups
        .slice(1)
        .map((name) => `  - ${name}\n`)
        .join('')}`,
      ...Object.fromEntries(
        groups.map((name, index) => [
          `rules/${name}.yaml`,
          `${name}.x:\n  type: number\n  value: ${index}\n`,
        ]),
      ),
      ...Object.fromEntries(
        groups
          .slice(1)
          .map((name) => [
            `pages/${name}.yaml`,
            `title: ${name}\nsections:\n  - id: one\n    template: text\n    keys:\n      - ${name}.x\n`,
          ]),
      ),
    };
    expect(Object.keys(given)).toHaveLength(2000);
    const { version } = await take(given);
    expect(await files()).toEqual(given);
    const again = await take({ ...given, 'rules/g7.yaml': 'g7.x:\n  type: number\n  value: 70\n' });
    expect(again).toMatchObject({
      version: version + 1,
      changes: { rules: { added: [], changed: ['g7.x'], removed: [] }, pages: { changed: [] } },
    });
    expect(await valueOf('g7.x')).toBe(70);
  });
});

describe('changes on both sides', () => {
  it('are merged: one-sided changes are applied; in a conflict the file wins and is reported', async () => {
    await take(small);
    await set(
      { key: 'voice.tone', value: 'Warm.', usage: 'Here only.' },
      { key: 'grid.gap', type: 'number', value: 8 },
    );
    await write.done('PATCH', '/brand/rules?brand=' + slug, {
      remove: [{ key: 'color.ink', context: 'dark' }],
    });
    const theirs = {
      ...small,
      'rules/voice.yaml': 'voice.tone:\n  type: text\n  value: Clear.\n',
      'rules/motion.yaml': 'motion.fast:\n  type: number\n  value: 200\n  spec:\n    unit: ms\n',
    };
    const done = await take(theirs);
    expect(done.conflicts).toEqual([{ file: 'rules/voice.yaml', path: 'voice.tone.value' }]);
    expect(await valueOf('voice.tone')).toBe('Clear.');
    expect(await valueOf('grid.gap')).toBe(8);
    expect(await valueOf('motion.fast')).toBe(200);
    const after = await files();
    expect(after['rules/voice.yaml']).toContain('usage: Here only.');
    expect(after['rules/color.yaml']).not.toContain('dark');
    // What the files no longer contain is removed, unless it was changed here.
    const { 'rules/motion.yaml': _, ...without } = theirs;
    await take(without);
    expect(await valueOf('motion.fast')).toBeUndefined();
    expect(await valueOf('grid.gap')).toBe(8);
  });

  it("with merge false are replaced by the files' content, and nothing else", async () => {
    await set({ key: 'grid.gap', type: 'number', value: 8 });
    await take(small, { merge: false });
    expect(await valueOf('grid.gap')).toBeUndefined();
    expect(await files()).toEqual(small);
  });

  it('that renamed a page and edited it become one page', async () => {
    await take(small);
    await write.done('PATCH', `/brands/${slug}/pages/voice`, {
      ops: [{ op: 'page', set: { slug: 'tone' } }],
    });
    await take({ ...small, 'pages/voice.yaml': small['pages/voice.yaml']!.replace('Voice', 'Our voice') });
    const after = await files();
    expect(after['pages/voice.yaml']).toBeUndefined();
    expect(after['pages/tone.yaml']).toContain('title: Our voice\naliases:\n  - voice');
  });
});

describe('a problem', () => {
  it('is reported with its file and line, all at once, and nothing is written', async () => {
    const before = await files();
    const issues = await refused({
      'brand.yaml': 'name: Acme\ntheme:\n  accent: color.none\npages:\n  - start\n  - gone\n',
      'rules/color.yaml':
        'color.ink:\n  type: color\n  value: red\ncolor.paper:\n  type: color\n  value: "#ffffff"\n  spec:\n    pair: 3\n    tins: []\nvoice.x:\n  type: text\n  value: x\n',
      'rules/logo.yaml': 'logo.main:\n  type: text\n  value: x\n  assets:\n    - assets/none.svg\n',
      'rules/bad.yaml': 'bad.a:\n  type: text\n value: x\n',
      'rules/twice.yaml': 'twice.a: &x\n  type: text\n  value: x\ntwice.b: *x\n',
      'pages/start.yaml': 'title: Start\nsections:\n  - template: text\n    colums: 3\n',
      'pages/loose.yaml': 'title: Loose\n',
      'README.md': '# Not ours',
    });
    const reported = issues.map(({ path, message }) => `${path} ${message}`);
    for (const expected of [
      /^brand\.yaml:6 pages\[1\]: pages\/gone\.yaml is missing/,
      /^rules\/color\.yaml:3 color\.ink\.value: /,
      /^rules\/color\.yaml:8 color\.paper\.spec\.pair: /,
      /^rules\/color\.yaml:9 color\.paper\.spec\.tins: /,
      /^rules\/color\.yaml:10 voice\.x: This rule belongs in rules\/voice\.yaml/,
      /^rules\/logo\.yaml:5 logo\.main\.assets\[0\]: There is no asset for "assets\/none\.svg"/,
      /^rules\/bad\.yaml:3 /,
      /^rules\/twice\.yaml:\d+ Anchors and aliases/,
      /^pages\/start\.yaml:4 sections\[0\]\.colums: /,
      /^pages\/loose\.yaml:1 The page "loose" is missing from brand\.yaml/,
    ])
      expect(reported).toContainEqual(expect.stringMatching(expected));
    expect(await files()).toEqual(before);
  });

  it('that only validation of the whole brand can find is reported too', async () => {
    const issues = await refused({
      ...small,
      'brand.yaml': 'name: Acme\ntheme:\n  accent: voice.tone\npages:\n  - start:\n      - voice\n',
      'rules/color.yaml': 'color.ink:\n  type: color\n  value: "#111111"\n  spec:\n    pair: color.gone\n',
      'pages/start.yaml': 'title: Start\nsections:\n  - template: palette\n    keys: [voice.tone]\n',
    });
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'brand.yaml:3',
      'pages/start.yaml:4',
      'rules/color.yaml:5',
    ]);
  });

  it("is reported for an asset that the caller can't read", async () => {
    const issues = await refused(
      {
        ...small,
        'rules/logo.yaml': 'logo.main:\n  type: text\n  value: x\n  assets:\n    - assets/a.svg\n',
      },
      { assets: { 'assets/a.svg': '6f1d7c1e-1111-4111-8111-111111111111' } },
    );
    expect(issues[0]?.path).toBe('rules/logo.yaml:1');
  });
});

describe('access', () => {
  it('lets readers export files, and only callers with write import them', async () => {
    const limited = await marque.makeMember(place, 'write', { limits: ['setup'] });
    const who: [string, Parameters<typeof callsAs>[1], number, number][] = [
      ['reader', reader, 200, 403],
      ['stranger', stranger, 404, 404],
      ['anonymous', null, 401, 401],
      ['without setup', { cookie: limited.cookie }, 200, 403],
    ];
    for (const [name, as, read, wrote] of who) {
      expect([name, (await callsAs(marque, as).call('GET', at())).status]).toEqual([name, read]);
      expect([
        name,
        (await callsAs(marque, as).call('POST', at('/import'), { files: small })).status,
      ]).toEqual([name, wrote]);
    }
    expect((await write.call('POST', at('/import'), { files: { 'brand.yaml': 3 } })).status).toBe(400);
    expect((await write.call('POST', at('/import'), {})).status).toBe(400);
  });
});
