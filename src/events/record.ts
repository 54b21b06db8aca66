// Events: rows written in the transaction that did what they tell. Activity and audit read them; listeners and webhooks will.
import type { PayloadRequest } from 'payload';
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

const insertEvent = statement(
  'events:insert',
  `insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_id, actor_name, subject_kind, subject_id, detail)
   values ($1, coalesce($2::uuid, (select organization_id from workspaces where id = $3::uuid)), $3, $4, $5, $6, $7, $8, $9)`,
);

/** Writes an event on a transaction's connection, for callers that have one. */
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
    JSON.stringify(event.detail ?? {}),
  ]);
}

/** Writes an event for whoever acts in this Payload request, in its transaction. */
export async function record(req: PayloadRequest, event: MarqueEvent): Promise<void> {
  const actor = await actorIn(req);
  await recordOn(await transactionOf(req), actor.system ? 'system' : actor.caller, event);
}
