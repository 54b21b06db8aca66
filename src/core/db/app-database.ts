// Which database is used: the one that the app's Payload config connects to. The plugin, our server and the commands all ask here, so that
// none of them can be on another database than Payload's own writes.
// cspell:ignore PGDATABASE PGSSLMODE PGUSER
import type { SanitizedConfig } from 'payload';
import pg from 'pg';

const connectionKeys = [
  'connectionString',
  'host',
  'port',
  'user',
  'password',
  'database',
  'ssl',
  'options',
  'stream',
] as const satisfies (keyof pg.PoolConfig)[];

/** How to connect; what is missing, pg takes from libpq's variables (`PGHOST`, `PGSSLMODE` …). Nothing about the size of a pool. */
export type Connection = Pick<pg.PoolConfig, (typeof connectionKeys)[number]>;

/** The part of Payload's PostgreSQL adapters that says where the database is. Nothing has to be connected. */
export interface DatabaseAdapter {
  /** `postgres` for both of Payload's PostgreSQL adapters. */
  name?: string;
  poolOptions?: pg.PoolConfig;
  schemaName?: string;
  /** Only `@payloadcms/db-vercel-postgres` has it, and reads POSTGRES_URL if it's given no connection string. */
  forceUseVercelPostgres?: boolean;
}

/** The adapter of a config. It's only made, and connects when Payload asks for it. */
export function adapterOf(config: SanitizedConfig): DatabaseAdapter {
  const payload = { config } as Parameters<typeof config.db.init>[0]['payload'];
  return config.db.init({ payload });
}

/** Enough to know which database is meant. Without any of them, pg would try one on this machine. */
const namingKeys = ['connectionString', 'host', 'port', 'user', 'database', 'stream'] as const;
const namingVariables = ['PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE'];

/** A connection string as a connection; a connection as it is. */
export const toConnection = (where: string | Connection): Connection =>
  typeof where === 'string' ? { connectionString: where } : where;

/**
 * How the app's Payload config connects to its database.
 * @throws Error for the admin if it isn't PostgreSQL, or isn't named anywhere
 */
export function connectionOf(
  adapter: DatabaseAdapter,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Connection {
  const { name = 'postgres', poolOptions = {} } = adapter;
  if (name !== 'postgres')
    throw new Error(
      `The Payload config uses the database adapter "${name}". Marque needs PostgreSQL: use @payloadcms/db-postgres.`,
    );
  const connection: Connection = Object.fromEntries(
    connectionKeys.flatMap((key) => (poolOptions[key] === undefined ? [] : [[key, poolOptions[key]]])),
  );
  if ('forceUseVercelPostgres' in adapter && !connection.connectionString && environment.POSTGRES_URL)
    connection.connectionString = environment.POSTGRES_URL;
  const isNamed =
    namingKeys.some((key) => connection[key]) || namingVariables.some((variable) => environment[variable]);
  if (isNamed) return connection;
  const unused = environment.DATABASE_URL ? " DATABASE_URL is set, but the config doesn't use it." : '';
  throw new Error(
    `The Payload config names no database: the pool of its adapter has no connection string and no host.${unused} Set the variable that the config reads, such as DATABASE_URL or DATABASE_URI.`,
  );
}

/** The database for a person to read, without a password: `db.example:5432/app`. */
export function describeConnection(connection: Connection): string {
  const { host, port, database } = new pg.Client(connection);
  return `${host}${host.startsWith('/') ? '' : `:${port}`}/${database ?? ''}`;
}

/**
 * The database that a server with this config is on, for a person to read.
 * @param embedded the URL of the one that the server has started
 * @throws Error if the config names none, or if Payload's writes would go to another than the embedded one
 */
export function databaseIn(config: SanitizedConfig, embedded: string | undefined): string {
  const connection = connectionOf(adapterOf(config));
  if (embedded === undefined) return describeConnection(connection);
  if (connection.connectionString === embedded) return 'embedded PostgreSQL';
  throw new Error(
    "The Payload config doesn't use DATABASE_URL, so it can't use the embedded database. Set DATABASE_URL to the database of the config.",
  );
}
