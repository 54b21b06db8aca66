// Payload's own tables, brought up to date under the same lock as ours: its `prodMigrations` take no lock, and end the process
// when they fail.
import type { Payload } from 'payload';
import type pg from 'pg';
import { underMigrationLock } from './migrate.ts';
import { migrations } from './payload/index.ts';

interface MigratingAdapter {
  pool: pg.Pool;
  migrate(options: { migrations: typeof migrations }): Promise<void>;
}

export async function migratePayload(payload: Payload): Promise<void> {
  const adapter = payload.db as unknown as MigratingAdapter;
  await underMigrationLock(adapter.pool, () => adapter.migrate({ migrations }));
}
