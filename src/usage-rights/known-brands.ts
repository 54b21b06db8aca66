// The brands and contexts that a use can name. A misspelled one would match no rule, which looks like permission, so it's refused.
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement } from '../core/db/pool.ts';
import { invalid, type Issue } from '../core/errors.ts';
import { suggestion } from '../lib/nearest.ts';
import { brandKind } from '../brands/grantable.ts';
import { contextIssues } from '../brands/rules/contexts.ts';
import { contextOf, isOfBrand } from './rules.ts';
import type { Use } from './schemas.ts';
import type { RuleOfKey } from './variants.ts';
import type { Asking } from './verdicts.ts';

type KnownBrand = RuleOfKey['brand'] & { contexts: string[] };

const brands = statement(
  'use:brands',
  `${seenBy} select b.id, b.slug, b.name, coalesce(b.is_default, false) as default,
     array(select distinct r.context from payload.brand_rules r where r.brand_id = b.id and r.context is not null) as contexts
   from ${asSeen} join payload.brands b on b.workspace_id = t.id where ${readable(brandKind, 'b')} order by b.is_default desc, b.slug`,
);

function issueOf(known: readonly KnownBrand[], { brand, context }: Use): Issue | null {
  const named = known.filter((one) => isOfBrand(one, brand));
  if (brand !== null && named.length === 0) {
    const slugs = known.map(({ slug }) => slug);
    const message = `There's no brand "${brand}" here that you can read. ${suggestion(brand, slugs)}`;
    return { path: 'brand', message };
  }
  if (context === null) return null;
  if (named.length === 0) {
    const message =
      "There's no default brand here that you can read. Name a brand, or leave the context out.";
    return { path: 'context', message };
  }
  const rules = named.flatMap(({ contexts }) => contexts.map((one) => ({ context: one })));
  return contextIssues(contextOf(context), rules)[0] ?? null;
}

/**
 * Checks that the brands of uses exist, and that rules of theirs use the contexts.
 *
 * @param pathOf the path of a use's property in the request.
 * @throws ApiError invalid, naming the nearest, or all there are.
 */
export async function demandKnownBrands(
  { db, caller, workspaceId }: Asking,
  uses: readonly Use[],
  pathOf: (use: number, name: string) => string,
): Promise<void> {
  if (uses.every(({ brand, context }) => brand === null && context === null)) return;
  const known = await db.query<KnownBrand>(brands, [...seenByValues(caller, workspaceId)]);
  const issues = uses.flatMap((use, at) => {
    const issue = issueOf(known, use);
    return issue ? [{ ...issue, path: pathOf(at, issue.path) }] : [];
  });
  if (issues.length > 0) throw invalid(issues);
}
