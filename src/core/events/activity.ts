// Activity: who did what in the library, newest first, limited to resources the caller can read. Changes of access (sign-ins, grants, keys)
// are in the audit log.
import { z } from 'zod';
import { anyRecord, grantableKinds, recordsOf, type GrantableKind } from '../access/grantable.ts';
import { grantsInWorkspace, membersGranted } from '../access/grants/grant-sql.ts';
import type { Access, Caller } from '../access/caller.ts';
import { readable } from '../access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../access/caller-values.ts';
import { statement, type Db } from '../db/pool.ts';
import { beforeParameter, CursorParameter, filtersOf, Next, numberBefore, pageOf } from '../paging.ts';
import { subjectRanks } from './subjects.ts';

const Id = z.uuid().toLowerCase();

export const loggedActor = (kinds: string) =>
  z.object({ kind: z.string().describe(kinds), id: z.uuid().nullable(), name: z.string() });

export const Activity = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    type: z.string().describe('Event type: asset.approved, collection.changed, …'),
    actor: loggedActor('person, key or system'),
    subject: z.object({ kind: z.string(), id: z.uuid() }).nullable(),
    media: z
      .object({ mime: z.string(), width: z.int().nullable(), height: z.int().nullable() })
      .nullable()
      .optional()
      .describe("In a workspace's activity: of an asset that still exists"),
    detail: z.record(z.string(), z.unknown()).describe('Before and after, names, reasons'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const ActivityPage = z.object({
  data: z.array(Activity),
  next: Next,
});

export const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** The page of a list of events. */
export const EventsQuery = z.object({
  cursor: CursorParameter,
  before: beforeParameter(whole(1, Number.MAX_SAFE_INTEGER), 'Only what has a lower id'),
  limit: whole(1, 200).default(50),
});
export type EventsQuery = z.output<typeof EventsQuery>;

/** The page of the activity of a workspace. */
export const ActivityQuery = EventsQuery.extend({
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Must be a kind of resource, such as asset or brand.')
    .optional()
    .describe('Only of resources of this kind, as `subject.kind` has it: `asset`, `brand`, `collection` …'),
  by: Id.optional().describe('Only what this person or key did, by id'),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

/** SQL of the caller's rank on the workspace. */
export const role = `coalesce(case when c.user_id is null then c.key_rank else p.rank end, 0)`;
const admin = `${role} = 4`;
// It's unknown whether a deleted subject was private, so only admins see its events.
const visibleAs = (kind: GrantableKind): string =>
  `(exists (select 1 from ${kind.table} x where x.id = e.subject_id and ${readable(kind, 'x')})
    or (${admin} and not exists (select 1 from ${kind.table} x where x.id = e.subject_id)))`;
// Events on records of modules that are gone are shown by the rank of their kind, which is an admin's.
const ofModules = `exists (select 1 from marque.resources r where r.id = e.subject_id and r.kind = e.subject_kind and ${readable(recordsOf(anyRecord), 'r')})`;
/**
 * SQL that is true if the caller may see an event `e`. Those on kinds that nobody has registered are never shown. Call it in a
 * statement's function: it depends on which modules are registered.
 *
 * @param subjects the parameter with `subjectRanks()`
 */
export function visibleTo(subjects: string): string {
  const others = `coalesce(${role} >= (${subjects}::jsonb ->> e.subject_kind)::int, false) or ${ofModules}`;
  const kinds = grantableKinds().map((kind) => `when '${kind.name}' then ${visibleAs(kind)}`);
  return kinds.length === 0 ? `(${others})` : `case e.subject_kind ${kinds.join(' ')} else ${others} end`;
}

/** Start of a page, usable by an index; null: from the newest on. */
export const olderThan = (value: string): string => `coalesce(${value}::bigint, 9223372036854775807)`;

const columns = `e.id, e.at, e.type, e.actor_kind, e.actor_id, e.actor_name, e.subject_kind, e.subject_id, e.detail`;
const page = `and e.id < ${olderThan('$4')} and ($6::text is null or e.subject_kind = $6) and ($7::text is null or e.actor_id::text = $7)
  order by e.id desc limit $5`;

/** What the activity says of the file of a subject. */
function media(): string {
  const files = grantableKinds().flatMap(({ name, table, media: file }) =>
    file ? [`when '${name}' then (select ${file('x')} from ${table} x where x.id = e.subject_id)`] : [],
  );
  return files.length === 0 ? 'null::jsonb as media' : `case e.subject_kind ${files.join(' ')} end as media`;
}

const ofWorkspace = statement(
  'activity:workspace',
  () =>
    `${seenBy} select ${columns}, ${media()} from ${asSeen} cross join marque.events e where e.workspace_id = $3 and ${visibleTo('$8')} ${page}`,
);

/** What a person's grants on containers apply to, continuing a list of IDs. */
const inContainers = (): string =>
  grantableKinds()
    .map(({ inherits }) =>
      inherits
        ? `union select g.id from c cross join lateral ${membersGranted(inherits, 'c.user_id', '$3')} g`
        : '',
    )
    .join(' ');

// Callers with access to parts only: their events are looked up by subject, however many others there are.
const ofNarrow = statement(
  'activity:narrow',
  () => `${seenBy}, reached as (
     select g.resource_id as id from c cross join lateral ${grantsInWorkspace('c.user_id', '$3')} g ${inContainers()})
   select ${columns}, ${media()} from ${asSeen} cross join reached join marque.events e on e.subject_id = reached.id
   where e.workspace_id = $3 and ${visibleTo('$8')} ${page}`,
);

const ofResource = statement(
  'activity:resource',
  `select ${columns} from marque.events e where e.subject_kind = $1 and e.subject_id = $2
     and e.id < ${olderThan('$3')} order by e.id desc limit $4`,
);

export interface EventRow {
  id: number;
  at: Date;
  type: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  subject_kind: string | null;
  subject_id: string | null;
  detail: Record<string, unknown>;
  media?: Activity['media'];
}

export function toActivity(row: EventRow): Activity {
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    subject: row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null,
    ...(row.media === undefined ? {} : { media: row.media }),
    detail: row.detail,
  };
}

interface Page {
  data: Activity[];
  next: string | null;
}

function toPage(events: EventRow[], limit: number, filters: string): Page {
  const { rows, next } = pageOf(events, limit, filters, ({ id }) => [id]);
  return { data: rows.map(toActivity), next };
}

/** Events of a workspace that the caller may see. */
export async function activityOfWorkspace(
  db: Db,
  caller: Caller,
  access: Access,
  query: ActivityQuery,
): Promise<Page> {
  const { limit, kind = null, by = null } = query;
  const filters = filtersOf(
    'activity',
    access.workspaceId,
    ...(kind === null && by === null ? [] : [kind, by]),
  );
  const before = numberBefore(query, filters);
  const values = [
    ...seenByValues(caller, access.workspaceId ?? ''),
    before,
    limit + 1,
    kind,
    by,
    subjectRanks(),
  ];
  const rows = await db.query<EventRow>(access.scope === null ? ofNarrow : ofWorkspace, values);
  return toPage(rows, limit, filters);
}

/** Events of one resource, for a caller who can read it. */
export async function activityOf(
  db: Db,
  resource: { kind: string; id: string },
  query: EventsQuery,
): Promise<Page> {
  const { limit } = query;
  const filters = filtersOf('activity of', resource);
  const before = numberBefore(query, filters);
  return toPage(
    await db.query<EventRow>(ofResource, [resource.kind, resource.id, before, limit + 1]),
    limit,
    filters,
  );
}
