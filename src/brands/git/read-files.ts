// Parses brand files into a state, with every problem at its file and line.
import { suggestion } from '../../lib/nearest.ts';
import { z } from 'zod';
import { isId, isSlug } from '../../core/access/ids.ts';
import type { Issue } from '../../core/errors.ts';
import { plainPage, normalizeSection, treeIssues } from '../pages/pages.ts';
import {
  brokenReferences,
  issuesUnder,
  isKey,
  otherType,
  referencesOf,
  normalizeDraft,
} from '../rules/rules.ts';
import type { SectionInput } from '../schemas.ts';
import { PageInput, RuleInput } from '../schemas.ts';
import {
  canonical,
  grouped,
  inOrder,
  plainTheme,
  ruleName,
  rulesByKey,
  type BrandState,
  type PageState,
  type RuleState,
  type Theme,
} from '../publishing/state.ts';
import { densities, themeParts, themeWidths } from '../theme/theme-parts.ts';
import { themeIssues } from '../theme/theme.ts';
import { brandFile, groupOf, keysInOrder, orderOfFiles, pageFile, rulesFile } from './layout.ts';
import { LocatedFile, parseYamlFiles, type ParsedFiles, type Segment } from './located.ts';
import { picturesById } from './pictures.ts';

/** The id of the asset at a path under assets/; null if there is none. */
export type FindAsset = (path: string) => string | null;

type Plain = Record<string, unknown>;
const same = (one: unknown, other: unknown): boolean => canonical(one ?? null) === canonical(other ?? null);
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of file at a path; null: not a brand file, and ignored. */
export function kindOf(path: string): { kind: 'brand' } | { kind: 'rules' | 'page'; name: string } | null {
  if (path === brandFile) return { kind: 'brand' };
  const [, folder, name] = /^(rules|pages)\/([^/]+)\.ya?ml$/.exec(path) ?? [];
  if (folder === undefined || name === undefined) return null;
  return { kind: folder === 'rules' ? 'rules' : 'page', name };
}

function assetId(
  file: LocatedFile,
  at: readonly Segment[],
  given: unknown,
  find: FindAsset,
): string | undefined {
  if (typeof given !== 'string') {
    file.say(at, 'Must be the path of a file under assets/, or the id of an asset.');
    return undefined;
  }
  const shown = given.slice(0, 200);
  if (isId(given)) return given.toLowerCase();
  const id = find(shown);
  if (id === null)
    file.say(at, `There is no asset for "${shown}". List it in assets, or add the file there.`);
  return id ?? undefined;
}

/** Text properties, with pictures by asset id. */
function kept(content: Plain, names: readonly string[], find: FindAsset): Plain {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = content[name];
      return typeof text === 'string' ? [[name, picturesById(text, find)]] : [];
    }),
  );
}

// ---- rules

export interface ReadRule {
  rule: RuleState;
  /** Its position in the file. */
  at: Segment[];
}

function readRule(
  file: LocatedFile,
  key: string,
  context: string | null,
  type: unknown,
  body: Plain,
  at: Segment[],
  find: FindAsset,
): ReadRule | null {
  const { assets: given, type: _type, contexts: _contexts, ...content } = body;
  const list = given === undefined || given === null ? [] : given;
  if (!Array.isArray(list)) file.say([...at, 'assets'], 'Must be a list of files.');
  const assets = (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one, index) => {
    const where = [...at, 'assets', index];
    const entry = isPlain(one) ? one : { file: one };
    for (const name of Object.keys(entry))
      if (name !== 'file' && name !== 'rendition')
        file.say([...where, name], `Unknown property. ${suggestion(name, ['file', 'rendition'])}`);
    const id = assetId(file, isPlain(one) ? [...where, 'file'] : where, entry.file, find);
    return id === undefined ? [] : [{ id, rendition: entry.rendition ?? null }];
  });
  const parsed = RuleInput.safeParse({
    ...content,
    ...kept(content, type === 'text' ? ['value', 'usage'] : ['usage'], find),
    key,
    context,
    type,
    assets,
  });
  if (!parsed.success) {
    file.sayAll(
      at,
      issuesUnder('', parsed.error).filter(({ path }) => path !== '.key'),
    );
    return null;
  }
  const normalized = normalizeDraft(parsed.data, null);
  file.sayAll(at, normalized.issues);
  return normalized.rule ? { rule: normalized.rule, at } : null;
}

