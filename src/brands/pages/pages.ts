// Validating and changing pages. Pure; used by operations, hooks and imports. Reports every problem at once,
// with its path.
import { randomBytes } from 'node:crypto';
import { isSlug } from '../../core/access/ids.ts';
import { transformIssue } from '../../assets/delivery/parse-transform.ts';
import { ApiError, type Issue } from '../../core/errors.ts';
import { contextIssues } from '../rules/contexts.ts';
import { below, issuesUnder } from '../rules/rules.ts';
import type { PageInput, PageOp, PagePatch, SectionInput } from './schemas.ts';
import type { BrandState, PageState, SectionItem, SectionState } from '../publishing/state.ts';
import { issuesOfTree, reservedIssues } from './page-tree.ts';
import type { AnyTemplate } from './templates/contract.ts';
import { templateOf, templates } from './templates/index.ts';

const maxSections = 200;
const sectionIdForm = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38}[A-Za-z0-9])?$/;

type Sections = readonly SectionState[];

/** An id that no section of the page has. */
export function newSectionId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = `s${randomBytes(4).toString('hex')}`;
    if (!taken.has(id)) return id;
  }
}

const blank = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

/** What is wrong with an item's link; null if nothing is. */
function hrefIssue(href: string): string | null {
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(href)) return null;
  if (isSlug(href.replace(/^page:/, '').replace(/#.*$/, ''))) return null;
  return "Must be a page's slug, or an address that begins with https://, http://, mailto: or tel:.";
}

function propsIssues(template: AnyTemplate | undefined, props: Record<string, unknown>): Issue[] {
  const parsed = template?.props.safeParse(props);
  return parsed && !parsed.success ? issuesUnder('props', parsed.error) : [];
}

/** Keys that are listed twice, or refer to rules that the template doesn't accept. */
function keyIssues(
  keys: readonly string[],
  template: AnyTemplate | undefined,
  rules: BrandState['rules'],
): Issue[] {
  const issues: Issue[] = [];
  for (const [index, key] of keys.entries()) {
    const named = rules.filter((rule) => rule.key === key);
    const [rule] = named;
    const path = `keys[${index}]`;
    if (keys.indexOf(key) < index) issues.push({ path, message: `"${key}" is listed twice.` });
    else if (!template) continue;
    else if (!template.keys) issues.push({ path, message: `A ${template.name} section can't show rules.` });
    else if (rule && !template.keys.types.includes(rule.type))
      issues.push({
        path,
        message: `"${key}" is a ${rule.type}; a ${template.name} section shows ${template.keys.types.join(', ')}.`,
      });
    else if (rule && template.keys.files && !named.some(({ assets }) => assets.length > 0))
      issues.push({ path, message: `"${key}" has no files, and a ${template.name} section shows files.` });
  }
  return issues;
}

/** What only some sections have: left out where it says nothing. */
function extrasOf(
  { eyebrow, lede, audience, context }: SectionInput,
  items: SectionItem[],
): Pick<SectionState, 'eyebrow' | 'lede' | 'items' | 'audience' | 'context'> {
  const [above, opening, where] = [blank(eyebrow), blank(lede), blank(context)];
  return {
    ...(above ? { eyebrow: above } : {}),
    ...(opening ? { lede: opening } : {}),
    ...(items.length > 0 ? { items } : {}),
    ...(audience ? { audience } : {}),
    ...(where ? { context: where } : {}),
  };
}

/**
 * Normalizes one section.
 *
 * @param rules of the brand: keys must refer to rules of a type that the template accepts. A key without a
 *   rule is allowed: the rule may be added later, and until then the page lists it as missing.
 * @param before the section as it was: it may keep a context whose rules are gone.
 * @returns the section to store, or every problem, with paths below the section (`props.size`).
 */
export function normalizeSection(
  input: SectionInput,
  id: string,
  rules: BrandState['rules'],
  before?: SectionState,
): { section: SectionState; issues: Issue[] } {
  const issues: Issue[] = [];
  const template = templateOf(input.template);
  if (!sectionIdForm.test(id))
    issues.push({ path: 'id', message: 'An id must be up to 40 letters, digits, dashes and underscores.' });
  if (!template)
    issues.push({
      path: 'template',
      message: `There is no template "${input.template}". Available templates: ${templates()
        .map(({ name }) => name)
        .join(', ')}.`,
    });
  issues.push(...propsIssues(template, input.props ?? {}));
  const keys = input.keys ?? [];
  issues.push(...keyIssues(keys, template, rules));
  const items = (input.items ?? []).map(normalizeItem);
  if (template) issues.push(...itemIssues(template.items, template.name, items));
  const extras = extrasOf(input, items);
  if (extras.context !== before?.context) issues.push(...contextIssues(extras.context, rules));
  return {
    issues,
    section: {
      id,
      template: input.template,
      title: blank(input.title) ?? null,
      body: blank(input.body) ?? null,
      width: input.width ?? 'normal',
      columns: input.columns ?? null,
      tone: input.tone ?? 'plain',
      hidden: input.hidden ?? false,
      keys: [...keys],
      // As sent rather than as parsed, so that a default added to a template later also applies here.
      props: Object.fromEntries(Object.entries(input.props ?? {}).filter(([, value]) => value !== undefined)),
      ...extras,
    },
  };
}

function normalizeItem(item: SectionItem): SectionItem {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]: [string, string | undefined]) =>
      value ? [[name, name === 'asset' ? value.toLowerCase() : value]] : [],
    ),
  );
}

