// What a publish changed, by name: what the updates page can't easily show of it.
import { describe, expect, it } from '@jest/globals';
import { plainPage } from '../../../src/brands/pages/pages.ts';
import { namedChanges } from '../../../src/brands/publishing/named-changes.ts';
import {
  emptyState,
  type BrandState,
  type PageState,
  type RuleState,
  type SectionState,
} from '../../../src/brands/publishing/state.ts';

const color = (key: string, value: string, more: Partial<RuleState> = {}): RuleState => ({
  key,
  label: key,
  context: null,
  type: 'color',
  value,
  spec: {},
  usage: null,
  assets: [],
  ...more,
});
const section = (keys: string[], more: Partial<SectionState> = {}): SectionState => ({
  id: 'one',
  template: 'palette',
  title: 'Colors',
  body: null,
  width: 'normal',
  columns: null,
  tone: 'plain',
  hidden: false,
  keys,
  props: {},
  ...more,
});
const page = (slug: string, more: Partial<PageState> = {}): PageState => ({
  ...plainPage,
  slug,
  title: slug,
  ...more,
});
const state = (rules: RuleState[], ...pages: PageState[]): BrandState => ({
  ...emptyState('Acme'),
  rules,
  pages,
});
const changes = (before: BrandState, after: BrandState) => namedChanges(before, after, 'everyone');

describe('named changes', () => {
  const sections = [section(['color.a', 'color.b'])];

  it('says a gradient with its stops, as they are in its context', () => {
    const gradient = { angle: 45, stops: [{ color: 'color.b' }, { color: '#ffffff' }] };
    const rules = (more: object): RuleState[] => [
      color('color.a', '#111111'),
      color('color.a', '#222222', { context: 'dark', spec: more as RuleState['spec'] }),
      color('color.b', '#333333'),
      color('color.b', '#444444', { context: 'dark' }),
    ];
    const { rules: changed } = changes(
      state(rules({}), page('colors', { sections })),
      state(rules({ gradient, lineHeight: 2 }), page('colors', { sections })),
    );
    expect(changed.map(({ key, context, parts }) => [key, context, parts])).toEqual([
      [
        'color.a',
        'dark',
        [
          { kind: 'value', name: 'Gradient', before: null, after: '45°: color.b #444444 0%, #ffffff 100%' },
          { kind: 'value', name: 'Line height', before: null, after: '2' },
        ],
      ],
    ]);
  });

  it('names the context of a section', () => {
    const { pages } = changes(
      state([], page('colors', { sections: [section([])] })),
      state([], page('colors', { sections: [section([], { context: 'dark' })] })),
    );
    expect(pages[0]?.sections).toEqual([
      {
        how: 'changed',
        title: 'Colors',
        parts: [{ kind: 'value', name: 'Context', before: null, after: 'dark' }],
      },
    ]);
  });

  it('recognizes a page by its alias first, and then by what is on it, each once', () => {
    const { pages } = changes(
      state([], page('a', { sections }), page('b', { sections }), page('empty')),
      state(
        [],
        page('x', { sections }),
        page('y', { sections, aliases: ['a'] }),
        page('z', { sections }),
        page('blank'),
      ),
    );
    expect(pages.map(({ how, slug, parts }) => [how, slug, ...parts.map(({ before }) => before)])).toEqual([
      ['renamed', 'x', 'b'],
      ['renamed', 'y', 'a'],
      ['added', 'z'],
      ['added', 'blank'],
      ['removed', 'empty'],
    ]);
  });

  it('recognizes rules by what they say, in their order, each once', () => {
    const before = [color('color.a', '#111111'), color('color.b', '#111111'), color('color.c', '#222222')];
    const after = [color('color.x', '#111111'), color('color.y', '#111111'), color('color.z', '#111111')];
    const shown = (rules: RuleState[]) =>
      state(rules, page('colors', { sections: [section(rules.map(({ key }) => key))] }));
    expect(
      changes(shown(before), shown(after)).rules.map(({ how, key, parts }) => [how, key, parts[0]?.before]),
    ).toEqual(
      expect.arrayContaining([
        ['renamed', 'color.x', 'color.a'],
        ['renamed', 'color.y', 'color.b'],
        ['added', 'color.z', null],
        ['removed', 'color.c', '#222222'],
      ]),
    );
  });
});
