// The job that sends: it dispatches what was committed, sends what is due, and ends once nothing is due soon. One runs at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import type { Service } from '../core/service.ts';
import { disableOn } from './disable.ts';
import { dispatchChanges } from './dispatch.ts';
import { dueDeliveries, keepResult, maxAtOnce, nextDueInMs, type DueDelivery } from './due.ts';
import { bodyOf } from './event-body.ts';
import { post, unprepared } from './post.ts';

/** Of the whole process, at a time. */
const maxSending = 30;
/** While something is being sent, how often to look for more. */
const lookMs = 500;
/** What is due within this time is waited for: the first retry. */
const lingerMs = 10_000;
/** Then another job continues. */
const maxRunMs = 10 * 60_000;

/** The body, once it's made; null if it can't be now: that counts as an attempt, so that others aren't held up. */
async function bodyFor(service: Service, due: DueDelivery, signal: AbortSignal): Promise<string | null> {
  if (due.body !== null) return due.body;
  try {
    return await bodyOf(service, due, signal);
  } catch (error) {
    service.log.warn(
      { err: error, delivery: due.id, type: due.type },
      'could not prepare a webhook; will retry',
    );
    return null;
  }
}

/** Sends one delivery, and keeps what came of it. */
async function send(service: Service, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const body = await bodyFor(service, due, signal);
  const attempt = body === null ? unprepared(due) : await post(service, due, body, signal);
  // Stopped on our side: it doesn't count.
  if (signal.aborted && attempt.status === null) return;
  await inSqlTransaction(service.db.pool, async (db) => {
    const outcome = await keepResult(db, due, body, attempt);
    // Nothing was sent if there is no body: that's no fault of the endpoint.
    if (outcome === 'failed' && body !== null)
      await disableOn(service, db, due.webhookId, attempt.status === 410 ? 'gone' : 'failing');
  });
}

/** What is on its way. */
class Sending {
  private readonly byId = new Map<string, { webhookId: string; done: Promise<void> }>();
  failure: unknown = null;

  constructor(
    private readonly service: Service,
    private readonly signal: AbortSignal,
  ) {}

  get ids(): string[] {
    return [...this.byId.keys()];
  }

  get isIdle(): boolean {
    return this.byId.size === 0;
  }

  /** Starts what there is room for. Endpoints with the least on its way come first: one that doesn't answer holds up no other. */
  start(deliveries: readonly DueDelivery[]): void {
    for (let onTheWay = 0; onTheWay < maxAtOnce; onTheWay += 1)
      for (const due of deliveries) {
        if (this.byId.size >= maxSending) return;
        if (this.byId.has(due.id) || this.countTo(due.webhookId) !== onTheWay) continue;
        if (!due.ordered || onTheWay === 0) this.begin(due);
      }
  }

  private countTo(webhookId: string): number {
    return [...this.byId.values()].filter((one) => one.webhookId === webhookId).length;
  }

  private begin(due: DueDelivery): void {
    const done = send(this.service, due, this.signal)
      .catch((error: unknown) => {
        this.failure = error;
      })
      .finally(() => this.byId.delete(due.id));
    this.byId.set(due.id, { webhookId: due.webhookId, done });
  }

  /** Until one has arrived, or it's time to look for more. */
  async some(ms: number): Promise<void> {
    await Promise.race([...[...this.byId.values()].map(({ done }) => done), pause(ms, this.signal)]);
  }

  async all(): Promise<void> {
    await Promise.all([...this.byId.values()].map(({ done }) => done));
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** The job. @throws what kept a delivery from being sent or kept, other than the endpoint itself */
export async function sendWebhooks(service: Service, signal: AbortSignal): Promise<void> {
  const { db } = service;
  const until = performance.now() + maxRunMs;
  const sending = new Sending(service, signal);
  while (!signal.aborted && sending.failure === null && performance.now() < until) {
    await dispatchChanges(service, signal);
    sending.start(await dueDeliveries(db, sending.ids));
    if (!sending.isIdle) {
      await sending.some(lookMs);
      continue;
    }
    const waitMs = await nextDueInMs(db);
    if (waitMs === null || waitMs > lingerMs) break;
    await pause(Math.min(Math.max(waitMs, 10), lookMs), signal);
  }
  await sending.all();
  if (sending.failure !== null) throw sending.failure as Error;
}
