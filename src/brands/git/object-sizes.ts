// Measures a repository's objects before they are read: isomorphic-git inflates an object whole, whatever its
// size, and a megabyte of a hostile repository can grow to gigabytes. Here each is inflated by Node's zlib up
// to its declared size, and dropped.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate, inflateSync } from 'node:zlib';
import { refused } from './remote.ts';

/**
 * Maximum size of any object in a repository: to measure an object of a pack, all its bases are inflated too.
 */
const maxObjectBytes = 64 * 1024 * 1024;
const maxObjects = 200_000;
/** Maximum inflated size of a pack. */
const maxPackBytes = 1024 * 1024 * 1024;
/** Maximum number of steps of a delta chain; isomorphic-git keeps all of them in memory. */
const maxDeltaSteps = 1_000_000;
/** Number of bytes to inflate before other work gets a turn. */
const atOnceBytes = 8 * 1024 * 1024;

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);
const tooMuch = (what: string): Error =>
  refused(
    `The repository contains ${what}, more than a sync supports. Remove that from the repository; for one connected by path, from its history too.`,
  );
const broken = (): Error => refused('The repository contains corrupt objects. Check it with git fsck.');

/**
 * The contents of a pack: the offset and final size of each object, and the ids of bases outside the pack.
 */
interface Pack {
  sizes: Map<number, number>;
  bases: string[];
}

