// The log: JSON lines in production, readable otherwise. Secrets are never logged: fields that could contain one are redacted, and URLs are
// logged without their query.
import { pino, type Logger } from 'pino';

export type Log = Logger;

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

/** The loggable part of an error: drivers attach the whole client to it, including its credentials. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
}

export function createLog(options: { level: string; production: boolean }): Log {
  return pino({
    level: options.level,
    serializers: { err: plainError },
    redact: { paths: secretPaths, censor: '[hidden]' },
    ...(options.production
      ? {}
      : {
          transport: {
            target: 'pino-pretty',
            options: { colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
          },
        }),
  });
}
