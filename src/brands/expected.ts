// Prevents lost updates: a write can name the version it was made from. Every read of a brand, its rules, its
// theme or a page returns a version; a write that names an outdated one is refused.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { findPage } from './pages/pages.ts';
import { lockState, loadBrand, type LoadedBrand } from './queries.ts';
import {
  hashOf,
  inOrder,
  versionLength,
  type BrandState,
  type PageState,
  type RuleState,
  type Theme,
} from './publishing/state.ts';

/** Opaque: a part of the SHA-256 of the content. Versions are only compared. */
const short = (hash: string): string => hash.slice(0, versionLength);

/** The query parameter of writes. */
export const expectedQuery = {
  expected: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('The version you read; fails if there is a newer one'),
};

/** The same for a write of one rule. */
export const expectedRuleQuery = {
  expected: expectedQuery.expected.describe(
    "The rule's updatedAt as you read it, or the version of the rule list or brand. If someone changed it since, the write fails with 409. Without it, the write overwrites whatever is there",
  ),
};

/** Equals `brandVersionSql` of src/brands/publishing/state.ts for the stored state. */
export const brandVersion = (state: BrandState): string => short(hashOf(inOrder(state)));
export const themeVersion = (theme: Theme): string => short(hashOf(theme));
export const pageVersion = (page: PageState): string => short(hashOf(page));

const noTheme = {} as Theme;

/** @param rules every rule of the brand, whatever its context. */
export function rulesVersion(rules: readonly RuleState[]): string {
  return short(hashOf(inOrder({ name: '', theme: noTheme, rules: [...rules], pages: [] }).rules));
}

/**
 * An import may change thousands of pages: beyond this number, the error only says that something changed.
 */
const mostKept = 200;

/** The versions after a change, stored with its event, to find what changed since one. */
export function versionsLeft(before: BrandState | null, after: BrandState): string[] {
  const were = new Set(before ? versionsOfState(before) : []);
  return versionsOfState(after)
    .filter((version) => !were.has(version))
    .slice(0, mostKept);
}

function versionsOfState(state: BrandState): string[] {
  return [
    brandVersion(state),
    rulesVersion(state.rules),
    themeVersion(state.theme),
    ...state.pages.map(pageVersion),
  ];
}

/** What a write replaces: the rules, one rule by id, the theme, or a page by slug. */
export type Part = 'rules' | 'theme' | { page: string } | { rule: string };

/** The versions a write may name: the part's own, or the whole brand's. A rule's own is its updatedAt. */
function currentOf({ state, rules }: LoadedBrand, part: Part): (string | undefined)[] {
  if (part === 'rules') return [rulesVersion(state.rules)];
  if (part === 'theme') return [themeVersion(state.theme)];
  if ('rule' in part) {
    const rule = [...rules.values()].find(({ id }) => id === part.rule.toLowerCase());
    return [rule?.updatedAt, rulesVersion(state.rules)];
  }
  const page = findPage(state, part.page);
  return [page && pageVersion(page)];
}

const changesSince = statement(
  'brands:changes-since',
  `select e.actor_name as actor, e.detail from marque.events e
   where e.subject_id = $1 and e.type like 'brand.%' and e.detail ? 'versions'
     and e.id > (select max(seen.id) from marque.events seen where seen.subject_id = $1 and seen.detail->'versions' ? $2)
   order by e.id limit 100`,
);

interface ChangeRow {
  actor: string;
  detail: {
    rules?: Partial<Record<'added' | 'changed' | 'removed', string[]>>;
    pages?: Partial<Record<'added' | 'changed' | 'removed', { slug: string }[]>>;
    parts?: string[];
  };
}

const lists = <T>(of: Partial<Record<string, T[]>> | undefined): T[] =>
  Object.values(of ?? {}).flatMap((list) => list ?? []);

function touches({ detail }: ChangeRow, part: Part): boolean {
  if (part === 'theme') return detail.parts !== undefined;
  if (part === 'rules' || 'rule' in part) return detail.rules !== undefined;
  return lists(detail.pages).some(({ slug }) => slug === part.page);
}

/** What changed in a part since a version, and by whom; empty if that is no longer known. */
async function toldSince(db: Db, brandId: string, part: Part, version: string) {
  const all = await db.query<ChangeRow>(changesSince, [brandId, version]);
  const touching = all.filter((row) => touches(row, part));
  const rows = touching.length > 0 ? touching : all;
  const once = (values: string[]): string[] => [...new Set(values)];
  return {
    rules: once(rows.flatMap(({ detail }) => lists(detail.rules))),
    pages: once(rows.flatMap(({ detail }) => lists(detail.pages).map(({ slug }) => slug))),
    theme: once(rows.flatMap(({ detail }) => detail.parts ?? [])),
    by: once(rows.map(({ actor }) => actor)),
  };
}

/**
 * Refuses a write made from an outdated version. Locks the brand until the transaction ends.
 *
 * @param expected as the caller sent it; undefined: no check.
 * @throws ApiError conflict with the current version and the changes since as `detail`.
 */
export async function demandExpected(
  db: Db,
  brandId: string,
  part: Part,
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined) return;
  await lockState(db, brandId);
  const brand = await loadBrand(db, brandId);
  if (!brand) throw new ApiError('not_found', 'Brand not found.');
  const [current = null, ...wider] = currentOf(brand, part);
  if ([current, ...wider, brandVersion(brand.state)].includes(expected)) return;
  const changed = await toldSince(db, brandId, part, expected);
  const names = [...changed.rules, ...changed.pages, ...changed.theme].slice(0, 10);
  const by = changed.by.length > 0 ? `${changed.by.slice(0, 3).join(', ')} changed ` : 'Someone changed';
  throw new ApiError(
    'conflict',
    `${by}${names.length > 0 ? names.join(', ') : 'this'} since you read it. Reload it and try again.`,
    { current, expected, changed },
  );
}
