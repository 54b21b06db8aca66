// The storage contract on a third-party S3: npm's s3rver, an implementation independent of both the storage
// and s3-server.ts.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobKey } from '../../../src/core/storage/contract.ts';
import { S3Storage } from '../../../src/core/storage/s3.ts';
import { inChunks, keysBelow } from './bytes.ts';
import { describeStorageContract } from './contract.ts';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer: Server;
  store: { copyObject(...args: unknown[]): Promise<unknown> };
}
// It brings no types.
const S3Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

const bucket = 'marque-test';
let folder: string;
let server: S3rver;
let endpoint: string;

/** S3 replaces an object in one step. s3rver copies file by file, and fails when two copies to one key meet: one at a time. */
function takeTurns({ store }: S3rver): void {
  const copy = store.copyObject.bind(store);
  let last: Promise<unknown> = Promise.resolve();
  store.copyObject = (...args) => {
    const turn = last.catch(() => undefined).then(() => copy(...args));
    last = turn;
    return turn;
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marque-s3rver-'));
  server = new S3Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  });
  takeTurns(server);
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
});
afterAll(async () => {
  server.httpServer.closeAllConnections();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

// Its access key; the secret is the same word, and it doesn't check it.
const storageWith = (accessKeyId: string, prefix = 'some folder'): S3Storage =>
  new S3Storage({
    bucket,
    endpoint,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey: 'S3RVER',
    timeoutSeconds: 8,
    prefix,
  });

describeStorageContract(() => storageWith('S3RVER'), { rangesAtZero: true, overwrites: true });

test('bytes of two prefixes are separate', async () => {
  const [one, other] = [storageWith('S3RVER', 'one'), storageWith('S3RVER', 'one-more')];
  const staged = await other.stage(inChunks(randomBytes(10)), { maxBytes: 10 });
  await other.keep(staged);
  expect(await keysBelow(one, 'blobs/')).toEqual([]);
  expect(await keysBelow(other, 'blobs/')).toEqual([blobKey(staged.sha256)]);
});

test('an unknown access key is refused by the server, and reported as an unavailable storage', async () => {
  const storage = storageWith('unknown');
  const quiet = { code: 'unavailable', message: expect.not.stringContaining('unknown') };
  await expect(storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 })).rejects.toMatchObject(quiet);
  await expect(storage.stat(blobKey('0'.repeat(64)))).rejects.toMatchObject(quiet);
  expect(await storage.healthy()).toBe(false);
});