/** Reads the bytes of a pack in order (gitformat-pack(5)). */
class Cursor {
  at: number;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }
  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw broken();
    this.at += 1;
    return byte;
  }
  /** A number of seven bits per byte, lowest first. */
  number(start = 0, unit = 1): number {
    let value = start;
    for (let scale = unit; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
  /** The distance to a delta's base: seven bits per byte, highest first, plus one for each following byte. */
  distance(): number {
    for (let value = -1; ;) {
      const byte = this.byte();
      value = (value + 1) * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }
}

const deltaToOffset = 6;
const deltaToId = 7;

/**
 * Walks through a pack.
 * @param built true: every object will be built, not only those that are read.
 * @throws ApiError if it is too large, or an object is larger than declared.
 */
export async function inspectPack(pack: Buffer, { built }: { built: boolean }): Promise<Pack> {
  const count = pack.length < 32 ? -1 : pack.readUInt32BE(8);
  if (count < 0 || pack.toString('latin1', 0, 4) !== 'PACK' || pack.readUInt32BE(4) !== 2) throw broken();
  if (count > maxObjects) throw tooMuch(`${count} objects`);
  const found: Pack = { sizes: new Map(), bases: [] };
  const cursor = new Cursor(pack.subarray(0, pack.length - 20), 12);
  let total = 0;
  let sinceBreath = 0;
  for (let left = count; left > 0; left -= 1) {
    const start = cursor.at;
    const head = cursor.byte();
    const type = (head >> 4) & 7;
    const stored = head < 0x80 ? head & 15 : cursor.number(head & 15, 16);
    if (stored > maxObjectBytes) throw tooMuch(`a file of ${megabytes(stored)} MB`);
    let base: number | undefined;
    if (type === deltaToOffset) {
      base = found.sizes.get(start - cursor.distance());
      if (base === undefined) throw broken();
    } else if (type === deltaToId) {
      found.bases.push(pack.toString('hex', cursor.at, cursor.at + 20));
      cursor.at += 20;
    }
    const { bytes, used } = inflated(pack.subarray(cursor.at), stored);
    cursor.at += used;
    const size = type === deltaToOffset || type === deltaToId ? sizeAfter(bytes, base) : stored;
    found.sizes.set(start, size);
    total += built ? Math.max(stored, size) : stored;
    if (total > maxPackBytes) throw tooMuch(`more than ${megabytes(maxPackBytes)} MB of files`);
    sinceBreath += stored + 1000;
    if (sinceBreath > atOnceBytes) {
      sinceBreath = 0;
      await breathe();
    }
  }
  return found;
}

function inflated(bytes: Buffer, size: number): { bytes: Buffer; used: number } {
  try {
    // Node's types lack the result of `info`.
    const { buffer, engine } = inflateSync(bytes, {
      info: true,
      chunkSize: Math.min(Math.max(size + 1, 64), 1024 * 1024),
      maxOutputLength: Math.max(size, 1),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length === size) return { bytes: buffer, used: engine.bytesWritten };
  } catch {
    // Reported below with the same message: larger than declared, or not zlib data.
  }
  throw broken();
}

/** The size of an object after a delta, counting every step. */
function sizeAfter(delta: Buffer, base: number | undefined): number {
  const cursor = new Cursor(delta);
  const before = cursor.number();
  const size = cursor.number();
  if (before > maxObjectBytes || (base !== undefined && before !== base)) throw broken();
  if (size > maxObjectBytes) throw tooMuch(`a file of ${megabytes(size)} MB`);
  let made = 0;
  for (let steps = 1; cursor.at < delta.length; steps += 1) {
    const step = cursor.byte();
    if (step < 0x80) {
      made += step;
      cursor.at += step;
    } else {
      let copied = 0;
      for (const bit of [1, 2, 4, 8]) if (step & bit) cursor.byte();
      for (const [bit, unit] of [
        [16, 1],
        [32, 256],
        [64, 65_536],
      ] as const)
        if (step & bit) copied += cursor.byte() * unit;
      made += copied || 65_536;
    }
    if (made > size || steps > maxDeltaSteps) throw broken();
  }
  return size;
}

/** Offsets of objects by id, from a pack's index (gitformat-pack(5), version 2). */
function indexed(index: Buffer): [oid: string, offset: number][] {
  const [hashes, each] = [8 + 256 * 4, 20 + 4];
  const count = index.length < hashes ? -1 : index.readUInt32BE(hashes - 4);
  const offsets = hashes + count * each;
  if (count < 0 || index.readUInt32BE(0) !== 0xff744f63 || index.length < offsets + count * 4) throw broken();
  return Array.from({ length: count }, (_, at) => [
    index.toString('hex', hashes + at * 20, hashes + (at + 1) * 20),
    index.readUInt32BE(offsets + at * 4),
  ]);
}

/** Refuses an object that is too large. @param what a description of it. */
export type Demand = (oid: string, maxBytes: number, what: string) => Promise<void>;

/**
 * Reads the sizes of a repository's objects.
 * @throws ApiError if they can't be read within the limits.
 */
export async function sizesIn(gitdir: string): Promise<Demand> {
  const objects = path.join(gitdir, 'objects');
  const sizes = await packedSizes(path.join(objects, 'pack'));
  const loose = await looseIn(objects);
  return async (oid, maxBytes, what) => {
    const size = (loose.has(oid) ? await looseSize(objects, oid) : null) ?? sizes.get(oid) ?? 0;
    if (size > maxBytes) throw refused(`${what} is larger than ${megabytes(maxBytes)} MB.`);
  };
}

async function packedSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.idx'));
  for (const name of names) {
    const pack = await inspectPack(await readFile(path.join(folder, name.replace(/idx$/, 'pack'))), {
      built: false,
    });
    const index = path.join(folder, name);
    if ((await stat(index)).size > maxObjectBytes) throw broken();
    const found = indexed(await readFile(index));
    const here = new Set(found.map(([oid]) => oid));
    if (pack.bases.some((oid) => !here.has(oid))) throw broken();
    for (const [oid, offset] of found) {
      const size = pack.sizes.get(offset);
      // An index pointing into the middle of an object would have unchecked bytes read.
      if (size === undefined) throw broken();
      sizes.set(oid, size);
    }
  }
  return sizes;
}

const inflateAside = promisify(inflate);

/** Loose objects, which are read before those in packs. */
async function looseIn(objects: string): Promise<Set<string>> {
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(objects, folder))).map((name) => `${folder}${name}`),
    ),
  );
  return new Set(names.flat());
}

/** The size of a loose object; null if it was packed meanwhile. */
async function looseSize(objects: string, oid: string): Promise<number | null> {
  const file = path.join(objects, oid.slice(0, 2), oid.slice(2));
  const stored = await stat(file).catch(() => null);
  if (stored === null) return null;
  if (stored.size > maxObjectBytes) throw tooMuch(`a file of ${megabytes(stored.size)} MB`);
  try {
    const bytes = await inflateAside(await readFile(file), { maxOutputLength: maxObjectBytes });
    // After its type and size, which end with a NUL.
    return bytes.length - bytes.indexOf(0) - 1;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooMuch(`a file of more than ${megabytes(maxObjectBytes)} MB`);
    throw broken();
  }
}
