// A first set of pages for a brand without any, generated from its rules, so that nobody starts with an empty
// screen.
import { plainPage, normalizeSection } from './pages.ts';
import type { RuleType } from '../rules/schemas.ts';
import type { SectionInput } from './schemas.ts';
import type { BrandState, PageState, RuleState } from '../publishing/state.ts';

interface Chapter {
  slug: string;
  title: string;
  lede: string;
  takes: (rule: RuleState) => boolean;
  /** How the rules of a group are shown. */
  template: (rule: RuleState) => string;
}

const ofType =
  (...types: RuleType[]) =>
  (rule: RuleState): boolean =>
    types.includes(rule.type);
const hasFiles = ({ assets }: RuleState): boolean => assets.length > 0;
const isCopy = ({ spec }: RuleState): boolean => Boolean(spec.copy);

/** In page order; a rule goes to the first group that accepts it. */
const chapters: readonly Chapter[] = [
  {
    slug: 'logo',
    title: 'Logo',
    lede: 'Our logos, and the files to use.',
    takes: hasFiles,
    template: ({ key }) => (key.startsWith('logo') ? 'logos' : 'gallery'),
  },
  {
    slug: 'color',
    title: 'Color',
    lede: 'Every color, with its codes for screen and print.',
    takes: ofType('color'),
    template: () => 'palette',
  },
  {
    slug: 'type',
    title: 'Type',
    lede: 'The typefaces, and how to set them.',
    takes: ofType('font'),
    template: () => 'type',
  },
  {
    slug: 'voice',
    title: 'Voice',
    lede: 'How we write and speak.',
    takes: ofType('text', 'list'),
    template: (rule) => (isCopy(rule) ? 'copy' : 'text'),
  },
  {
    slug: 'measures',
    title: 'Measures',
    lede: 'Sizes and distances for developers and designers.',
    takes: ofType('number'),
    template: () => 'specs',
  },
];

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The group of a rule: a color's group, or else the beginning of its key. */
function groupOf(rule: RuleState): string {
  const { group } = rule.spec as { group?: string };
  return group ?? titled(rule.key.split('.')[0] ?? rule.key);
}

function sectionsOf(
  chapter: Chapter,
  rules: readonly RuleState[],
  all: BrandState['rules'],
): PageState['sections'] {
  const groups = new Map<string, SectionInput & { keys: string[] }>();
  for (const rule of rules) {
    const template = chapter.template(rule);
    const title = groupOf(rule);
    const section = groups.get(`${template} ${title}`) ?? {
      template,
      title: title === chapter.title ? null : title,
      keys: [],
    };
    if (!section.keys.includes(rule.key)) section.keys.push(rule.key);
    groups.set(`${template} ${title}`, section);
  }
  return [...groups.values()].map(
    (section, index) => normalizeSection(section, `${chapter.slug}-${index + 1}`, all).section,
  );
}

/** Pages that show every rule of a brand once, after a cover. */
export function firstPages(state: BrandState): PageState[] {
  const left = new Set(
    state.rules.filter(
      ({ context }, index) =>
        context === null || state.rules.findIndex(({ key }) => key === state.rules[index]?.key) === index,
    ),
  );
  const pages = chapters.flatMap((chapter): PageState[] => {
    const rules = [...left].filter(chapter.takes);
    for (const rule of rules) left.delete(rule);
    if (rules.length === 0) return [];
    const { slug, title, lede } = chapter;
    return [{ ...plainPage, slug, title, lede, sections: sectionsOf(chapter, rules, state.rules) }];
  });
  const cover: PageState = {
    ...plainPage,
    slug: 'overview',
    title: state.name,
    layout: 'landing',
    sections: [
      normalizeSection(
        { template: 'cover', eyebrow: 'Brand guidelines', title: state.name },
        'cover',
        state.rules,
      ).section,
      normalizeSection({ template: 'pages', props: { under: '' } }, 'pages', state.rules).section,
    ],
  };
  return [cover, ...pages];
}
