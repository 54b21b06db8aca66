// Brands as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';

/** Returned by reads and accepted by writes as `expected` (src/brands/expected.ts). */
export const StateVersion = z
  .string()
  .describe(
    "Changes with every change by anyone. Send it as expected with a write, which then fails if it's out of date",
  );

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

export const Brand = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    default: z.boolean().describe('The brand used where none is named'),
    private: z.boolean(),
    rules: z.int().describe('Number of rules, including those for a context'),
    pages: z.int().describe('Number of pages, including hidden ones'),
    published: maybe(z.int()).describe(
      'The published version that readers see; null before the first publish',
    ),
    pending: z
      .boolean()
      .describe('True if readers see something else than its current state, or nothing yet'),
    version: StateVersion,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Brand' });
export type Brand = z.infer<typeof Brand>;

const brandName = z.string().trim().min(1).max(200);
const brandSlug = z
  .string()
  .min(1)
  .max(100)
  .describe('Lowercase letters and digits, joined by dashes; unique in the workspace');

export const NewBrand = z.strictObject({
  name: brandName,
  slug: brandSlug.optional().describe('Default: generated from the name'),
  from: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Slug or id of the brand to copy in its current state, published or not'),
  private: z.boolean().optional().describe('Default: same as the copied brand, or else false'),
});
export type NewBrand = z.infer<typeof NewBrand>;

export const BrandPatch = z
  .strictObject({
    name: brandName,
    slug: brandSlug,
    private: z.boolean(),
    default: z.boolean().describe("true makes it the workspace's default brand in place of the current one"),
  })
  .partial();
export type BrandPatch = z.infer<typeof BrandPatch>;

/**
 * Slugs that new brands can't have, and what is said of them. Payload answers `/{anything}/verify/{token}` itself, so a brand `verify`
 * could not be opened in the panel; portals have a view of their own at `/p/{slug}/print`.
 */
export const reservedSlugs: Readonly<Record<string, (slug: string) => string>> = {
  verify: (slug) => `"${slug}" is reserved for the panel. Choose another slug.`,
  print: (slug) => `"${slug}" is reserved for portals. Choose another slug.`,
};

/** How callers refer to a brand: its slug in the workspace, or its id. */
export const BrandName = z.string().min(1).max(100);
