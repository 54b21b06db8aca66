// What is known of a request while it's answered: its ids, for the log; what it is for and who sent it, for its access line and the metrics.
import { randomUUID } from 'node:crypto';
import { logContext, type LogContext } from '../../log.ts';
import type { Caller } from '../access/caller.ts';
import { traceIdOf } from './trace-context.ts';

export interface Observed extends LogContext {
  requestId: string;
  /** The name of an operation, or the pattern of a route: never an address. */
  operation: string;
  /** Null: nobody was asked for. */
  caller: Caller['kind'] | null;
  /** Of the key or the person. */
  callerId: string | undefined;
  /** `next`: an app's own server passed it on. */
  transport: 'http' | 'next';
  /** On the clock of `performance.now()`. */
  began: number;
}

/** IDs of proxies and clients that are safe to log as they are. */
const requestIdPattern = /^[\w.:-]{8,128}$/;

const single = (value: string | string[] | null | undefined): string | null =>
  typeof value === 'string' ? value : null;

/**
 * Begins to observe a request.
 * @param sent its headers `x-request-id` and `traceparent`
 */
export function observe(
  transport: Observed['transport'],
  sent: {
    requestId: string | string[] | null | undefined;
    traceparent: string | string[] | null | undefined;
  },
): Observed {
  const asked = single(sent.requestId);
  const traceparent = single(sent.traceparent);
  return {
    requestId: asked !== null && requestIdPattern.test(asked) ? asked : randomUUID(),
    traceId: traceparent === null ? undefined : traceIdOf(traceparent),
    operation: 'none',
    caller: null,
    callerId: undefined,
    transport,
    began: performance.now(),
  };
}

/** The request that this is done for; undefined outside of one. */
export function observedNow(): Observed | undefined {
  const context = logContext.getStore();
  return context && 'operation' in context ? (context as Observed) : undefined;
}

/** Says what the current request is for. */
export function nameRequest(operation: string): void {
  const observed = observedNow();
  if (observed) observed.operation = operation;
}

/** Says who sent the current request. */
export function nameCaller(caller: Caller): void {
  const observed = observedNow();
  if (!observed) return;
  observed.caller = caller.kind;
  observed.callerId = caller.kind === 'nobody' ? undefined : caller.id;
}
