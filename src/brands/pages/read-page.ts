// Reading pages: the list in reading order, and one page with its rules, its Markdown and its warnings.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import { invalid } from '../../core/errors.ts';
import { panelUrl } from '../../core/panel-address.ts';
import type { Service } from '../../core/service.ts';
import { suggestion } from '../../lib/nearest.ts';
import { factsOfAssets, type AssetFacts } from '../assets-of.ts';
import {
  bySection,
  missingOn,
  ruleIn,
  rulesIn,
  rulesShownOn,
  type RulesOfSection,
} from '../rules/contexts.ts';
import { leastForMarks, shownRatio, worstContrast } from '../rules/contrast.ts';
import { groundsOf } from '../rules/gradients.ts';
import { pageVersion } from '../expected.ts';
import { pageMarkdown } from './markdown.ts';
import { assetsOfPage, assetsOfSection, findPage } from './pages.ts';
import { slugsLinkedIn, textsOf } from './page-links.ts';
import { assetsIn } from './prose.ts';
import type { LoadedBrand } from '../queries.ts';
import type { ColorSpec } from '../rules/rule-types.ts';
import type { PageEntry, PageView } from './schemas.ts';
import type { Rule } from '../rules/schemas.ts';
import {
  keysOf,
  positionsOf,
  readersView,
  contextsOf,
  ruleName,
  type BrandState,
  type PageState,
  type RuleState,
  type SectionState,
} from '../publishing/state.ts';
import type { AnyTemplate } from './templates/contract.ts';
import { isOnlyHeading } from './templates/empty.tsx';
import { templateOf } from './templates/index.ts';
import { publicPath } from '../../core/public-paths.ts';

function entryOf(brand: LoadedBrand, page: PageState, positions: ReadonlyMap<string, number>) {
  const { sections: _, ...fields } = page;
  return {
    slug: page.slug,
    title: page.title,
    position: positions.get(page.slug) ?? 0,
    hidden: page.hidden,
    parent: page.parent,
    eyebrow: page.eyebrow,
    lede: page.lede,
    cover: page.cover,
    icon: page.icon,
    audience: page.audience,
    tabs: page.tabs,
    aliases: fields.aliases,
    layout: page.layout,
    updatedAt: brand.pages.get(page.slug)?.updatedAt ?? '',
  };
}

/** Every page in reading order, including hidden ones: interface 2.5. */
export function entriesOf(brand: LoadedBrand): PageEntry[] {
  const positions = positionsOf(brand.state.pages);
  return brand.state.pages.map((page) => ({
    ...entryOf(brand, page, positions),
    sections: page.sections.length,
    keys: keysOf(page),
  }));
}

function ruleView(brand: LoadedBrand, rule: RuleState, assets: ReadonlyMap<string, AssetFacts>): Rule {
  const row = brand.rules.get(ruleName(rule));
  return {
    id: row?.id ?? '',
    brand: brand.slug,
    key: rule.key,
    label: rule.label,
    context: rule.context,
    type: rule.type,
    value: rule.value,
    spec: rule.spec,
    usage: rule.usage,
    assets: rule.assets.flatMap(({ id, rendition }) => {
      const facts = assets.get(id);
      if (!facts) return [];
      const { usable: _, ...shown } = facts;
      return [{ id, rendition, ...shown }];
    }),
    updatedAt: row?.updatedAt ?? '',
  };
}

type Warning = PageView['warnings'][number];

/** The data that warnings are based on. */
interface Known {
  /** `rulesInView`. */
  rules: RulesOfSection<Rule>;
  /** What is known about `namedAssets`. */
  assets: ReadonlyMap<string, AssetFacts>;
  /** The pages that readers see. */
  readers: readonly PageState[];
}

