// Near-duplicates of an asset: PostgreSQL compares its hashes with all others of the workspace. 100,000 take 20 ms, so there's no index by
// likeness to keep (docs/decisions/0054).
import { z } from 'zod';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import type { Caller } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import type { PictureHash } from '../../lib/picture-hash/hash.ts';
import { allBits, nearBits, sameBits } from '../../lib/picture-hash/likeness.ts';
import { Asset } from '../schemas.ts';
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
export async function hashStateOf(db: Db, id: string): Promise<(typeof hashStates)[number]> {
  const [row] = await db.query<{ state: (typeof hashStates)[number] }>(stateOf, [id]);
  return row?.state ?? 'pending';
}
