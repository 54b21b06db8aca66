// The storage contract on S3, through a server on a real socket, and what only S3 does: parts, aborts,
// outages.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { blobKey, renditionKey, stagedKey } from '../../../src/core/storage/contract.ts';
import { openStorage } from '../../../src/core/storage/index.ts';
import { S3Storage, type S3Options } from '../../../src/core/storage/s3.ts';
import { inChunks, keysBelow, sha256Of } from './bytes.ts';
import { describeStorageContract } from './contract.ts';
import { startS3Server, type S3Server } from './s3-server.ts';

const MiB = 1024 ** 2;

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterEach(() => {
  s3.refuse = undefined;
});
afterAll(async () => {
  await s3.close();
});

function optionsFor(server: S3Server, prefix = 'some folder'): S3Options {
  return {
    bucket: server.bucket,
    endpoint: server.endpoint,
    region: 'us-east-1',
    accessKeyId: 'test',
    secretAccessKey: 'test-secret',
    timeoutSeconds: 8,
    prefix,
  };
}

describeStorageContract(() => openStorage({ dataDir: '/dev/null/data', s3: optionsFor(s3) }));

test.each(['', '/', 'assets', '/assets/', 'two/levels'])(
  'objects are only below the prefix "%s"',
  async (prefix) => {
    const storage = new S3Storage(optionsFor(s3, prefix));
    const folder = prefix.replace(/^\/+|\/+$/g, '');
    const staged = await storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 });
    await storage.keep(staged);
    expect(s3.objects.has(`${folder === '' ? '' : `${folder}/`}${blobKey(staged.sha256)}`)).toBe(true);
    expect(await keysBelow(storage, 'blobs/')).toContain(blobKey(staged.sha256));
    await storage.remove(blobKey(staged.sha256));
  },
);

test('a storage sees nothing of another prefix in the same bucket', async () => {
  const [one, other] = [new S3Storage(optionsFor(s3, 'one')), new S3Storage(optionsFor(s3, 'one-more'))];
  const staged = await other.stage(inChunks(randomBytes(10)), { maxBytes: 10 });
  await other.keep(staged);
  expect(await keysBelow(one, 'blobs/')).toEqual([]);
  expect(await one.stat(blobKey(staged.sha256))).toBeNull();
});

test('bytes are never on this disk, and a lent file is deleted afterwards', async () => {
  const storage = new S3Storage(optionsFor(s3));
  const key = renditionKey(sha256Of(randomBytes(8)), 'w_320');
  await storage.put(key, randomBytes(10));
  expect(storage.localPath(key)).toBeNull();
  const path = await storage.withFile(key, async (file) => {
    expect(existsSync(file)).toBe(true);
    return file;
  });
  expect(existsSync(path)).toBe(false);
  const failing = storage.withFile(key, (file) => Promise.reject(new Error(file)));
  const lost = await failing.catch((error: Error) => error.message);
  expect(existsSync(lost)).toBe(false);
});

describe('large files', () => {
  test('are read only as fast as their parts are accepted', async () => {
    let given = 0;
    async function* body() {
      for (; given < 120; given += 1) yield Buffer.alloc(MiB);
    }
    const ahead: number[] = [];
    // Parts by number: a slow one is overtaken by others, and one may be sent again.
    const arrived = new Set<string>();
    s3.refuse = ({ query }) => {
      const part = query.get('partNumber');
      if (part === null) return undefined;
      arrived.add(part);
      ahead.push(given - 5 * arrived.size);
      return undefined;
    };
    const storage = new S3Storage(optionsFor(s3));
    const staged = await storage.stage(body(), { maxBytes: 120 * MiB });
    expect(arrived.size).toBe(24);
    // Three more parts in flight, one being filled, and the stream's own buffer.
    expect(Math.max(...ahead)).toBeLessThanOrEqual(25);
    await storage.discard(staged.key);
  });

  test('are sent in parts', async () => {
    const storage = new S3Storage(optionsFor(s3));
    const before = s3.requests.length;
    const staged = await storage.stage(inChunks(randomBytes(12 * MiB)), { maxBytes: 20 * MiB });
    const parts = s3.requests
      .slice(before)
      .filter(({ method, query }) => method === 'PUT' && query.has('partNumber'));
    expect(parts).toHaveLength(3);
    expect(s3.uploads.size).toBe(0);
    await storage.discard(staged.key);
  });

  test('are kept by copying in parts, which are assembled in order', async () => {
    const storage = new S3Storage({ ...optionsFor(s3), copyBytes: 5 * MiB });
    const bytes = randomBytes(27 * MiB + 3);
    const staged = await storage.stage(inChunks(bytes), { maxBytes: bytes.byteLength });
    const before = s3.requests.length;
    await storage.keep(staged);
    const parts = s3.requests
      .slice(before)
      .filter(({ method, query }) => method === 'PUT' && query.has('partNumber'));
    expect(parts).toHaveLength(6);
    expect(s3.objects.get(`some folder/${blobKey(staged.sha256)}`)?.bytes.equals(bytes)).toBe(true);
    expect(await storage.stat(staged.key)).toBeNull();
    expect(s3.uploads.size).toBe(0);
    await storage.remove(blobKey(staged.sha256));
  });

  test('whose copy fails in the middle leave no parts, no blob, and can be kept again', async () => {
    const storage = new S3Storage({ ...optionsFor(s3), copyBytes: 5 * MiB });
    const staged = await storage.stage(inChunks(randomBytes(12 * MiB)), { maxBytes: 12 * MiB });
    s3.refuse = ({ query }) =>
      query.get('partNumber') === '2' ? { status: 403, code: 'AccessDenied' } : undefined;
    await expect(storage.keep(staged)).rejects.toMatchObject({ code: 'unavailable' });
    expect(s3.uploads.size).toBe(0);
    expect(await storage.stat(blobKey(staged.sha256))).toBeNull();
    s3.refuse = undefined;
    await storage.keep(staged);
    expect(await storage.stat(blobKey(staged.sha256))).toEqual({ size: 12 * MiB });
    await storage.remove(blobKey(staged.sha256));
  });

  test('whose upload fails in the middle leave no parts', async () => {
    const storage = new S3Storage(optionsFor(s3));
    s3.refuse = ({ query }) =>
      query.get('partNumber') === '2' ? { status: 403, code: 'AccessDenied' } : undefined;
    const staging = storage.stage(inChunks(randomBytes(40 * MiB)), { maxBytes: 40 * MiB });
    await expect(staging).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining("isn't responding"),
    });
    expect(s3.uploads.size).toBe(0);
  });

  test('that are refused for their size are aborted, even if the abort fails', async () => {
    const storage = new S3Storage(optionsFor(s3));
    const tooMuch = () => storage.stage(inChunks(randomBytes(12 * MiB)), { maxBytes: 11 * MiB });
    await expect(tooMuch()).rejects.toMatchObject({ code: 'too_large' });
    expect(s3.uploads.size).toBe(0);
    s3.refuse = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined);
    await expect(tooMuch()).rejects.toMatchObject({ code: 'too_large' });
    s3.uploads.clear();
  });
});

