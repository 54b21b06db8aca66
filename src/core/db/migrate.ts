// Migrations of the schema `marque`, in order, each in its own transaction, under one advisory lock.
import type pg from 'pg';
import { whileHeld } from './held-connection.ts';
import { ownVersion } from '../../lib/own-package.ts';
import { withTableNames } from '../collection-names.ts';
import { withPatienceOn } from './time-limits.ts';
import * as spine from './marque/0001-spine.ts';
import * as search from './marque/0002-search.ts';
import * as lifecycle from './marque/0003-lifecycle.ts';
import * as library from './marque/0004-library.ts';
import * as resumable from './marque/0005-resumable.ts';
import * as people from './marque/0006-people.ts';
import * as settings from './marque/0007-settings.ts';
import * as requestCounts from './marque/0008-request-counts.ts';
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
import * as keysMadeByKeys from './marque/0045-keys-made-by-keys.ts';
import * as corrections from './marque/0046-corrections.ts';
import * as assetUsage from './marque/0047-asset-usage.ts';
import * as credentialsUnchecked from './marque/0048-credentials-unchecked.ts';
import * as plainNames from './marque/0049-plain-names.ts';
import * as resources from './marque/0050-resources.ts';
import * as appPeople from './marque/0051-app-people.ts';
import * as eventOrder from './marque/0052-event-order.ts';
import * as collectionOrder from './marque/0053-collection-order.ts';
import * as comments from './marque/0054-comments.ts';
import * as nestedCollections from './marque/0055-nested-collections.ts';
import * as refreshGrace from './marque/0056-refresh-grace.ts';
import * as proposalPlaces from './marque/0057-proposal-places.ts';
import * as reviewStages from './marque/0058-review-stages.ts';
import * as editedProposals from './marque/0059-edited-proposals.ts';
import * as autoAccept from './marque/0060-auto-accept.ts';
import * as pictureHashes from './marque/0061-picture-hashes.ts';
import * as previews from './marque/0062-previews.ts';
import * as assetCrops from './marque/0063-asset-crops.ts';
import * as assetTexts from './marque/0064-asset-texts.ts';
import * as assetLanguages from './marque/0065-asset-languages.ts';
import * as pictureColors from './marque/0066-picture-colors.ts';
import * as previewPieces from './marque/0067-preview-pieces.ts';
import * as reviewLinks from './marque/0068-review-links.ts';
import * as translatedFields from './marque/0069-translated-fields.ts';
import * as siteRules from './marque/0070-site-rules.ts';
import * as reviewDownloads from './marque/0073-review-downloads.ts';
import * as agentTasks from './marque/0074-agent-tasks.ts';
import * as changes from './marque/0076-changes.ts';
import * as webhooks from './marque/0077-webhooks.ts';
import * as webhookQueues from './marque/0083-webhook-queues.ts';
import * as keptDuplicates from './marque/0085-kept-duplicates.ts';
import * as addedBy from './marque/0086-added-by.ts';
import * as domains from './marque/0087-domains.ts';
import * as unchanged from './marque/0088-unchanged.ts';
import * as madeHere from './marque/0089-made-here.ts';
import * as assetUses from './marque/0090-asset-uses.ts';
import * as integratorEvents from './marque/0091-integrator-events.ts';

interface Migration {
  name: string;
  sql: string;
}

/** In order; released ones are never edited or moved. */
export const marqueMigrations: readonly Migration[] = [
  spine,
  search,
  lifecycle,
  library,
  resumable,
  people,
  settings,
  requestCounts,
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
  keysMadeByKeys,
  corrections,
  assetUsage,
  credentialsUnchecked,
  plainNames,
  resources,
  appPeople,
  eventOrder,
  collectionOrder,
  comments,
  nestedCollections,
  refreshGrace,
  proposalPlaces,
  reviewStages,
  editedProposals,
  autoAccept,
  pictureHashes,
  previews,
  assetCrops,
  assetTexts,
  assetLanguages,
  pictureColors,
  previewPieces,
  reviewLinks,
  translatedFields,
  siteRules,
  reviewDownloads,
  agentTasks,
  changes,
  webhooks,
  webhookQueues,
  keptDuplicates,
  addedBy,
  domains,
  unchanged,
  madeHere,
  assetUses,
  integratorEvents,
];

