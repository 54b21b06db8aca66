// The log: JSON lines in production, readable otherwise. Secrets are never logged: fields that could contain one are redacted, and URLs are
// logged without their query.
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** What is being done: every line that is logged meanwhile says it. */
export interface LogContext {
  /** Of the request that is answered, as in its response's `x-request-id`. */
  requestId?: string | undefined;
  /** Of its caller's trace (W3C Trace Context), if it's part of one. */
  traceId?: string | undefined;
  /** The name of the background job that runs. */
  job?: string | undefined;
}

/** Shared by the whole process: Next has its own copy of every module. */
const property = Symbol.for('marque.log-context');
const holder = globalThis as { [property]?: AsyncLocalStorage<LogContext> };
export const logContext = (holder[property] ??= new AsyncLocalStorage<LogContext>());

/** A new object every time: pino adds the line's own fields to it. */
export function contextFields(): LogContext {
  const { requestId, traceId, job } = logContext.getStore() ?? {};
  return { requestId, traceId, job };
}

const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'headers.authorization',
  'headers.cookie',
  '*.password',
  '*.secret',
  '*.token',
];

/**
 * What an error says, without the values of a query that failed: Payload's database adapter ends its message with them, and a password's hash
 * or a token may be among them.
 */
function messageOf(error: Error): string {
  return 'params' in error ? error.message.replace(/\nparams: [^]*$/, '') : error.message;
}

/** What to say of an error and of what caused it; those of connections have their reasons in a list. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  const message = messageOf(error);
  return error.cause instanceof Error ? `${message}: ${reasonOf(error.cause)}` : message;
}

/** The loggable part of an error: drivers attach the whole client to it, including its credentials. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const message = messageOf(error);
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
}

export function createLog(options: { level: string; production: boolean }): Log {
  return pino({
    level: options.level,
    mixin: contextFields,
    serializers: { err: plainError },
    redact: { paths: secretPaths, censor: '[hidden]' },
    // What makes lines readable runs in a thread of its own.
    ...(options.production || options.level === 'silent'
      ? {}
      : {
          transport: {
            target: 'pino-pretty',
            options: { colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
          },
        }),
  });
}
