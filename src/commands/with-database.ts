// The database for a command. In an app that installs the package: the app's. In this repository: DATABASE_URL, that of the running server, or
// the embedded one started for the command.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findEmbedded, startEmbedded } from '../lib/embedded-postgres/index.ts';
import { lockDataDir } from '../lib/embedded-postgres/folder-lock.ts';
import { connectionOf, type Connection } from '../core/db/app-database.ts';
import { takeNamesOf } from '../core/db/installation.ts';
import { openPool, type Pool } from '../core/db/pool.ts';
import type { Env } from '../env.ts';
import { createLog } from '../log.ts';
import { useApp } from './app-config.ts';
import { isOwnScript } from './called.ts';

/** How long to wait for a server that holds the data folder but is still starting its database. */
const startingMs = 15_000;

/**
 * Runs `work` on the service's database, and closes everything afterwards.
 * @throws Error for the user if there is no database, or it's empty
 */
export async function withDatabase<T>(env: Env, work: (db: Pool) => Promise<T>): Promise<T> {
  if (!isOwnScript()) return onDatabase(connectionOf((await useApp()).database), work);
  const url = env.databaseUrl ?? (await findEmbedded(env.dataDir));
  if (url !== undefined) return onDatabase(url, work);
  const cluster = await stat(path.join(env.dataDir, 'postgres')).catch(() => null);
  if (!cluster) {
    throw new Error(
      `No database in ${env.dataDir}. Run this where the server runs, with its DATA_DIR or DATABASE_URL, after its first start.`,
    );
  }
  return besideNobody(env, work);
}

async function besideNobody<T>(env: Env, work: (db: Pool) => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + startingMs;
  for (;;) {
    const lock = await lockDataDir(env.dataDir).catch((error: unknown) => {
      if (Date.now() > giveUpAt) throw error;
      return null;
    });
    if (lock) {
      try {
        const database = await startEmbedded({
          dataDir: env.dataDir,
          log: createLog({ level: 'silent', production: true }),
        });
        try {
          return await onDatabase(database.url, work);
        } finally {
          await database.stop();
        }
      } finally {
        await lock.release();
      }
    }
    await pause(100);
    const url = await findEmbedded(env.dataDir);
    if (url !== undefined) return onDatabase(url, work);
  }
}

async function onDatabase<T>(where: string | Connection, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = openPool(where, { max: 2, onError: () => undefined });
  try {
    const [row] = await db.query<{ ready: boolean }>(
      `select to_regclass('marque.events') is not null as ready`,
    );
    if (!row?.ready)
      throw new Error(
        `The database is empty. Start the server once: ${isOwnScript() ? 'npm start' : 'npx marque start'}.`,
      );
    await takeNamesOf(db);
    return await work(db);
  } finally {
    await db.close();
  }
}
