// The log: JSON lines in production, readable otherwise. Secrets never reach it: what could carry one is redacted by path,
// and URLs are logged without their query.
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

export function createLog(options: { level: string; production: boolean }): Log {
  return pino({
    level: options.level,
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
