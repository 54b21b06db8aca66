// Whether hand-written files still have the content of a brand: those keep their comments and their layout.
import {
  grouped,
  inOrder,
  sameContent,
  type BrandState,
  type PageState,
  type RuleState,
} from '../publishing/state.ts';
import type { FindAsset } from './asset-paths.ts';
import { groupOf, keysInOrder, orderOfFiles, pageFile } from './layout.ts';
import type { ParsedFiles } from './located.ts';
import { readFile } from './read-files.ts';

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
    return sameContent(there, here);
  }
  if (read.kind === 'page') {
    const here = pages.get(read.page.page.slug);
    return (
      here !== undefined &&
      path === pageFile(here.slug) &&
      sameContent({ ...read.page.page, parent: here.parent }, here)
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
    sameContent(brand.name, state.name) &&
    sameContent(brand.theme, state.theme) &&
    [...place.keys()].every((key) => known.has(key)) &&
    sameContent(order, keysInOrder(state)) &&
    sameContent(
      brand.tree.map(({ slug: name, parent }) => [name, parent]),
      state.pages.map(({ slug: name, parent }) => [name, parent]),
    )
  );
}
