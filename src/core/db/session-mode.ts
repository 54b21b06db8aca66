// LISTEN, advisory locks and settings belong to a connection. A pooler in transaction mode (PgBouncer) uses any free connection for each
// transaction, so these would fail in the middle of calls: better to check on startup.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describeConnection, toConnection, type Connection } from './app-database.ts';
import { poolWaitMs } from './time-limits.ts';

/** A notification takes milliseconds; after this long it isn't coming. */
const silenceMs = 2_000;

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: poolWaitMs,
    application_name: 'marque start',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function isHeard(listener: pg.Client, notifier: pg.Client): Promise<boolean> {
  const channel = `marque_start_${randomBytes(6).toString('hex')}`;
  let timer: NodeJS.Timeout | undefined;
  const heard = new Promise<boolean>((resolve) => {
    listener.on('notification', (message) => {
      if (message.channel === channel) resolve(true);
    });
    timer = setTimeout(resolve, silenceMs, false);
  });
  try {
    await listener.query(`listen ${channel}`);
    await notifier.query(`notify ${channel}`);
    return await heard;
  } finally {
    clearTimeout(timer);
  }
}

const checked = new Map<string, Promise<void>>();

/**
 * Makes sure that connections keep their session state.
 * @throws Error for the server admin if there is a pooler in transaction mode
 */
export function demandSessionMode(where: string | Connection): Promise<void> {
  const connection = toConnection(where);
  const key = describeConnection(connection);
  const known = checked.get(key);
  if (known) return known;
  const check = async (): Promise<void> => {
    const [listener, notifier] = await Promise.all([connect(connection), connect(connection)]);
    try {
      if (await isHeard(listener, notifier)) return;
    } finally {
      await Promise.all([listener.end(), notifier.end()]).catch(() => undefined);
    }
    throw new Error(
      'The database is behind a connection pooler in transaction mode. Marque needs session mode (PgBouncer: pool_mode = session), because it uses LISTEN and advisory locks.',
    );
  };
  const running = check().catch((error: unknown) => {
    checked.delete(key);
    throw error;
  });
  checked.set(key, running);
  return running;
}
