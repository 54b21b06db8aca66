// Near-duplicates of an asset: PostgreSQL compares its hashes with all others of the workspace. 100,000 take 20 ms, so there's no index by
// likeness to keep (docs/decisions/0054).
import { z } from 'zod';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import type { Caller } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import type { PictureHash } from '../../lib/picture-hash/hash.ts';
import { allBits, nearBits, sameBits } from '../../lib/picture-hash/likeness.ts';
import { Asset } from '../schemas.ts';
import { invalid } from '../../core/errors.ts';
import { hiddenSql, visible } from '../search/search-sql.ts';

const kinds = ['duplicate', 'near', 'variant'] as const;
type Kind = (typeof kinds)[number];

export const Similar = z.object({
  asset: Asset,
  distance: z
    .number()
    .describe(
      '0: nothing to tell them apart by. Above 0.06 they differ in more than size, format and compression; 0.125 is the most',
    ),
  kind: z
    .enum(kinds)
    .describe(
      'duplicate: the same picture, maybe in another size, format or compression. near: cropped or edited. variant: one was made from the other, or both from a third (parentAssetId)',
    ),
});

export const hashStates = ['ready', 'pending', 'none'] as const;
type HashState = (typeof hashStates)[number];

/** How an asset is like another one. */
export interface Likeness {
  distance: number;
  kind: Kind;
}

export const likenessOf = (bits: number, isVariant: boolean): Likeness => ({
  distance: Math.round((bits / allBits) * 1000) / 1000,
  kind: isVariant ? 'variant' : bits <= sameBits ? 'duplicate' : 'near',
});

/** True if one of the assets was made from the other, or both from a third. */
export const isVariantSql = (a: string, b: string): string =>
  `coalesce(${a}.parent_asset_id = ${b}.id::text or ${b}.parent_asset_id = ${a}.id::text or ${a}.parent_asset_id = ${b}.parent_asset_id, false)`;

/** SQL of what is near to two hashes, given as SQL. */
function nearSql(dhash: string, phash: string): string {
  const [d, p] = [`bit_count(h.dhash # ${dhash})`, `bit_count(h.phash # ${phash})`];
  return `select h.asset_id, ${d} + ${p} as bits from marque.picture_hashes h
     where h.workspace_id = $3::uuid and h.dhash is not null
       and ${p} <= ${nearBits.phash} and ${d} <= ${nearBits.dhash} and ${d} + ${p} <= ${nearBits.together}`;
}

// Other versions of the asset are no duplicates: they replace each other.
const similarTo = statement(
  'similar:to',
  `${seenBy}, o as materialized (select a.id, a.stack_id, a.parent_asset_id, h.dhash, h.phash
     from payload.assets a join marque.picture_hashes h on h.asset_id = a.id where a.id = $4::uuid and a.workspace_id = $3::uuid),
   near as materialized (${nearSql('(select o.dhash from o)', '(select o.phash from o)')} and h.asset_id <> $4::uuid)
   select a.id, near.bits::int as bits, ${isVariantSql('a', 'o')} as variant
   from ${asSeen} cross join o join near on true join payload.assets a on a.id = near.asset_id and a.workspace_id = t.id
   where a.deleted_at is null and not ${hiddenSql} and (o.stack_id is null or a.stack_id is distinct from o.stack_id) and ${visible}
   order by near.bits, a.created_at desc, a.id limit $5`,
);

/** The near-duplicates of an asset that the caller can read, most alike first, without deleted ones and earlier versions. */
export async function similarSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  { id, limit }: { id: string; limit: number },
): Promise<{ id: string; bits: number; variant: boolean }[]> {
  return db.query(similarTo, [...seenByValues(caller, workspaceId), id, limit]);
}

const similarToThis = statement(
  'similar:to-hash',
  `${seenBy}, near as materialized (${nearSql('$4::bit(64)', '$5::bit(64)')})
   select a.id, near.bits::int as bits from ${asSeen} join near on true join payload.assets a on a.id = near.asset_id and a.workspace_id = t.id
   where a.deleted_at is null and not ${hiddenSql} and ${visible} order by near.bits, a.created_at desc, a.id limit $6`,
);

/** The same for a picture that isn't an asset yet. */
export async function similarToHash(
  db: Db,
  caller: Caller,
  workspaceId: string,
  { hash, limit }: { hash: PictureHash; limit: number },
): Promise<{ id: string; bits: number }[]> {
  return db.query(similarToThis, [...seenByValues(caller, workspaceId), hash.dhash, hash.phash, limit]);
}

const stateOf = statement(
  'similar:state',
  `select case when h.dhash is not null then 'ready' when h.due_at is not null then 'pending' else 'none' end as state
   from marque.picture_hashes h where h.asset_id = $1`,
);

/** Whether an asset can be compared. */
export async function hashStateOf(db: Db, id: string): Promise<HashState> {
  const [row] = await db.query<{ state: HashState }>(stateOf, [id]);
  return row?.state ?? 'pending';
}

const comparable = statement(
  'similar:comparable',
  `${seenBy} select case when h.dhash is not null then 'ready' when h.asset_id is not null and h.due_at is null then 'none' else 'pending' end as state
   from ${asSeen} join payload.assets a on a.workspace_id = t.id left join marque.picture_hashes h on h.asset_id = a.id
   where a.id = $4::uuid and ${visible}`,
);

/** A search isn't limited to more near-duplicates than this: the most alike. */
const maxAmong = 1000;

/**
 * IDs of all near-duplicates of an asset, for a search that is limited to them.
 * @throws ApiError invalid at `similarTo` for an asset that the caller can't read, or that can't be compared.
 */
export async function idsSimilarTo(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
): Promise<string[]> {
  const [found] = await db.query<{ state: HashState }>(comparable, [
    ...seenByValues(caller, workspaceId),
    id,
  ]);
  const refuse = (message: string) => invalid([{ path: 'similarTo', message }]);
  if (!found) throw refuse("Asset not found in this workspace, or you don't have access.");
  if (found.state === 'pending') throw refuse("Its picture hasn't been compared yet. Try again in a minute.");
  if (found.state === 'none')
    throw refuse('It has no picture, or too little in it to be compared, such as a plain color.');
  return (await similarSeenBy(db, caller, workspaceId, { id, limit: maxAmong })).map((one) => one.id);
}
