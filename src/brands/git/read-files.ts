// Parses brand files into a state, with every problem at its file and line.
import type { Issue } from '../../core/errors.ts';
import type { ParsedYaml } from '../../lib/decoders/yaml.mjs';
import { reservedIssues, treeIssues } from '../pages/page-tree.ts';
import { normalizeSection } from '../pages/pages.ts';
import {
  inOrder,
  sameContent,
  plainTheme,
  ruleName,
  rulesByKey,
  type BrandState,
  type PageState,
  type RuleState,
} from '../publishing/state.ts';
import { brokenReferences, otherType, referencesOf } from '../rules/rules.ts';
import { themeParts } from '../theme/theme-parts.ts';
import { themeIssues } from '../theme/theme.ts';
import { isPlain, type FindAsset } from './asset-paths.ts';
import { brandFile, groupOf, pageFile, rulesFile } from './layout.ts';
import { isLfsPointer, lfsAdvice } from './lfs.ts';
import { LocatedFile, parseYamlFiles, stages, type ParsedFiles } from './located.ts';
import { readBrand, type ReadBrand } from './read-brand-file.ts';
import { readPage, type ReadPage } from './read-page-file.ts';
import { readRules, type ReadRule } from './read-rules-file.ts';

/** The kind of file at a path; null: not a brand file, and ignored. */
export function kindOf(path: string): { kind: 'brand' } | { kind: 'rules' | 'page'; name: string } | null {
  if (path === brandFile) return { kind: 'brand' };
  const [, folder, name] = /^(rules|pages)\/([^/]+)\.ya?ml$/.exec(path) ?? [];
  if (folder === undefined || name === undefined) return null;
  return { kind: folder === 'rules' ? 'rules' : 'page', name };
}

export type ReadFile =
  | { kind: 'brand'; brand: ReadBrand }
  | { kind: 'rules'; rules: ReadRule[] }
  | { kind: 'page'; page: ReadPage };

/** One file alone; null if it isn't a brand file or can't be parsed. */
export function readFile(
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
   * color no longer exists, for example.
   */
  check: (merged: BrandState, here: BrandState) => Issue[];
}

/** Parses those files that belong to a brand: the slow part. @throws what `parseYamlFiles` throws. */
export async function parseFiles(files: Readonly<Record<string, string>>): Promise<ParsedFiles> {
  const ours = Object.entries(files).filter(([path]) => kindOf(path) !== null);
  const parsed = await parseYamlFiles(Object.fromEntries(ours.filter(([, text]) => !isLfsPointer(text))));
  const pointers = ours.filter(([, text]) => isLfsPointer(text));
  const unread: ParsedYaml = { value: null, lines: { line: 1 }, problems: [{ line: 1, message: lfsAdvice }] };
  return new Map([...parsed, ...pointers.map(([path]) => [path, unread] as const)]);
}

/** What the files have, each part with the file it is in. */
interface FileParts {
  all: LocatedFile[];
  brand: ReadBrand | null;
  brandAt: LocatedFile | null;
  rules: (ReadRule & { file: LocatedFile })[];
  pages: Map<string, ReadPage & { file: LocatedFile }>;
}

function partsOf(files: ParsedFiles, find: FindAsset): FileParts {
  const parts: FileParts = { all: [], brand: null, brandAt: null, rules: [], pages: new Map() };
  for (const path of [...files.keys()].sort()) {
    const one = readFile(path, files, find);
    if (!one) continue;
    const { file, read } = one;
    parts.all.push(file);
    if (path === brandFile) parts.brandAt = file;
    if (read?.kind === 'brand') parts.brand = read.brand;
    if (read?.kind === 'rules') parts.rules.push(...read.rules.map((rule) => ({ ...rule, file })));
    if (read?.kind === 'page') {
      const { slug } = read.page.page;
      if (parts.pages.has(slug)) file.say([], `There is another file for the page "${slug}".`);
      parts.pages.set(slug, { ...read.page, file });
    }
  }
  return parts;
}

function sayRepeatedRules(rules: FileParts['rules']): void {
  const seen = new Map<string, string>();
  for (const { rule, file, at } of rules) {
    const name = ruleName(rule);
    const other = seen.get(name);
    if (other !== undefined) file.say(at, `This rule is also in ${other}.`);
    seen.set(name, file.path);
  }
}

/**
 * Leaves out a problem if it follows from one in the file at a path.
 *
 * @param key that is missing: from a file that can be read and doesn't have it, it really is
 */
function foldedInto({ all }: FileParts, path: string, key?: string): boolean {
  const names = [path, path.replace(/\.yaml$/, '.yml')];
  const file = all.find((one) => names.includes(one.path));
  if (!file || (key !== undefined && isPlain(file.value) && !Object.hasOwn(file.value, key))) return false;
  return file.fold();
}

