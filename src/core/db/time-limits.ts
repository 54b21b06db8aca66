// How long the database may take. A statement has its limit on the server, but a server that is stopped, or behind a network that
// swallows everything, never enforces one: so the client watches the silence on each connection itself, and a connection that was
// silent for too long is destroyed, never used again.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * With these three a caller is told within 10 seconds that the database hangs: the wait for a connection, the silence after which the
 * database is asked on a fresh connection whether it answers at all, and how long that may take.
 */
export const poolWaitMs = 4_000;
const silenceMs = 2_500;
const probeMs = 2_500;

/** Work that nobody waits for: migrations, the sweep, the queue, loading an index, taking away a whole organization. */
const patientMs = 60 * 60 * 1000;

/** Where a client of ours is missing without a word, the server notices after this long and lets go of its locks. */
const serverKeepAlive = `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

const patience = new AsyncLocalStorage<true>();

/** Runs work that may take its time: its statements have an hour each. A database that doesn't answer at all still ends it soon. */
export function withPatience<T>(work: () => Promise<T>): Promise<T> {
  return patience.run(true, work);
}

export function isPatient(): boolean {
  return patience.getStore() === true;
}

interface Watched {
  /** Without a byte for so long while a statement runs, the connection is taken for dead. */
  limitMs: number;
  usualMs: number;
  /** How often a silent connection is looked at. */
  everyMs: number;
  /** When the last byte came or went. */
  since: number;
  bytes: number;
}

const watched = new WeakMap<pg.ClientBase, Watched>();

/** What of pg is not in its types; pinned by the exact version in package.json. */
interface ClientInside {
  connection: { stream: Socket };
  readyForQuery: boolean;
  connectionParameters: pg.ClientConfig;
}

/** A hung server shows alike on every connection: one question at a time answers for all. */
const probes = new Map<string, Promise<boolean>>();

/** Asks on a fresh connection. Whatever the server says, be it that it is full, is an answer. */
async function answers(client: ClientInside): Promise<boolean> {
  const { host, port, database, user, password, ssl } = client.connectionParameters;
  const asked = new pg.Client({
    host,
    port,
    database,
    user,
    password,
    ssl,
    connectionTimeoutMillis: probeMs,
    application_name: 'marque probe',
  });
  asked.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // What has arrived meanwhile is read first: an event loop that was held up is no silence of the database.
    timer = setTimeout(() => setImmediate(resolve, false), probeMs);
  });
  const asking = asked
    .connect()
    .then(() => asked.query('select 1'))
    .then(
      () => true,
      (error: unknown) => typeof (error as { severity?: unknown }).severity === 'string',
    );
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
    void asked.end().catch(() => undefined);
    (asked as unknown as ClientInside).connection.stream.destroy();
  }
}

function probe(client: ClientInside): Promise<boolean> {
  const { host, port, database } = client.connectionParameters;
  const where = `${host}:${port}/${database}`;
  let running = probes.get(where);
  if (!running) {
    running = answers(client).finally(() => probes.delete(where));
    probes.set(where, running);
  }
  return running;
}

/** Told apart by its code: nothing has come back, and what was asked may or may not have been done. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Looks after a connection whose socket has been silent. */
async function attend(client: pg.ClientBase, state: Watched, stream: Socket): Promise<void> {
  const inside = client as unknown as ClientInside;
  const bytes = stream.bytesRead + stream.bytesWritten;
  if (inside.readyForQuery || stream.destroyed) return;
  if (bytes !== state.bytes) Object.assign(state, { bytes, since: Date.now() - state.everyMs });
  const isAlive = await probe(inside);
  const isSilent = stream.bytesRead + stream.bytesWritten === bytes && !inside.readyForQuery;
  if (!isSilent || stream.destroyed) return;
  if (!isAlive) stream.destroy(new Silence('The database does not answer at all.'));
  else if (Date.now() - state.since >= state.limitMs - state.everyMs / 4)
    stream.destroy(new Silence('A statement was not answered in its time.'));
  // The socket tells of its silence once; it is asked to tell again.
  else stream.setTimeout(state.everyMs);
}

/** Watches the silence on a connection, and gives its statements their limit on the server too. */
export async function boundConnection(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  if (!watched.has(client)) watch(client, statementTimeoutMs);
  // Not as startup parameters: a pooler in front refuses those.
  await client.query(`set statement_timeout = ${statementTimeoutMs}; ${serverKeepAlive}`);
}

/**
 * Watches the silence on a connection.
 * @param statementTimeoutMs 0: no limit, as long as the database answers on other connections
 */
function watch(client: pg.ClientBase, statementTimeoutMs: number): void {
  const inside = client as unknown as ClientInside;
  const { stream } = inside.connection;
  // A little before the server's own: behind a connection that swallows everything, the server's word would never come.
  const limitMs = statementTimeoutMs === 0 ? Infinity : Math.max(500, statementTimeoutMs - 1_000);
  const everyMs = Math.min(silenceMs, limitMs / 4);
  const state: Watched = { limitMs, usualMs: limitMs, everyMs, since: Date.now(), bytes: -1 };
  watched.set(client, state);
  stream.setTimeout(everyMs);
  stream.on('timeout', () => void attend(client, state, stream));
}

/**
 * Gives the statements of an open transaction an hour each.
 * @returns what to call when the transaction has ended
 */
export async function extendTransaction(client: pg.ClientBase): Promise<() => void> {
  await client.query(`set local statement_timeout = ${patientMs}`);
  const state = watched.get(client);
  if (!state) return () => undefined;
  state.limitMs = patientMs;
  return () => {
    state.limitMs = state.usualMs;
  };
}

/** Runs work on a connection that has an hour for each statement meanwhile. */
export async function withPatienceOn<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const state = watched.get(client);
  const { rows } = await client.query<{ before: string }>(
    `select current_setting('statement_timeout') as before, set_config('statement_timeout', '${patientMs}', false)`,
  );
  if (state) state.limitMs = patientMs;
  try {
    return await work();
  } finally {
    if (state) state.limitMs = state.usualMs;
    // A connection that broke meanwhile is not given back anyway.
    await client
      .query(`select set_config('statement_timeout', $1, false)`, [rows[0]?.before])
      .catch(() => undefined);
  }
}

/**
 * Bounds a pool: how long its callers wait for a connection, how long a statement may take, and how long a silent connection is
 * believed in. Connections that it has already are watched from this side alone.
 */
export function boundPool(
  pool: pg.Pool,
  options: { statementTimeoutMs: number; onError?: (error: Error) => void },
): void {
  const settings = pool.options as {
    connectionTimeoutMillis?: number;
    keepAlive?: boolean;
    keepAliveInitialDelayMillis?: number;
    onConnect?: (client: pg.ClientBase) => unknown;
  };
  settings.connectionTimeoutMillis ||= poolWaitMs;
  settings.keepAlive ??= true;
  settings.keepAliveInitialDelayMillis ??= 10_000;
  // A connection that breaks while idle (the database restarted) is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  const attach = (client: pg.ClientBase): void => {
    if (watched.has(client)) return;
    // A connection that is checked out has no listener of the pool's; whoever runs a query on it gets the error from that.
    client.on('error', () => undefined);
    watch(client, options.statementTimeoutMs);
  };
  const { onConnect } = settings;
  settings.onConnect = async (client) => {
    await onConnect?.(client);
    attach(client);
    await boundConnection(client, options.statementTimeoutMs);
  };
  // One that was made before has only the limit on this side.
  pool.on('acquire', attach);
}
