// Publishing: freezing the state as it stands for readers, with what changed for them since the publish before.
import type { Caller } from '../../core/access/caller.ts';
import { actorIn } from '../../core/access/actor.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { factsOfAssets, readableAssets } from '../assets-of.ts';
import { lockedBrand } from '../queries.ts';
import { audiences, type Audience, type BrandUpdate } from '../schemas.ts';
import { changesBetween, hashOf, readersView, type BrandState, type Changes } from './state.ts';
import { authorOf, keepVersion } from './versions.ts';
import type { Writer } from '../rules/write-rules.ts';

/** Interface 2.8 and 8: a list of updates has this many at most. */
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

/** What was last published, for readers; null before the first publish. */
export async function publishedState(
  db: Db,
  brandId: string,
): Promise<{ number: number; hash: string; state: BrandState } | null> {
  const [row] = await db.query<{ number: number; hash: string; state: BrandState }>(lastPublished, [brandId]);
  return row ?? null;
}

/** What changed for readers, as each audience meets it. */
function changesFor(before: BrandState | null, after: BrandState): Record<Audience, Changes> {
  return Object.fromEntries(
    audiences.map((audience) => [
      audience,
      changesBetween(before && readersView(before, audience), readersView(after, audience)),
    ]),
  ) as Record<Audience, Changes>;
}

/**
 * Publishes the brand as it stands.
 *
 * @returns `unchanged: true`, with the last publish, where that one says the same: nothing is then written.
 * @throws Refusal invalid for an image that is no picture, or not there for the caller.
 */
export async function publishBrand(
  writer: Writer,
  brandId: string,
  { note, image }: { note: string | null; image: string | null },
): Promise<BrandUpdate & { unchanged: boolean }> {
  const { req, db, caller } = writer;
  const brand = await lockedBrand(db, brandId);
  if (!brand) throw new ApiError('not_found', 'There is no such brand.');
  if (image !== null) await demandPicture(writer, brand.workspaceId, image);
  const before = await publishedState(db, brandId);
  const told = async (unchanged: boolean): Promise<BrandUpdate & { unchanged: boolean }> => {
    const [update] = await updatesOf(db, caller, brand.workspaceId, brandId, 'members', 1);
    if (!update) throw new Error('The publish that was just made is not there.');
    return { ...update, unchanged };
  };
  if (before?.hash === hashOf(brand.state)) return told(true);
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
  return told(false);
}

async function demandPicture({ db, caller }: Writer, workspaceId: string, image: string): Promise<void> {
  const there = await readableAssets(db, caller, workspaceId, [image]);
  if (!there.has(image))
    throw invalid([{ path: 'image', message: 'There is no such asset in this workspace, or none for you.' }]);
  const facts = (await factsOfAssets(db, caller, workspaceId, [image])).get(image);
  if (!facts?.mime.startsWith('image/'))
    throw invalid([{ path: 'image', message: 'The picture of a publish is an image.' }]);
}

interface UpdateRow extends Omit<BrandUpdate, 'publishedAt'> {
  publishedAt: Date;
}

/**
 * The latest publishes as one audience meets them, newest first: interface 2.8. A picture that may not be used any more, or not be
 * seen by the caller, is null.
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
