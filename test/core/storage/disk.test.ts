// The storage contract on a real disk, and what only a disk does: fill up, become read-only, contain other
// programs' files.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobKey, renditionKey, stagedKey } from '../../../src/core/storage/contract.ts';
import { DiskStorage } from '../../../src/core/storage/disk.ts';
import { openStorage } from '../../../src/core/storage/index.ts';
import { inChunks, keysBelow, sha256Of } from './bytes.ts';
import { describeStorageContract } from './contract.ts';

const MiB = 1024 ** 2;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marque-disk-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describeStorageContract(() => openStorage({ dataDir: path.join(folder, 'contract') }));

test('files are below the data folder under their keys, readable by no other user', async () => {
  const dataDir = path.join(folder, 'modes');
  const storage = new DiskStorage(dataDir);
  const bytes = randomBytes(10);
  const staged = await storage.stage(inChunks(bytes), { maxBytes: 10 });
  await storage.keep(staged);
  const file = path.join(
    dataDir,
    'blobs',
    staged.sha256.slice(0, 2),
    staged.sha256.slice(2, 4),
    staged.sha256,
  );
  expect(storage.localPath(blobKey(staged.sha256))).toBe(file);
  expect(await readFile(file)).toEqual(bytes);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.join(dataDir, 'staged'))).toEqual([]);
});

test('a body is read only as fast as it is written', async () => {
  const dataDir = path.join(folder, 'pace');
  const staged = path.join(dataDir, 'staged');
  const behind: number[] = [];
  async function* body() {
    for (let given = 1; given <= 64; given += 1) {
      yield Buffer.alloc(MiB);
      const [file = ''] = readdirSync(staged);
      behind.push(given * MiB - statSync(path.join(staged, file)).size);
    }
  }
  await new DiskStorage(dataDir).stage(body(), { maxBytes: 64 * MiB });
  expect(behind).toHaveLength(64);
  expect(Math.max(...behind)).toBeLessThanOrEqual(3 * MiB);
});

test('a file is lent in place, without a copy', async () => {
  const storage = new DiskStorage(path.join(folder, 'lent'));
  const key = renditionKey(sha256Of(randomBytes(8)), 'w_320');
  await storage.put(key, randomBytes(10));
  expect(await storage.withFile(key, (file) => Promise.resolve(file))).toBe(storage.localPath(key));
});

