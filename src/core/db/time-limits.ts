// Database timeouts. Statements have a timeout on the server, but a server that is stopped, or behind a network that drops everything, never
// enforces it: so the client also watches each connection for silence, and destroys one that was silent for too long.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import { keepContextOf, watchStatements, type SlowStatements } from './slow-statements.ts';

/**
 * With these three a caller learns within 10 seconds that the database hangs: the wait for a connection, the silence after which the database
 * is probed on a fresh connection, and the time limit of that probe. In development the wait for a connection is longer: while the bundler
 * loads what a first request needs, this process does nothing else, for seconds on a small machine.
 */
export const poolWaitMs = process.env.NODE_ENV === 'development' ? 30_000 : 4_000;
const silenceMs = 2_500;
const probeMs = 2_500;

/** Background work: migrations, the cleanup, the queue, loading an index, deleting an organization. */
const patientMs = 60 * 60 * 1000;

/** If our client disappears, the server notices after this long and releases its locks. */
const serverKeepAlive = `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

const patience = new AsyncLocalStorage<true>();

/** Runs slow work: its statements have an hour each. A database that doesn't respond at all still fails it soon. */
export function withPatience<T>(work: () => Promise<T>): Promise<T> {
  return patience.run(true, work);
}

export function isPatient(): boolean {
  return patience.getStore() === true;
}

interface Watched {
  /** Without a byte for this long during a statement, the connection counts as dead. */
  limitMs: number;
  usualMs: number;
  /** How often a silent connection is checked. */
  everyMs: number;
  /** Time of the last byte in either direction. */
  since: number;
  bytes: number;
}

type OnError = (error: Error) => void;

interface Limits {
  statementTimeoutMs: number;
  onError?: OnError;
  slow?: SlowStatements | undefined;
}

/** Shared by the whole process: `next dev` loads copies of this module while connections stay open. */
interface Shared {
  watched: WeakMap<pg.ClientBase, Watched>;
  bounds: WeakMap<pg.Pool, Limits>;
  guards: WeakMap<pg.Pool, OnError>;
}
const property = Symbol.for('marque.time-limits');
const holder = globalThis as { [property]?: Shared };
const { watched, bounds, guards } = (holder[property] ??= {
  watched: new WeakMap(),
  bounds: new WeakMap(),
  guards: new WeakMap(),
});

/** Parts of pg that aren't in its types; pinned by the exact version in package.json. */
interface ClientInside {
  connection: { stream: Socket };
  readyForQuery: boolean;
  connectionParameters: pg.ClientConfig;
}

/** A hung server looks the same on every connection: one probe at a time is enough. */
const probes = new Map<string, Promise<boolean>>();

/** Probes on a fresh connection. Any response, even that it's full, means alive. */
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
    // Reads what has arrived first: a blocked event loop isn't silence of the database.
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

/** Identified by its code: no response arrived, so the statement may or may not have run. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Checks a connection whose socket has been silent. */
async function attend(client: pg.ClientBase, state: Watched, stream: Socket): Promise<void> {
  const inside = client as unknown as ClientInside;
  const bytes = stream.bytesRead + stream.bytesWritten;
  if (inside.readyForQuery || stream.destroyed) return;
  if (bytes !== state.bytes) Object.assign(state, { bytes, since: Date.now() - state.everyMs });
  const isAlive = await probe(inside);
  const isSilent = stream.bytesRead + stream.bytesWritten === bytes && !inside.readyForQuery;
  if (!isSilent || stream.destroyed) return;
  if (!isAlive) stream.destroy(new Silence("The database isn't responding."));
  else if (Date.now() - state.since >= state.limitMs - state.everyMs / 4)
    stream.destroy(new Silence('A statement timed out.'));
  // The socket reports silence only once, so the timeout is set again.
  else stream.setTimeout(state.everyMs);
}

/** Watches a connection for silence, and sets the statement timeout on the server too. */
export async function boundConnection(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  if (!watched.has(client)) watch(client, statementTimeoutMs);
  // Not as startup parameters: poolers reject those.
  await client.query(`set statement_timeout = ${statementTimeoutMs}; ${serverKeepAlive}`);
}

/**
 * Watches a connection for silence.
 * @param statementTimeoutMs 0: none, as long as the database responds on other connections
 */
function watch(client: pg.ClientBase, statementTimeoutMs: number): void {
  const inside = client as unknown as ClientInside;
  const { stream } = inside.connection;
  // Slightly before the server's timeout: behind a dead network, the server's response would never arrive.
  const limitMs = statementTimeoutMs === 0 ? Infinity : Math.max(500, statementTimeoutMs - 1_000);
  const everyMs = Math.min(silenceMs, limitMs / 4);
  const state: Watched = { limitMs, usualMs: limitMs, everyMs, since: Date.now(), bytes: -1 };
  watched.set(client, state);
  stream.setTimeout(everyMs);
  stream.on('timeout', () => void attend(client, state, stream));
}

/**
 * Gives the statements of an open transaction an hour each.
 * @returns a function to call when the transaction has ended
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

/** Runs work on a connection with a timeout of an hour per statement. */
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
    // A broken connection isn't returned to the pool anyway.
    await client
      .query(`select set_config('statement_timeout', $1, false)`, [rows[0]?.before])
      .catch(() => undefined);
  }
}

/**
 * Lets a process outlive the connections of a pool that break, as when the database restarts: without listeners, their errors would end
 * it. The pool replaces them, and a running query gets the error. Limits nothing.
 *
 * @param onError told about those that break while idle; of several for one pool, the last is
 */
export function outliveConnections(pool: pg.Pool, onError: OnError = () => undefined): void {
  const isGuarded = guards.has(pool);
  guards.set(pool, onError);
  if (isGuarded) return;
  pool.on('error', (error) => guards.get(pool)?.(error));
  const guarded = new WeakSet<pg.ClientBase>();
  pool.on('acquire', (client) => {
    // One that is in use has no listener of the pool.
    if (!guarded.has(client)) client.on('error', () => undefined);
    guarded.add(client);
  });
}

/**
 * Limits a pool: how long to wait for a connection, how long a statement may take, and how long a connection may be silent. Existing
 * connections are only watched from this side. A pool that has limits already gets these instead.
 */
export function boundPool(pool: pg.Pool, limits: Limits): void {
  outliveConnections(pool, limits.onError);
  const bound = bounds.get(pool);
  if (bound) {
    Object.assign(bound, limits);
    return;
  }
  const options = { ...limits };
  bounds.set(pool, options);
  const settings = pool.options as {
    connectionTimeoutMillis?: number;
    keepAlive?: boolean;
    keepAliveInitialDelayMillis?: number;
    onConnect?: (client: pg.ClientBase) => unknown;
  };
  settings.connectionTimeoutMillis ||= poolWaitMs;
  settings.keepAlive ??= true;
  settings.keepAliveInitialDelayMillis ??= 10_000;
  const attach = (client: pg.ClientBase): void => {
    if (!watched.has(client)) watch(client, options.statementTimeoutMs);
    if (options.slow) watchStatements(client, options.slow);
  };
  if (options.slow) keepContextOf(pool);
  const { onConnect } = settings;
  settings.onConnect = async (client) => {
    await onConnect?.(client);
    attach(client);
    await boundConnection(client, options.statementTimeoutMs);
  };
  // Existing connections are only limited on this side.
  pool.on('acquire', attach);
}
