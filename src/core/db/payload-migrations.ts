// Payload's own tables, brought up to date under the same lock as ours: its `prodMigrations` take no lock, and end the process
// when they fail.
import type { Payload } from 'payload';
import type pg from 'pg';
import { demandKnownMigrations, notePayloadMigrations, underMigrationLock } from './migrate.ts';
import { migrations } from './payload/index.ts';
import { demandSessionMode } from './session-mode.ts';

interface MigratingAdapter {
  pool: pg.Pool;
  poolOptions: { connectionString?: string };
  migrate(options: { migrations: typeof migrations }): Promise<void>;
}

// Payload's migrations name their tables without a schema, and PostgreSQL's own path begins with the user's: where the user is called
// `marque`, as that of the embedded database is, a table would come to lie in our schema as soon as that is there.
const inPublic = migrations.map((migration) => ({
  ...migration,
  up: async (args: Parameters<typeof migration.up>[0]): Promise<void> => {
    await args.db.execute('set local search_path to public');
    await migration.up(args);
  },
}));

const names = migrations.map(({ name }) => name);

/** @throws Error when a later release has migrated the database: then nothing is touched. */
export async function migratePayload(payload: Payload): Promise<void> {
  const adapter = payload.db as unknown as MigratingAdapter;
  // Payload listens to one connection of its pool only: any other that breaks meanwhile would end the process.
  adapter.pool.on('error', () => undefined);
  await demandSessionMode(adapter.poolOptions.connectionString ?? '');
  await underMigrationLock(adapter.pool, async (client) => {
    await demandKnownMigrations(client, names);
    await adapter.migrate({ migrations: inPublic });
    await notePayloadMigrations(client, names);
  });
}
