// Records that a background job was given up, for the admins of where it belongs. Jobs of the whole server belong to nobody: their errors
// may be about any workspace. The event is in webhooks, the change feed and streams, and not in the activity or the audit log.
import { z } from 'zod';
import { isId } from '../access/ids.ts';
import { statement, type Db } from '../db/pool.ts';
import { isApiError } from '../errors.ts';
import { deliveryJob } from './listeners.ts';
import { recordOn } from './record.ts';

export const givenUpType = 'job.failed';

const Subject = z.object({ type: z.string(), id: z.uuid() });

/** What the event says of the job. */
export const GivenUp = z.object({
  name: z.string().describe('What kind of job it was: deploy, brand-sync, …'),
  attempts: z.int(),
  error: z.string().describe('Why the last attempt failed'),
  subject: Subject.nullable().describe('What the job was about, if known'),
});
export type GivenUp = z.infer<typeof GivenUp>;

export interface GivenUpJob {
  id: string;
  name: string;
  /** `workspaceId`, and `subject` with `type` and `id`, if it belongs to a workspace; `event` of the delivery of one. */
  data: Record<string, unknown>;
  attempts: number;
}

// A listener that can't take this event either would be told of it for ever.
const placeOf = statement(
  'given-up:place',
  `with event as (select coalesce($1::uuid, e.workspace_id) as workspace_id, e.organization_id, e.type, e.subject_kind, e.subject_id
     from (select 1) as once left join marque.events e on e.id = $2::bigint)
   select o.id as "organizationId", w.id as "workspaceId", e.subject_kind as "type", e.subject_id as id
   from event e left join payload.workspaces w on w.id = e.workspace_id
     join payload.organizations o on o.id = coalesce(w.organization_id, e.organization_id)
   where (w.id is not null or e.workspace_id is null) and e.type is distinct from '${givenUpType}'`,
);

const maxErrorLength = 300;

/** An error as others may read it: one line, hosts in place of URLs, and nothing that could be a key or a password. */
export function withoutSecrets(message: string): string {
  const [line = ''] = message.trim().split('\n');
  return line
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>()]*)[^\s"'<>()]*/gi, '$1$2')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 [hidden]')
    .replace(
      /\b(password|passwd|pwd|secret|token|key|authorization|signature)(["']?\s*[=:]\s*)\S+/gi,
      '$1$2[hidden]',
    )
    .replace(/[A-Za-z0-9_+/=]{20,}/g, '[hidden]')
    .slice(0, maxErrorLength);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** In the transaction that gives it up. */
export async function recordGivenUp(db: Db, job: GivenUpJob, error: unknown): Promise<void> {
  const { data, name, attempts } = job;
  const [place] = await db.query<{
    organizationId: string;
    workspaceId: string | null;
    type: string | null;
    id: string | null;
  }>(placeOf, [
    isId(data.workspaceId) ? data.workspaceId : null,
    name === deliveryJob && typeof data.event === 'number' ? data.event : null,
  ]);
  if (!place) return;
  const { organizationId, workspaceId, type, id } = place;
  const subject = Subject.safeParse(data.subject).data ?? Subject.safeParse({ type, id }).data ?? null;
  const detail: GivenUp = { name, attempts, error: withoutSecrets(messageOf(error)), subject };
  await db.query('savepoint marque_given_up');
  try {
    await recordOn(db, 'system', {
      type: givenUpType,
      organizationId,
      workspaceId,
      subject: { kind: 'job', id: job.id },
      detail: { ...detail },
    });
    await db.query('release savepoint marque_given_up');
  } catch (error_) {
    // A listener's check refuses it. The job is given up all the same.
    if (!isApiError(error_)) throw error_;
    await db.query('rollback to savepoint marque_given_up');
  }
}
