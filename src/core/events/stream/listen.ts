// Tells the processes on one database that events were committed. NOTIFY takes a lock that all of PostgreSQL shares until its commit, so
// it's never sent in the transaction of a change: each process sends it afterwards, once for everything that happened meanwhile.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../../db/app-database.ts';
import { statement, type Db } from '../../db/pool.ts';
import { boundConnection, poolWaitMs } from '../../db/time-limits.ts';

const channel = 'marque_events';
/** Names this process: it needs no notice of its own events. */
const self = randomUUID();
/** At most this often. */
const gatherMs = 50;
const retryMs = 5_000;

// A lost notification only costs a moment, so its commit needn't wait for the disk.
const notifyOthers = statement(
  'events:notify',
  `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', $1)`,
);

/** @returns what to call when events were committed, and what stops it */
export function notifier(
  db: Db,
  onFailure: (error: unknown) => void,
): { committed: () => void; stop: () => void } {
  let waiting: NodeJS.Timeout | undefined;
  return {
    committed: () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        db.query(notifyOthers, [self]).catch(onFailure);
      }, gatherMs).unref();
    },
    stop: () => {
      clearTimeout(waiting);
    },
  };
}

/**
 * Listens on a connection of its own, and reconnects when it breaks.
 *
 * @param onNotice called for events of other processes, and whenever some may have been missed
 * @returns what stops it
 */
export function listen(
  connection: Connection,
  onNotice: () => void,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  const again = (error: unknown): void => {
    if (stopped || retry) return;
    onFailure(error);
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, retryMs).unref();
  };
  const connect = async (): Promise<void> => {
    const made = new pg.Client({
      ...connection,
      connectionTimeoutMillis: poolWaitMs,
      keepAlive: true,
      application_name: 'marque events',
    });
    client = made;
    made.on('error', again);
    made.on('end', () => again(new Error('The connection that listens for events was closed.')));
    made.on('notification', ({ payload }) => {
      if (payload !== self) onNotice();
    });
    try {
      await made.connect();
      await boundConnection(made, 0);
      await made.query(`listen ${channel}`);
      onNotice();
    } catch (error) {
      again(error);
      await made.end().catch(() => undefined);
    }
    if (stopped) await made.end().catch(() => undefined);
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
