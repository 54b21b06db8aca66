// The errors that a service logs.
import type { Service } from '../../src/core/service.ts';

export interface LoggedError {
  err?: Error;
  reference?: string;
  [about: string]: unknown;
}

/** Collects errors from now on; empty the array to start over. */
export function collectErrors({ log }: Service): LoggedError[] {
  const logged: LoggedError[] = [];
  log.error = (about: LoggedError) => {
    logged.push(about);
  };
  return logged;
}
