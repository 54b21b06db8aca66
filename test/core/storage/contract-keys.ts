// The part of the storage contract about files with a known key: putting, listing and removing them.
import { describe, expect, test } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { blobKey, renditionKey, renditionsPrefix, type Storage } from '../../../src/core/storage/contract.ts';
import { bytesOf, failingAfter, inChunks, keptBlob, keysBelow, sha256Of } from './bytes.ts';

const MiB = 1024 ** 2;

/** @param options.overwrites a reader can see an object that is half overwritten, which isn't tested then */
export function describeFilesByKey(open: () => Storage, { overwrites }: { overwrites?: boolean }): void {
  describe('putting', () => {
    test('stores bytes, a stream, and one over the other', async () => {
      const storage = open();
      const key = renditionKey(sha256Of(randomBytes(8)), 'w_320,f_webp');
      const [first, second] = [randomBytes(1000), randomBytes(6 * MiB)];
      await storage.put(key, first);
      expect((await bytesOf(storage, key))?.equals(first)).toBe(true);
      await storage.put(key, Readable.from(inChunks(second)));
      expect((await bytesOf(storage, key))?.equals(second)).toBe(true);
    });

    test('keeps the previous content if the stream fails, and nothing else', async () => {
      const storage = open();
      const before = await keysBelow(storage, 'staged/');
      const key = renditionKey(sha256Of(randomBytes(8)), 'w_320');
      await storage.put(key, Buffer.from('whole'));
      const failure = new Error('the encoder fails');
      await expect(storage.put(key, failingAfter(randomBytes(7 * MiB), failure))).rejects.toBe(failure);
      expect(await bytesOf(storage, key)).toEqual(Buffer.from('whole'));
      expect(await keysBelow(storage, 'staged/')).toEqual(before);
    });

    const ifWhole = overwrites ? test.skip : test;
    ifWhole('shows a reader one whole file while many write', async () => {
      const storage = open();
      const key = renditionKey(sha256Of(randomBytes(8)), 'w_640');
      const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(300_000, index));
      await storage.put(key, versions[0] ?? Buffer.alloc(0));
      const reads = versions.map(async (version) => {
        const [seen] = await Promise.all([bytesOf(storage, key), storage.put(key, version)]);
        return versions.some((one) => seen?.equals(one));
      });
      expect(await Promise.all(reads)).toEqual(versions.map(() => true));
    });
  });

  describe('stat', () => {
    test.each([0, 1, 20_000, 1024 * 1024])(
      'returns the size of %i bytes, and counts only complete files',
      async (size) => {
        const storage = open();
        const bytes = randomBytes(size);
        const key = renditionKey(sha256Of(bytes), 'w_320');
        expect(await storage.look(key)).toBeNull();
        await storage.put(key, bytes);
        const found = await storage.look(key);
        expect(found?.size).toBe(size);
        expect(found?.bytes?.equals(bytes) ?? true).toBe(true);
        await storage.remove(key);
        expect(await storage.look(key)).toBeNull();
      },
    );
  });

  describe('removing', () => {
    test('removes a file, and accepts a missing one', async () => {
      const storage = open();
      const { sha256 } = await keptBlob(storage, randomBytes(10));
      await storage.remove(blobKey(sha256));
      await storage.remove(blobKey(sha256));
      expect(await storage.read(blobKey(sha256))).toBeNull();
    });

    test('removes every rendition of a hash, and neither the original nor those of another', async () => {
      const storage = open();
      const { sha256 } = await keptBlob(storage, randomBytes(10));
      const other = sha256Of(randomBytes(8));
      for (const width of [320, 640, 1280, 2560])
        await storage.put(renditionKey(sha256, `w_${width}`), randomBytes(5));
      await storage.put(renditionKey(other, 'w_320'), randomBytes(5));
      await storage.removeAll(renditionsPrefix(sha256));
      await storage.removeAll(renditionsPrefix(sha256));
      expect(await keysBelow(storage, renditionsPrefix(sha256))).toEqual([]);
      expect(await storage.stat(blobKey(sha256))).toEqual({ size: 10 });
      expect(await storage.stat(renditionKey(other, 'w_320'))).toEqual({ size: 5 });
    });

    test.each(['', 'blobs/', 'staged/', 'renditions', '/', 'renditions/../', 'renditions/ab/cd/ef/'])(
      'never empties "%s"',
      async (prefix) => {
        await expect(open().removeAll(prefix)).rejects.toThrow(TypeError);
      },
    );
  });

  describe('listing', () => {
    test('names everything below a prefix with its size, and nothing else', async () => {
      const storage = open();
      const sha256 = sha256Of(randomBytes(8));
      const names = ['w_320', 'w_320,f_webp', 'w_640', 'w_1280', 'h_100'];
      for (const [index, name] of names.entries())
        await storage.put(renditionKey(sha256, name), randomBytes(index + 1));
      const entries: [string, number][] = [];
      for await (const { key, size, modifiedAt } of storage.list(renditionsPrefix(sha256))) {
        entries.push([key, size]);
        expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(3_600_000);
      }
      expect(entries.sort()).toEqual(
        names.map((name, index) => [renditionKey(sha256, name), index + 1]).sort(),
      );
      const folder = renditionsPrefix(sha256).slice(0, 'renditions/ab/cd/'.length);
      expect(await keysBelow(storage, folder)).toEqual(expect.arrayContaining(entries.map(([key]) => key)));
      expect(await keysBelow(storage, 'renditions/')).toEqual(
        expect.arrayContaining(entries.map(([key]) => key)),
      );
    });

    test('omits files newer than requested', async () => {
      const storage = open();
      const { key } = await storage.stage(inChunks(randomBytes(5)), { maxBytes: 5 });
      expect(await keysBelow(storage, 'staged/', new Date(Date.now() - 3_600_000))).not.toContain(key);
      expect(await keysBelow(storage, 'staged/', new Date(Date.now() + 3_600_000))).toContain(key);
      await storage.discard(key);
    });

    test('finds nothing in an empty prefix', async () => {
      expect(await keysBelow(open(), renditionsPrefix(sha256Of(randomBytes(8))))).toEqual([]);
    });

    test.each(['', '/', '..', 'blobs', 'blobs/../', 'blobs/ab/cd/ef/', 'other/'])(
      'refuses the prefix "%s"',
      async (prefix) => {
        await expect(keysBelow(open(), prefix)).rejects.toThrow(TypeError);
      },
    );
  });

  describe('keys', () => {
    const sha256 = sha256Of(Buffer.from('x'));
    const wrongFolder = `blobs/00/00/${sha256}`;
    test.each([
      '',
      '../secret',
      'staged/../secret',
      'staged/..',
      `staged/${randomUUID()}/../../secret`,
      `/staged/${randomUUID()}`,
      `staged/${randomUUID()}\n`,
      `staged/${randomUUID()}\0`,
      'staged\\..\\secret',
      wrongFolder,
      blobKey(sha256).toUpperCase(),
      `${blobKey(sha256)}/..`,
      `${renditionsPrefix(sha256)}..`,
      `${renditionsPrefix(sha256)}w_1/../../x`,
      `${renditionsPrefix(sha256)}%2e%2e`,
      renditionsPrefix(sha256),
    ])('are rejected without touching anything: %j', async (key) => {
      const storage = open();
      await expect(storage.read(key)).rejects.toThrow(TypeError);
      await expect(storage.stat(key)).rejects.toThrow(TypeError);
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(storage.remove(key)).rejects.toThrow(TypeError);
      await expect(storage.discard(key)).rejects.toThrow(TypeError);
      await expect(storage.withFile(key, () => Promise.resolve())).rejects.toThrow(TypeError);
      await expect(storage.keep({ key, sha256 })).rejects.toThrow(TypeError);
      expect(() => storage.localPath(key)).toThrow(TypeError);
    });

    test.each(['', 'w/320', '..', '.w', '-w', 'W_320', 'w_320 ', 'a'.repeat(161)])(
      'are not made of the transform "%s"',
      (transform) => {
        expect(() => renditionKey(sha256, transform)).toThrow(TypeError);
      },
    );

    test.each(['', sha256.toUpperCase(), sha256.slice(1), `${sha256}0`, `../${sha256.slice(3)}`])(
      'are not made of the hash "%s"',
      (hash) => {
        expect(() => blobKey(hash)).toThrow(TypeError);
        expect(() => renditionsPrefix(hash)).toThrow(TypeError);
      },
    );

    test('are in folders named by their hash', () => {
      const folder = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
      expect(blobKey(sha256)).toBe(`blobs/${folder}`);
      expect(renditionKey(sha256, 'w_800,f_webp')).toBe(`renditions/${folder}/w_800,f_webp`);
    });
  });

  test('a health check succeeds, and leaves no trace', async () => {
    const storage = open();
    const before = await keysBelow(storage, 'staged/');
    expect(await storage.healthy()).toBe(true);
    expect(await keysBelow(storage, 'staged/')).toEqual(before);
  });

  test('a local path exists exactly if the storage is on this disk', async () => {
    const storage = open();
    const { sha256 } = await keptBlob(storage, randomBytes(10));
    const path = storage.localPath(blobKey(sha256));
    expect(path === null || existsSync(path)).toBe(true);
  });
}