function readRules(file: LocatedFile, name: string, find: FindAsset): ReadRule[] {
  if (file.value === null) return [];
  if (!isPlain(file.value)) {
    file.say([], 'A rules file must map keys, such as color.primary, to rules.');
    return [];
  }
  return Object.entries(file.value).flatMap(([key, body]): ReadRule[] => {
    if (!isKey(key)) {
      file.say([key], 'A key must be dotted camelCase, such as color.primary or logo.minClearSpace.');
      return [];
    }
    if (groupOf(key) !== name) file.say([key], `This rule belongs in ${rulesFile(groupOf(key))}.`);
    if (!isPlain(body)) {
      file.say([key], 'Set type and value below the key.');
      return [];
    }
    const { contexts } = body;
    if (contexts !== undefined && !isPlain(contexts))
      file.say([key, 'contexts'], 'Must map the names of contexts to rules.');
    const inContexts = isPlain(contexts) ? Object.entries(contexts) : [];
    const rules = inContexts.flatMap(([context, inner]): ReadRule[] => {
      const at = [key, 'contexts', context];
      if (isPlain(inner)) {
        const rule = readRule(file, key, context, body.type, inner, at, find);
        return rule ? [rule] : [];
      }
      file.say(at, "Set the rule's fields below the context's name.");
      return [];
    });
    if (inContexts.length > 0 && !('value' in body)) {
      for (const other of Object.keys(body))
        if (other !== 'type' && other !== 'contexts')
          file.say([key, other], 'It has no effect without a value. Add one.');
      return rules;
    }
    const plain = readRule(file, key, null, body.type, body, [key], find);
    return plain ? [plain, ...rules] : rules;
  });
}

// ---- pages

export interface ReadPage {
  /** Without its position in the tree, which brand.yaml defines. */
  page: PageState;
  inputs: SectionInput[];
}

const PageFile = PageInput.omit({ slug: true, position: true, parent: true, keys: true, updatedAt: true });

/** The section with its files by id. */
function withAssets(file: LocatedFile, at: Segment[], section: unknown, find: FindAsset): unknown {
  if (!isPlain(section)) return section;
  const { props, items, template } = section;
  const id = (where: Segment[], given: unknown): unknown =>
    assetId(file, [...at, ...where], given, find) ?? undefined;
  return {
    ...section,
    ...kept(section, ['body'], find),
    ...(template === 'cover' && isPlain(props) && props.image !== undefined
      ? { props: { ...props, image: id(['props', 'image'], props.image) } }
      : {}),
    ...(Array.isArray(items)
      ? {
          items: (items as unknown[]).map((item, index) =>
            isPlain(item)
              ? {
                  ...item,
                  ...kept(item, ['body'], find),
                  ...(item.asset === undefined ? {} : { asset: id(['items', index, 'asset'], item.asset) }),
                }
              : item,
          ),
        }
      : {}),
  };
}

function readPage(file: LocatedFile, slug: string, find: FindAsset): ReadPage | null {
  if (!isSlug(slug))
    file.say([], "A page's file name must be its slug: lowercase letters and digits, joined by dashes.");
  if (file.value === null) return null;
  if (!isPlain(file.value)) {
    file.say([], 'A page needs a title and sections.');
    return null;
  }
  const { cover, sections } = file.value;
  const parsed = PageFile.safeParse({
    ...file.value,
    ...(cover === undefined || cover === null
      ? {}
      : { cover: assetId(file, ['cover'], cover, find) ?? null }),
    ...(Array.isArray(sections)
      ? {
          sections: (sections as unknown[]).map((one, index) =>
            withAssets(file, ['sections', index], one, find),
          ),
        }
      : {}),
  });
  if (!parsed.success) {
    file.sayAll([], issuesUnder('', parsed.error));
    return null;
  }
  const { sections: given = [], ...fields } = parsed.data;
  const inputs = named(given);
  const taken = new Set<string>();
  for (const [index, { id }] of inputs.entries()) {
    if (taken.has(id)) file.say(['sections', index, 'id'], 'Another section has this id.');
    taken.add(id);
  }
  const content = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<PageState>;
  return {
    inputs,
    page: {
      ...plainPage,
      title: fields.title,
      ...content,
      slug,
      aliases: [...new Set(fields.aliases ?? [])],
      sections: inputs.map((input) => normalizeSection(input, input.id, []).section),
    },
  };
}

