// What a service tells its log of errors.
import type { Service } from '../../src/core/service.ts';

export interface LoggedError {
  err?: Error;
  reference?: string;
  [about: string]: unknown;
}

/** Collects errors from now on; empty the array to begin anew. */
export function collectErrors({ log }: Service): LoggedError[] {
  const logged: LoggedError[] = [];
  log.error = (about: LoggedError) => {
    logged.push(about);
  };
  return logged;
}
