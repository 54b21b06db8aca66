// A page of the change feed: what one caller may read of what was committed since their cursor. Rows are read in parts of a fixed size,
// whatever becomes of them: somebody who sees little of a busy workspace costs no more for each.
import { ApiError } from '../../errors.ts';
import { asSeen, seenBy, seenByValues } from '../../access/caller-values.ts';
import type { Caller } from '../../access/caller.ts';
import { statement, type Db } from '../../db/pool.ts';
import type { Position } from '../stream/position.ts';
import { streamedRanks, subjectRanks } from '../subjects.ts';
import type { FeedCursor, Place } from './cursor.ts';
import { isOneOf, nameChosen, patternsOf } from './event-types.ts';
import { beforeAllMembers, membersOf, typeOfMember } from './members.ts';
import { isRemoved, isTold, type ChangeKind } from './visible-changes.ts';

export interface Change {
  position: string;
  type: string;
  resource: { type: string; id: string };
  occurredAt: string;
  change: ChangeKind;
}

/** Rows that one statement looks at. */
const scanned = 500;
/** Rows of others are passed over for so long; then the client gets a cursor to continue with. */
const maxPassingMs = 5_000;

const between = `e.txid >= greatest(pg_snapshot_xmin($4::text::pg_snapshot), $6::text::xid8) and e.txid < pg_snapshot_xmax(w.up_to)
       and not pg_visible_in_snapshot(e.txid, $4::text::pg_snapshot) and pg_visible_in_snapshot(e.txid, w.up_to)
       and (e.txid, e.id) > ($6::text::xid8, $7::bigint)
     order by e.txid, e.id limit ${scanned}`;

// What spreads is looked at whatever its type is: what is in the resource has types of its own.
const isWanted = `($11::text[] is null or e.type like any($11::text[]))`;

const pageSince = statement(
  'changes:page',
  () => `${seenBy}, w as (select coalesce($5::text::pg_snapshot, pg_current_snapshot()) as up_to),
   found as (
     (select e.* from marque.changes e cross join w where e.workspace_id = $3::uuid and ${between})
     union all
     (select e.* from marque.changes e cross join w
      where e.workspace_id is null and e.organization_id = (select t.organization_id from t) and ${between}))
   select w.up_to::text as snapshot, extract(epoch from now())::bigint as seconds,
     pg_snapshot_xmax($4::text::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isForeign",
     exists (select 1 from marque.change_horizons h cross join t
       where h.organization_id = t.organization_id and h.workspace_id in (t.id, t.organization_id) and h.dropped_before > to_timestamp($10::bigint)) as "isDropped",
     coalesce((select json_agg(n) from (
       select e.id, e.txid::text, to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.type,
         e.subject_kind as kind, e.subject_id as subject, e.spreads,
         coalesce(e.of_reach and e.subject_kind in ('organization', 'workspace') and c.user_id = any(e.readers), false) as "isOwnRole",
         e.subject_id is not null and (e.spreads or ${isWanted}) and coalesce((${isTold('$8', '$9')}), false) as shown, ${isWanted} as wanted,
         ${isRemoved()} as removed
       from ${asSeen} cross join found e order by e.txid, e.id limit ${scanned}) n), '[]') as rows
   from w`,
);

interface Row {
  id: number;
  txid: string;
  at: string;
  type: string;
  kind: string;
  subject: string;
  spreads: boolean;
  /** The caller's own role on the workspace, or its organization, changed. */
  isOwnRole: boolean;
  /** The caller is told of it, or of what is in it. */
  shown: boolean;
  /** It has one of the types that were asked for. */
  wanted: boolean;
  removed: boolean;
}

interface Part extends Position {
  isForeign: boolean;
  isDropped: boolean;
  rows: Row[];
}

const startOver = 'List everything again, with a new cursor: call without `cursor` first, and then list.';

/** Who reads, and what of it. */
export interface Reading {
  db: Db;
  caller: Caller;
  workspaceId: string;
  types: readonly string[] | null;
  limit: number;
}

