// The history of a brand: its versions, their differences, restoring one, and naming one.
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import { filtersOf, numberBefore, pageOf, type PageStart } from '../../core/paging.ts';
import { ApiError } from '../../core/errors.ts';
import { changeBrand } from '../change-brand.ts';
import { differencesBetween } from './differences.ts';
import { demandLockedBrand, type LoadedBrand } from '../queries.ts';
import type { BrandVersion, BrandVersionView } from './schemas.ts';
import { changesBetween, inOrder, ruleName, type BrandState } from './state.ts';
import type { Writer } from '../rules/write-rules.ts';

const columns = `v.number, v.name, v.summary, jsonb_build_object('kind', v.actor_kind, 'id', v.actor_id, 'name', v.actor_name) as actor,
  v.created_at as "createdAt", v.updated_at as "updatedAt", v.published_at as "publishedAt", v.published_by as "publishedBy", v.note, v.image,
  v.number = (select max(l.number) from marque.brand_versions l where l.brand_id = v.brand_id and l.published_at is not null) as live`;

const list = statement(
  'history:list',
  `select ${columns} from marque.brand_versions v where v.brand_id = $1 and ($2::int is null or v.number < $2) order by v.number desc limit $3`,
);
const one = statement(
  'history:one',
  `select ${columns}, v.state from marque.brand_versions v where v.brand_id = $1 and v.number = $2`,
);
const nextBelow = statement(
  'history:below',
  'select max(number) as number from marque.brand_versions where brand_id = $1 and number < $2',
);
const setName = statement(
  'history:name',
  'update marque.brand_versions set name = $3 where brand_id = $1 and number = $2',
);

interface VersionRow extends Omit<BrandVersion, 'createdAt' | 'updatedAt' | 'publishedAt' | 'live'> {
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
  live: boolean | null;
}

const toVersion = (row: VersionRow): BrandVersion => ({
  number: row.number,
  name: row.name,
  summary: row.summary,
  actor: row.actor,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  publishedAt: row.publishedAt?.toISOString() ?? null,
  publishedBy: row.publishedBy,
  note: row.note,
  image: row.image,
  live: row.live ?? false,
});

const highestNumber = 2_147_483_647;

/** Newest first. */
export async function versionsOf(
  db: Db,
  brandId: string,
  query: PageStart & { limit: number },
): Promise<{ data: BrandVersion[]; next: string | null }> {
  const filters = filtersOf('versions', brandId);
  const before = numberBefore(query, filters, highestNumber);
  const found = await db.query<VersionRow>(list, [brandId, before, query.limit + 1]);
  const { rows, next } = pageOf(found, query.limit, filters, ({ number }) => [number]);
  return { data: rows.map(toVersion), next };
}

type WholeVersion = BrandVersion & { state: BrandState };

/** @throws ApiError not_found */
async function wholeVersion(db: Db, brandId: string, number: number): Promise<WholeVersion> {
  const [row] = await db.query<VersionRow & { state: BrandState }>(one, [brandId, number]);
  if (!row) throw noSuchVersion(number);
  return { ...toVersion(row), state: row.state };
}

const noSuchVersion = (number: number): ApiError =>
  new ApiError(
    'not_found',
    `This brand has no version ${number}. \`list_brand_versions\` lists its versions.`,
  );

/** A brand as it was in one version. @throws ApiError not_found */
export async function brandAt(db: Db, brand: LoadedBrand, number: number): Promise<LoadedBrand> {
  const { state } = await wholeVersion(db, brand.id, number);
  // Its rules and pages may no longer have a row: their names tell them apart as well.
  const nameless = (name: string) => ({ id: name, position: 0, updatedAt: '' });
  return {
    ...brand,
    state,
    rules: new Map(state.rules.map((rule) => [ruleName(rule), nameless(ruleName(rule))])),
    pages: new Map(state.pages.map(({ slug }) => [slug, { ...nameless(slug), parentId: null }])),
  };
}

/**
 * One version with its content, and its differences from another.
 *
 * @param against null: the previous version, or an empty brand for the first one. 0: an empty brand.
 * @throws ApiError not_found for either.
 */
export async function versionView(
  db: Db,
  brandId: string,
  number: number,
  against: number | null,
): Promise<BrandVersionView> {
  const version = await wholeVersion(db, brandId, number);
  const [below] =
    against === null ? await db.query<{ number: number | null }>(nextBelow, [brandId, number]) : [];
  const other = (against === 0 ? null : against) ?? below?.number ?? null;
  const before = other === null ? null : (await wholeVersion(db, brandId, other)).state;
  return {
    ...version,
    against: other,
    changes: changesBetween(before, version.state),
    differences: differencesBetween(before, version.state) as BrandVersionView['differences'],
    state: { ...version.state },
  };
}

/** Restores a version, as a new version unless the brand is already identical. */
export async function restoreVersion(
  writer: Writer,
  brandId: string,
  number: number,
): Promise<BrandVersionView> {
  const { req, db } = writer;
  const changed = await changeBrand(
    req,
    db,
    brandId,
    { event: 'brand.restored', detail: { restored: number }, apart: true },
    async () => {
      const { state } = await wholeVersion(db, brandId, number);
      return { state: inOrder(state), summary: `Restored version ${number}` };
    },
  );
  return versionView(db, brandId, changed.version, null);
}

/** Names a version, which keeps it as it is: later edits start a new one. Null removes the name. */
export async function nameVersion(
  writer: Writer,
  brandId: string,
  number: number,
  name: string | null,
): Promise<BrandVersionView> {
  const { req, db } = writer;
  const brand = await demandLockedBrand(db, brandId);
  const before = await wholeVersion(db, brandId, number);
  if (before.name !== name) {
    await db.query(setName, [brandId, number, name]);
    await record(req, {
      type: 'brand.version_named',
      workspaceId: brand.workspaceId,
      subject: { kind: 'brand', id: brandId },
      detail: { name: brand.state.name, version: number, before: before.name, after: name },
    });
  }
  return versionView(db, brandId, number, null);
}
