// What a fresh installation needs before anyone can use it.
import { setTimeout as pause } from 'node:timers/promises';
import { appPeople } from '../core/access/app-people.ts';
import { failureOf, isRetryable } from '../core/db/failures.ts';
import { statement } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { openFirstAccount } from './accounts/accounts.ts';

const anyOrganization = statement(
  'first-use:organization',
  'select exists (select 1 from payload.organizations) as there',
);

/** How long to wait, in milliseconds, before each further attempt. */
const pauses = [500, 2_000, 5_000];

/** True if nothing was written and the next attempt may succeed. */
const mayPass = (error: unknown): boolean => isRetryable(error) || failureOf(error)?.code === 'unavailable';

/**
 * Opens the first account, or lets the app's people in. Tries again if the database is too busy: right after a start, it often is, and
 * a server that gave up would leave an installation that nobody can sign in to.
 */
export async function openFirst(service: Service): Promise<void> {
  for (const pauseMs of pauses) {
    try {
      await open(service);
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      service.log.warn({ err: error }, 'could not open the first account; will retry');
      await pause(pauseMs);
    }
  }
  await open(service);
}

async function open(service: Service): Promise<void> {
  const app = appPeople();
  if (!app) return openFirstAccount(service);
  const [row] = await service.db.query<{ there: boolean }>(anyOrganization);
  if (!row?.there) await app.prepare(service);
}
