// Creating brands, empty or as a copy; renaming them, setting the default, deleting them.
import { removeGrantsOn } from '../core/access/grants/grants.ts';
import { rankOf } from '../core/access/ladder.ts';
import { freeSlug, slugOf } from '../core/access/slugs.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { invalid, ApiError, type Issue } from '../core/errors.ts';
import type { Context } from '../core/operation.ts';
import { changeBrand } from './change-brand.ts';
import { loadBrand, lockedBrand } from './queries.ts';
import { reservedSlugs, type BrandPatch, type NewBrand } from './schemas.ts';
import type { Writer } from './rules/write-rules.ts';
import { collectionSlug } from '../core/collection-names.ts';

// Slugs and the default concern all brands of a workspace, so concurrent changes wait for each other.
const lockWorkspace = statement(
  'brands:lock-workspace',
  'select id from payload.workspaces where id = $1 for update',
);
const slugsLike = statement(
  'brands:slugs-like',
  `select slug from payload.brands where workspace_id = $2 and (slug = $1 or starts_with(slug, $1 || '-'))`,
);
const defaultOf = statement(
  'brands:default-of',
  'select id from payload.brands where workspace_id = $1 and is_default for update',
);
const lockOne = statement(
  'brands:lock-one',
  'select slug, name, coalesce(is_default, false) as is_default from payload.brands where id = $1 for update',
);

/** Locks the slugs and the default of a workspace's brands; before any brand. */
export async function lockBrandsOf(db: Db, workspaceId: string): Promise<void> {
  await db.query(lockWorkspace, [workspaceId]);
}

/** Locks what a change to a brand may touch, always in the same order: its workspace, then the brand. */
export async function lockBrand(
  { db }: Pick<Writer, 'db'>,
  workspaceId: string,
  brandId: string,
): Promise<{ slug: string; name: string; is_default: boolean }> {
  await lockBrandsOf(db, workspaceId);
  const [row] = await db.query<{ slug: string; name: string; is_default: boolean }>(lockOne, [brandId]);
  if (!row) throw new ApiError('not_found', 'Brand not found.');
  return row;
}

/**
 * Creates a brand.
 *
 * @param fromId a brand of the same workspace that the caller may read: the new one copies its current state,
 * and is private if it is.
 * @returns its id.
 * @throws ApiError conflict for a taken slug, invalid for an invalid one.
 */
export async function createBrand(
  writer: Writer,
  workspaceId: string,
  input: NewBrand,
  fromId: string | null,
): Promise<string> {
  const { req, db } = writer;
  await db.query(lockWorkspace, [workspaceId]);
  const source = fromId === null ? null : await loadBrand(db, fromId);
  if (fromId !== null && !source) throw noSource();
  const wanted = slugOf(input.name, 'brand');
  const taken = await db.query<{ slug: string }>(slugsLike, [wanted, workspaceId]);
  const slug =
    input.slug ?? freeSlug(wanted, [...Object.keys(reservedSlugs), ...taken.map((one) => one.slug)]);
  const { id } = await req.payload.create({
    collection: collectionSlug('brands'),
    req,
    depth: 0,
    data: {
      name: input.name,
      slug,
      workspace: workspaceId,
      private: input.private ?? source?.private ?? false,
    },
  });
  if (source) {
    await changeBrand(
      req,
      db,
      id,
      { event: 'brand.copied', detail: { from: { id: source.id, name: source.state.name } } },
      () => ({
        state: { ...source.state, name: input.name },
        summary: `Copied from ${source.state.name}`,
      }),
    );
  }
  return id;
}

export const noSource = (): ApiError =>
  invalid([{ path: 'from', message: "Brand not found in this workspace, or you don't have access." }]);

/** Of a patch that would leave a workspace without a default brand. */
export const noOtherDefault: Issue = {
  path: 'default',
  message: 'A workspace needs one default brand. Make another brand the default instead.',
};

/** @throws ApiError forbidden without write on the workspace, where the default brand is set. */
async function demandDefault(accessTo: Context['accessTo'], workspaceId: string): Promise<void> {
  const { scope } = await accessTo({ workspace: workspaceId });
  if (rankOf(scope) < rankOf('write'))
    throw new ApiError(
      'forbidden',
      `The default brand is set on the workspace. You need the write scope there; you have ${scope ?? 'none'}.`,
      { needs: 'write', has: scope },
    );
}

/**
 * Changes a brand's name, slug or privacy, or whether it is the workspace's default, for a caller with write on it.
 * @throws ApiError forbidden, invalid, conflict for a taken slug.
 */
export async function updateBrand(
  writer: Writer & Pick<Context, 'accessTo'>,
  workspaceId: string,
  brandId: string,
  patch: BrandPatch,
): Promise<void> {
  const { req, db, accessTo } = writer;
  const { default: isDefault, ...rest } = patch;
  if (isDefault !== undefined) await demandDefault(accessTo, workspaceId);
  const before = await lockBrand(writer, workspaceId, brandId);
  if (isDefault === false && before.is_default) throw invalid([noOtherDefault]);
  const becomes = isDefault === true && !before.is_default;
  if (becomes) {
    const others = await db.query<{ id: string }>(defaultOf, [workspaceId]);
    for (const { id } of others)
      await req.payload.update({
        collection: collectionSlug('brands'),
        id,
        req,
        depth: 0,
        data: { isDefault: false },
      });
  }
  const data = { ...rest, ...(becomes ? { isDefault: true } : {}) };
  if (Object.keys(data).length === 0) return;
  await req.payload.update({ collection: collectionSlug('brands'), id: brandId, req, depth: 0, data });
}

const dropBrand = statement('brands:drop', 'delete from payload.brands where id = $1');

/**
 * Deletes a brand with its rules, pages, comments and versions. @throws ApiError conflict for the workspace's
 * default.
 */
export async function deleteBrand(writer: Writer, workspaceId: string, brandId: string): Promise<void> {
  const { req, db } = writer;
  const { slug, is_default } = await lockBrand(writer, workspaceId, brandId);
  if (is_default)
    throw new ApiError(
      'conflict',
      "You can't delete the workspace's default brand. Make another the default first: PATCH it with default true.",
    );
  const brand = await lockedBrand(db, brandId);
  await removeGrantsOn(db, 'brand', [brandId]);
  await db.query(dropBrand, [brandId]);
  await record(req, {
    type: 'brand.deleted',
    workspaceId,
    subject: { kind: 'brand', id: brandId },
    detail: {
      name: brand?.state.name ?? '',
      slug,
      rules: brand?.state.rules.length ?? 0,
      pages: brand?.state.pages.length ?? 0,
    },
  });
}