function itemIssues(
  takes: { may: readonly string[]; must: readonly string[]; kinds?: readonly string[] } | null,
  template: string,
  items: readonly SectionItem[],
): Issue[] {
  if (items.length > 0 && !takes)
    return [{ path: 'items', message: `A ${template} section can't have items.` }];
  return items.flatMap((item, index): Issue[] => {
    const issues: Issue[] = [];
    const say = (name: string, message: string) => issues.push({ path: `items[${index}].${name}`, message });
    for (const name of takes?.must ?? [])
      if (!Object.hasOwn(item, name)) say(name, `Required in items of a ${template} section.`);
    for (const name of Object.keys(item))
      if (!takes?.may.includes(name)) say(name, `Not supported in items of a ${template} section.`);
    if (item.kind !== undefined && takes?.kinds && !takes.kinds.includes(item.kind))
      say('kind', `Must be one of ${takes.kinds.join(', ')}.`);
    const href = item.href === undefined ? null : hrefIssue(item.href);
    if (href) say('href', href);
    const rendition = item.rendition === undefined ? null : transformIssue(item.rendition);
    if (rendition) say('rendition', rendition);
    return issues;
  });
}

/** A section as input, with some fields changed. */
function inputOf(section: SectionState): SectionInput {
  return structuredClone(section) as SectionInput;
}

