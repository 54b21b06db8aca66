// Starts the job that sends, once something is committed that it may have to send. Where there are no webhooks, nothing is started.
import { statement, type Db } from '../core/db/pool.ts';
import { onRecorded } from '../core/events/record.ts';
import type { Service } from '../core/service.ts';

export const webhookJob = 'send-webhooks';

/** How long to collect a burst of events. */
const gatherMs = 100;
/** How long it's known whether there are webhooks. Those made in this process are known at once. */
const knownMs = 5_000;

const anyEnabled = statement('webhooks:any', 'select 1 from marque.webhooks where enabled limit 1');

class Waker {
  private waiting: NodeJS.Timeout | undefined;
  private hasWebhooks = false;
  private knownAt = -Infinity;

  constructor(private readonly service: Service) {}

  readonly wake = (): void => {
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      this.send().catch((error: unknown) => {
        this.service.log.warn({ err: error }, 'could not start sending webhooks; will retry');
      });
    }, gatherMs).unref();
  };

  wakeNow(): void {
    this.hasWebhooks = true;
    this.knownAt = performance.now();
    this.wake();
  }

  stop(): void {
    clearTimeout(this.waiting);
  }

  private async send(): Promise<void> {
    const { db, jobs } = this.service;
    if (performance.now() - this.knownAt > knownMs) {
      this.hasWebhooks = (await db.query(anyEnabled)).length > 0;
      this.knownAt = performance.now();
    }
    if (this.hasWebhooks) await jobs.send(webhookJob);
  }
}

const wakers = new WeakMap<Service, Waker>();

/** @returns what stops it */
export function startWebhooks(service: Service): () => void {
  const waker = new Waker(service);
  wakers.set(service, waker);
  onRecorded.add(waker.wake);
  return () => {
    onRecorded.delete(waker.wake);
    waker.stop();
  };
}

/** There is something to send, once the transaction of `db` is committed. */
export function wakeWebhooks(service: Service, db: Db): void {
  const wake = (): void => wakers.get(service)?.wakeNow();
  if (db.afterCommit) db.afterCommit(wake);
  else wake();
}
