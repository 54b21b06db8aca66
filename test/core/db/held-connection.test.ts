// The guard that every test runs under: code that holds a database connection while waiting for the storage
// or the network fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { commitTransaction, createLocalReq, initTransaction, killTransaction } from 'payload';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import { underMigrationLock } from '../../../src/core/db/migrate.ts';
import { inTransaction } from '../../../src/core/db/transaction.ts';
import { handOverMark, heldCalls } from '../../../src/core/db/held-connection.ts';
import { fetchGuarded } from '../../../src/core/net/guarded-fetch.ts';
import { blobKey } from '../../../src/core/storage/contract.ts';
import { startService } from '../../setup/service.ts';

const key = blobKey('ab'.repeat(32));

const marque = await startService();
afterAll(() => marque.close());

const fetching = () => fetchGuarded('http://127.0.0.1:1/', { allow: [], maxBytes: 1 });

/** Runs work while every write of an organization runs a hook. */
async function withHook<T>(hook: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { hooks } = marque.payload.collections.organizations.config;
  hooks.afterChange.push(hook);
  try {
    return await work();
  } finally {
    hooks.afterChange = hooks.afterChange.filter((one) => one !== hook);
  }
}

it.each([
  [
    'the storage in an SQL transaction',
    () => inSqlTransaction(marque.service.db.pool, () => marque.service.storage.stat(key)),
  ],
  ['the network in an SQL transaction', () => inSqlTransaction(marque.service.db.pool, fetching)],
  [
    'the storage in a Payload transaction',
    () =>
      inTransaction(
        marque.payload,
        () => undefined,
        () => marque.service.storage.stat(key),
      ),
  ],
  [
    'the storage in a hook of a write through Payload itself',
    () =>
      withHook(
        () => marque.service.storage.stat(key),
        () => marque.payload.create({ collection: 'organizations', data: { name: 'A', slug: 'a' } }),
      ),
  ],
  [
    'the storage under the migration lock',
    () => underMigrationLock(marque.service.db.pool, () => marque.service.storage.stat(key)),
  ],
  [
    'the storage in a transaction around another that has ended',
    () =>
      inSqlTransaction(marque.service.db.pool, async () => {
        await inSqlTransaction(marque.service.db.pool, (db) => db.query('select 1'));
        await marque.service.storage.stat(key);
      }),
  ],
] as const)('the guard refuses %s, and records it', async (_, work) => {
  await expect(work()).rejects.toThrow('while a database connection is held');
  expect(heldCalls()).toHaveLength(1);
});

it('the guard records a call whose error was caught', async () => {
  await inSqlTransaction(marque.service.db.pool, async () => {
    try {
      await marque.service.storage.stat(key);
    } catch {
      // As code would that mistakes a failing storage for an empty one.
    }
  });

  expect(heldCalls()).toHaveLength(1);
});

it('the guard allows calls before and after, and ones that were only prepared inside', async () => {
  const { db, storage } = marque.service;
  let later: Promise<unknown> | undefined;
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  await storage.stat(key);
  await inSqlTransaction(db.pool, async () => {
    later = gate.then(() => storage.stat(key));
    return Promise.resolve();
  });
  goOn();

  expect(await later).toBeNull();
  expect(await storage.stat(key)).toBeNull();
  expect(heldCalls()).toEqual([]);
});

it('the guard allows the listed exceptions', async () => {
  const { db, storage } = marque.service;
  const path = await inSqlTransaction(db.pool, () => Promise.resolve(storage.localPath(key)));

  expect(path).toBe(storage.localPath(key));
  expect(heldCalls()).toEqual([]);
});

it.each(['production', 'development'])('the guard is off in %s', async (mode) => {
  const script = `
    const guard = await import('./src/core/db/held-connection.ts');
    guard.guardHeldConnections();
    const work = async () => guard.demandNoConnectionHeld('anything');
    const storage = {};
    await guard.whileHeld(work)();
    guard.markHeld();
    await work();
    console.log(guard.whileHeld(work) === work, guard.guarded('storage', storage) === storage);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { env: { ...process.env, NODE_ENV: mode } as NodeJS.ProcessEnv },
  );

  expect(stdout.trim()).toBe('true true');
});

it('the guard follows the transactions that Payload begins and ends', async () => {
  const { storage } = marque.service;
  const req = await createLocalReq({}, marque.payload);
  await initTransaction(req);
  expect(() => storage.stat(key)).toThrow('while a database connection is held');
  await commitTransaction(req);
  expect(await storage.stat(key)).toBeNull();

  await initTransaction(req);
  expect(() => storage.stat(key)).toThrow('while a database connection is held');
  await killTransaction(req);
  expect(await storage.stat(key)).toBeNull();

  expect(heldCalls()).toHaveLength(2);
});

it('the guard applies to a transaction that nested code began in place of another', async () => {
  const { storage } = marque.service;
  const req = await createLocalReq({}, marque.payload);
  await initTransaction(req);
  await (async () => {
    const handOver = handOverMark();
    await killTransaction(req);
    expect(await storage.stat(key)).toBeNull();
    await initTransaction(req);
    handOver();
  })();

  expect(() => storage.stat(key)).toThrow('while a database connection is held');
  await killTransaction(req);
  expect(await storage.stat(key)).toBeNull();
  expect(heldCalls()).toHaveLength(1);
});
