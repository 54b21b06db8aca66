// The file layout of a brand: brand.yaml, rules/{group}.yaml, pages/{slug}.yaml, and file names under
// assets/. Defaults are left out, so the same brand always exports to the same bytes. Pure.
import { Document, isMap, isScalar, isSeq, type Pair } from 'yaml';
import { assetsOfPage, plainPage } from '../pages/pages.ts';
import { assetsIn } from '../pages/prose.ts';
import { labelOf } from '../rules/rules.ts';
import { picturesByPath } from './pictures.ts';
import {
  grouped,
  plainTheme,
  rulesByKey,
  themeParts,
  type BrandState,
  type PageState,
  type RuleState,
  type SectionState,
} from '../publishing/state.ts';

export const brandFile = 'brand.yaml';
export const rulesFile = (group: string): string => `rules/${group}.yaml`;
export const pageFile = (slug: string): string => `pages/${slug}.yaml`;
export const groupOf = (key: string): string => key.split('.')[0] ?? key;

/** Asset id to path, for each asset of a brand. */
export type AssetPaths = ReadonlyMap<string, string>;

/**
 * File names under assets/: letters, digits, dots, dashes; collisions are resolved by id.
 * @param agreed ids to paths that they keep.
 */
export function pathsOfAssets(
  assets: readonly { id: string; filename: string }[],
  agreed: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const kept = assets.flatMap(({ id }) => {
    const path = agreed.get(id);
    return path === undefined ? [] : [[id, path] as const];
  });
  const named = assets
    .filter(({ id }) => !agreed.has(id))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, filename }) => ({ id, name: safeName(filename) }));
  const times = new Map(kept.map(([, path]) => [path.slice('assets/'.length).toLowerCase(), 1]));
  for (const { name } of named) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1);
  return new Map([
    ...kept,
    ...named.map(({ id, name }) => {
      const dot = name.lastIndexOf('.');
      const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
      const alone = times.get(name.toLowerCase()) === 1;
      return [id, `assets/${alone ? name : `${stem}-${id.slice(0, 8)}${ending}`}`] as const;
    }),
  ]);
}

function safeName(filename: string): string {
  const safe = filename
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '');
  return safe === '' ? 'file' : safe.slice(-100);
}

/** Every asset of a state, including pictures in its texts. */
export function assetsNamed(state: BrandState): string[] {
  const texts = [
    ...state.rules.flatMap(({ value, usage }) => [value, usage]),
    ...state.pages.flatMap(({ sections }) =>
      sections.flatMap(({ body, items = [] }) => [body, ...items.map((item) => item.body)]),
    ),
  ];
  return [
    ...new Set([
      ...state.rules.flatMap(({ assets }) => assets.map(({ id }) => id)),
      ...state.pages.flatMap((page) => assetsOfPage(page).map(({ id }) => id)),
      ...texts.flatMap((text) => (typeof text === 'string' && text.includes('![') ? assetsIn(text) : [])),
    ]),
  ];
}

type Plain = Record<string, unknown>;

