// Events: rows written in the transaction of the change. Activity and audit read them, and listeners receive them.
import type { PayloadRequest } from 'payload';
import { organizationsWithGrants } from '../access/grants/grant-sql.ts';
import { actorIn } from '../access/actor.ts';
import { nameOf, type Caller } from '../access/caller.ts';
import { statement, type Db } from '../db/pool.ts';
import { transactionOf } from '../db/transaction.ts';

export interface MarqueEvent {
  /** `{noun}.{what happened}`, past tense: `asset.approved`. */
  type: string;
  organizationId?: string | null;
  workspaceId?: string | null;
  subject?: { kind: string; id: string };
  /** Before and after, names, reasons; never a secret. */
  detail?: Record<string, unknown>;
}

// Events of a person without a place (signing in) are recorded in each of their organizations.
const insertEvent = statement(
  'events:insert',
  `with named as (select coalesce($2::uuid, (select organization_id from payload.workspaces where id = $3::uuid)) as id),
     places as (
       select id from named where id is not null
       union select g.id from named cross join ${organizationsWithGrants('$8::uuid')} g
         where named.id is null and $3::uuid is null and $7::text = 'person')
   insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_id, actor_name, subject_kind, subject_id, detail)
   select $1, p.id, $3, $4, $5::uuid, $6, $7, $8, $9 from named left join places p on true`,
);

/** The person behind a key, so that both are shown for what an agent did; or the share link of an anonymous visitor. */
function behind(caller: Caller | 'system'): Record<string, unknown> {
  if (caller !== 'system' && caller.kind === 'nobody' && caller.link) {
    const { id, name } = caller.link;
    return { link: { id, name } };
  }
  if (caller === 'system' || caller.kind !== 'key' || !caller.owner) return {};
  return { person: { id: caller.owner.id, name: caller.owner.name } };
}

/** Called in the transaction that records an event; what throws refuses the change. */
export const onRecording = new Set<
  (db: Db, caller: Caller | 'system', event: MarqueEvent) => Promise<void>
>();

/** Called in this process once an event is committed, so that dispatchers needn't poll. */
export const onRecorded = new Set<() => void>();

function tell(): void {
  for (const one of onRecorded) one();
}

/** Writes an event on a transaction's connection. */
export async function recordOn(db: Db, caller: Caller | 'system', event: MarqueEvent): Promise<void> {
  await db.query(insertEvent, [
    event.type,
    event.organizationId ?? null,
    event.workspaceId ?? null,
    caller === 'system' ? 'system' : caller.kind,
    caller === 'system' || caller.kind === 'nobody' ? null : caller.id,
    caller === 'system' ? 'Marque' : nameOf(caller),
    event.subject?.kind ?? null,
    event.subject?.id ?? null,
    JSON.stringify({ ...event.detail, ...behind(caller) }),
  ]);
  for (const check of onRecording) await check(db, caller, event);
  if (onRecorded.size === 0) return;
  if (db.afterCommit) db.afterCommit(tell);
  else tell();
}

/** Writes an event for the actor of this Payload request, in its transaction. */
export async function record(req: PayloadRequest, event: MarqueEvent): Promise<void> {
  const actor = await actorIn(req);
  await recordOn(await transactionOf(req), actor.system ? 'system' : actor.caller, event);
}