test("a listing skips files that aren't ours", async () => {
  const dataDir = path.join(folder, 'strangers');
  const storage = new DiskStorage(dataDir);
  const { key, sha256 } = await storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 });
  await storage.keep({ key, sha256 });
  await mkdir(path.join(dataDir, 'blobs', 'lost+found'));
  await writeFile(path.join(dataDir, 'blobs', '.DS_Store'), 'x');
  await writeFile(path.join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.part`), 'x');
  expect(await keysBelow(storage, 'blobs/')).toEqual([blobKey(sha256)]);
});

test("an impossible data folder is unavailable, and the error doesn't include its path", async () => {
  const storage = new DiskStorage('/dev/null/data');
  const failure = { code: 'unavailable', message: expect.not.stringContaining('/dev') };
  await expect(storage.stage(inChunks(randomBytes(10)), { maxBytes: 10 })).rejects.toMatchObject(failure);
  await expect(
    storage.put(renditionKey(sha256Of(randomBytes(8)), 'w_1'), randomBytes(10)),
  ).rejects.toMatchObject(failure);
  expect(await storage.healthy()).toBe(false);
});

test('a device error while reading the folder is unavailable and not an empty answer', async () => {
  const dataDir = path.join(folder, 'loop');
  await mkdir(dataDir);
  await symlink('blobs', path.join(dataDir, 'blobs'));
  const storage = new DiskStorage(dataDir);
  const key = blobKey(sha256Of(randomBytes(8)));
  await expect(storage.read(key)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(storage.stat(key)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(keysBelow(storage, 'blobs/')).rejects.toMatchObject({ code: 'unavailable' });
});

const isRoot = process.getuid?.() === 0;

(isRoot ? test.skip : test)('a staging place that may not be written is unhealthy', async () => {
  const dataDir = path.join(folder, 'readonly');
  await mkdir(path.join(dataDir, 'staged'), { recursive: true });
  await chmod(path.join(dataDir, 'staged'), 0o500);
  expect(await new DiskStorage(dataDir).healthy()).toBe(false);
});

function mountSmallDisk(place: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'marque-test', place], { stdio: 'ignore' });
}

/** Needs Linux and permission to mount, which root has on a machine and in some containers. */
function mayMount(): boolean {
  const place = mkdtempSync(path.join(tmpdir(), 'marque-mount-'));
  try {
    mountSmallDisk(place);
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true });
  }
}

(mayMount() ? describe : describe.skip)('on a disk of 256 KiB', () => {
  let dataDir: string;
  const mounted: string[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'marque-full-'));
    mountSmallDisk(dataDir);
    mounted.push(dataDir);
  });
  afterAll(async () => {
    for (const place of mounted.reverse()) execFileSync('umount', [place]);
    await rm(dataDir, { recursive: true, force: true });
  });

  test("a file that doesn't fit is refused for lack of space, and frees it again", async () => {
    const storage = new DiskStorage(dataDir);
    for (let round = 0; round < 3; round += 1) {
      const staging = storage.stage(inChunks(randomBytes(3_000_000)), { maxBytes: 4_000_000 });
      await expect(staging).rejects.toMatchObject({
        code: 'insufficient_storage',
        message: expect.stringContaining('The storage is full'),
        cause: { code: 'ENOSPC' },
      });
      expect(await readdir(path.join(dataDir, 'staged'))).toEqual([]);
    }
    const staged = await storage.stage(inChunks(randomBytes(100_000)), { maxBytes: 100_000 });
    await storage.keep(staged);
    expect(await storage.stat(blobKey(staged.sha256))).toEqual({ size: 100_000 });
    await storage.remove(blobKey(staged.sha256));
  });

  test("a rendition that doesn't fit leaves the previous one intact", async () => {
    const storage = new DiskStorage(dataDir);
    const key = renditionKey(sha256Of(randomBytes(8)), 'w_320');
    await storage.put(key, Buffer.from('whole'));
    await expect(storage.put(key, randomBytes(3_000_000))).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
    expect(await readFile(storage.localPath(key), 'utf8')).toBe('whole');
    await storage.remove(key);
  });

  test('a full disk is unhealthy until there is space', async () => {
    const storage = new DiskStorage(dataDir);
    const filler = path.join(dataDir, 'filler');
    await writeFile(filler, Buffer.alloc(512 * 1024)).catch(() => undefined);
    expect(await storage.healthy()).toBe(false);
    await rm(filler);
    expect(await storage.healthy()).toBe(true);
  });

  test('blobs on a separate volume are copied, and never partial', async () => {
    const apart = path.join(folder, 'apart');
    const blobs = path.join(apart, 'blobs');
    await mkdir(blobs, { recursive: true });
    mountSmallDisk(blobs);
    mounted.push(blobs);
    const storage = new DiskStorage(apart);
    const bytes = randomBytes(50_000);
    const fitting = await storage.stage(inChunks(bytes), { maxBytes: 1_000_000 });
    await storage.keep(fitting);
    expect(await readFile(storage.localPath(blobKey(fitting.sha256)))).toEqual(bytes);

    const tooMuch = await storage.stage(inChunks(randomBytes(600_000)), { maxBytes: 1_000_000 });
    await expect(storage.keep(tooMuch)).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(await keysBelow(storage, 'blobs/')).toEqual([blobKey(fitting.sha256)]);
    expect(await storage.stat(tooMuch.key)).toEqual({ size: 600_000 });
  });
});

test('staged keys are never reused', () => {
  const keys = Array.from({ length: 1000 }, stagedKey);
  expect(new Set(keys).size).toBe(1000);
});