test('uploads that a killed process left are listed with the staged files, and discarded with them', async () => {
  const storage = new S3Storage(optionsFor(s3));
  const keys = Array.from({ length: 5 }, stagedKey).sort();
  for (const key of keys) {
    const initiatedAt = new Date(Date.now() - 86_400_000);
    s3.uploads.set(`upload of ${key}`, { key: `some folder/${key}`, initiatedAt, parts: new Map() });
  }
  s3.uploads.set('of another', {
    key: `elsewhere/${stagedKey()}`,
    initiatedAt: new Date(0),
    parts: new Map(),
  });
  expect(await keysBelow(storage, 'staged/', new Date(Date.now() - 3_600_000))).toEqual(keys);
  for (const key of keys) await storage.discard(key);
  expect([...s3.uploads.keys()]).toEqual(['of another']);
  s3.uploads.clear();
});

describe('an S3 that fails', () => {
  const quiet = { code: 'unavailable', message: "The storage isn't responding. Try again in a moment." };

  test("is unavailable in every call, and its reason isn't revealed", async () => {
    const storage = new S3Storage(optionsFor(s3));
    const staged = await storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 });
    s3.refuse = () => ({ status: 403, code: 'AccessDenied' });
    const key = blobKey(staged.sha256);
    await expect(storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 })).rejects.toMatchObject(quiet);
    await expect(storage.keep(staged)).rejects.toMatchObject(quiet);
    await expect(storage.discard(staged.key)).rejects.toMatchObject(quiet);
    await expect(storage.read(key)).rejects.toMatchObject(quiet);
    await expect(storage.stat(key)).rejects.toMatchObject(quiet);
    await expect(storage.put(key, randomBytes(10))).rejects.toMatchObject(quiet);
    await expect(storage.remove(key)).rejects.toMatchObject(quiet);
    await expect(storage.withFile(key, () => Promise.resolve())).rejects.toMatchObject(quiet);
    await expect(storage.removeAll('renditions/')).rejects.toMatchObject(quiet);
    await expect(keysBelow(storage, 'blobs/')).rejects.toMatchObject(quiet);
    expect(await storage.healthy()).toBe(false);
  });

  test('without space says so', async () => {
    s3.refuse = () => ({ status: 507, code: 'XMinioStorageFull' });
    const staging = new S3Storage(optionsFor(s3)).stage(inChunks(randomBytes(10)), { maxBytes: 10 });
    await expect(staging).rejects.toMatchObject({
      code: 'insufficient_storage',
      message: expect.stringContaining('is full'),
    });
  });

  test('is unavailable, and not empty, if the bucket is missing', async () => {
    const storage = new S3Storage({ ...optionsFor(s3), bucket: 'no-such-bucket' });
    await expect(storage.read(blobKey(sha256Of(randomBytes(8))))).rejects.toMatchObject(quiet);
    expect(await storage.healthy()).toBe(false);
  });

  test('is unavailable if no server listens', async () => {
    const gone = await startS3Server();
    await gone.close();
    const storage = new S3Storage(optionsFor(gone));
    await expect(storage.stat(blobKey(sha256Of(randomBytes(8))))).rejects.toMatchObject(quiet);
    await expect(storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 })).rejects.toMatchObject(quiet);
    expect(await storage.healthy()).toBe(false);
  });
});