/** A page's warnings: references that are missing, hidden, empty or hard to read. */
export function pageWarnings(
  brand: LoadedBrand,
  page: PageState,
  { rules, assets, readers }: Known,
): Warning[] {
  const warnings: Warning[] = [];
  const shown = new Set(readers.map(({ slug }) => slug));
  const contexts = new Set(contextsOf(brand.state.rules));
  const say = (section: string | null, message: string) => warnings.push({ section, message });
  const lookAt = (section: string | null, id: string) => {
    const facts = assets.get(id);
    if (!facts) say(section, `Asset ${id} not found, or you don't have access.`);
    else if (!facts.usable) say(section, `"${facts.filename}" can't be used now, so readers don't see it.`);
  };
  const linksTo = (section: string | null, slug: string) => {
    const target = findPage(brand.state, slug);
    if (!target) say(section, `It links to "${slug}", but there is no such page.`);
    else if (shown.has(page.slug) && !shown.has(target.slug))
      say(section, `It links to "${target.slug}", which readers can't see.`);
  };
  if (page.hidden) say(null, "This page is hidden: readers can't see it.");
  else if (!shown.has(page.slug)) say(null, "This page is under a hidden one, so readers can't see it.");
  if (page.cover !== null) lookAt(null, page.cover);
  if (page.sections.every(({ hidden }) => hidden)) say(null, 'This page is empty.');
  for (const section of page.sections) {
    if (section.hidden) continue;
    const template = templateOf(section.template);
    if (!template) say(section.id, `There is no template "${section.template}", so only its text is shown.`);
    if (section.context !== undefined && !contexts.has(section.context))
      say(section.id, `No rule uses its context "${section.context}" any more, so it shows the default.`);
    warnings.push(...keyWarnings(brand, section, template, rules(section), assets));
    for (const { id } of assetsOfSection(section)) lookAt(section.id, id);
    for (const id of textsOf(section).flatMap(assetsIn)) lookAt(section.id, id);
    for (const slug of slugsLinkedIn(section)) linksTo(section.id, slug);
    if (isOnlyHeading(section, template)) say(section.id, 'This section shows nothing but its heading.');
  }
  return warnings;
}

function keyWarnings(
  brand: LoadedBrand,
  section: SectionState,
  template: AnyTemplate | undefined,
  rules: ReadonlyMap<string, Rule>,
  assets: Known['assets'],
): Warning[] {
  return section.keys.flatMap((key): Warning[] => {
    const rule = rules.get(key);
    if (!rule) return [{ section: section.id, message: `There is no rule "${key}".` }];
    if (template?.keys && !template.keys.types.includes(rule.type))
      return [
        {
          section: section.id,
          message: `"${key}" is a ${rule.type}, which a ${template.name} section can't show.`,
        },
      ];
    return ruleWarnings(brand, section.id, rule, rules, assets, template?.keys?.files ?? false);
  });
}

/** What is wrong with a color's pair; null if nothing is. */
function pairWarning(
  brand: LoadedBrand,
  rule: Rule,
  pair: string,
  rules: ReadonlyMap<string, Rule>,
): string | null {
  const other = rules.get(pair) ?? brand.state.rules.find(({ key }) => key === pair);
  if (!other) return `"${rule.key}" is paired with "${pair}", but there is no such color.`;
  if (typeof other.value !== 'string' || typeof rule.value !== 'string' || !other.value.startsWith('#'))
    return null;
  const { gradient } = rule.spec as ColorSpec;
  const ratio = worstContrast(other.value, groundsOf(rule.value, gradient, rules));
  return ratio < leastForMarks
    ? `"${pair}" on "${rule.key}" has a contrast of ${shownRatio(ratio)}:1: too little for text or marks.`
    : null;
}

function ruleWarnings(
  brand: LoadedBrand,
  section: string,
  rule: Rule,
  rules: ReadonlyMap<string, Rule>,
  assets: ReadonlyMap<string, AssetFacts>,
  files: boolean,
): Warning[] {
  const warnings: Warning[] = [];
  const say = (message: string) => warnings.push({ section, message });
  // As stored: `rule` has only those files that the caller sees.
  const named = ruleIn(brand.state.rules, rule.key, rule.context)?.assets ?? [];
  for (const { id } of named) {
    const facts = assets.get(id);
    if (!facts) say(`A file of "${rule.key}" no longer exists, or you don't have access.`);
    else if (!facts.usable)
      say(`"${facts.filename}" of "${rule.key}" can't be used now, so readers don't see it.`);
  }
  if (files && named.length === 0) say(`"${rule.key}" has no files to show.`);
  const { pair } = rule.spec as ColorSpec;
  const poorPair = rule.type === 'color' && pair !== undefined ? pairWarning(brand, rule, pair, rules) : null;
  if (poorPair) say(poorPair);
  const { max } = rule.spec as { max?: number };
  if (
    rule.type === 'text' &&
    max !== undefined &&
    typeof rule.value === 'string' &&
    [...rule.value].length > max
  )
    say(`"${rule.key}" is longer than its limit of ${max} characters.`);
  return warnings;
}

