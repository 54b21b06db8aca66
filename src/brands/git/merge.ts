// Merges two versions of a brand with a common base: one-sided changes are taken; if both changed, the file
// wins. Pure.
import {
  emptyState,
  plainTheme,
  ruleName,
  sameContent,
  rulesByKey,
  type BrandState,
  type PageState,
  type RuleState,
  type SectionState,
} from '../publishing/state.ts';
import { brandFile, groupOf, keysInOrder, pageFile, rulesFile } from './layout.ts';

/** A conflict: both sides changed it differently, and the file's value was taken. */
export interface Conflict {
  file: string;
  /** The path of the conflict: `color.primary.value`, `sections.intro.body`. */
  path: string;
}

class Merge {
  readonly conflicts: Conflict[] = [];

  /** One value. `undefined`: absent. */
  pick<T>(base: T, here: T, file: T, at: Conflict): T {
    if (sameContent(here, file) || sameContent(base, file)) return here;
    if (!sameContent(base, here)) this.conflicts.push(at);
    return file;
  }

  /** Values by name, each merged separately. */
  fields<T extends object>(base: Partial<T>, here: T, file: T, at: Conflict): T {
    const names = [...new Set([...Object.keys(here), ...Object.keys(file)])] as (keyof T & string)[];
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.pick<unknown>(base[name], here[name], file[name], {
          ...at,
          path: at.path === '' ? name : `${at.path}.${name}`,
        });
        return value === undefined ? [] : [[name, value]];
      }),
    ) as T;
  }

  /** Parts by name: those on both sides are merged by `both`. */
  parts<T extends object>(
    sides: Record<'base' | 'here' | 'file', ReadonlyMap<string, T>>,
    at: (name: string) => Conflict,
    both: (base: T | undefined, here: T, file: T, at: Conflict) => T,
  ): Map<string, T> {
    const names = new Set([...sides.here.keys(), ...sides.file.keys()]);
    const merged = new Map<string, T>();
    for (const name of names) {
      const [base, here, file] = [sides.base.get(name), sides.here.get(name), sides.file.get(name)];
      const one = here && file ? both(base, here, file, at(name)) : this.pick(base, here, file, at(name));
      if (one) merged.set(name, one);
    }
    return merged;
  }

  /**
   * Ordered names: the side that moved some decides; names that only the other side has follow their
   * predecessor there.
   */
  order(base: readonly string[], here: readonly string[], file: readonly string[], at: Conflict): string[] {
    const among = (list: readonly string[], other: readonly string[]): string[] => {
      const names = new Set(other);
      return list.filter((name) => names.has(name));
    };
    const moved = (side: readonly string[]): boolean => !sameContent(among(base, side), among(side, base));
    const [first, second] = moved(file) || base.length === 0 ? [file, here] : [here, file];
    if (moved(file) && moved(here) && !sameContent(among(here, file), among(file, here)))
      this.conflicts.push(at);
    const there = new Set(first);
    const begins: string[] = [];
    const behind = new Map<string, string[]>();
    let row = begins;
    for (const name of second) {
      if (!there.has(name)) row.push(name);
      else behind.set(name, (row = []));
    }
    return [...begins, ...first.flatMap((name) => [name, ...(behind.get(name) ?? [])])];
  }
}

const byName = <T>(list: readonly T[], name: (one: T) => string): Map<string, T> =>
  new Map(list.map((one) => [name(one), one]));

function mergeRule(
  merge: Merge,
  base: RuleState | undefined,
  here: RuleState,
  file: RuleState,
  at: Conflict,
): RuleState {
  // Values depend on the type: a rule recreated with another type is taken whole.
  if (here.type !== file.type) return merge.pick<RuleState>(base ?? here, here, file, at);
  return merge.fields<RuleState>(base?.type === here.type ? base : {}, here, file, at);
}

