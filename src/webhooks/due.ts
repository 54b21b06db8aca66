// Deliveries whose time has come, and what becomes of them.
import { statement, type Db } from '../core/db/pool.ts';
import type { Webhook } from './schemas.ts';

/** After each attempt that failed, in seconds. */
export const retrySeconds: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];

/** To one endpoint, at a time. */
export const maxAtOnce = 5;

export interface DueDelivery {
  id: string;
  number: number;
  webhookId: string;
  organizationId: string;
  workspaceId: string | null;
  type: string;
  kind: string | null;
  subject: string | null;
  removed: boolean;
  actor: object;
  previous: Record<string, unknown> | null;
  /** What the event itself says of the resource; null: its operation does. */
  about: Record<string, unknown> | null;
  occurredAt: Date;
  body: string | null;
  attempts: number;
  url: string;
  format: Webhook['format'];
  ordered: boolean;
  ownerKind: Webhook['owner']['kind'];
  ownerId: string;
  /** Sealed, the newest first. */
  secrets: string[];
}

const pending = `from marque.webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending'`;
const inAnyOrder = `${pending} and not w.ordered`;
// Of those in order, the first one alone, also while it waits for its next attempt.
const firstInOrder = `${pending} and w.ordered order by d.number limit 1`;

const due = statement(
  'webhooks:due',
  `select d.id, d.number, d.webhook_id as "webhookId", d.organization_id as "organizationId", d.workspace_id as "workspaceId", d.type,
     d.subject_kind as kind, d.subject_id as subject, d.removed, d.actor, d.previous, d.about, d.occurred_at as "occurredAt", d.body, d.attempts,
     w.url, w.format, w.ordered, w.owner_kind as "ownerKind", w.owner_id as "ownerId",
     array_remove(array[w.secret, case when w.previous_until > now() then w.previous_secret end], null) as secrets
   from marque.webhooks w cross join lateral (
     (select d.* ${inAnyOrder} and d.next_at <= now() and d.id <> all($1::uuid[]) order by d.next_at, d.number limit ${maxAtOnce})
     union all
     (select f.* from (select d.* ${firstInOrder}) f where f.next_at <= now() and f.id <> all($1::uuid[]))) d
   where w.enabled order by d.next_at, d.number`,
);
const nextDue = statement(
  'webhooks:next-due',
  `select (extract(epoch from min(d.next_at) - now()) * 1000)::bigint as ms
   from marque.webhooks w cross join lateral (
     (select d.next_at ${inAnyOrder} order by d.next_at limit 1) union all (select d.next_at ${firstInOrder})) d
   where w.enabled`,
);

/** Up to `maxAtOnce` of each endpoint. @param sending those that are on their way already */
export const dueDeliveries = (db: Db, sending: readonly string[]): Promise<DueDelivery[]> =>
  db.query<DueDelivery>(due, [sending]);

/** How long until one is due, in milliseconds; null: nothing is pending. */
export async function nextDueInMs(db: Db): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(nextDue);
  return row?.ms ?? null;
}

export interface Attempt {
  at: Date;
  durationMs: number;
  url: string;
  headers: Record<string, string>;
  status: number | null;
  error: string | null;
  answer: string | null;
}

const insertAttempt = statement(
  'webhooks:attempt',
  `insert into marque.webhook_attempts (delivery_id, at, duration_ms, url, headers, status, error, answer)
   select d.id, $2::timestamptz, $3::integer, $4::text, $5::jsonb, $6::smallint, $7::text, $8::text from marque.webhook_deliveries d where d.id = $1`,
);
const keepOutcome = statement(
  'webhooks:outcome',
  `update marque.webhook_deliveries set body = $2, attempts = attempts + 1, state = $3::text,
     next_at = case when $3::text = 'pending' then now() + make_interval(secs => $4::int) end
   where id = $1 and state = 'pending'`,
);

export type Outcome = 'delivered' | 'retry' | 'failed';

/** What comes of an attempt; `attempts` were made before it. */
export function outcomeOf({ status }: Attempt, attempts: number): Outcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return status === 410 || attempts >= retrySeconds.length ? 'failed' : 'retry';
}

export async function keepAttempt(db: Db, deliveryId: string, attempt: Attempt): Promise<void> {
  const { at, durationMs, url, headers, status, error, answer } = attempt;
  const values = [deliveryId, at, durationMs, url, JSON.stringify(headers), status, error, answer];
  await db.query(insertAttempt, values);
}

/** In a transaction. */
export async function keepResult(
  db: Db,
  { id, attempts }: DueDelivery,
  body: string | null,
  attempt: Attempt,
): Promise<Outcome> {
  const outcome = outcomeOf(attempt, attempts);
  await keepAttempt(db, id, attempt);
  const state = outcome === 'retry' ? 'pending' : outcome;
  await db.query(keepOutcome, [id, body, state, retrySeconds[attempts] ?? 0]);
  return outcome;
}
