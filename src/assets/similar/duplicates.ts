// Groups of near-duplicates among all assets that a caller can read. Made of what this caller can read now: a group never tells of others,
// not even by linking two pictures that are both like a hidden one.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import type { Caller } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { microsOf } from '../../core/paging.ts';
import { bitsApart, groupsOf, type HashColumns } from '../../lib/picture-hash/likeness.ts';
import { hiddenSql, visible } from '../search/search-sql.ts';
import { isVariantSql, likenessOf, type Likeness } from './similar.ts';

const half = (hash: string, from: 1 | 33): string =>
  `int4send(substring(${hash} from ${from} for 32)::bit(32)::int)`;

/** Bytes of a row: ID, two words of each hash, when it was added. */
const rowBytes = 16 + 4 * 4 + 8;

/** The largest picture first, which is the one to keep, as the largest file of it, or the first one. */
const bestFirst = 'area desc, filesize desc nulls last, created_at, id';

// As bytes: rows would take ten times as long. Whether each is kept comes beside them, since groups don't depend on it.
const hashesSeen = statement(
  'similar:hashes-seen',
  `${seenBy}, seen as materialized (
     select a.id, a.created_at, coalesce(a.width, 0)::bigint * coalesce(a.height, 0) as area, a.filesize, h.dhash, h.phash, h.due_at, h.kept
     from ${asSeen} join marque.picture_hashes h on h.workspace_id = t.id join payload.assets a on a.id = h.asset_id and a.workspace_id = t.id
     where (h.dhash is not null or h.due_at is not null) and a.deleted_at is null and a.status in ('active', 'draft', 'proposed')
       and not ${hiddenSql} and ${visible}
       and ($4::uuid[] is null or exists (select 1 from marque.collection_assets m where m.asset_id = a.id and m.collection_id = any($4))))
   select coalesce(string_agg(uuid_send(id) || ${half('dhash', 1)} || ${half('dhash', 33)} || ${half('phash', 1)} || ${half('phash', 33)}
       || int8send(${microsOf('created_at')}), '' order by ${bestFirst}) filter (where dhash is not null), '') as hashes,
     coalesce(string_agg(case when kept then '\\x01'::bytea else '\\x00'::bytea end, '' order by ${bestFirst}) filter (where dhash is not null), '') as kept,
     count(*) filter (where dhash is null) as pending
   from seen`,
);

/** Where a group is in the list: when its newest picture was added, and which one is kept. */
export type GroupPlace = [createdMicros: number, id: string];

export interface Group {
  place: GroupPlace;
  /** The one to keep comes first; what the others are like is in comparison to it. */
  assets: { id: string; bits: number }[];
}

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at * rowBytes, at * rowBytes + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function columnsOf(bytes: Buffer): HashColumns {
  const length = bytes.length / rowBytes;
  const column = (offset: number): Uint32Array =>
    Uint32Array.from({ length: 2 * length }, (_, word) =>
      bytes.readUInt32BE((word >>> 1) * rowBytes + offset + 4 * (word & 1)),
    );
  return { length, dhashes: column(16), phashes: column(24) };
}

/** Numbers in all kept groups: 16 MB at most. */
const mostKept = 2_000_000;

// By a hash of the bytes that they are made of, and of nothing else: whoever reads the same pictures has the same groups, and a change
// of what somebody can read, or of a picture, leads to other bytes. So nothing has to be forgotten.
const keptGroups = new LRUCache<string, readonly (readonly number[])[]>({
  maxSize: mostKept,
  sizeCalculation: (groups) => groups.reduce((size, group) => size + group.length, 1),
});

async function keptGroupsOf(
  bytes: Buffer,
  columns: HashColumns,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly number[])[]> {
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = keptGroups.get(key);
  if (known) return known;
  const groups = await groupsOf(columns, signal);
  keptGroups.set(key, groups);
  return groups;
}

/**
 * All groups, the ones with the newest pictures first.
 * @param options.collectionIds only of assets in these; null for the whole workspace.
 * @param options.kept true: only groups in which all are kept on purpose; false: only others.
 * @returns `pending`: how many pictures are still to be compared.
 */
export async function groupsSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  {
    collectionIds,
    kept,
    signal,
  }: { collectionIds: readonly string[] | null; kept: boolean; signal?: AbortSignal },
): Promise<{ groups: Group[]; pending: number }> {
  const values = [...seenByValues(caller, workspaceId), collectionIds];
  const [row] = await db.query<{ hashes: Buffer; kept: Buffer; pending: number }>(hashesSeen, values);
  const bytes = row?.hashes ?? Buffer.alloc(0);
  const columns = columnsOf(bytes);
  const isKept = (members: readonly number[]): boolean => members.every((at) => row?.kept[at] === 1);
  const createdAt = (at: number): number => Number(bytes.readBigInt64BE(at * rowBytes + 32));
  const all = await keptGroupsOf(bytes, columns, signal);
  const groups = all
    .filter((members) => isKept(members) === kept)
    .map((members): Group => {
      const [best = 0] = members;
      return {
        // Not spread: a group can have more members than a call takes arguments.
        place: [members.reduce((newest, at) => Math.max(newest, createdAt(at)), 0), idAt(bytes, best)],
        assets: members.map((at) => ({ id: idAt(bytes, at), bits: bitsApart(columns, best, at) })),
      };
    });
  return { groups: groups.sort((a, b) => comparePlaces(a.place, b.place)), pending: row?.pending ?? 0 };
}

/** Newest first. */
export function comparePlaces([created, id]: GroupPlace, [otherCreated, otherId]: GroupPlace): number {
  if (created !== otherCreated) return otherCreated - created;
  return id < otherId ? 1 : id > otherId ? -1 : 0;
}

const variants = statement(
  'similar:variants',
  `select a.id from unnest($1::uuid[], $2::uuid[]) w(id, kept) join payload.assets a on a.id = w.id join payload.assets o on o.id = w.kept
   where ${isVariantSql('a', 'o')}`,
);

/** How the assets of some groups are like the first one of theirs, by ID. */
export async function likenessIn(
  db: Db,
  groups: readonly Pick<Group, 'assets'>[],
): Promise<Map<string, Likeness>> {
  const pairs = groups.flatMap(({ assets: [kept, ...others] }) => others.map(({ id }) => [id, kept?.id]));
  const rows = await db.query<{ id: string }>(variants, [
    pairs.map(([id]) => id),
    pairs.map(([, kept]) => kept),
  ]);
  const found = new Set(rows.map(({ id }) => id));
  return new Map(
    groups.flatMap(({ assets }) => assets.map(({ id, bits }) => [id, likenessOf(bits, found.has(id))])),
  );
}
