// A proposed change of a brand's own record: its name, its slug, who sees it, and whether it's the workspace's default.
import { slugIssues, slugIsTaken } from '../brands/hooks.ts';
import { BrandPatch } from '../brands/schemas.ts';
import { lockBrandsOf, noOtherDefault, updateBrand } from '../brands/write-brands.ts';
import { demand } from '../core/access/actor.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { defineProposalKind } from './module-kinds.ts';
import { namedIn } from './patch-parts.ts';

const stored = statement(
  'review:brand-details',
  `select name, slug, coalesce(private, false) as private, coalesce(is_default, false) as "default"
   from payload.brands where id = $1`,
);
// Of those that everyone in the workspace sees, so that a refusal doesn't tell of a private one.
const withSlug = statement(
  'review:brands-with-slug',
  `select 1 from payload.brands b join payload.brands o on o.workspace_id = b.workspace_id and o.id <> b.id
   where b.id = $1 and o.slug = $2 and o.private is not true limit 1`,
);

type Details = Required<BrandPatch>;

async function detailsOf(db: Db, id: string): Promise<Details> {
  const [row] = await db.query<Details & Record<string, unknown>>(stored, [id]);
  if (!row) throw new ApiError('not_found', 'Brand not found.');
  return row;
}

export const brandDetails = defineProposalKind<BrandPatch>({
  name: 'brand_details',
  on: 'brand',
  label: 'Details of a brand',
  counted: ['brand change', 'brand changes'],
  described: '{name, slug, private, default}: the properties of a brand to change',
  value: BrandPatch.refine((patch) => Object.keys(patch).length > 0, 'Send at least one property.'),
  isPatch: true,
  current: async (db, id, patch) => namedIn(await detailsOf(db, id), patch),
  check: async ({ db }, id, { slug, default: isDefault }) => {
    const now = await detailsOf(db, id);
    if (isDefault === false && now.default) return [noOtherDefault];
    if (slug === undefined || slug === now.slug) return [];
    const issues = slugIssues(slug);
    if (issues.length === 0 && (await db.query(withSlug, [id, slug])).length > 0) throw slugIsTaken(slug);
    return issues;
  },
  // The slugs and the default of a workspace are locked before its brands.
  lockFirst: lockBrandsOf,
  accept: async ({ req, db, caller, accessTo }, id, patch) => {
    const access = await accessTo({ brand: id });
    demand(access, 'write', undefined, 'this brand');
    await updateBrand({ req, db, caller, accessTo }, access.workspaceId ?? '', id, patch);
  },
});
