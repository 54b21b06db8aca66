// Shapes shared by the operations on brands.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { lockState } from '../../src/brands/queries.ts';
import { Brand, BrandName } from '../../src/brands/schemas.ts';
import { BrandVersionView } from '../../src/brands/publishing/schemas.ts';
import { CommentThread } from '../../src/brands/pages/comment-schemas.ts';
import { PageView } from '../../src/brands/pages/schemas.ts';
import { Rule } from '../../src/brands/rules/schemas.ts';
import { ThemeView } from '../../src/brands/theme/schemas.ts';
import { tokensQuery, tokensQueryValues } from '../../src/brands/tokens/read-tokens.ts';
import type { AccessRule, Context } from '../../src/core/operation.ts';

export const brandPath = z.object({
  slug: BrandName.describe('Slug or ID'),
});
export const pagePath = brandPath.extend({
  page: z.string().min(1).max(100).describe('Page slug, current or old'),
});
/** A version number as text. A number that no version can have is a 404. */
export const VersionNumber = z.string().regex(/^[1-9]\d{0,8}$/, 'The number of a version.');
export const numberOf = (text: string): number => Number(text);
export const versionPath = brandPath.extend({ n: VersionNumber.describe('The number of a version') });
export const OneVersion = z.object({ data: BrandVersionView });
export const commentPath = brandPath.extend({ id: Id });
export const OneThread = z.object({ data: CommentThread });
export const rulePath = z.object({ id: Id });
export const OneBrand = z.object({ data: Brand });
export const OneTheme = z.object({ data: ThemeView });
export const OneRule = z.object({ data: Rule });
export const OnePage = z.object({ data: PageView });
export const brandQuery = z.object({
  brand: BrandName.optional().describe("Slug or ID. Default: the workspace's default brand"),
});

/** Locks the brand that an operation acts on, with its whole state. */
export const lockBrandState = ({ db, access }: Context): Promise<void> => lockState(db, access.id ?? '');

type Raw = { path: Record<string, string>; query: Record<string, string | undefined> };

/** The brand in the path. */
export const onBrand = ({ path }: Raw) => ({ brandNamed: path.slug ?? '' });
/** What operations that read a brand need. */
export const readsBrand = { scope: 'read', target: onBrand } satisfies AccessRule;
/** The brand in the query; the workspace's default if none is named. */
export const onQueriedBrand = ({ query }: Raw) => ({ brandNamed: query.brand ?? '' });
/** Of operations that read a brand's tokens, from the query's brand. */
export const readsTokens = {
  access: { scope: 'read', target: onQueriedBrand } satisfies AccessRule,
  query: tokensQuery,
  queryValues: tokensQueryValues,
};
/** The brand of a rule. */
export const onRule = ({ path }: Raw) => ({ brandOfRule: path.id ?? '' });
