// What a check of an installation has found.
import type { SanitizedConfig } from 'payload';
import type { Env } from '../../env.ts';
import type { DatabaseAdapter } from '../../core/db/app-database.ts';

export interface Finding {
  /** The part that was looked at: `versions`, `database`. */
  check: string;
  /** A problem keeps something from working; a warning may. */
  status: 'ok' | 'warning' | 'problem' | 'skipped';
  /** What is so. */
  message: string;
  /** What to do about it. */
  fix?: string;
}

export interface Installation {
  /** The app's folder. */
  folder: string;
  config: SanitizedConfig;
  database: DatabaseAdapter;
  env: Env;
  /** The running app, without a trailing slash. */
  url: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });
export const skipped = (check: string, message: string): Finding => ({ check, status: 'skipped', message });
export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  status: 'warning',
  message,
  fix,
});
export const problem = (check: string, message: string, fix: string): Finding => ({
  check,
  status: 'problem',
  message,
  fix,
});
