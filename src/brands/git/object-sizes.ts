// What reading a repository's objects takes, told before it is done: isomorphic-git inflates an object whole, whatever it grows to, and
// a megabyte of a hostile repository grows to gigabytes. Here each is inflated up to the size it claims, by Node's zlib, and dropped.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate, inflateSync } from 'node:zlib';
import { refused } from './remote.ts';

/** The largest object that a repository may hold, whoever it is for: to tell an object of a pack, all that it builds on is inflated. */
const maxObjectBytes = 64 * 1024 * 1024;
const maxObjects = 200_000;
/** Of a pack, inflated, all together. */
const maxPackBytes = 1024 * 1024 * 1024;
/** Steps of one delta, each of which isomorphic-git keeps apart until the last. */
const maxDeltaSteps = 1_000_000;
/** How many bytes are inflated before others get a turn. */
const atOnceBytes = 8 * 1024 * 1024;

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);
const tooMuch = (what: string): Error =>
  refused(
    `The repository holds ${what}, which is more than a sync takes. Keep the brand in one without that; of one connected by its path, the past counts too.`,
  );
const broken = (): Error =>
  refused('The repository holds objects that are not what they say they are. Have git fsck look at it.');

/** What stands in a pack: where each object begins and how large it is in the end; which others, by their id, some build on. */
interface Pack {
  sizes: Map<number, number>;
  bases: string[];
}

/** Bytes of a pack, read one after the other (gitformat-pack(5)). */
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
  /** A number of seven bits a byte, the lowest first. */
  number(start = 0, unit = 1): number {
    let value = start;
    for (let scale = unit; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
  /** How far back a base lies: seven bits a byte, the highest first, and one added for each that follows. */
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
 * @param built true: every object will be built, not only those that are asked for.
 * @throws Refusal for one that grows too large, and one whose objects are larger than they say.
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
    // Node's types leave out what `info` answers.
    const { buffer, engine } = inflateSync(bytes, {
      info: true,
      chunkSize: Math.min(Math.max(size + 1, 64), 1024 * 1024),
      maxOutputLength: Math.max(size, 1),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length === size) return { bytes: buffer, used: engine.bytesWritten };
  } catch {
    // Told below, in the same words: it is larger than it says, or no zlib at all.
  }
  throw broken();
}

/** How large an object is once a delta is applied, with every step of it counted. */
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

/** Which objects a pack's index (gitformat-pack(5), version 2) finds where in it. */
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

/** Refuses an object that is larger than it may be. @param what it is, in words. */
export type Demand = (oid: string, maxBytes: number, what: string) => Promise<void>;

/**
 * Reads how large the objects of a repository are.
 * @throws Refusal for a repository of which none can be read within bounds.
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
      // An index that leads into the midst of an object would have bytes read that nobody looked at.
      if (size === undefined) throw broken();
      sizes.set(oid, size);
    }
  }
  return sizes;
}

const inflateAside = promisify(inflate);

/** Objects that lie in files of their own, which are read before those in packs. */
async function looseIn(objects: string): Promise<Set<string>> {
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(objects, folder))).map((name) => `${folder}${name}`),
    ),
  );
  return new Set(names.flat());
}

/** Of an object in a file of its own; null where that has gone into a pack by now. */
async function looseSize(objects: string, oid: string): Promise<number | null> {
  const file = path.join(objects, oid.slice(0, 2), oid.slice(2));
  const stored = await stat(file).catch(() => null);
  if (stored === null) return null;
  if (stored.size > maxObjectBytes) throw tooMuch(`a file of ${megabytes(stored.size)} MB`);
  try {
    const bytes = await inflateAside(await readFile(file), { maxOutputLength: maxObjectBytes });
    // Behind its type and size, which end with a zero.
    return bytes.length - bytes.indexOf(0) - 1;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooMuch(`a file of more than ${megabytes(maxObjectBytes)} MB`);
    throw broken();
  }
}