/** Properties with a value. */
function saying(entries: Plain): Plain {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

function ruleBody(rule: RuleState, paths: AssetPaths): Plain {
  return saying({
    value: typeof rule.value === 'string' ? picturesByPath(rule.value, paths) : sorted(rule.value),
    label: rule.label === labelOf(rule.key) ? undefined : rule.label,
    spec: sorted(rule.spec),
    usage: rule.usage === null ? null : picturesByPath(rule.usage, paths),
    assets: rule.assets.map(({ id, rendition }) => {
      const file = paths.get(id) ?? id;
      return rendition === null ? file : { file, rendition };
    }),
  });
}

function rulesOf(rules: readonly RuleState[], paths: AssetPaths): Plain {
  return Object.fromEntries(
    [...rulesByKey(rules)].map(([key, ofKey]) => {
      const plain = ofKey.find(({ context }) => context === null);
      const contexts = ofKey.flatMap((rule) =>
        rule.context === null ? [] : [[rule.context, ruleBody(rule, paths)] as const],
      );
      return [
        key,
        {
          type: ofKey[0]?.type,
          ...(plain ? ruleBody(plain, paths) : {}),
          ...(contexts.length > 0 ? { contexts: Object.fromEntries(contexts) } : {}),
        },
      ];
    }),
  );
}

function sectionOf(section: SectionState, paths: AssetPaths): Plain {
  const { id, template, width, tone, hidden, keys, props, items, audience, context } = section;
  const { image } = props;
  const shown =
    template === 'cover' && typeof image === 'string'
      ? { ...props, image: paths.get(image) ?? image }
      : props;
  return {
    id,
    ...saying({
      template,
      eyebrow: section.eyebrow,
      title: section.title,
      lede: section.lede,
      body: section.body === null ? null : picturesByPath(section.body, paths),
      keys,
      items: items?.map((item) =>
        saying({
          ...item,
          body: item.body === undefined ? undefined : picturesByPath(item.body, paths),
          asset: item.asset === undefined ? undefined : (paths.get(item.asset) ?? item.asset),
        }),
      ),
      props: sorted(shown),
      width: width === 'normal' ? undefined : width,
      columns: section.columns,
      tone: tone === 'plain' ? undefined : tone,
      hidden: hidden || undefined,
      audience,
      context,
    }),
  };
}

function pageOf(page: PageState, paths: AssetPaths): Plain {
  return saying({
    title: page.title,
    eyebrow: page.eyebrow,
    lede: page.lede,
    cover: page.cover === null ? null : (paths.get(page.cover) ?? page.cover),
    icon: page.icon,
    audience: page.audience === plainPage.audience ? undefined : page.audience,
    layout: page.layout === plainPage.layout ? undefined : page.layout,
    tabs: page.tabs || undefined,
    hidden: page.hidden || undefined,
    aliases: page.aliases,
    sections: page.sections.map((section) => sectionOf(section, paths)),
  });
}

/** The page tree: a slug, or a slug with its subpages. */
export type Tree = (string | Record<string, Tree>)[];

export function treeOf(pages: readonly PageState[]): Tree {
  const under = grouped(pages, ({ parent }) => parent);
  const walk = (parent: string | null): Tree =>
    (under.get(parent) ?? []).map(({ slug }) => (under.has(slug) ? { [slug]: walk(slug) } : slug));
  return walk(null);
}

/** Keys in the order the files imply: by file, then by position. */
export function orderOfFiles(state: Pick<BrandState, 'rules'>): string[] {
  const keys = grouped(keysInOrder(state), groupOf);
  return [...keys.keys()].sort().flatMap((group) => keys.get(group) ?? []);
}

export const keysInOrder = (state: Pick<BrandState, 'rules'>): string[] => [
  ...new Set(state.rules.map(({ key }) => key)),
];

function brandOf(state: BrandState, slug: string): Plain {
  const { theme } = state;
  const order = keysInOrder(state);
  return {
    slug,
    name: state.name,
    ...saying({
      theme: saying({
        ...Object.fromEntries(themeParts.map((part) => [part, theme[part]])),
        radius: theme.radius === plainTheme.radius ? undefined : theme.radius,
        width: theme.width === plainTheme.width ? undefined : theme.width,
        density: theme.density === plainTheme.density ? undefined : theme.density,
      }),
      order: order.join() === orderOfFiles(state).join() ? undefined : order,
      pages: treeOf(state.pages),
    }),
  };
}

/** A blank line between entries makes a long file readable. */
function spaced(items: readonly unknown[]): void {
  for (const item of items.slice(1)) {
    const node = (item as Pair).key ?? item;
    if (isScalar(node) || isMap(node)) node.spaceBefore = true;
  }
}

function yamlOf(path: string, value: Plain): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (isMap(document.contents)) {
    if (path.startsWith('rules/')) spaced(document.contents.items);
    const sections: unknown = document.get('sections');
    if (isSeq(sections)) spaced(sections.items);
  }
  return document.toString({ lineWidth: 0, blockQuote: 'literal' });
}

/** Every file of a brand, sorted by path. */
export function filesOf(state: BrandState, slug: string, paths: AssetPaths): Map<string, string> {
  const groups = grouped(state.rules, ({ key }) => groupOf(key));
  const files: [string, Plain][] = [
    [brandFile, brandOf(state, slug)],
    ...[...groups].map(([group, rules]): [string, Plain] => [rulesFile(group), rulesOf(rules, paths)]),
    ...state.pages.map((page): [string, Plain] => [pageFile(page.slug), pageOf(page, paths)]),
  ];
  return new Map(
    files
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, value]) => [path, yamlOf(path, value)]),
  );
}
