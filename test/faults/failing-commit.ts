// A Marque whose database can't commit on demand. Each test file that imports this has its own.
import { afterAll, afterEach, beforeEach } from '@jest/globals';
import pg from 'pg';
import { methodOf, pathOf, type AnyOperation } from '../../src/core/operation.ts';
import type { Call } from '../core/transports/good-calls/row.ts';
import { Tenant } from '../core/transports/tenant.ts';
import { untilJobsAreDone } from '../setup/jobs.ts';
import { startService, type Reply } from '../setup/service.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

export let proxy: DatabaseProxy;

/** Bypasses the proxy: sees what is stored whatever the service sees. */
export let direct: pg.Client;

export const marque = await startService({ RATE_LIMIT: '0' }, async (url) => {
  proxy = await openDatabaseProxy(url);
  direct = new pg.Client({ connectionString: url });
  await direct.connect();
  return proxy.url;
});

export const tenant = await Tenant.furnish(marque, 'faultless');

/** Written separately from what a call does: counters, claims, and staged data. */
const bookkeeping = [
  'marque.attempts',
  'marque.requests',
  'marque.idempotent_calls',
  'marque.delivery_days',
  'marque.asset_delivery_days',
  'marque.sweeps',
  'marque.blob_claims',
  'marque.job_claims',
  'marque.webhook_position',
];

/**
 * Makes the database record every change of a row, and refuse to commit one while `faults.armed` contains a
 * row. Recording that a key was used isn't a change.
 */
async function installFault(): Promise<void> {
  const { rows } = await direct.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'marque') and table_type = 'BASE TABLE' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !bookkeeping.includes(name));
  await direct.query(`
    create schema faults;
    create table faults.armed (one int);
    create table faults.changes (named text not null);
    create function faults.note() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(old) - 'calls' - 'last_used_at') is distinct from (to_jsonb(new) - 'calls' - 'last_used_at') then
          insert into faults.changes values (tg_table_name);
        end if;
        return null;
      end $$;
    create function faults.refuse() returns trigger language plpgsql as $$
      begin
        if exists (select from faults.armed)
          and (to_jsonb(old) - 'calls' - 'last_used_at') is distinct from (to_jsonb(new) - 'calls' - 'last_used_at') then
          raise exception 'refused at commit';
        end if;
        return null;
      end $$;
    ${tables
      .map(
        (
          name,
        ) => `create trigger noted after insert or update or delete on ${name} for each row execute function faults.note();
          create constraint trigger refused after insert or update or delete on ${name} deferrable initially deferred
            for each row execute function faults.refuse();`,
      )
      .join('\n')}
  `);
}

/**
 * Which tables have changed, a row per change. Staged data stays for the next try of a call's transaction:
 * upload tickets are left out unless they're `all` that the call is about.
 */
export async function changes(all = false): Promise<string[]> {
  const { rows } = await direct.query<{ named: string }>('select named from faults.changes');
  return rows.map(({ named }) => named).filter((named) => all || named !== 'upload_tickets');
}

/** Waits until no job is left of earlier calls: what it writes isn't what the next call does. Domains aren't checked again meanwhile. */
export async function settled(): Promise<void> {
  await untilJobsAreDone({
    query: async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
      (await direct.query<Row>(statement, [...values])).rows,
  });
  await direct.query('update marque.domains set next_at = null where next_at is not null');
}

async function disarm(): Promise<void> {
  proxy.fault = 'pass';
  await direct.query('delete from faults.armed');
}

export type CommitFault = 'refused' | 'before commit' | 'after commit';

export async function under<T>(fault: CommitFault, work: () => Promise<T>): Promise<T> {
  if (fault === 'refused') await direct.query('insert into faults.armed values (1)');
  else proxy.fault = fault;
  try {
    return await work();
  } finally {
    await disarm();
  }
}

export function send(operation: AnyOperation, call: Call): Promise<Reply> {
  const path = pathOf(operation).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(call.query).toString();
  return marque.call(methodOf(operation), `${path}${query && `?${query}`}`, {
    as: call.as === undefined ? tenant.as : call.as,
    body: call.body,
    ...(call.headers ? { headers: call.headers } : {}),
  });
}

await installFault();

async function stop(): Promise<void> {
  await direct.end();
  await marque.close();
  await proxy.close();
}

beforeEach(disarm);
afterEach(disarm);
afterAll(stop);