/** A section without an id is named by its template and a number: the same each time the file is read. */
function named(sections: readonly SectionInput[]): (SectionInput & { id: string })[] {
  const taken = new Set(sections.flatMap(({ id }) => id ?? []));
  return sections.map((section) => {
    let id = section.id ?? '';
    for (let count = 1; id === ''; count += 1) {
      const free = `${section.template.replace(/[^A-Za-z0-9]/g, '').slice(0, 30) || 'section'}-${count}`;
      if (!taken.has(free)) id = free;
    }
    taken.add(id);
    return { ...section, id };
  });
}

// ---- the brand

const Part = z.string().max(120).nullable().optional();
const ThemeFile = z.strictObject({
  ...(Object.fromEntries(themeParts.map((part) => [part, Part])) as Record<
    (typeof themeParts)[number],
    typeof Part
  >),
  radius: z.int().min(0).max(64).optional(),
  width: z.enum(themeWidths).optional(),
  density: z.enum(densities).optional(),
});
const BrandFile = z.strictObject({
  slug: z.string().max(100).optional(),
  name: z.string().trim().min(1).max(200),
  theme: ThemeFile.nullable().optional(),
  order: z.array(z.string().max(120)).max(10_000).nullable().optional(),
  pages: z.array(z.unknown()).nullable().optional(),
});

export interface ReadBrand {
  slug: string | null;
  name: string;
  theme: Theme;
  order: string[] | null;
  /** In reading order. */
  tree: { slug: string; parent: string | null; at: Segment[] }[];
}

function readTree(
  file: LocatedFile,
  list: readonly unknown[],
  parent: string | null,
  at: Segment[],
): ReadBrand['tree'] {
  return list.flatMap((entry, index): ReadBrand['tree'] => {
    const where = [...at, index];
    if (typeof entry === 'string' || typeof entry === 'number')
      return [{ slug: String(entry), parent, at: where }];
    const [slug, ...more] = isPlain(entry) ? Object.keys(entry) : [];
    const under = isPlain(entry) && slug !== undefined ? entry[slug] : undefined;
    if (
      slug === undefined ||
      more.length > 0 ||
      !(under === null || Array.isArray(under)) ||
      at.length > 12
    ) {
      file.say(where, "Must be a page's slug, or a slug with a list of subpages.");
      return [];
    }
    return [
      { slug, parent, at: where },
      ...readTree(file, (under ?? []) as unknown[], slug, [...where, slug]),
    ];
  });
}

function readBrand(file: LocatedFile): ReadBrand | null {
  if (file.value === null && file.issues.length > 0) return null;
  const parsed = BrandFile.safeParse(file.value ?? {});
  if (!parsed.success) {
    file.sayAll([], issuesUnder('', parsed.error));
    return null;
  }
  const { slug, name, theme, order, pages } = parsed.data;
  if (slug !== undefined && !isSlug(slug))
    file.say(['slug'], 'A slug must be lowercase letters and digits, joined by dashes.');
  return {
    slug: slug ?? null,
    name,
    theme: {
      ...plainTheme,
      ...Object.fromEntries(Object.entries(theme ?? {}).filter(([, value]) => value !== undefined)),
    },
    order: order ?? null,
    tree: readTree(file, pages ?? [], null, ['pages']),
  };
}

// ---- all of them

export type ReadFile =
  | { kind: 'brand'; brand: ReadBrand }
  | { kind: 'rules'; rules: ReadRule[] }
  | { kind: 'page'; page: ReadPage };