function mergePage(
  merge: Merge,
  base: PageState | undefined,
  here: PageState,
  file: PageState,
  at: Conflict,
): PageState {
  const { sections: baseSections = [], ...baseFields } = base ?? { sections: [] as SectionState[] };
  const { sections: hereSections, ...hereFields } = here;
  const { sections: fileSections, ...fileFields } = file;
  const fields = merge.fields<Omit<PageState, 'sections'>>(baseFields, hereFields, fileFields, at);
  const id = (section: SectionState): string => section.id;
  const sections = merge.parts(
    { base: byName(baseSections, id), here: byName(hereSections, id), file: byName(fileSections, id) },
    (name) => ({ ...at, path: `sections.${name}` }),
    (was, mine, theirs, where) =>
      was?.template !== undefined && mine.template === theirs.template
        ? merge.fields<SectionState>(was, mine, theirs, where)
        : merge.pick<SectionState>(was ?? ({} as SectionState), mine, theirs, where),
  );
  const order = merge.order(baseSections.map(id), hereSections.map(id), fileSections.map(id), {
    ...at,
    path: 'sections',
  });
  return { ...fields, sections: order.flatMap((name) => sections.get(name) ?? []) };
}

/** A page renamed on one side gets its new slug on every side. */
function renamed(state: BrandState, names: ReadonlyMap<string, string>): BrandState {
  const now = (slug: string): string => names.get(slug) ?? slug;
  return {
    ...state,
    pages: state.pages.map((page) => ({
      ...page,
      slug: now(page.slug),
      parent: page.parent === null ? null : now(page.parent),
    })),
  };
}

function renames(before: BrandState, after: BrandState): Map<string, string> {
  const stood = new Set(before.pages.map(({ slug }) => slug));
  const stay = new Set(after.pages.map(({ slug }) => slug));
  return new Map(
    after.pages.flatMap(({ slug, aliases }) =>
      stood.has(slug)
        ? []
        : aliases.flatMap((was) => (stood.has(was) && !stay.has(was) ? [[was, slug] as const] : [])),
    ),
  );
}

/**
 * Merges the files' state into a brand's.
 *
 * @param base the last agreement; null if there is none: nothing then counts as removed.
 * @returns an unsorted state whose page tree may be invalid: the caller checks it.
 */
export function mergeStates(
  base: BrandState | null,
  here: BrandState,
  file: BrandState,
): { state: BrandState; conflicts: Conflict[] } {
  const merge = new Merge();
  // Without a base, a theme role set on only one side is taken; the name comes from the file.
  const empty: BrandState = { ...emptyState(here.name), theme: plainTheme };
  const [hereNames, fileNames] = base
    ? [renames(base, here), renames(base, file)]
    : // A file can name the old slug of a page even if both sides have never agreed.
      [new Map<string, string>(), renames(here, file)];
  const was = renamed(renamed(base ?? empty, fileNames), hereNames);
  const mine = renamed(here, fileNames);
  const theirs = renamed(file, hereNames);

  const rules = merge.parts(
    {
      base: byName(was.rules, ruleName),
      here: byName(mine.rules, ruleName),
      file: byName(theirs.rules, ruleName),
    },
    (name) => ({ file: rulesFile(groupOf(name)), path: name }),
    (...sides) => mergeRule(merge, ...sides),
  );
  const keys = merge.order(keysInOrder(was), keysInOrder(mine), keysInOrder(theirs), {
    file: brandFile,
    path: 'order',
  });
  const byKey = rulesByKey([...rules.values()]);
  const slug = (page: PageState): string => page.slug;
  const pages = merge.parts(
    { base: byName(was.pages, slug), here: byName(mine.pages, slug), file: byName(theirs.pages, slug) },
    (name) => ({ file: pageFile(name), path: name }),
    (one, other, third, at) => mergePage(merge, one, other, third, { ...at, path: '' }),
  );
  const slugs = merge.order(was.pages.map(slug), mine.pages.map(slug), theirs.pages.map(slug), {
    file: brandFile,
    path: 'pages',
  });
  // Pages that one side added under a page the other side removed move to the top.
  const standing = slugs
    .flatMap((name) => pages.get(name) ?? [])
    .map((page) => (page.parent === null || pages.has(page.parent) ? page : { ...page, parent: null }));
  const state: BrandState = {
    name: merge.pick(was.name, mine.name, theirs.name, { file: brandFile, path: 'name' }),
    theme: merge.fields(was.theme, mine.theme, theirs.theme, { file: brandFile, path: 'theme' }),
    rules: keys.flatMap((key) => byKey.get(key) ?? []),
    pages: standing.map((page) => ({ ...page, aliases: page.aliases.filter((alias) => !pages.has(alias)) })),
  };
  return { state, conflicts: merge.conflicts };
}
