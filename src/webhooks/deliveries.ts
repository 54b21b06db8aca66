// What was sent to an endpoint and what is waiting: listed with every attempt, sent again, and swept after a month.
import { z } from 'zod';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { olderThan } from '../core/events/activity.ts';
import { filtersOf, KeyNumber, pageOf, positionOf } from '../core/paging.ts';
import type { Service } from '../core/service.ts';
import { testType } from './send-test.ts';
import type { Delivery } from './schemas.ts';
import { wakeWebhooks } from './wake.ts';

/** How long deliveries are kept, with their attempts. */
export const keptDays = 30;

interface DeliveryRow {
  id: string;
  number: number;
  type: string;
  subject_kind: string | null;
  subject_id: string | null;
  state: Delivery['state'];
  occurred_at: Date;
  next_at: Date | null;
  body: string | null;
  attempts: Delivery['attempts'];
}

const columns = `d.id, d.number, d.type, d.subject_kind, d.subject_id, d.state, d.occurred_at, d.next_at, d.body,
  coalesce((select json_agg(json_build_object('at', to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMs', a.duration_ms,
    'url', a.url, 'headers', a.headers, 'status', a.status, 'error', a.error, 'answer', a.answer) order by a.id)
    from marque.webhook_attempts a where a.delivery_id = d.id), '[]') as attempts`;

const page = `select ${columns} from marque.webhook_deliveries d
   where d.webhook_id = $1 and d.number < ${olderThan('$2')}`;
const listed = statement('webhooks:deliveries', `${page} order by d.number desc limit $3`);
const listedInState = statement(
  'webhooks:deliveries-in-state',
  `${page} and d.state = $4 order by d.number desc limit $3`,
);
const one = statement(
  'webhooks:delivery',
  `select ${columns} from marque.webhook_deliveries d where d.webhook_id = $1 and d.id = $2`,
);
const exists = statement('webhooks:exists', 'select id from marque.webhooks where id = $1 for key share');
const again = `state = 'pending', next_at = now(), attempts = 0`;
const sendAgain = statement(
  'webhooks:redeliver',
  `update marque.webhook_deliveries set ${again} where webhook_id = $1 and id = $2 and type <> '${testType}'`,
);
const sendRangeAgain = statement(
  'webhooks:redeliver-range',
  `with again as (update marque.webhook_deliveries set ${again}
     where webhook_id = $1 and occurred_at >= $2 and occurred_at <= $3 and type <> '${testType}' returning 1)
   select count(*) as deliveries from again`,
);
const dropOld = statement(
  'webhooks:drop-old',
  `with old as (select d.id from marque.webhook_deliveries d where d.created_at < now() - make_interval(days => ${keptDays}) limit 5000),
     gone as (delete from marque.webhook_deliveries d using old where d.id = old.id returning 1)
   select count(*) as deliveries from gone`,
);

function toDelivery(row: DeliveryRow): Delivery {
  const { subject_kind: type, subject_id: id } = row;
  return {
    id: row.id,
    type: row.type,
    version: row.number,
    resource: type !== null && id !== null ? { type, id } : null,
    state: row.state,
    occurredAt: row.occurred_at.toISOString(),
    nextAttemptAt: row.next_at?.toISOString() ?? null,
    body: row.body,
    attempts: row.attempts,
  };
}

const Key = z.tuple([KeyNumber]);

/** A page of the deliveries of a webhook, newest first. */
export async function deliveriesOf(
  db: Db,
  webhookId: string,
  { cursor, state, limit }: { cursor?: string | undefined; state?: string | undefined; limit: number },
): Promise<{ data: Delivery[]; next: string | null }> {
  const filters = filtersOf('webhook deliveries', webhookId, state ?? null);
  const [before = null] = positionOf({ cursor }, filters, Key) ?? [];
  const values = [webhookId, before, limit + 1];
  const found = await (state === undefined
    ? db.query<DeliveryRow>(listed, values)
    : db.query<DeliveryRow>(listedInState, [...values, state]));
  const { rows, next } = pageOf(found, limit, filters, ({ number }) => [number]);
  return { data: rows.map(toDelivery), next };
}

/** @throws not_found */
export async function deliveryNow(db: Db, webhookId: string, id: string): Promise<Delivery> {
  const [row] = await db.query<DeliveryRow>(one, [webhookId, id]);
  if (!row) throw new ApiError('not_found', `Delivery not found. Deliveries are kept for ${keptDays} days.`);
  return toDelivery(row);
}

/** @throws not_found if it was just deleted */
async function demandWebhook(db: Db, webhookId: string): Promise<void> {
  const found = await db.query(exists, [webhookId]);
  if (found.length === 0) throw new ApiError('not_found', 'This webhook was just deleted.');
}

/** Sends an event again, with its ID and the same body, in whatever state it is; once the webhook is enabled. @throws not_found, conflict for a test event */
export async function redeliver(service: Service, db: Db, webhookId: string, id: string): Promise<Delivery> {
  await demandWebhook(db, webhookId);
  await db.query(sendAgain, [webhookId, id]);
  const delivery = await deliveryNow(db, webhookId, id);
  if (delivery.type === testType)
    throw new ApiError('conflict', 'Test events are sent once. Send another one with `send_test_event`.');
  wakeWebhooks(service, db);
  return delivery;
}

/** The same for what happened in a time. @returns how many. @throws not_found */
export async function redeliverRange(
  service: Service,
  db: Db,
  webhookId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  await demandWebhook(db, webhookId);
  const [row] = await db.query<{ deliveries: number }>(sendRangeAgain, [webhookId, from, to]);
  wakeWebhooks(service, db);
  return row?.deliveries ?? 0;
}

/** @returns how many were deleted */
export async function sweepDeliveries({ db }: Service, signal: AbortSignal): Promise<number> {
  let swept = 0;
  for (let last = 5000; last === 5000 && !signal.aborted; swept += last)
    last = (await db.query<{ deliveries: number }>(dropOld))[0]?.deliveries ?? 0;
  return swept;
}
