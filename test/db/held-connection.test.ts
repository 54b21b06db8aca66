// The guard that every test runs under: whoever holds a database connection and waits for the storage or the network fails.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inSqlTransaction } from '../../src/db/sql-transaction.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { heldCalls } from '../../src/held-connection.ts';
import { fetchGuarded } from '../../src/net/dialler.ts';
import { blobKey } from '../../src/storage/contract.ts';
import { startService, type TestService } from '../setup/service.ts';

let marque: TestService;
const key = blobKey('ab'.repeat(32));

beforeAll(async () => {
  marque = await startService();
});
afterAll(() => marque.close());

const fetching = () =>
  fetchGuarded('http://127.0.0.1:1/', { allow: [], maxBytes: 1 }).catch((error: Error) => {
    throw error;
  });

it.each([
  [
    'the storage in a transaction of SQL',
    () => inSqlTransaction(marque.service.db.pool, () => marque.service.storage.stat(key)),
  ],
  ['the network in a transaction of SQL', () => inSqlTransaction(marque.service.db.pool, fetching)],
  [
    'the storage in a transaction of Payload',
    () =>
      inTransaction(
        marque.payload,
        () => undefined,
        () => marque.service.storage.stat(key),
      ),
  ],
] as const)('refuses %s, and remembers it', async (_, work) => {
  await expect(work()).rejects.toThrow('while a database connection is held');
  expect(heldCalls()).toHaveLength(1);
});

it('remembers a call whose error was caught', async () => {
  await inSqlTransaction(marque.service.db.pool, async () => {
    try {
      await marque.service.storage.stat(key);
    } catch {
      // As code would that takes a failing storage for an empty one.
    }
  });

  expect(heldCalls()).toHaveLength(1);
});

it('lets pass what comes before, after, and what only began inside', async () => {
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
