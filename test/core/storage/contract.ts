// The contract that every storage fulfils, written once; disk.test.ts and s3.test.ts run it against real
// ones.
import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { blobKey, stagedKey, type Storage } from '../../../src/core/storage/contract.ts';
import { bytesOf, failingAfter, inChunks, keptBlob, keysBelow, sha256Of } from './bytes.ts';
import { describeFilesByKey } from './contract-keys.ts';

const MiB = 1024 ** 2;

/** Where a third-party server falls short of S3 itself: such cases aren't tested. */
export interface Shortcomings {
  /** Ignores a range that ends at byte 0, and cuts the connection for one past the end. */
  rangesAtZero?: boolean;
  /** A reader can see an object that is half overwritten. */
  overwrites?: boolean;
}

/** @param open returns the storage under test; each test uses unique bytes, so one storage works for all */
export function describeStorageContract(open: () => Storage, shortcomings: Shortcomings = {}): void {
  describe('staging', () => {
    test.each([0, 1, 65_537, 5 * MiB, 12 * MiB + 1])(
      'accepts %i bytes and returns their size and hash',
      async (size) => {
        const storage = open();
        const bytes = randomBytes(size);
        const staged = await storage.stage(inChunks(bytes), { maxBytes: 13 * MiB, expectedBytes: size });
        expect(staged).toEqual({
          key: expect.stringMatching(/^staged\/[0-9a-f-]{36}$/),
          size,
          sha256: sha256Of(bytes),
        });
        expect(await storage.stat(staged.key)).toEqual({ size });
        expect((await bytesOf(storage, staged.key))?.equals(bytes)).toBe(true);
        await storage.discard(staged.key);
      },
    );

    test('accepts exactly the limit, and refuses one byte more, leaving nothing behind', async () => {
      const storage = open();
      const before = await keysBelow(storage, 'staged/');
      const bytes = randomBytes(100_000);
      const fitting = await storage.stage(inChunks(bytes), { maxBytes: 100_000 });
      await storage.discard(fitting.key);
      await expect(storage.stage(inChunks(bytes), { maxBytes: 99_999 })).rejects.toMatchObject({
        code: 'too_large',
        message: expect.stringContaining('99999 bytes'),
      });
      expect(await keysBelow(storage, 'staged/')).toEqual(before);
    });

    test('stops reading a body that is too large, and ends it', async () => {
      const storage = open();
      let given = 0;
      let ended = false;
      async function* endless() {
        try {
          for (;;) {
            given += MiB;
            yield Buffer.alloc(MiB);
          }
        } finally {
          ended = true;
        }
      }
      await expect(storage.stage(endless(), { maxBytes: 20 * MiB })).rejects.toMatchObject({
        code: 'too_large',
      });
      expect(given).toBe(21 * MiB);
      expect(ended).toBe(true);
    });

    test('refuses an announced size that is too large before reading any of it', async () => {
      let wasRead = false;
      async function* unread() {
        wasRead = true;
        yield Buffer.alloc(1);
      }
      await expect(open().stage(unread(), { maxBytes: 10, expectedBytes: 11 })).rejects.toMatchObject({
        code: 'too_large',
      });
      expect(wasRead).toBe(false);
    });

    test.each([
      ['ends early', 9],
      ['is too long', 11],
    ])('refuses a body that %s, leaving nothing behind', async (_what, size) => {
      const storage = open();
      const before = await keysBelow(storage, 'staged/');
      const staging = storage.stage(inChunks(randomBytes(size)), { maxBytes: 100, expectedBytes: 10 });
      await expect(staging).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await keysBelow(storage, 'staged/')).toEqual(before);
    });

    test.each([3, 7 * MiB])(
      'refuses a body whose connection breaks after %i bytes, leaving nothing behind',
      async (size) => {
        const storage = open();
        const before = await keysBelow(storage, 'staged/');
        const reset = Object.assign(new Error('read ECONNRESET 10.1.2.3'), { code: 'ECONNRESET' });
        const staging = storage.stage(failingAfter(randomBytes(size), reset), { maxBytes: 8 * MiB });
        await expect(staging).rejects.toMatchObject({
          code: 'invalid_request',
          message: expect.not.stringContaining('10.1.2.3'),
        });
        expect(await keysBelow(storage, 'staged/')).toEqual(before);
      },
    );

    test('passes on other errors of a body unchanged', async () => {
      const mistake = new RangeError('a mistake of ours');
      await expect(open().stage(failingAfter(randomBytes(10), mistake), { maxBytes: 100 })).rejects.toBe(
        mistake,
      );
    });
  });

  describe('keeping', () => {
    test('moves staged bytes to the blob of their hash', async () => {
      const storage = open();
      const bytes = randomBytes(70_000);
      const staged = await keptBlob(storage, bytes);
      expect(await storage.stat(staged.key)).toBeNull();
      expect((await bytesOf(storage, blobKey(staged.sha256)))?.equals(bytes)).toBe(true);
    });

    test('does no harm if the bytes already exist', async () => {
      const storage = open();
      const bytes = randomBytes(1000);
      await keptBlob(storage, bytes);
      const second = await keptBlob(storage, bytes);
      expect(await storage.stat(second.key)).toBeNull();
      expect((await bytesOf(storage, blobKey(second.sha256)))?.equals(bytes)).toBe(true);
    });

    test('does no harm when called again for the same staged bytes', async () => {
      const storage = open();
      const staged = await keptBlob(storage, randomBytes(1000));
      await storage.keep(staged);
      expect(await storage.stat(blobKey(staged.sha256))).toEqual({ size: 1000 });
    });

    test('works for many keeping the same bytes at once, from separate uploads and from a shared one', async () => {
      const storage = open();
      const bytes = randomBytes(200_000);
      const staged = await Promise.all(
        Array.from({ length: 6 }, () => storage.stage(inChunks(bytes), { maxBytes: bytes.byteLength })),
      );
      await Promise.all([...staged, ...staged].map((one) => storage.keep(one)));
      expect((await bytesOf(storage, blobKey(sha256Of(bytes))))?.equals(bytes)).toBe(true);
      expect(await Promise.all(staged.map(({ key }) => storage.stat(key)))).toEqual(staged.map(() => null));
    });

    test('makes a blob count as new again, so that a sweep by age leaves it alone', async () => {
      const storage = open();
      const bytes = randomBytes(10);
      const { sha256 } = await keptBlob(storage, bytes);
      const first = await modifiedAtOf(storage, sha256);
      // File system clocks tick in milliseconds: until the next tick the times are equal.
      let second = first;
      while (second <= first) {
        await keptBlob(storage, bytes);
        second = await modifiedAtOf(storage, sha256);
      }
      expect(second > first).toBe(true);
    });

    test('is gone if there is neither an upload nor a blob', async () => {
      const missing = { key: stagedKey(), sha256: sha256Of(randomBytes(8)) };
      await expect(open().keep(missing)).rejects.toMatchObject({ code: 'gone' });
    });

    test('never takes a key that is not staged', async () => {
      const storage = open();
      const { sha256 } = await keptBlob(storage, randomBytes(10));
      await expect(storage.keep({ key: blobKey(sha256), sha256 })).rejects.toThrow(TypeError);
      await expect(storage.discard(blobKey(sha256))).rejects.toThrow(TypeError);
      expect(await storage.stat(blobKey(sha256))).toEqual({ size: 10 });
    });
  });

  test('discards staged bytes, and accepts missing ones', async () => {
    const storage = open();
    const { key } = await storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 });
    await storage.discard(key);
    await storage.discard(key);
    expect(await storage.stat(key)).toBeNull();
  });

  describe('reading', () => {
    test('gives null for a missing file', async () => {
      const storage = open();
      const key = blobKey(sha256Of(randomBytes(8)));
      expect(await storage.read(key)).toBeNull();
      expect(await storage.read(key, { start: 0, end: 0 })).toBeNull();
      expect(await storage.stat(key)).toBeNull();
    });

    test.each<[string, { start: number; end: number }]>([
      shortcomings.rangesAtZero
        ? ['the first two bytes', { start: 0, end: 1 }]
        : ['the first byte', { start: 0, end: 0 }],
      ['the last byte', { start: 999, end: 999 }],
      ['a range', { start: 10, end: 500 }],
      ['more than there is', { start: 900, end: 5000 }],
      ['nothing, past the end', { start: 1000, end: 2000 }],
    ])('gives %s', async (_what, range) => {
      const storage = open();
      const bytes = randomBytes(1000);
      const { sha256 } = await keptBlob(storage, bytes);
      const part = await bytesOf(storage, blobKey(sha256), range);
      expect(part?.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    });

    test('gives an empty file, and nothing of it for any range', async () => {
      const storage = open();
      const { sha256 } = await keptBlob(storage, Buffer.alloc(0));
      expect(await bytesOf(storage, blobKey(sha256))).toEqual(Buffer.alloc(0));
      if (shortcomings.rangesAtZero) return;
      expect(await bytesOf(storage, blobKey(sha256), { start: 0, end: 0 })).toEqual(Buffer.alloc(0));
    });

    test('can be aborted in the middle', async () => {
      const storage = open();
      const { sha256 } = await keptBlob(storage, randomBytes(3 * MiB));
      const stream = await storage.read(blobKey(sha256));
      for await (const chunk of stream ?? []) {
        expect((chunk as Buffer).byteLength).toBeGreaterThan(0);
        break;
      }
      // A socket takes a moment to close; closing it frees it.
      if (stream && !stream.destroyed) await new Promise((resolve) => stream.once('close', resolve));
      expect(stream?.destroyed).toBe(true);
    });
  });

  describe('lending a file', () => {
    test('passes the path of the bytes to the tool, and returns its result', async () => {
      const storage = open();
      const bytes = randomBytes(100_000);
      const { sha256 } = await keptBlob(storage, bytes);
      const seen = await storage.withFile(blobKey(sha256), (path) => readFile(path));
      expect(seen.equals(bytes)).toBe(true);
    });

    test("passes on the tool's errors, and keeps the bytes", async () => {
      const storage = open();
      const { sha256 } = await keptBlob(storage, randomBytes(10));
      const failure = new Error('the tool fails');
      await expect(storage.withFile(blobKey(sha256), () => Promise.reject(failure))).rejects.toBe(failure);
      expect(await storage.stat(blobKey(sha256))).toEqual({ size: 10 });
    });

    test('is not_found for a missing file, without calling the tool', async () => {
      let wasCalled = false;
      const lending = open().withFile(blobKey(sha256Of(randomBytes(8))), async () => {
        wasCalled = true;
      });
      await expect(lending).rejects.toMatchObject({ code: 'not_found' });
      expect(wasCalled).toBe(false);
    });
  });

  describeFilesByKey(open, shortcomings);
}

async function modifiedAtOf(storage: Storage, sha256: string): Promise<Date> {
  const folder = blobKey(sha256).slice(0, 'blobs/ab/cd/'.length);
  for await (const entry of storage.list(folder)) if (entry.key === blobKey(sha256)) return entry.modifiedAt;
  throw new Error('The blob is not in the list.');
}
