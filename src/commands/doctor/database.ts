// Whether the database answers, keeps sessions, is migrated, and has our ids.
import pg from 'pg';
import { tableName } from '../../core/collection-names.ts';
import {
  connectionOf,
  describeConnection,
  type Connection,
  type DatabaseAdapter,
} from '../../core/db/app-database.ts';
import { marqueMigrations } from '../../core/db/migrate.ts';
import { demandSessionMode } from '../../core/db/session-mode.ts';
import { reasonOf } from '../../log.ts';
import { ok, problem, skipped, warning, type Finding, type Installation } from './finding.ts';

const check = 'database';
/** PostgreSQL 15 is the oldest that Marque is tested with. */
const oldestServer = 150_000;
/** Expiry, signatures and sessions compare the two clocks. */
const mostSecondsApart = 5;

async function serverOf(client: pg.Client): Promise<Finding[]> {
  const sent = Date.now();
  const { rows } = await client.query<{ version: string; number: number; now: Date }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number, clock_timestamp() as now`,
  );
  const [row] = rows;
  if (!row) return [];
  const apart = Math.abs(row.now.getTime() - (sent + Date.now()) / 2) / 1000;
  return [
    row.number >= oldestServer
      ? ok(check, `PostgreSQL ${row.version} answers.`)
      : problem(check, `PostgreSQL ${row.version} is too old.`, 'Use PostgreSQL 15 or later.'),
    apart <= mostSecondsApart
      ? ok('clock', 'The clocks of this machine and the database agree.')
      : problem(
          'clock',
          `The clocks of this machine and the database differ by ${Math.round(apart)} seconds.`,
          'Synchronize both with NTP: links and sessions expire by these clocks.',
        ),
  ];
}

async function migrated(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ ours: boolean; assets: boolean }>(
    `select to_regclass('marque.migrations') is not null as ours, to_regclass($1) is not null as assets`,
    [tableName('assets')],
  );
  if (!rows[0]?.assets)
    return problem(
      'schema',
      `The table ${tableName('assets')} is missing.`,
      'Production: npx payload migrate:create, then npx payload migrate. Development: start the app once.',
    );
  if (!rows[0].ours)
    return problem(
      'schema',
      'The schema "marque" is missing.',
      'Start the app once: it migrates its schema itself.',
    );
  const applied = await client.query<{ name: string }>('select name from marque.migrations');
  const names = new Set(applied.rows.map(({ name }) => name));
  const missing = marqueMigrations.filter(({ name }) => !names.has(name));
  return missing.length === 0
    ? ok('schema', 'The schema is up to date.')
    : problem(
        'schema',
        `${missing.length} migrations are missing: ${missing.map(({ name }) => name).join(', ')}.`,
        'Start this release once: it migrates its schema itself.',
      );
}

/** Our ids are UUIDs in every app. */
async function idsOf(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ type: string }>(
    `select format_type(atttypid, null) as type from pg_attribute where attrelid = to_regclass($1) and attname = 'id'`,
    [tableName('assets')],
  );
  const [{ type = null } = {}] = rows;
  if (type === null) return skipped('ids', 'There are no tables yet.');
  return type === 'uuid'
    ? ok('ids', "Marque's ids are UUIDs.")
    : problem(
        'ids',
        `The column ${tableName('assets')}.id is ${type}, not uuid.`,
        'Its migration was written without the plugin, or by hand. Write it again: npx payload migrate:create.',
      );
}

async function sessionMode(connection: Connection): Promise<Finding> {
  try {
    await demandSessionMode(connection);
    return ok(check, 'Connections keep their sessions.');
  } catch (error) {
    return problem(
      check,
      reasonOf(error),
      'Connect to the database itself, or set the pooler to session mode.',
    );
  }
}

/** Where the database is; a text: why that isn't known. */
function connectionIn(adapter: DatabaseAdapter): Connection | string {
  try {
    return connectionOf(adapter);
  } catch (error) {
    return reasonOf(error);
  }
}

/** Which database the app and Marque use, and whether the environment names another, which nothing uses. */
function used(connection: Connection, named: string | undefined): Finding[] {
  const where = describeConnection(connection);
  const findings = [ok(check, `Payload, Marque and its commands use ${where}, as the Payload config says.`)];
  const other = named === undefined ? where : describeConnection({ connectionString: named });
  if (other !== where)
    findings.push(
      warning(
        check,
        `DATABASE_URL names another database, ${other}. Nothing uses it.`,
        'Remove DATABASE_URL, or read it in the Payload config.',
      ),
    );
  return findings;
}

export async function checkDatabase({ env, database }: Installation): Promise<Finding[]> {
  const connection = connectionIn(database);
  if (typeof connection === 'string')
    return [problem(check, connection, 'Set it where the app runs, and run this in the same environment.')];
  const findings = used(connection, env.databaseUrl);
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return [
      ...findings,
      problem(
        check,
        `The database doesn't answer: ${reasonOf(error)}`,
        'Check the variable that the Payload config reads, and that the server runs.',
      ),
    ];
  }
  try {
    return [
      ...findings,
      ...(await serverOf(client)),
      await sessionMode(connection),
      await migrated(client),
      await idsOf(client),
    ];
  } finally {
    await client.end();
  }
}
