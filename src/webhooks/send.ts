// The job that sends: it dispatches what was committed, sends what is due, and ends once nothing is due soon. One runs at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { fetchGuarded } from '../core/net/guarded-fetch.ts';
import type { Service } from '../core/service.ts';
import { disableOn } from './disable.ts';
import { dispatchChanges } from './dispatch.ts';
import { dueDeliveries, keepResult, maxAtOnce, nextDueInMs, testType, type Attempt, type DueDelivery } from './due.ts';
import { bodyOf, wordsOfError } from './event-body.ts';
import { signedHeaders } from './secrets.ts';

/** Of the whole process, at a time. */
const maxSending = 30;
const timeoutMs = 15_000;
const maxAnswerBytes = 4_096;
/** While something is being sent, how often to look for more. */
const lookMs = 500;
/** What is due within this time is waited for: the first retry. */
const lingerMs = 10_000;
/** Then another job continues. */
const maxRunMs = 10 * 60_000;

/** The beginning of a response: as text that PostgreSQL can store. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= maxAnswerBytes) break;
    }
  } catch {
    // The status has arrived, and counts.
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '\u{FFFD}');
}

async function post(service: Service, due: DueDelivery, body: string, signal: AbortSignal): Promise<Attempt> {
  const at = new Date();
  const began = performance.now();
  const signed = signedHeaders(service, due.secrets, { id: due.id, at, body });
  const headers = { 'content-type': 'application/json', ...signed };
  const base = { at, url: due.url, headers };
  const failed = (error: string): Attempt => ({
    ...base,
    durationMs: Math.round(performance.now() - began),
    status: null,
    error,
    answer: null,
  });
  if (!signed)
    return failed('The secret was sealed with another SECRET of the server. Rotate it, and enter the new one there.');
  try {
    const response = await fetchGuarded(due.url, {
      method: 'POST',
      headers,
      body,
      allow: service.env.fetchAllow,
      maxBytes: Number.MAX_SAFE_INTEGER,
      timeoutMs,
      maxRedirects: 0,
      anyStatus: true,
      signal,
    });
    const answer = await beginningOf(response.body);
    const durationMs = Math.round(performance.now() - began);
    return { ...base, durationMs, status: response.status, error: null, answer };
  } catch (error) {
    return failed(wordsOfError(error));
  }
}

/** Sends one delivery, and keeps what came of it. */
async function send(service: Service, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const body = due.body ?? (await bodyOf(service, due, signal));
  const attempt = await post(service, due, body, signal);
  // Stopped on our side: it doesn't count.
  if (signal.aborted && attempt.status === null) return;
  await inSqlTransaction(service.db.pool, async (db) => {
    const outcome = await keepResult(db, due, body, attempt);
    if (outcome === 'failed' && due.type !== testType)
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

  /** Starts what there is room for. */
  start(deliveries: readonly DueDelivery[]): void {
    for (const due of deliveries) {
      const toSame = [...this.byId.values()].filter(({ webhookId }) => webhookId === due.webhookId).length;
      if (this.byId.size >= maxSending) return;
      if (toSame >= (due.ordered ? 1 : maxAtOnce)) continue;
      const done = send(this.service, due, this.signal)
        .catch((error: unknown) => {
          this.failure = error;
        })
        .finally(() => this.byId.delete(due.id));
      this.byId.set(due.id, { webhookId: due.webhookId, done });
    }
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
