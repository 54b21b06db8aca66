// Migrates Payload's tables under the same lock as ours: Payload's `prodMigrations` take no lock, and exit the process on failure.
import type { Payload } from 'payload';
import type pg from 'pg';
import { connectionOf, type DatabaseAdapter } from './app-database.ts';
import { demandKnownMigrations, notePayloadMigrations, underMigrationLock } from './migrate.ts';
import { migrations } from './payload/index.ts';
import { demandSessionMode } from './session-mode.ts';

interface MigratingAdapter extends DatabaseAdapter {
  pool: pg.Pool;
  migrate(options: { migrations: typeof migrations }): Promise<void>;
}

// Payload's migrations don't qualify table names, and PostgreSQL's default search path begins with the user's name: for a user called
// `marque`, like the embedded database's, tables would end up in our schema.
const inPublic = migrations.map((migration) => ({
  ...migration,
  up: async (args: Parameters<typeof migration.up>[0]): Promise<void> => {
    await args.db.execute('set local search_path to public');
    await migration.up(args);
  },
}));

const names = migrations.map(({ name }) => name);

/** @throws Error if a later release has migrated the database: then nothing is changed. */
export async function migratePayload(payload: Payload): Promise<void> {
  const adapter = payload.db as unknown as MigratingAdapter;
  // Payload only handles errors on one connection of its pool; an error on any other would end the process.
  adapter.pool.on('error', () => undefined);
  await demandSessionMode(connectionOf(adapter));
  await underMigrationLock(adapter.pool, async (client) => {
    await demandKnownMigrations(client, names);
    await adapter.migrate({ migrations: inPublic });
    await notePayloadMigrations(client, names);
  });
}
