// The audit log: who changed access, newest first, for admins. A column marks these events (marque.is_access_event), so that a page is
// read from an index however many other events there are.
import { z } from 'zod';
import { statement, type Db } from '../db/pool.ts';
import { filtersOf, Next, numberBefore, pageOf } from '../paging.ts';
import { loggedActor, olderThan, type EventsQuery } from './activity.ts';

const State = z.record(z.string(), z.unknown()).nullable();

export const AuditEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    type: z.string().describe('Event type: grant.given, key.revoked, account.signed_in, …'),
    actor: loggedActor('person, key, system or nobody'),
    target: z
      .object({ kind: z.string(), id: z.uuid(), name: z.string().nullable() })
      .nullable()
      .describe('The resource or person it was done to'),
    workspace: z
      .object({ id: z.uuid(), name: z.string().nullable() })
      .nullable()
      .describe('null for the organization as a whole, or a person'),
    before: State.describe('null if there was nothing before, or nothing changed'),
    after: State,
    detail: z.record(z.string(), z.unknown()).describe('More details: names, reasons, places'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z.object({
  data: z.array(AuditEntry),
  next: Next,
});
export type AuditPage = z.infer<typeof AuditPage>;

/** `place` is the first column of an index. */
const pageBy = (place: 'organization_id' | 'workspace_id'): string => `select e.*, w.name as workspace_name,
    case e.subject_kind when 'person' then (select name from payload.users where id = e.subject_id)
      when 'group' then (select name from payload.groups where id = e.subject_id)
      when 'key' then (select name from payload.keys where id = e.subject_id)
      when 'workspace' then (select name from payload.workspaces where id = e.subject_id)
      when 'organization' then (select name from payload.organizations where id = e.subject_id) end as subject_name
  from (select id, at, type, workspace_id, actor_kind, actor_id, actor_name, subject_kind, subject_id, detail from marque.events
    where ${place} = $1 and audit and id < ${olderThan('$2')} order by id desc limit $3) e
  left join payload.workspaces w on w.id = e.workspace_id order by e.id desc`;

export const auditStatements = {
  organization: statement('audit:organization', pageBy('organization_id')),
  workspace: statement('audit:workspace', pageBy('workspace_id')),
} as const;

interface AuditRow {
  id: number;
  at: Date;
  type: string;
  workspace_id: string | null;
  workspace_name: string | null;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  subject_kind: string | null;
  subject_id: string | null;
  subject_name: string | null;
  detail: Record<string, unknown>;
}

type JsonRecord = Record<string, unknown>;
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Events with a single word for their state mean the status. */
const stateOf = (value: unknown): JsonRecord | null =>
  isRecord(value) ? value : value === null || value === undefined ? null : { status: value };

const making = new Set(['created', 'given', 'taken_in']);
const ending = new Set(['deleted', 'revoked', 'withdrawn']);

/** Before and after: given directly, property by property, or as everything about what was created or deleted. */
export function statesOf(type: string, raw: JsonRecord): Pick<AuditEntry, 'before' | 'after' | 'detail'> {
  const { before, after, changes, ...detail } = raw;
  if (isRecord(changes)) {
    const side = (name: 'before' | 'after') =>
      Object.fromEntries(
        Object.entries(changes).map(([key, change]) => [
          key,
          isRecord(change) ? (change[name] ?? null) : null,
        ]),
      );
    return { before: side('before'), after: side('after'), detail };
  }
  if ('before' in raw || 'after' in raw) return { before: stateOf(before), after: stateOf(after), detail };
  const verb = type.slice(type.indexOf('.') + 1);
  if (making.has(verb)) return { before: null, after: detail, detail: {} };
  if (ending.has(verb)) return { before: detail, after: null, detail: {} };
  return { before: null, after: null, detail };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function toEntry(row: AuditRow): AuditEntry {
  const { detail } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    target:
      row.subject_kind && row.subject_id
        ? {
            kind: row.subject_kind,
            id: row.subject_id,
            name: row.subject_name ?? text(detail.name) ?? text(detail.filename),
          }
        : null,
    workspace: row.workspace_id === null ? null : { id: row.workspace_id, name: row.workspace_name },
    ...statesOf(row.type, detail),
  };
}

/** A page of the audit log of an organization, or of one workspace. */
export async function auditOf(
  db: Db,
  place: { organization: string } | { workspace: string },
  query: EventsQuery,
): Promise<AuditPage> {
  const filters = filtersOf('audit', place);
  const before = numberBefore(query, filters);
  const [asked, id] =
    'organization' in place
      ? [auditStatements.organization, place.organization]
      : [auditStatements.workspace, place.workspace];
  const found = await db.query<AuditRow>(asked, [id, before, query.limit + 1]);
  const { rows, next } = pageOf(found, query.limit, filters, (row) => [row.id]);
  return { data: rows.map(toEntry), next };
}