async function partAfter({ db, caller, workspaceId, types }: Reading, at: FeedCursor): Promise<Part> {
  const { known, upTo, after } = at;
  const [part] = await db.query<Part>(pageSince, [
    ...seenByValues(caller, workspaceId),
    known.snapshot,
    upTo?.snapshot ?? null,
    after?.txid ?? '0',
    // One whose parts aren't all returned yet comes again.
    after === null ? 0 : after.member === null ? after.id : after.id - 1,
    subjectRanks(),
    streamedRanks(),
    known.seconds,
    types && patternsOf(types),
  ]);
  if (!part) throw new Error('The database returned no snapshot.');
  if (part.isForeign || part.isDropped)
    throw new ApiError('gone', `This cursor is older than the changes that are kept. ${startOver}`);
  if (part.rows.some(({ isOwnRole }) => isOwnRole))
    throw new ApiError(
      'gone',
      `Your role in this workspace has changed, and with it what you can read. ${startOver}`,
    );
  return part;
}

const positionOf = ({ txid, id }: Row, member?: string): string =>
  [txid, id, ...(member === undefined ? [] : [member])].join('-');

/** A page that is being filled. */
class Page {
  readonly data: Change[] = [];

  constructor(private readonly reading: Reading) {}

  get room(): number {
    return this.reading.limit - this.data.length;
  }

  private add(row: Row, resource: Change['resource'], isRemoved: boolean, member?: string): void {
    this.data.push({
      position: positionOf(row, member),
      type: (this.reading.types && nameChosen(this.reading.types, row.type)) ?? row.type,
      resource,
      occurredAt: row.at,
      change: isRemoved ? 'removed' : 'upserted',
    });
  }

  /** @param member of a row that is returned in parts: the last one that was. @returns where the next one is looked for */
  async take(row: Row, member: string | null): Promise<Place> {
    const { txid, id } = row;
    const done: Place = { txid, id, member: null };
    if (!row.shown) return done;
    if (member === null && row.wanted) this.add(row, { type: row.kind, id: row.subject }, row.removed);
    if (!row.spreads) return done;
    const from = member ?? beforeAllMembers;
    if (this.room === 0) return { ...done, member: from };
    const { db, caller, workspaceId, types } = this.reading;
    const room = this.room;
    const isAsked = (kind: string): boolean => types === null || isOneOf(types, typeOfMember(kind));
    const members = await membersOf(db, seenByValues(caller, workspaceId), row, {
      isAsked,
      after: from,
      limit: room,
    });
    for (const one of members)
      this.add(
        { ...row, type: typeOfMember(one.kind) },
        { type: one.kind, id: one.id },
        !one.readable,
        one.id,
      );
    const last = members.at(-1);
    return members.length === room && last ? { ...done, member: last.id } : done;
  }
}

/**
 * The changes after a cursor, and the cursor after them.
 *
 * @throws gone if some of them aren't kept any more, or the caller's role has changed
 */
export async function changesAfter(
  reading: Reading,
  cursor: FeedCursor,
): Promise<{ data: Change[]; next: FeedCursor }> {
  const page = new Page(reading);
  const passedUntil = Date.now() + maxPassingMs;
  let at = cursor;
  for (;;) {
    const { rows, snapshot, seconds } = await partAfter(reading, at);
    const upTo: Position = at.upTo ?? { snapshot, seconds };
    for (const row of rows) {
      if (page.room === 0) return { data: page.data, next: at };
      const isSame = at.after?.txid === row.txid && at.after.id === row.id;
      const after = await page.take(row, isSame ? (at.after?.member ?? null) : null);
      at = { ...at, upTo, after };
      if (after.member !== null) return { data: page.data, next: at };
    }
    if (rows.length < scanned) return { data: page.data, next: { known: upTo, upTo: null, after: null } };
    if (page.data.length > 0 || Date.now() > passedUntil) return { data: page.data, next: at };
  }
}