/** The pages where brand.yaml places them. */
function placedPages(parts: FileParts): PageState[] {
  const { brand, brandAt, pages } = parts;
  const placed = new Map<string, PageState>();
  for (const { slug, parent, at } of brand?.tree ?? []) {
    const page = pages.get(slug);
    if (!page) {
      if (!foldedInto(parts, pageFile(slug))) brandAt?.say(at, `${pageFile(slug)} is missing.`);
    } else if (placed.has(slug)) brandAt?.say(at, `"${slug}" is listed twice.`);
    else placed.set(slug, { ...page.page, parent });
  }
  if (brand)
    for (const [slug, { file }] of pages)
      if (!placed.has(slug)) file.say([], `The page "${slug}" is missing from brand.yaml. Add it to pages.`);
  return [...placed.values()];
}

/** The rules in the order that brand.yaml gives their keys. */
function orderedRules(parts: FileParts): RuleState[] {
  const { brand, brandAt, rules } = parts;
  const there = new Set(rules.map(({ rule }) => rule.key));
  const place = new Map<string, number>();
  for (const [index, key] of (brand?.order ?? []).entries()) {
    if (!there.has(key)) {
      if (!foldedInto(parts, rulesFile(groupOf(key)), key))
        brandAt?.say(['order', index], `There is no rule "${key}" in the files.`);
    } else if (place.has(key)) brandAt?.say(['order', index], 'This key is listed twice.');
    place.set(key, index);
  }
  const last = place.size;
  return rules
    .map(({ rule }) => rule)
    .toSorted((one, other) => (place.get(one.key) ?? last) - (place.get(other.key) ?? last));
}

/** Says the problems that the merged state has beside `here` at their files; returns those that are in none of the files. */
function sayMerged(parts: FileParts, merged: BrandState, here: BrandState): Issue[] {
  const { brandAt, rules, pages } = parts;
  const enter = (stage: LocatedFile['stage']): void => {
    for (const file of parts.all) file.stage = stage;
  };
  enter('rules');
  const inMerged = new Map(merged.rules.map((rule) => [ruleName(rule), rule]));
  const wasHere = new Map(here.rules.map((rule) => [ruleName(rule), rule]));
  const ofKeys = rulesByKey(merged.rules);
  const among = (keys: readonly string[]) => keys.flatMap((key) => ofKeys.get(key) ?? []);
  for (const { rule, file, at } of rules) {
    const now = inMerged.get(ruleName(rule));
    if (now && !sameContent(now, wasHere.get(ruleName(rule)))) {
      const named = { rules: among(referencesOf(now).map(({ key }) => key)) };
      file.sayAll(at, [...brokenReferences(now, named), ...otherType(now, { rules: among([now.key]) })]);
    }
  }
  // One rule of each context is enough to know it.
  const ofContexts = [...new Map(merged.rules.map((rule) => [rule.context, rule])).values()];
  enter('pages');
  const pagesHere = new Map(here.pages.map((page) => [page.slug, page]));
  const aliasesOf = new Map(merged.pages.map(({ slug, aliases }) => [slug, aliases]));
  for (const { page, inputs, file } of pages.values()) {
    file.sayAll([], reservedIssues(page, here.pages));
    // A renamed page has the slug that it has here among its aliases.
    const slugs = [page.slug, ...(aliasesOf.get(page.slug) ?? page.aliases)];
    const stood = slugs.map((slug) => pagesHere.get(slug)).find(Boolean)?.sections ?? [];
    for (const [index, input] of inputs.entries()) {
      const rulesOf = [...among(input.keys ?? []), ...ofContexts];
      const before = stood.find(({ id }) => id === input.id);
      const normalized = normalizeSection(input, input.id ?? '', rulesOf, before);
      if (!stood.some((section) => sameContent(section, normalized.section)))
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
  enter('theme');
  const changed = themeParts.filter((part) => merged.theme[part] !== here.theme[part]);
  const theme = Object.fromEntries(changed.map((part) => [part, merged.theme[part]]));
  brandAt?.sayAll(['theme'], themeIssues(theme, merged.rules));
  return loose;
}

/** Reads a brand's files, by path. */
export function readFiles(files: ParsedFiles, find: FindAsset): ReadFiles {
  const parts = partsOf(files, find);
  const { all, brand } = parts;
  const loose: Issue[] = [];
  if (!parts.brandAt)
    loose.push({
      path: `${brandFile}:1`,
      message: 'brand.yaml is missing. It holds the name, the theme and the page tree.',
    });
  for (const file of all) file.stage = 'rules';
  sayRepeatedRules(parts.rules);
  const pages = placedPages(parts);
  const state: BrandState = {
    name: brand?.name ?? '',
    theme: brand?.theme ?? { ...plainTheme },
    rules: orderedRules(parts),
    pages,
  };
  // Causes before what may follow from them.
  const issuesOfFiles = (): Issue[] => [
    ...loose,
    ...stages.flatMap((stage) =>
      all.flatMap((file) => file.issues.filter((issue) => file.stageOf(issue) === stage)),
    ),
  ];
  return {
    state: inOrder(state),
    issues: issuesOfFiles(),
    check: (merged, here) => {
      const reported = new Set(issuesOfFiles());
      const inNoFile = sayMerged(parts, merged, here);
      return [...issuesOfFiles().filter((issue) => !reported.has(issue)), ...inNoFile];
    },
  };
}
