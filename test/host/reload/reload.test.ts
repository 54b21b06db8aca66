// Under `next dev` the app's config is loaded again after each edit, and Marque starts again with it: nothing of the one before may stay.
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { kill, listenTo, makeFolder, until } from '../../setup/children.ts';
import { createDatabase, type TestDatabase } from '../../setup/database.ts';
import { bundle } from '../../setup/run/bundle.js';
import { envOf } from '../start.ts';

/** More than Node lets listen to one thing without a warning. */
const editions = 14;

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let sql: pg.Client;
let app: ChildProcess;
let output: () => string;

/** One service at rest: what listens, Payload's, and those of the job queue. Each that is left over would have one more at least. */
const atRest = 6;

/** Waits until the app has the connections of one service. */
const untilAtRest = (): Promise<void> =>
  until(async () => {
    const { rows } = await sql.query<{ all: number; listening: number }>(
      `select count(*)::int as all, count(*) filter (where application_name like 'marque _%')::int as listening
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows[0]?.listening === 1 && rows[0].all <= atRest;
  });

async function untilSaid(text: string): Promise<void> {
  await until(async () => {
    if (app.exitCode !== null) throw new Error(`The app ended: ${output()}`);
    return output().includes(text);
  });
}

beforeAll(async () => {
  [database, folder] = await Promise.all([createDatabase({ empty: true }), makeFolder()]);
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  const args = [bundle('test/host/reload/app.ts'), bundle('test/host/reload/config.ts'), String(editions)];
  app = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: envOf(database.url, folder.path, {
      SERVER_URL: 'http://127.0.0.1:1',
      DISABLE_PAYLOAD_HMR: 'true',
    }),
  });
  output = listenTo(app);
  await untilSaid('started');
});
afterAll(async () => {
  if (app) await kill(app);
  await sql?.end();
  await database?.drop();
  await folder?.remove();
});

it('keeps nothing of what ran before, whether or not Marque could start again', async () => {
  await untilAtRest();
  app.stdin?.write('go on\n');
  await untilSaid('reloaded');
  for (let edition = 1; edition <= editions; edition += 1)
    expect(output()).toContain(`edition ${edition}: ${edition % 3 === 1 ? 500 : 401}`);
  expect(output()).toContain('could not start again with the changed config');
  expect(output()).toContain('listeners as before');
  expect(output()).not.toContain('warning ');
  await untilAtRest();
});