function normalizeSections(
  inputs: readonly SectionInput[],
  rules: BrandState['rules'],
  before: Sections,
): { sections: SectionState[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const stood = new Map(before.map((section) => [section.id, section]));
  const taken = new Set<string>();
  const asked = new Set(inputs.flatMap(({ id }) => id ?? []));
  const sections = inputs.map((input, index) => {
    const id = input.id ?? newSectionId(new Set([...asked, ...taken]));
    if (taken.has(id))
      issues.push({ path: `sections[${index}].id`, message: 'Another section has this id.' });
    taken.add(id);
    const normalized = normalizeSection(input, id, rules, stood.get(id));
    issues.push(...below(`sections[${index}]`, normalized.issues));
    return normalized.section;
  });
  return { sections, issues };
}

/** The page with a slug or an alias. */
export function findPage(state: Pick<BrandState, 'pages'>, slug: string): PageState | undefined {
  return (
    state.pages.find((page) => page.slug === slug) ??
    state.pages.find(({ aliases }) => aliases.includes(slug))
  );
}

/** Slugs of a page's direct subpages. */
export function under(state: Pick<BrandState, 'pages'>, slug: string): string[] {
  return state.pages.flatMap((page) => (page.parent === slug ? [page.slug] : []));
}

/** Places a page among its siblings; `position` undefined: stays, or goes last. */
function placed(
  pages: readonly PageState[],
  before: PageState | null,
  page: PageState,
  position: number | undefined,
): PageState[] {
  const at = before ? pages.indexOf(before) : -1;
  const stays = before !== null && before.parent === page.parent && position === undefined;
  if (stays) return pages.map((one) => (one === before ? page : one));
  const others = pages.filter((_, index) => index !== at);
  const siblings = others.filter(({ parent }) => parent === page.parent);
  const next = position === undefined ? undefined : siblings[position];
  if (!next) return [...others, page];
  return others.flatMap((one) => (one === next ? [page, one] : [one]));
}

export interface Written {
  state: BrandState;
  page: PageState;
  issues: Issue[];
}

/** Changes a page's fields, position or slug; subpages follow its slug. */
function withPage(
  state: BrandState,
  before: PageState | null,
  after: PageState,
  position: number | undefined,
): Written {
  const renamed = before !== null && before.slug !== after.slug;
  if (renamed && state.pages.some(({ slug }) => slug === after.slug))
    throw new ApiError('conflict', `A page "${after.slug}" already exists.`);
  const aliases = [...new Set([...after.aliases, ...(renamed ? [before.slug] : [])])].filter(
    (alias) => alias !== after.slug,
  );
  const page = { ...after, aliases };
  const pages = placed(state.pages, before, page, position).map((one) =>
    renamed && one !== page && one.parent === before.slug ? { ...one, parent: page.slug } : one,
  );
  const issues = [...issuesOfTree(pages, page), ...reservedIssues(page, state.pages)];
  return { state: { ...state, pages }, page, issues };
}

/** A page with default values. */
export const plainPage: Omit<PageState, 'slug' | 'title'> = {
  parent: null,
  hidden: false,
  eyebrow: null,
  lede: null,
  cover: null,
  icon: null,
  audience: 'everyone',
  tabs: false,
  aliases: [],
  layout: 'book',
  sections: [],
};

/** A page with patched fields; an empty text clears one. */
function patched(page: PageState, patch: PagePatch): PageState {
  const { position: _, ...fields } = patch;
  const merged: PageState = { ...page, ...fields };
  return {
    ...merged,
    eyebrow: merged.eyebrow?.trim() || null,
    lede: merged.lede?.trim() || null,
    icon: merged.icon?.trim() || null,
    cover: merged.cover?.toLowerCase() ?? null,
    aliases: [...new Set(merged.aliases)],
  };
}

/**
 * Creates a page, or replaces one: omitted fields get their defaults, except aliases and position.
 *
 * @param slug as requested: an alias replaces its page.
 * @throws ApiError conflict for a taken slug.
 */
export function savePage(state: BrandState, slug: string, input: PageInput): Written & { made: boolean } {
  const before = findPage(state, slug) ?? null;
  const { sections: inputs = [], keys: _keys, updatedAt: _updatedAt, position, ...fields } = input;
  const { sections, issues } = normalizeSections(inputs, state.rules, before?.sections ?? []);
  const base: PageState = {
    ...plainPage,
    slug: before?.slug ?? slug,
    title: input.title,
    aliases: before?.aliases ?? [],
  };
  const written = withPage(state, before, { ...patched(base, withoutUndefined(fields)), sections }, position);
  return { ...written, issues: [...issues, ...written.issues], made: before === null };
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}

/**
 * Changes a page step by step, all or nothing; issues have the step's path (`ops[1].set.props.size`).
 * @throws ApiError conflict for a taken slug.
 */
export function editPage(state: BrandState, before: PageState, ops: readonly PageOp[]): Written {
  const issues: Issue[] = [];
  let page = before;
  let position: number | undefined;
  let pageStep = 0;
  for (const [index, op] of ops.entries()) {
    const at = `ops[${index}]`;
    if (op.op === 'page') {
      position = op.set.position ?? position;
      pageStep = index;
      page = patched(page, withoutUndefined(op.set));
      continue;
    }
    const step = editSections(page.sections, op, state.rules);
    issues.push(...below(at, step.issues));
    page = { ...page, sections: step.sections };
  }
  if (page.sections.length > maxSections)
    issues.push({ path: 'ops', message: `A page can have up to ${maxSections} sections.` });
  const written = withPage(state, before, page, position);
  return { ...written, issues: [...issues, ...below(`ops[${pageStep}].set`, written.issues)] };
}

function editSections(
  sections: Sections,
  op: Exclude<PageOp, { op: 'page' }>,
  rules: BrandState['rules'],
): { sections: SectionState[]; issues: Issue[] } {
  const ids = new Set(sections.map(({ id }) => id));
  if (op.op === 'add') {
    const id = op.section.id ?? newSectionId(ids);
    const normalized = normalizeSection(op.section, id, rules);
    const issues = below('section', normalized.issues);
    if (ids.has(id))
      issues.push({ path: 'section.id', message: 'Another section of this page has this id.' });
    return { sections: sections.toSpliced(op.at ?? sections.length, 0, normalized.section), issues };
  }
  const at = sections.findIndex(({ id }) => id === op.id);
  const section = sections[at];
  if (!section)
    return {
      sections: [...sections],
      issues: [{ path: 'id', message: `There is no section "${op.id}" on this page.` }],
    };
  if (op.op === 'remove') return { sections: sections.toSpliced(at, 1), issues: [] };
  if (op.op === 'move')
    return { sections: sections.toSpliced(at, 1).toSpliced(op.to, 0, section), issues: [] };
  const normalized = normalizeSection(
    { ...inputOf(section), ...withoutUndefined(op.set) },
    section.id,
    rules,
    section,
  );
  return { sections: sections.with(at, normalized.section), issues: below('set', normalized.issues) };
}

/** A page's asset references, each with its path; for its texts, see `assetsIn`. */
export function assetsOfPage(page: Pick<PageState, 'cover' | 'sections'>): { path: string; id: string }[] {
  return [
    ...(page.cover === null ? [] : [{ path: 'cover', id: page.cover }]),
    ...page.sections.flatMap((section, index) =>
      assetsOfSection(section).map(({ path, id }) => ({ path: `sections[${index}].${path}`, id })),
    ),
  ];
}

export function assetsOfSection(section: SectionState): { path: string; id: string }[] {
  const { image } = section.props;
  return [
    ...(section.template === 'cover' && typeof image === 'string'
      ? [{ path: 'props.image', id: image.toLowerCase() }]
      : []),
    ...(section.items ?? []).flatMap(({ asset }, index) =>
      asset ? [{ path: `items[${index}].asset`, id: asset }] : [],
    ),
  ];
}
