// What is wrong with the files of a brand: causes before what follows from them, and what to do about each.
// cspell:ignore ncolour colour acent pantoon
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, write } = await startWithWorkspace();
afterAll(() => marque.close());
let slug: string;
beforeEach(async () => {
  ({ slug } = (await write.done('POST', '/brands', { name: 'Files' })).body.data);
});

type Files = Record<string, string>;
const importing = (files: Files, more: object = {}) =>
  write.call('POST', `/brands/${slug}/files/import`, { files, ...more });
const refused = async (files: Files): Promise<{ path: string; message: string }[]> => {
  const { status, body } = await importing(files);
  expect(status).toBe(422);
  return body.error.detail.issues;
};
const color = (value: string): string => `color.ink:\n  type: color\n  value: ${value}\n`;
const small: Files = {
  'brand.yaml': 'name: Files\n',
  'rules/color.yaml': color('"#111111"'),
};

describe('an unquoted #', () => {
  const hint = (text: string) =>
    `Quote this value: "${text}". YAML reads an unquoted # as the start of a comment.`;

  it('says to quote it, once', async () => {
    expect(await refused({ ...small, 'rules/color.yaml': color('#ff0000') })).toEqual([
      { path: 'rules/color.yaml:3', message: hint('#ff0000') },
    ]);
    const contexts =
      'color.ink:\n  type: color\n  value: "#111111"\n  contexts:\n    dark:\n      value: #eee\n';
    expect(await refused({ ...small, 'rules/color.yaml': contexts })).toEqual([
      { path: 'rules/color.yaml:6', message: hint('#eee') },
    ]);
  });

  it('says so in lists, in brackets, and for text that would be lost', async () => {
    const tints = `${color('"#111111"')}  spec:\n    tints:\n      - #ff0000\n      - "#00ff00"\n`;
    expect(await refused({ ...small, 'rules/color.yaml': tints })).toEqual([
      { path: 'rules/color.yaml:6', message: hint('#ff0000') },
    ]);
    const inline = `${color('"#111111"')}  spec:\n    tints: [#ff0000, 20]\n`;
    expect((await refused({ ...small, 'rules/color.yaml': inline }))[0]).toEqual({
      path: 'rules/color.yaml:5',
      message: hint('#ff0000'),
    });
    const page = 'title: Start\nlede: #1 in paper\n';
    expect(
      await refused({ 'brand.yaml': 'name: Files\npages: [start]\n', 'pages/start.yaml': page }),
    ).toEqual([{ path: 'pages/start.yaml:2', message: hint('#1 in paper') }]);
  });

  it('is no problem in comments and in quotes', async () => {
    const rules = `# value: #ff0000\ncolor.ink: # our black\n  type: color #kept\n  value: '#111111' # dark\n  spec:\n    pantone: "#5"\n`;
    expect((await importing({ ...small, 'rules/color.yaml': rules })).status).toBe(200);
  });
});

describe('problems', () => {
  it('that follow from a file that cannot be read are counted there, and causes come first', async () => {
    const issues = await refused({
      'brand.yaml':
        'name: Files\norder:\n  - color.ink\n  - color.paper\n  - voice.tone\npages:\n  - start\n  - gone\n',
      'rules/color.yaml': 'color.ink:\n  type: color\n value: "#111111"\n',
      'rules/voice.yaml': 'voice.tone:\n  type: text\n  value: Plain.\n',
      'pages/start.yaml': 'title: "Start\n',
    });
    expect(issues.map(({ path }) => path.replace(/:\d+$/, ''))).toEqual([
      'pages/start.yaml',
      'rules/color.yaml',
      'brand.yaml',
    ]);
    expect(issues[0]?.message).toMatch(/Another problem follows from this\.$/);
    expect(issues[1]?.message).toMatch(/2 other problems follow from this\.$/);
    // What is really missing is still said.
    expect(issues[2]?.message).toBe('pages[1]: pages/gone.yaml is missing.');
  });

  it('of one rule come before the order that names it', async () => {
    const issues = await refused({
      'brand.yaml': 'name: Files\norder: [color.ink, color.none]\n',
      'rules/color.yaml': 'color.ink:\n  type: color\n  value: red\n',
    });
    expect(issues).toEqual([
      {
        path: 'rules/color.yaml:3',
        message: expect.stringMatching(
          /^color\.ink\.value: Must be #rrggbb.* Another problem follows from this\.$/,
        ),
      },
      // That one isn't in the file: it doesn't follow from what is wrong there.
      { path: 'brand.yaml:2', message: 'order[1]: There is no rule "color.none" in the files.' },
    ]);
  });
});

describe('unknown keys', () => {
  it.each([
    ['brand.yaml', 'name: Files\ncolour: x\n', 'brand.yaml:2', 'colour'],
    ['brand.yaml', 'name: Files\ntheme:\n  acent: x\n', 'brand.yaml:3', 'theme.acent'],
    ['rules/color.yaml', `${color('"#111111"')}  note: x\n`, 'rules/color.yaml:4', 'color.ink.note'],
    ['rules/color.yaml', `${color('"#111111"')}  key: color.other\n`, 'rules/color.yaml:4', 'color.ink.key'],
    ['rules/color.yaml', `${color('"#111111"')}  context: dark\n`, 'rules/color.yaml:4', 'color.ink.context'],
    [
      'rules/color.yaml',
      `${color('"#111111"')}  contexts:\n    dark:\n      value: "#eeeeee"\n      contexts: {}\n`,
      'rules/color.yaml:7',
      'color.ink.contexts.dark.contexts',
    ],
    [
      'rules/color.yaml',
      `${color('"#111111"')}  contexts:\n    dark:\n      type: text\n      value: x\n`,
      'rules/color.yaml:6',
      'color.ink.contexts.dark.type',
    ],
    [
      'rules/color.yaml',
      `${color('"#111111"')}  spec:\n    pantoon: x\n`,
      'rules/color.yaml:5',
      'color.ink.spec.pantoon',
    ],
    ['pages/start.yaml', 'title: Start\nparent: other\n', 'pages/start.yaml:2', 'parent'],
    [
      'pages/start.yaml',
      'title: Start\nsections:\n  - template: text\n    contexts: dark\n',
      'pages/start.yaml:4',
      'sections[0].contexts',
    ],
  ])('in %s are refused: %j', async (file, text, path, where) => {
    const pages = file.startsWith('pages/') ? 'pages: [start]\n' : '';
    const issues = await refused({ ...small, 'brand.yaml': `name: Files\n${pages}`, [file]: text });
    expect(issues[0]?.path).toBe(path);
    expect(issues[0]?.message.startsWith(`${where}: `)).toBe(true);
  });
});

it('a pointer of Git LFS in place of a file is refused by name', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
  expect(await refused({ ...small, 'rules/color.yaml': pointer })).toEqual([
    { path: 'rules/color.yaml:1', message: expect.stringMatching(/^This is a Git LFS pointer/) },
  ]);
});
