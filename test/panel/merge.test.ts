// Merging what two people made of one record: random records and edits.
import { describe, expect, it } from '@jest/globals';
import { mergedCrops } from '../../src/panel/assets/asset/crops/merge-crops.ts';
import { merge } from '../../src/panel/client/drafts/merge.ts';
import fc from '../setup/random.ts';

const text = fc.constantFrom('', 'one', 'two', 'three');
const sections = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), title: text, hidden: fc.boolean() }),
  { selector: ({ id }) => id },
);
const record = fc.record({
  title: text,
  lede: fc.option(text),
  keys: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  sections,
});

describe('merging', () => {
  it('keeps everything if only one person changed something', () => {
    fc.assert(
      fc.property(record, record, (before, edited) => {
        expect(merge(before, before, edited).value).toEqual(edited);
        expect(merge(before, edited, before).value).toEqual(edited);
        expect(merge(before, edited, edited)).toEqual({ value: edited, differences: [] });
      }),
    );
  });

  it('gives each person all of theirs where they choose it for every difference', () => {
    fc.assert(
      fc.property(record, record, record, (before, theirs, mine) => {
        const { differences } = merge(before, theirs, mine);
        for (const [side, version] of [
          ['theirs', theirs],
          ['mine', mine],
        ] as const) {
          const choices = new Map(differences.map(({ path }) => [path, side]));
          const { value } = merge(before, theirs, mine, choices);
          expect(value).toMatchObject({ title: version.title, lede: version.lede });
          const byId = (list: { id: string }[]) =>
            Object.fromEntries(list.map((section) => [section.id, section]));
          expect(byId(value.sections)).toEqual(byId(version.sections));
        }
      }),
    );
  });

  it.each([
    ["takes the other's change of an unedited list", ['a'], ['a', 'b'], ['a'], ['a', 'b']],
    ["keeps an edited value that the other didn't change", 'old', 'old', 'new', 'new'],
    ['keeps an added tag', ['a'], ['a', 'b'], ['a', 'mine'], ['a', 'mine', 'b']],
    ['keeps a removed tag removed', ['a', 'c'], ['a', 'c', 'b'], ['a'], ['a', 'b']],
    ['adds no tag twice', ['a'], ['a', 'b'], ['a', 'b'], ['a', 'b']],
    ['keeps an edit next to a changed value', { x: 1 }, { x: 1, y: 2 }, { x: 3 }, { x: 3, y: 2 }],
    ['keeps a cleared value cleared', { x: 1 }, { x: 1, y: 2 }, {}, { y: 2 }],
  ])('%s', (_, before: unknown, theirs: unknown, mine: unknown, expected: unknown) => {
    const { value, differences } = merge(before, theirs, mine);
    expect(value).toEqual(expected);
    expect(differences.some(({ isConflict }) => isConflict)).toBe(false);
  });

  it('takes both, and asks where both changed the same value', () => {
    const before = {
      title: 'Color',
      lede: null as string | null,
      sections: [
        { id: 'a', title: 'One', body: '' },
        { id: 'b', title: 'Two', body: '' },
      ],
    };
    const theirs = {
      title: 'Colors',
      lede: 'All of them',
      sections: [
        { id: 'b', title: 'Two', body: '' },
        { id: 'a', title: 'Theirs', body: 'More' },
        { id: 'c', title: 'Three', body: '' },
      ],
    };
    const mine = {
      title: 'Palette',
      lede: null,
      sections: [
        { id: 'a', title: 'Mine', body: '' },
        { id: 'd', title: 'Four', body: '' },
        { id: 'b', title: 'Two', body: 'Words' },
      ],
    };
    const { value, differences } = merge(before, theirs, mine, new Map([['title', 'theirs']]));
    expect(differences.filter(({ isConflict }) => isConflict).map(({ path }) => path)).toEqual([
      'title',
      'sections[a].title',
    ]);
    expect(value).toEqual({
      title: 'Colors',
      lede: 'All of them',
      sections: [
        { id: 'b', title: 'Two', body: 'Words' },
        { id: 'a', title: 'Mine', body: 'More' },
        { id: 'd', title: 'Four', body: '' },
        { id: 'c', title: 'Three', body: '' },
      ],
    });
  });

  it('asks about a section that one person removed and the other edited', () => {
    const before = { sections: [{ id: 'a', title: 'One' }] };
    const { differences } = merge(before, { sections: [] }, { sections: [{ id: 'a', title: 'Mine' }] });
    expect(differences).toMatchObject([{ path: 'sections[a]', theirs: undefined, isConflict: true }]);
  });
});

describe('merging crops', () => {
  const center = { x: 0.5, y: 0.5 };
  const left = { x: 0, y: 0, width: 0.5, height: 1 };
  const right = { x: 0.5, y: 0, width: 0.5, height: 1 };

  it('keeps what each changed', () => {
    const before = { focalPoint: center, presets: { hero: left, gone: left } };
    const theirs = { focalPoint: center, presets: { hero: right, gone: left, news: left } };
    const mine = { focalPoint: { x: 0.2, y: 0.5 }, presets: { hero: left } };
    expect(mergedCrops(before, theirs, mine)).toEqual({
      crops: { focalPoint: { x: 0.2, y: 0.5 }, presets: { hero: right, news: left } },
      isConflict: false,
    });
  });

  it('takes a point or an area as a whole, of one or of the other', () => {
    const before = { focalPoint: center, presets: {} };
    const theirs = { focalPoint: { x: 0.1, y: 0.5 }, presets: {} };
    const mine = { focalPoint: { x: 0.5, y: 0.9 }, presets: {} };
    expect(mergedCrops(before, theirs, mine)).toEqual({ crops: mine, isConflict: true });
  });
});