const shownIn = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? assetsIn(text) : []));

/** Ids of the assets that a page itself refers to, including its texts. */
export function assetsNamedByPage(page: Pick<PageState, 'cover' | 'sections'>): string[] {
  return [
    ...assetsOfPage(page).map(({ id }) => id),
    ...shownIn(page.sections.flatMap(({ body, items }) => [body, ...(items ?? []).map((item) => item.body)])),
  ];
}

/** The same of a rule. */
export function assetsNamedByRule({
  assets,
  usage,
  value,
}: Pick<RuleState, 'assets' | 'usage' | 'value'>): string[] {
  return [...assets.map(({ id }) => id), ...shownIn([usage, typeof value === 'string' ? value : null])];
}

/** Ids of the assets on pages, and of their rules' files as they apply in a context, or in that of the section that shows them. */
export function namedAssets(
  state: BrandState,
  pages: readonly PageState[],
  context: string | null,
): string[] {
  const rulesOf = bySection(
    context,
    (one) => new Map(rulesIn(state.rules, one).map((rule) => [rule.key, rule])),
  );
  const rules = new Set(pages.flatMap((page) => rulesShownOn(page, rulesOf)));
  return [...pages.flatMap(assetsNamedByPage), ...[...rules].flatMap(assetsNamedByRule)];
}

/** The rules that each section of a page shows, as the caller sees them. @param context that the page is read in */
export function rulesInView(
  brand: LoadedBrand,
  context: string | null,
  assets: ReadonlyMap<string, AssetFacts>,
): RulesOfSection<Rule> {
  return bySection(
    context,
    (one) =>
      new Map(rulesIn(brand.state.rules, one).map((rule) => [rule.key, ruleView(brand, rule, assets)])),
  );
}

/** A page with only one of its sections. @throws ApiError invalid for one that it doesn't show. */
function onlySection(page: PageState, section: string): PageState {
  const shown = page.sections.filter(({ hidden }) => !hidden);
  const sections = shown.filter(({ id }) => id === section);
  if (sections.length > 0) return { ...page, lede: null, cover: null, sections };
  const known = suggestion(
    section,
    shown.map(({ id }) => id),
  );
  throw invalid([{ path: 'section', message: `The page shows no section "${section}". ${known}` }]);
}

/**
 * One page as an editor reads it.
 *
 * @param section the ID of the only one whose rules and Markdown are wanted.
 * @throws ApiError invalid for a section that the page doesn't show.
 */
export async function viewOf(
  db: Db,
  caller: Caller,
  service: Service,
  brand: LoadedBrand,
  page: PageState,
  { context, section }: { context: string | null; section?: string | undefined },
): Promise<PageView> {
  const keys = keysOf(page);
  const assets = await factsOfAssets(
    db,
    caller,
    brand.workspaceId,
    namedAssets(brand.state, [page], context),
  );
  const rules = rulesInView(brand, context, assets);
  const readers = readersView(brand.state).pages;
  const { sections } = page;
  const part = section === undefined ? page : onlySection(page, section);
  return {
    brand: brand.slug,
    context,
    page: {
      ...entryOf(brand, page, positionsOf(brand.state.pages)),
      sections: sections as PageView['page']['sections'],
      keys,
    },
    rules: rulesShownOn(part, rules),
    missing: missingOn(part, rules),
    warnings: pageWarnings(brand, page, { rules, assets, readers }),
    markdown: pageMarkdown(part, {
      rules,
      under: (slug) => readers.filter(({ parent }) => parent === slug),
      asset: (id) => {
        const facts = assets.get(id);
        return facts
          ? { url: `${service.env.serverUrl}${publicPath('a')}/${id}`, title: facts.title ?? facts.filename }
          : null;
      },
    }),
    url: panelUrl(service, `/brands/${brand.slug}/pages/${page.slug}`),
    version: pageVersion(page),
  };
}