/** Any constant works, unless another program on the database uses it too. */
const lockKey = 7_210_661_873;

/**
 * Runs `work` while holding the migration lock: a second process waits, and then has nothing to do.
 */
export async function underMigrationLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const onHeld = whileHeld(work);
  const client = await pool.connect();
  try {
    return await withPatienceOn(client, async () => {
      await client.query('select pg_advisory_lock($1)', [lockKey]);
      try {
        return await onHeld(client);
      } finally {
        await client.query('select pg_advisory_unlock($1)', [lockKey]);
      }
    });
  } finally {
    client.release();
  }
}

/** Marks our own Payload migrations in the shared list. */
const payloadPrefix = 'payload:';

async function exists(client: pg.PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    table,
  ]);
  return rows[0]?.found === true;
}

/** Sorts releases numerically; those without a number come first. */
function byRelease(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '', 'en', { numeric: true });
}

/**
 * Rejects a database that was migrated by a later release: reading or writing it could be wrong. Checked before anything is changed.
 *
 * @param payloadNames our own Payload migrations; omitted in a host app, which has its own list
 * @throws Error for the server admin, naming the release that the database needs
 */
export async function demandKnownMigrations(
  client: pg.PoolClient,
  payloadNames?: readonly string[],
): Promise<void> {
  const found: { name: string; release: string | null }[] = [];
  if (await exists(client, 'marque.migrations')) {
    // Via jsonb: earlier releases had no release column.
    const { rows } = await client.query<{ name: string; release: string | null }>(
      `select m.name, to_jsonb(m) ->> 'release' as release from marque.migrations m`,
    );
    found.push(...rows.filter(({ name }) => payloadNames || !name.startsWith(payloadPrefix)));
  }
  if (payloadNames && (await exists(client, 'public.payload_migrations'))) {
    // -1 is the batch of development pushes.
    const { rows } = await client.query<{ name: string }>(
      'select name from public.payload_migrations where batch <> -1',
    );
    found.push(...rows.map(({ name }) => ({ name: payloadPrefix + name, release: null })));
  }
  const known = new Set([
    ...marqueMigrations.map(({ name }) => name),
    ...(payloadNames ?? []).map((name) => payloadPrefix + name),
  ]);
  const unknown = found.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) return;
  const needed =
    unknown
      .map((row) => row.release)
      .toSorted(byRelease)
      .at(-1) ?? null;
  const names = [...new Set(unknown.map(({ name }) => name))].join(', ');
  throw new Error(
    `A later release of Marque has migrated this database (${names}), and this is ${ownVersion()}. Start Marque ${
      needed === null ? `of a release later than ${ownVersion()}` : `${needed} or later`
    }, or restore a backup from before.`,
  );
}

async function prepareList(client: pg.PoolClient): Promise<void> {
  await client.query('create schema if not exists marque');
  await client.query(
    'create table if not exists marque.migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  await client.query('alter table marque.migrations add column if not exists release text');
}

/** Records which release brought our Payload migrations; existing entries are kept. */
export async function notePayloadMigrations(client: pg.PoolClient, names: readonly string[]): Promise<void> {
  await prepareList(client);
  await client.query(
    `insert into marque.migrations (name, release) select $1 || name, $2 from unnest($3::text[]) name on conflict do nothing`,
    [payloadPrefix, ownVersion(), names],
  );
}

/**
 * Migrates the schema `marque`. Payload's own tables must exist.
 *
 * @returns the names of the applied migrations.
 * @throws Error if a later release has migrated the database.
 */
export async function migrateMarque(client: pg.PoolClient): Promise<string[]> {
  await demandKnownMigrations(client);
  await prepareList(client);
  const { rows } = await client.query<{ name: string }>('select name from marque.migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const done: string[] = [];
  for (const { name, sql } of marqueMigrations) {
    if (applied.has(name)) continue;
    await client.query('begin');
    try {
      await client.query(withTableNames(sql));
      await client.query('insert into marque.migrations (name, release) values ($1, $2)', [
        name,
        ownVersion(),
      ]);
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