/** One file alone; null if it isn't a brand file or can't be parsed. */
function readFile(
  path: string,
  files: ParsedFiles,
  find: FindAsset,
): { file: LocatedFile; read: ReadFile | null } | null {
  const what = kindOf(path);
  const parsed = files.get(path);
  if (!what || !parsed) return null;
  const file = new LocatedFile(path, parsed);
  if (what.kind === 'brand') {
    const brand = readBrand(file);
    return { file, read: brand && { kind: 'brand', brand } };
  }
  if (what.kind === 'rules')
    return { file, read: { kind: 'rules', rules: readRules(file, what.name, find) } };
  const page = readPage(file, what.name, find);
  return { file, read: page && { kind: 'page', page } };
}

export interface ReadFiles {
  state: BrandState;
  issues: Issue[];
  /**
   * Validates the merged state as a whole. Problems the brand already had are allowed to stay: a pair whose
   * colour no longer exists, for example.
   */
  check: (merged: BrandState, here: BrandState) => Issue[];
}

/** Parses those files that belong to a brand: the slow part. @throws what `parseYamlFiles` throws. */
export function parseFiles(files: Readonly<Record<string, string>>): Promise<ParsedFiles> {
  return parseYamlFiles(Object.fromEntries(Object.entries(files).filter(([path]) => kindOf(path) !== null)));
}

/** Reads a brand's files, by path. */
export function readFiles(files: ParsedFiles, find: FindAsset): ReadFiles {
  const rules: (ReadRule & { file: LocatedFile })[] = [];
  const pages = new Map<string, ReadPage & { file: LocatedFile }>();
  let brand = null as ReadBrand | null;
  let brandAt = null as LocatedFile | null;
  const all: LocatedFile[] = [];
  for (const path of [...files.keys()].sort()) {
    const one = readFile(path, files, find);
    if (!one) continue;
    const { file, read } = one;
    all.push(file);
    if (path === brandFile) brandAt = file;
    if (read?.kind === 'brand') ({ brand } = read);
    if (read?.kind === 'rules') rules.push(...read.rules.map((rule) => ({ ...rule, file })));
    if (read?.kind === 'page') {
      const { slug } = read.page.page;
      if (pages.has(slug)) file.say([], `There is another file for the page "${slug}".`);
      pages.set(slug, { ...read.page, file });
    }
  }
  const loose: Issue[] = [];
  if (!brandAt)
    loose.push({
      path: `${brandFile}:1`,
      message: 'brand.yaml is missing. It holds the name, the theme and the page tree.',
    });
  const seen = new Map<string, string>();
  for (const { rule, file, at } of rules) {
    const name = ruleName(rule);
    const other = seen.get(name);
    if (other !== undefined) file.say(at, `This rule is also in ${other}.`);
    seen.set(name, file.path);
  }
  const placed = new Map<string, PageState>();
  for (const { slug, parent, at } of brand?.tree ?? []) {
    const page = pages.get(slug);
    if (!page) brandAt?.say(at, `${pageFile(slug)} is missing.`);
    else if (placed.has(slug)) brandAt?.say(at, `"${slug}" is listed twice.`);
    else placed.set(slug, { ...page.page, parent });
  }
  if (brand)
    for (const [slug, { file }] of pages)
      if (!placed.has(slug)) file.say([], `The page "${slug}" is missing from brand.yaml. Add it to pages.`);
  const there = new Set(rules.map(({ rule }) => rule.key));
  const place = new Map<string, number>();
  for (const [index, key] of (brand?.order ?? []).entries()) {
    if (!there.has(key)) brandAt?.say(['order', index], `There is no rule "${key}" in the files.`);
    else if (place.has(key)) brandAt?.say(['order', index], 'This key is listed twice.');
    place.set(key, index);
  }
  const last = place.size;
  const state: BrandState = {
    name: brand?.name ?? '',
    theme: brand?.theme ?? { ...plainTheme },
    rules: rules
      .map(({ rule }) => rule)
      .toSorted((one, other) => (place.get(one.key) ?? last) - (place.get(other.key) ?? last)),
    pages: [...placed.values()],
  };
  const issuesOfFiles = (): Issue[] => [...loose, ...all.flatMap((file) => file.issues)];
  return {
    state: inOrder(state),
    issues: issuesOfFiles(),
    check: (merged, here) => {
      const reported = new Set(issuesOfFiles());
      const inMerged = new Map(merged.rules.map((rule) => [ruleName(rule), rule]));
      const wasHere = new Map(here.rules.map((rule) => [ruleName(rule), rule]));
      const ofKeys = rulesByKey(merged.rules);
      const among = (keys: readonly string[]) => keys.flatMap((key) => ofKeys.get(key) ?? []);
      for (const { rule, file, at } of rules) {
        const now = inMerged.get(ruleName(rule));
        if (now && !same(now, wasHere.get(ruleName(rule)))) {
          const named = { rules: among(referencesOf(now).map(({ key }) => key)) };
          file.sayAll(at, [...brokenReferences(now, named), ...otherType(now, { rules: among([now.key]) })]);
        }
      }
      const pagesHere = new Map(here.pages.map((page) => [page.slug, page]));
      for (const { page, inputs, file } of pages.values()) {
        const stood = pagesHere.get(page.slug)?.sections ?? [];
        for (const [index, input] of inputs.entries()) {
          const normalized = normalizeSection(input, input.id ?? '', among(input.keys ?? []));
          if (!stood.some((section) => same(section, normalized.section)))
            file.sayAll(['sections', index], normalized.issues);
        }
      }
      const loose = [...treeIssues(merged.pages)].flatMap(([slug, issues]): Issue[] => {
        const page = pages.get(slug);
        page?.file.sayAll([], issues);
        return page
          ? []
          : issues.map(({ message }) => ({ path: `${brandFile}:1`, message: `${slug}: ${message}` }));
      });
      const parts = themeParts.filter((part) => merged.theme[part] !== here.theme[part]);
      const theme = Object.fromEntries(parts.map((part) => [part, merged.theme[part]]));
      brandAt?.sayAll(['theme'], themeIssues(theme, merged.rules));
      return [...issuesOfFiles().filter((issue) => !reported.has(issue)), ...loose];
    },
  };
}

