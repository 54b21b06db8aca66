// Random brands: every type of rule, contexts, arbitrary text, pages three levels deep.
import { plainPage, normalizeSection } from '../../src/brands/pages/pages.ts';
import { labelOf, normalizeDraft } from '../../src/brands/rules/rules.ts';
import {
  inOrder,
  plainTheme,
  type BrandState,
  type PageState,
  type RuleState,
} from '../../src/brands/publishing/state.ts';
import fc from '../setup/random.ts';

/** Text as people and programs write it: line ends, quotes, YAML and Markdown syntax. */
const spice = [
  '\n',
  '\n\n',
  '  ',
  '- ',
  '# ',
  ': ',
  '"',
  "'",
  '|',
  '>',
  '{a}',
  '&a',
  '*a',
  '!x',
  '%',
  '@',
  '`',
  'null',
  'true',
  '1e3',
  '0x1f',
  '~',
  '\t',
  'ü',
  '🙂',
  '---',
  '...',
  '\\n',
  '\r\n',
  '\u00a0',
  '\u2028',
];
export const anyText = fc
  .array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...spice)), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\u0000', '').trim())
  .filter((text) => text !== '');
const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
const anyKey = fc
  .tuple(
    fc.constantFrom('color', 'type', 'voice', 'grid', 'logo', 'null', 'yes'),
    fc.constantFrom('a', 'bTwo', 'c.d', 'e1', 'on', 'true'),
  )
  .map((parts) => parts.join('.'));
const anyContext = fc.constantFrom(null, null, 'dark', '2024', 'null', 'on-photo');
const asset = fc.constantFrom(
  ...['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`),
);
export const anyAssets = ['1', '2', '3'].map((digit, index) => ({
  id: `${digit.repeat(8)}-1111-4111-8111-111111111111`,
  filename: ['Logo & Mark.svg', 'logo-mark.svg', 'Logo & Mark.svg'][index] ?? '',
}));

const typed = fc.oneof(
  fc.record({
    type: fc.constant('color' as const),
    value: anyHex,
    spec: fc.record(
      { group: anyText.map((text) => text.slice(0, 100).trim() || 'x'), cmyk: fc.constant([1, 2, 3, 4]) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    type: fc.constant('text' as const),
    value: anyText,
    spec: fc.record({ copy: fc.boolean() }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constant('number' as const),
    value: fc.oneof(
      fc.integer(),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
        .map((n) => (Object.is(n, -0) ? 0 : n)),
    ),
    spec: fc.record({ unit: fc.constantFrom('px', '×', '%') }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constant('list' as const),
    value: fc.array(fc.oneof(anyText, fc.integer()), { minLength: 1, maxLength: 4 }),
    spec: fc.constant({}),
  }),
  fc.record({
    type: fc.constant('font' as const),
    value: fc.record(
      { family: fc.constantFrom('Inter', '1e3', 'null'), size: fc.constantFrom(16, '1rem') },
      { requiredKeys: ['family'] },
    ),
    spec: fc.record({ role: fc.constant('head'), lineHeight: fc.constant(1.2) }, { requiredKeys: [] }),
  }),
);

const anyRule = fc
  .record({
    key: anyKey,
    context: anyContext,
    typed,
    label: fc.option(
      anyText.map((text) => text.slice(0, 150).trim() || 'x'),
      { nil: undefined },
    ),
    usage: fc.option(anyText, { nil: null }),
    assets: fc.array(fc.record({ id: asset, rendition: fc.constantFrom(null, 'w_100') }), { maxLength: 2 }),
  })
  .map(
    ({ typed: { type, value, spec }, label, ...rest }): RuleState | null =>
      normalizeDraft({ ...rest, type, value, spec, label: label ?? labelOf(rest.key) }, null).rule,
  )
  .filter((rule) => rule !== null);

const anySection = fc.record({
  id: fc.constantFrom('a', 'b', '3', 'null', 'intro'),
  template: fc.constantFrom('text', 'statement', 'cover'),
  title: fc.option(anyText, { nil: null }),
  body: fc.option(anyText, { nil: null }),
  hidden: fc.boolean(),
  tone: fc.constantFrom('plain' as const, 'dark' as const),
  width: fc.constantFrom('normal' as const, 'wide' as const),
  columns: fc.constantFrom(null, 2),
  eyebrow: fc.option(anyText, { nil: null }),
  image: fc.option(asset, { nil: undefined }),
});

const anyPage = fc.record({
  slug: fc.constantFrom('start', 'voice', '2024', 'null', 'true', 'a-b', 'z'),
  title: anyText.map((text) => text.slice(0, 100).trim() || 'x'),
  hidden: fc.boolean(),
  lede: fc.option(anyText, { nil: null }),
  cover: fc.option(asset, { nil: null }),
  audience: fc.constantFrom('everyone' as const, 'members' as const),
  layout: fc.constantFrom('book' as const, 'landing' as const),
  tabs: fc.boolean(),
  aliases: fc.constantFrom([], ['old-one']),
  sections: fc.uniqueArray(anySection, { selector: ({ id }) => id, maxLength: 3 }),
  /** Which of the earlier pages is its parent, if any. */
  under: fc.nat(6),
});

export const anyState: fc.Arbitrary<BrandState> = fc
  .record({
    name: anyText.map((text) => text.slice(0, 100).trim() || 'x'),
    rules: fc.uniqueArray(anyRule, {
      selector: ({ key, context }) => `${key} ${context ?? ''}`,
      maxLength: 8,
    }),
    pages: fc.uniqueArray(anyPage, { selector: ({ slug }) => slug, maxLength: 5 }),
    radius: fc.constantFrom(8, 0, 4),
    density: fc.constantFrom('normal' as const, 'compact' as const),
  })
  .map(({ name, rules, pages, radius, density }) => {
    const typeOf = new Map<string, string>();
    for (const { key, type } of rules) if (!typeOf.has(key)) typeOf.set(key, type);
    const depth = new Map<string, number>();
    const placed: PageState[] = [];
    for (const { under, sections, ...page } of pages) {
      const above = placed[under];
      const parent = above && (depth.get(above.slug) ?? 0) < 2 ? above.slug : null;
      depth.set(page.slug, parent === null ? 0 : (depth.get(parent) ?? 0) + 1);
      placed.push({
        ...plainPage,
        ...page,
        aliases: placed.length === 0 ? [...page.aliases] : [],
        parent,
        sections: sections.map(
          ({ image, ...section }) =>
            normalizeSection(
              {
                ...section,
                ...(section.template === 'cover' && image ? { props: { image } } : {}),
              },
              section.id,
              [],
            ).section,
        ),
      });
    }
    return inOrder({
      name,
      theme: { ...plainTheme, radius, density },
      // A key has one type.
      rules: rules.filter(({ key, type }) => typeOf.get(key) === type),
      pages: placed,
    });
  });
