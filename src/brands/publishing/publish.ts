// Publishing: freezes the current state for readers, with the changes since the previous publish.
import type { Caller } from '../../core/access/caller.ts';
import { actorIn } from '../../core/access/actor.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import { invalid } from '../../core/errors.ts';
import { factsOfAssets, readableAssets } from '../assets-of.ts';
import { demandLockedBrand } from '../queries.ts';
import { audiences, type Audience } from '../pages/schemas.ts';
import type { BrandUpdate } from './schemas.ts';
import { changesBetween, hashOf, readersView, type BrandState, type Changes } from './state.ts';
import { authorOf, keepVersion } from './versions.ts';
import type { Writer } from '../rules/write-rules.ts';

/** Interface 2.8 and 8: the maximum number of updates in a list. */
export const maxUpdates = 20;

const lastPublished = statement(
  'publish:last',
  `select number, hash, state from marque.brand_versions where brand_id = $1 and published_at is not null order by number desc limit 1`,
);
const mark = statement(
  'publish:mark',
  `update marque.brand_versions set published_at = date_trunc('milliseconds', clock_timestamp()), published_by = $3, published_by_id = $4, note = $5, image = $6,
     changes = $7 where brand_id = $1 and number = $2`,
);
const updatesSql = (brand: string, audience: string, most: string): string =>
  `select u.number as version, u.published_at as "publishedAt", u.published_by as "publishedBy", u.note, u.image, u.changes->${audience} as changes
     from marque.brand_versions u where u.brand_id = ${brand} and u.published_at is not null order by u.number desc limit ${most}`;
const updates = statement('publish:updates', updatesSql('$1', '$2::text', '$3'));

/** The latest publish; null before the first. */
export async function publishedState(
  db: Db,
  brandId: string,
): Promise<{ number: number; hash: string; state: BrandState } | null> {
  const [row] = await db.query<{ number: number; hash: string; state: BrandState }>(lastPublished, [brandId]);
  return row ?? null;
}

/** The changes for readers, per audience. */
function changesFor(before: BrandState | null, after: BrandState): Record<Audience, Changes> {
  return Object.fromEntries(
    audiences.map((audience) => [
      audience,
      changesBetween(before && readersView(before, audience), readersView(after, audience)),
    ]),
  ) as Record<Audience, Changes>;
}

/**
 * Publishes the current state.
 *
 * @returns `unchanged: true` with the last publish if that is identical: nothing is written.
 * @throws ApiError invalid if the picture isn't an image, or the caller can't read it.
 */
export async function publishBrand(
  writer: Writer,
  brandId: string,
  { note, image }: { note: string | null; image: string | null },
): Promise<BrandUpdate & { unchanged: boolean }> {
  const { req, db, caller } = writer;
  const brand = await demandLockedBrand(db, brandId);
  if (image !== null) await demandPicture(writer, brand.workspaceId, image);
  const before = await publishedState(db, brandId);
  const result = async (unchanged: boolean): Promise<BrandUpdate & { unchanged: boolean }> => {
    const [update] = await updatesOf(db, caller, brand.workspaceId, brandId, 'members', 1);
    if (!update) throw new Error('The new publish could not be read back.');
    return { ...update, unchanged };
  };
  if (before?.hash === hashOf(brand.state)) return result(true);
  const actor = await actorIn(req);
  const number = await keepVersion(db, brandId, actor, brand.state, 'Published');
  const changes = changesFor(before?.state ?? null, brand.state);
  const author = authorOf(actor);
  await db.query(mark, [brandId, number, author.name, author.id, note, image, JSON.stringify(changes)]);
  await record(req, {
    type: 'brand.published',
    workspaceId: brand.workspaceId,
    subject: { kind: 'brand', id: brandId },
    detail: { name: brand.state.name, version: number, note },
  });
  return result(false);
}

async function demandPicture({ db, caller }: Writer, workspaceId: string, image: string): Promise<void> {
  const there = await readableAssets(db, caller, workspaceId, [image]);
  if (!there.has(image))
    throw invalid([
      { path: 'image', message: "Asset not found in this workspace, or you don't have access." },
    ]);
  const facts = (await factsOfAssets(db, caller, workspaceId, [image])).get(image);
  if (!facts?.mime.startsWith('image/'))
    throw invalid([{ path: 'image', message: 'The picture of a publish must be an image.' }]);
}

interface UpdateRow extends Omit<BrandUpdate, 'publishedAt'> {
  publishedAt: Date;
}

/**
 * The latest publishes as one audience sees them, newest first: interface 2.8. Pictures that may no longer be
 * used, or that the caller can't see, are null.
 */
export async function updatesOf(
  db: Db,
  caller: Caller,
  workspaceId: string,
  brandId: string,
  audience: Audience,
  most = maxUpdates,
): Promise<BrandUpdate[]> {
  const rows = await db.query<UpdateRow>(updates, [brandId, audience, most]);
  const pictures = await factsOfAssets(
    db,
    caller,
    workspaceId,
    rows.flatMap(({ image }) => image ?? []),
  );
  return rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt.toISOString(),
    image: row.image !== null && pictures.get(row.image)?.usable ? row.image : null,
  }));
}
