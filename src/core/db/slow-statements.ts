// Names statements that take long, in the log: their text, never their values.
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { logContext, type Log } from '../../log.ts';

export interface SlowStatements {
  /** Statements that take longer are logged. */
  ms: number;
  log: Pick<Log, 'warn'>;
  /** Called for each. */
  onSlow?: () => void;
}

const maxTextLength = 1000;

/** What a statement is, without what it's about: values in its text are ours, but some are those of a record. */
export function shapeOf(text: string): string {
  const shape = text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$."])-?\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return shape.length > maxTextLength ? `${shape.slice(0, maxTextLength)}…` : shape;
}

interface Asked {
  name?: string;
  text?: string;
}

function report({ log, onSlow }: SlowStatements, asked: string | Asked, ms: number, error: unknown): void {
  const { name, text = '' } = typeof asked === 'string' ? { text: asked } : asked;
  const { code } = (error ?? {}) as { code?: unknown };
  const failed = typeof code === 'string' ? code : error ? 'error' : undefined;
  log.warn({ ms: Math.round(ms), statement: name, sql: shapeOf(text), failed }, 'slow statement');
  onSlow?.();
}

type Query = (asked: string | Asked, ...rest: unknown[]) => unknown;

const watched = new WeakSet<pg.ClientBase>();

/** Watches the statements of a connection. */
export function watchStatements(client: pg.ClientBase, slow: SlowStatements): void {
  if (watched.has(client)) return;
  watched.add(client);
  const holder = client as unknown as { query: Query };
  const query = holder.query.bind(client);
  holder.query = (asked, ...rest) => {
    // Streams and cursors take as long as their reader does.
    if (typeof asked !== 'string' && 'submit' in asked) return query(asked, ...rest);
    const began = performance.now();
    const around = logContext.getStore();
    const ended = (error?: unknown): void => {
      const ms = performance.now() - began;
      if (ms < slow.ms) return;
      if (around) logContext.run(around, report, slow, asked, ms, error);
      else report(slow, asked, ms, error);
    };
    const last = rest.at(-1);
    if (typeof last === 'function') {
      rest[rest.length - 1] = (error: unknown, result: unknown): void => {
        ended(error ?? undefined);
        (last as (error: unknown, result: unknown) => void)(error, result);
      };
      return query(asked, ...rest);
    }
    const asking = query(asked, ...rest) as Promise<unknown> | undefined;
    asking?.then(() => {
      ended();
    }, ended);
    return asking;
  };
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: unknown) => void;

/** Whoever waits for a connection gets it from whoever returns it, whose request it would seem to be. */
export function keepContextOf(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (connected?: Connected) => unknown;
  const bound = (connected?: Connected): unknown => {
    const around = logContext.getStore();
    if (!connected || !around) return connect(connected);
    return connect((...all) => {
      logContext.run(around, connected, ...all);
    });
  };
  pool.connect = bound as typeof pool.connect;
}
