// A brand as files, without a server: the same bytes for the same brand, a lossless round trip, and merging
// two sides.
import { describe, expect, it } from '@jest/globals';
import { assetsNamed, filesOf, pathsOfAssets } from '../../src/brands/git/layout.ts';
import { mergeStates } from '../../src/brands/git/merge.ts';
import { parseFiles, readFiles } from '../../src/brands/git/read-files.ts';
import { plainPage, normalizeSection } from '../../src/brands/pages/pages.ts';
import { canonical, emptyState, inOrder, type BrandState } from '../../src/brands/publishing/state.ts';
import fc from '../setup/random.ts';
import { anyAssets, anyState } from './any-state.ts';

const paths = pathsOfAssets(anyAssets);
const ids = new Map([...paths].map(([id, path]) => [path, id]));
const find = (path: string): string | null => ids.get(path) ?? null;
const written = (state: BrandState) => Object.fromEntries(filesOf(state, 'acme', paths));

describe('files', () => {
  it('round-trip to the same brand and the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(anyState, async (state) => {
        const files = written(state);
        const read = readFiles(await parseFiles(files), find);
        expect(read.issues).toEqual([]);
        expect(read.check(read.state, emptyState(''))).toEqual([]);
        expect(canonical(read.state)).toBe(canonical(state));
        expect(written(read.state)).toEqual(files);
      }),
      { numRuns: 150 },
    );
  });

  it('name every asset once, whatever the file is called', () => {
    expect([...paths.values()]).toEqual([
      'assets/Logo-Mark-11111111.svg',
      'assets/logo-mark-22222222.svg',
      'assets/Logo-Mark-33333333.svg',
    ]);
    expect([...pathsOfAssets([{ id: '1', filename: '../../.env' }]).values()]).toEqual(['assets/env']);
  });

  it('name pictures in texts by their path, and leave code and links that only look like pictures', async () => {
    const [id = ''] = paths.keys();
    const path = paths.get(id) ?? '';
    const text = (target: string) =>
      `![Logo](${target}) and [![inner](${target} "Title")](color), ![no](https://example.com/${id}), [${id}](${id})`;
    const state = emptyState('Acme');
    state.rules.push({
      key: 'logo.use',
      label: 'Use',
      context: null,
      type: 'text',
      value: text(id),
      spec: {},
      usage: text(id.toUpperCase()),
      assets: [],
    });
    state.pages.push({
      ...plainPage,
      slug: 'start',
      title: 'Start',
      sections: [
        {
          ...normalizeSection(
            { template: 'faq', body: text(id), items: [{ title: 'Why?', body: text(id) }] },
            'one',
            [],
          ).section,
        },
      ],
    });
    const files = written(state);
    for (const file of ['rules/logo.yaml', 'pages/start.yaml']) {
      expect(files[file]).toContain(`![Logo](${path}) and [![inner](${path} "Title")](color)`);
      expect(files[file]).toContain(`https://example.com/${id}), [${id}](${id})`);
    }
    const parsed = await parseFiles(files);
    const read = readFiles(parsed, find);
    expect(read.issues).toEqual([]);
    expect(canonical(read.state)).toBe(canonical(state).replaceAll(`(${id.toUpperCase()}`, `(${id}`));
    expect(assetsNamed(state)).toEqual([id]);
    // Missing pictures keep their text.
    expect(readFiles(parsed, () => null).state.rules[0]?.value).toContain(`![Logo](${path})`);
  });

  it('omit defaults', () => {
    const state = emptyState('Acme');
    state.rules.push({
      key: 'color.ink',
      label: 'Ink',
      context: null,
      type: 'color',
      value: '#111111',
      spec: {},
      usage: null,
      assets: [],
    });
    expect(written(state)).toEqual({
      'brand.yaml': 'slug: acme\nname: Acme\n',
      'rules/color.yaml': 'color.ink:\n  type: color\n  value: "#111111"\n',
    });
  });
});

describe('a merge', () => {
  it('with only one side is that side', () => {
    fc.assert(
      fc.property(anyState, anyState, (base, other) => {
        expect(canonical(inOrder(mergeStates(base, base, other).state))).toBe(canonical(other));
        expect(canonical(inOrder(mergeStates(base, other, base).state))).toBe(canonical(other));
        expect(mergeStates(base, other, other)).toEqual({ state: expect.anything(), conflicts: [] });
        expect(mergeStates(base, base, other).conflicts).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it('keeps one-sided changes, and prefers the file in a conflict, reporting each', () => {
    fc.assert(
      fc.property(anyState, anyState, anyState, (base, here, file) => {
        const { state, conflicts } = mergeStates(base, here, file);
        const ofRules = (one: BrandState) =>
          new Map(one.rules.map((rule) => [`${rule.key} ${rule.context ?? ''}`, canonical(rule)]));
        const [was, mine, theirs, now] = [base, here, file, state].map(ofRules) as [
          Map<string, string>,
          Map<string, string>,
          Map<string, string>,
          Map<string, string>,
        ];
        for (const name of new Set([...mine.keys(), ...theirs.keys(), ...was.keys()])) {
          const [b, h, f] = [was.get(name), mine.get(name), theirs.get(name)];
          if (h === f) expect(now.get(name)).toBe(h);
          else if (b === h) expect(now.get(name)).toBe(f);
          else if (b === f) expect(now.get(name)).toBe(h);
          else if (h === undefined || f === undefined) {
            expect(now.get(name)).toBe(f);
            expect(conflicts.some(({ path }) => path === name.trim())).toBe(true);
          } else expect(now.has(name)).toBe(true);
        }
        expect(new Set(state.pages.map(({ slug }) => slug)).size).toBe(state.pages.length);
      }),
      { numRuns: 120 },
    );
  });

  it('removes nothing without a common base', () => {
    fc.assert(
      fc.property(anyState, anyState, (here, file) => {
        const { state } = mergeStates(null, here, file);
        const names = (one: BrandState) => one.rules.map(({ key, context }) => `${key} ${context ?? ''}`);
        expect(new Set(names(state))).toEqual(new Set([...names(here), ...names(file)]));
        expect(new Set(state.pages.map(({ slug }) => slug))).toEqual(
          new Set([...here.pages, ...file.pages].map(({ slug }) => slug)),
        );
      }),
      { numRuns: 100 },
    );
  });
});