/** A brand's layout, to check whether a file still has the same content. */
export interface SaidHere {
  state: BrandState;
  slug: string;
  groups: ReadonlyMap<string, readonly RuleState[]>;
  pages: ReadonlyMap<string, PageState>;
  derivedOrder: readonly string[];
}

export const saidHere = (state: BrandState, slug: string): SaidHere => ({
  state,
  slug,
  groups: grouped(state.rules, ({ key }) => groupOf(key)),
  pages: new Map(state.pages.map((page) => [page.slug, page])),
  derivedOrder: orderOfFiles(state),
});

/** Whether a hand-written file still has the content of a state: its comments are then kept. */
export function stillSays(
  path: string,
  files: ParsedFiles,
  { state, slug, groups, pages, derivedOrder }: SaidHere,
  find: FindAsset,
): boolean {
  const one = readFile(path, files, find);
  if (!one?.read || one.file.issues.length > 0) return false;
  const { read } = one;
  if (read.kind === 'rules') {
    const here = groups.get(/^rules\/(.+)\.yaml$/.exec(path)?.[1] ?? '') ?? [];
    const there = inOrder({ ...state, rules: read.rules.map(({ rule }) => rule), pages: [] }).rules;
    return same(there, here);
  }
  if (read.kind === 'page') {
    const here = pages.get(read.page.page.slug);
    return (
      here !== undefined &&
      path === pageFile(here.slug) &&
      same({ ...read.page.page, parent: here.parent }, here)
    );
  }
  const { brand } = read;
  const place = new Map((brand.order ?? []).map((key, index) => [key, index]));
  const known = new Set(derivedOrder);
  const order = derivedOrder.toSorted(
    (key, other) => (place.get(key) ?? place.size) - (place.get(other) ?? place.size),
  );
  return (
    (brand.slug ?? slug) === slug &&
    same(brand.name, state.name) &&
    same(brand.theme, state.theme) &&
    [...place.keys()].every((key) => known.has(key)) &&
    same(order, keysInOrder(state)) &&
    same(
      brand.tree.map(({ slug: name, parent }) => [name, parent]),
      state.pages.map(({ slug: name, parent }) => [name, parent]),
    )
  );
}
