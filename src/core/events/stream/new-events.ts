// Reads the events that were committed since a position, in the order of their commits: none is missed while others write, and none
// waits for a transaction that takes long.
import { statement, type Db } from '../../db/pool.ts';
import type { Position } from './position.ts';

/** An event, without its details. */
export interface NewEvent {
  id: number;
  /** Its transaction. */
  txid: string;
  at: string;
  type: string;
  workspace_id: string | null;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  subject_kind: string | null;
  subject_id: string | null;
}

/** What happened since a position, and the position after it. */
export interface News {
  position: Position;
  /** Null if there is too much of it, or the position isn't one of this database. */
  events: NewEvent[] | null;
}

/** More than this at once is a reason to reload. */
export const maxNewEvents = 1_000;

const now = `pg_current_snapshot()::text as snapshot, extract(epoch from now())::bigint as seconds`;

const currentPosition = statement('events:position', `select ${now}`);

// After a restore into another cluster, transaction IDs are higher than any of this one.
const eventsSince = statement(
  'events:since',
  `select ${now}, pg_snapshot_xmax($1::text::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as foreign,
     coalesce((select json_agg(n) from (
       select e.id, e.txid::text, to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.type, e.workspace_id,
         e.actor_kind, e.actor_id, e.actor_name, e.subject_kind, e.subject_id
       from marque.changes e
       where e.txid >= pg_snapshot_xmin($1::text::pg_snapshot) and e.txid < pg_snapshot_xmax(pg_current_snapshot())
         and not pg_visible_in_snapshot(e.txid, $1::text::pg_snapshot)
         and ($2::uuid is null or e.workspace_id = $2 or (e.workspace_id is null and e.organization_id = $3::uuid))
       order by e.txid, e.id limit ${maxNewEvents + 1}) n), '[]') as events`,
);

const adoptRestored = ['events', 'reach_changes'].map((table) =>
  statement(
    `events:adopt-restored:${table}`,
    `update marque.${table} set txid = '0' where txid >= pg_snapshot_xmax(pg_current_snapshot())`,
  ),
);

/** The position of everything that is committed now. */
export async function positionNow(db: Db): Promise<Position> {
  const [row] = await db.query<Position>(currentPosition);
  if (!row) throw new Error('The database returned no snapshot.');
  return { seconds: row.seconds, snapshot: row.snapshot };
}

/** @param place reads only the events of this workspace, and those of its organization that are in none. */
export async function newsSince(
  db: Db,
  { snapshot }: Position,
  place: { workspaceId: string; organizationId: string } | null = null,
): Promise<News> {
  const [row] = await db.query<Position & { foreign: boolean; events: NewEvent[] }>(eventsSince, [
    snapshot,
    place?.workspaceId ?? null,
    place?.organizationId ?? null,
  ]);
  if (!row) throw new Error('The database returned no snapshot.');
  const isTooMuch = row.foreign || row.events.length > maxNewEvents;
  return {
    position: { seconds: row.seconds, snapshot: row.snapshot },
    events: isTooMuch ? null : row.events,
  };
}

/** Makes events that were restored from another cluster's backup older than every position. */
export async function adoptRestoredEvents(db: Db): Promise<void> {
  for (const adopt of adoptRestored) await db.query(adopt);
}
