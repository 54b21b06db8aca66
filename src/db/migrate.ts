// Migrations of the schema `marque`, in order, each in a transaction of its own, under one advisory lock for every process.
import type pg from 'pg';
import * as spine from './marque/0001-spine.ts';
import * as search from './marque/0002-search.ts';
import * as lifecycle from './marque/0003-lifecycle.ts';
import * as library from './marque/0004-library.ts';
import * as resumable from './marque/0005-resumable.ts';
import * as people from './marque/0006-people.ts';
import * as settings from './marque/0007-settings.ts';
import * as door from './marque/0008-door.ts';
import * as tenancy from './marque/0009-tenancy.ts';
import * as brands from './marque/0011-brands.ts';
import * as privateCollections from './marque/0012-private-collections.ts';
import * as audit from './marque/0014-audit.ts';
import * as reviewMail from './marque/0015-review-mail.ts';
import * as brandUpkeep from './marque/0016-brand-upkeep.ts';
import * as brandCode from './marque/0017-brand-code.ts';
import * as sites from './marque/0018-sites.ts';
import * as proposals from './marque/0020-proposals.ts';
import * as oauth from './marque/0021-oauth.ts';
import * as portals from './marque/0022-portals.ts';
import * as shares from './marque/0023-shares.ts';
import * as listeners from './marque/0040-listeners.ts';
import * as blobClaims from './marque/0042-blob-claims.ts';
import * as jobClaims from './marque/0043-job-claims.ts';
import * as credentialsUnchecked from './marque/0048-credentials-unchecked.ts';

interface Migration {
  name: string;
  sql: string;
}

/** In order; a landed one is never edited or moved. */
export const marqueMigrations: readonly Migration[] = [
  spine,
  search,
  lifecycle,
  library,
  resumable,
  people,
  settings,
  door,
  tenancy,
  brands,
  privateCollections,
  audit,
  reviewMail,
  brandUpkeep,
  brandCode,
  sites,
  proposals,
  oauth,
  portals,
  shares,
  listeners,
  blobClaims,
  jobClaims,
  credentialsUnchecked,
];

/** Any constant does, as long as no other program on the database takes the same. */
const lockKey = 7_210_661_873;

/**
 * Runs `work` while holding the migration lock: a second process waits, and then finds nothing left to do.
 */
export async function underMigrationLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    try {
      return await work(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey]);
    }
  } finally {
    client.release();
  }
}

/**
 * Brings the schema `marque` up to date. Payload's own tables must be there.
 *
 * @returns the names of the migrations that were applied.
 */
export async function migrateMarque(client: pg.PoolClient): Promise<string[]> {
  await client.query('create schema if not exists marque');
  await client.query(
    'create table if not exists marque.migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from marque.migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const done: string[] = [];
  for (const { name, sql } of marqueMigrations) {
    if (applied.has(name)) continue;
    await client.query('begin');
    try {
      await client.query(sql);
      await client.query('insert into marque.migrations (name) values ($1)', [name]);
      await client.query('commit');
      done.push(name);
    } catch (error) {
      await client.query('rollback');
      throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return done;
}
