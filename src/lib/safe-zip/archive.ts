// Reads an untrusted zip from disk: every file that a site would serve is inflated once, a little at a time, and checked against its claimed size
// and CRC. The result is the index it's served by.
import { open, type FileHandle } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { JsonError, parseJson } from '../json.ts';
import { BadArchive } from './bad-archive.ts';
import { inflating } from './inflate.ts';
import { Batch } from './unpack-many.ts';
import { readDirectory, type ZipEntry } from './zip-directory.ts';
import { demandDistinct, isPassedOver, segmentsOf, shown, wrappingFolder } from './zip-names.ts';

export interface ArchiveFile {
  path: string;
  /** Where its bytes begin in the zip, and how many they are there. */
  dataAt: number;
  packed: number;
  size: number;
  crc: number;
  deflated: boolean;
}

export interface Archive {
  files: ArchiveFile[];
  /** Unpacked. */
  bytes: number;
  manifest: Record<string, unknown> | null;
  /** Of the files that were set aside, by name. */
  aside: ReadonlyMap<string, Buffer>;
}

export interface ArchiveLimits {
  maxFiles: number;
  maxBytes: number;
}

const MiB = 1024 ** 2;

/** Above 1 MiB no real content of a site compresses better: only zip bombs do. */
const maxRatio = 200;
const ratioFromBytes = MiB;

/** Entries up to this size are inflated in one call; larger ones as a stream. */
const wholePacked = 256 * 1024;
const wholeSize = MiB;

/** How long unpacking may take before other requests get a turn. */
const sliceMs = 5;

const manifestName = 'marque.site.json';
const maxManifestBytes = MiB;
const maxAsideBytes = 256 * 1024;

/** Reads a file front to back, through a window that most reads fall into. */
class Forward {
  private readonly buffer = Buffer.allocUnsafe(MiB);
  private from = 0;
  private filled = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
  ) {}

  /** The bytes, if they are in memory already. Valid until the next `read`. */
  here(at: number, length: number): Buffer | null {
    if (at < this.from || at + length > this.from + this.filled) return null;
    return this.buffer.subarray(at - this.from, at - this.from + length);
  }

  /** Up to 1 MiB; shorter only at the end of the file. */
  async read(at: number, length: number): Promise<Buffer> {
    const known = this.here(at, length);
    if (known) return known;
    this.from = at;
    this.filled = 0;
    const wanted = Math.max(0, Math.min(this.buffer.length, this.size - at));
    while (this.filled < wanted) {
      const { bytesRead } = await this.handle.read(
        this.buffer,
        this.filled,
        wanted - this.filled,
        at + this.filled,
      );
      if (bytesRead === 0) break;
      this.filled += bytesRead;
    }
    return this.buffer.subarray(0, Math.min(length, this.filled));
  }
}

const damaged = (entry: ZipEntry): BadArchive =>
  new BadArchive(`${shown(entry.name)} is damaged: its content doesn't match the zip directory.`);

const headerBytes = 30;

/** Where an entry's data begins, from its own header, which must agree with the directory. */
async function dataOf(file: Forward, entry: ZipEntry, startsAt: number): Promise<number> {
  const fixed = file.here(entry.headerAt, headerBytes) ?? (await file.read(entry.headerAt, headerBytes));
  if (fixed.length < headerBytes || fixed.readUInt32LE(0) !== 0x04034b50) throw damaged(entry);
  const nameLength = fixed.readUInt16LE(26);
  const dataAt = entry.headerAt + headerBytes + nameLength + fixed.readUInt16LE(28);
  if (fixed.readUInt16LE(8) !== entry.method || (fixed.readUInt16LE(6) & 0x2041) !== 0) throw damaged(entry);
  const nameAt = entry.headerAt + headerBytes;
  const name = file.here(nameAt, nameLength) ?? (await file.read(nameAt, nameLength));
  if (!name.equals(entry.rawName))
    throw new BadArchive(
      `${shown(entry.name)} has a different name in its own header. Create the zip again.`,
    );
  if (dataAt + entry.packed > startsAt) throw damaged(entry);
  return dataAt;
}

/** Checks that an entry that fits into memory has its claimed size and CRC. @returns its content */
function unpackWhole(entry: ZipEntry, packed: Buffer): Buffer {
  let content = packed;
  if (entry.method !== 0) {
    try {
      // One byte more than allowed: larger content fails before it takes more memory.
      const inflated = inflateRawSync(packed, {
        maxOutputLength: entry.size + 1,
        chunkSize: Math.max(64, entry.size + 1),
        info: true,
      }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
      if (inflated.engine.bytesWritten !== packed.length) throw damaged(entry);
      content = inflated.buffer;
    } catch {
      throw damaged(entry);
    }
  }
  if (content.length !== entry.size || crc32(content) !== entry.crc) throw damaged(entry);
  return content;
}

async function* piecesOf(file: Forward, at: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length;) {
    const piece = await file.read(at + done, Math.min(wholePacked, length - done));
    if (piece.length === 0) return;
    done += piece.length;
    // A copy: the window is overwritten while the stream still has the piece.
    yield Buffer.from(piece);
  }
}

/** The same for an entry of any size. */
async function unpackStream(entry: ZipEntry, file: Forward, dataAt: number): Promise<void> {
  let [size, crc] = [0, 0];
  const take = (piece: Buffer): void => {
    size += piece.length;
    if (size > entry.size) throw damaged(entry);
    crc = crc32(piece, crc);
  };
  if (entry.method === 0) {
    for await (const piece of piecesOf(file, dataAt, entry.packed)) take(piece);
  } else {
    const { inflate, fed } = inflating(piecesOf(file, dataAt, entry.packed), wholePacked);
    try {
      for await (const piece of inflate as AsyncIterable<Buffer>) take(piece);
    } catch (error) {
      if (error instanceof BadArchive) throw error;
      throw (error as { code?: string }).code?.startsWith('Z_') ? damaged(entry) : error;
    } finally {
      inflate.destroy();
    }
    await fed;
    if (inflate.bytesWritten !== entry.packed) throw damaged(entry);
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(entry);
}

/** The entries that are served, by the names they get. */
function servedOf(entries: readonly ZipEntry[], limits: ArchiveLimits): Map<ZipEntry, string> {
  const named = entries.flatMap((entry) => {
    const segments = segmentsOf(entry.name);
    return entry.isFolder || isPassedOver(segments)
      ? []
      : [{ entry, path: segments.join('/').normalize('NFC') }];
  });
  const paths = named.map(({ path }) => path);
  if (paths.length > limits.maxFiles)
    throw new BadArchive(`The zip has ${paths.length} files; the limit is ${limits.maxFiles}.`);
  // Names are compared as in the zip: normalizing would make two forms of a name the same.
  demandDistinct(named.map(({ entry }) => entry.name));
  const wrapped = wrappingFolder(paths).length;
  let bytes = 0;
  for (const { entry } of named) {
    bytes += entry.size;
    if (entry.size > ratioFromBytes && entry.size > maxRatio * entry.packed)
      throw new BadArchive(
        `${shown(entry.name)} claims to unpack to more than ${maxRatio} times its size, like a zip bomb.`,
      );
  }
  if (bytes > limits.maxBytes)
    throw new BadArchive(`The files are ${bytes} bytes unpacked; the limit is ${limits.maxBytes}.`);
  return new Map(named.map(({ entry, path }) => [entry, path.slice(wrapped)]));
}

function parseManifest(content: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(content);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BadArchive(`${manifestName} ${error.message} Fix it, or leave it out.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadArchive(`${manifestName} must contain a JSON object.`);
  return value as Record<string, unknown>;
}

/** Checks files that fit into memory, many at a time: while some are unpacked on another thread, the next are read. */
class Unpacking {
  private filling = new Batch<ZipEntry>();
  private working = new Batch<ZipEntry>();
  private underWay: Promise<void> = Promise.resolve();

  /** @throws BadArchive for an earlier file that isn't what it claims. */
  async add(entry: ZipEntry, packed: Buffer): Promise<void> {
    if (!this.filling.hasRoom(entry, packed.length)) {
      // The window may have moved on by then.
      const kept = Buffer.from(packed);
      await this.turn();
      this.filling.add(entry, kept);
    } else this.filling.add(entry, packed);
  }

  /** @throws BadArchive */
  async end(): Promise<void> {
    await this.turn();
    await this.underWay;
  }

  private async turn(): Promise<void> {
    await this.underWay;
    [this.filling, this.working] = [this.working, this.filling];
    this.filling.clear();
    this.underWay = this.unpack(this.working);
    // Awaited in the next round; never, if the archive is rejected for another reason first.
    this.underWay.catch(() => undefined);
  }

  private async unpack(batch: Batch<ZipEntry>): Promise<void> {
    if (await batch.isIntact()) return;
    for (const [entry, packed] of batch.files()) unpackWhole(entry, packed);
  }
}

/** Refuses a file whose content is needed here, if it's too large for that. */
function demandReadable(path: string, { size, packed }: ZipEntry): void {
  const most = path === manifestName ? maxManifestBytes : maxAsideBytes;
  if (size > most) throw new BadArchive(`${path} can be up to ${most} bytes.`);
  if (packed > wholePacked) throw new BadArchive(`${path} is compressed in an unsupported way.`);
}

async function check(
  handle: FileHandle,
  limits: ArchiveLimits,
  { aside: names, signal, onChecked }: Reading,
): Promise<Archive> {
  const { size } = await handle.stat();
  // Folders are entries too; twice as many as files is plenty.
  const { entries, startsAt } = await readDirectory(handle, size, limits.maxFiles * 2 + 1000);
  const served = servedOf(entries, limits);
  const file = new Forward(handle, size);
  const files: ArchiveFile[] = [];
  const unpacking = new Unpacking();
  let bytes = 0;
  let manifest: Record<string, unknown> | null = null;
  const aside = new Map<string, Buffer>();
  let endOfLast = 0;
  let began = performance.now();
  for (const entry of [...entries].sort((a, b) => a.headerAt - b.headerAt)) {
    if (entry.headerAt < endOfLast)
      throw new BadArchive(`${shown(entry.name)} overlaps another file in the zip, like a zip bomb.`);
    const dataAt = await dataOf(file, entry, startsAt);
    endOfLast = dataAt + entry.packed;
    const path = served.get(entry);
    if (path === undefined) continue;
    const isManifest = path === manifestName;
    const isAside = names.includes(path);
    if (isManifest || isAside) demandReadable(path, entry);
    if (entry.packed <= wholePacked && entry.size <= wholeSize) {
      const packed = file.here(dataAt, entry.packed) ?? (await file.read(dataAt, entry.packed));
      if (isManifest) manifest = parseManifest(unpackWhole(entry, packed));
      // A copy: what isn't deflated is in the window, which is overwritten.
      else if (isAside) aside.set(path, Buffer.from(unpackWhole(entry, packed)));
      else if (entry.method === 0 || entry.size === 0) unpackWhole(entry, packed);
      else await unpacking.add(entry, packed);
    } else await unpackStream(entry, file, dataAt);
    if (!isAside) {
      const { packed, size, crc } = entry;
      files.push({ path, dataAt, packed, size, crc, deflated: entry.method !== 0 });
      bytes += size;
    }
    if (performance.now() - began < sliceMs) continue;
    onChecked?.(endOfLast / size);
    await turn();
    signal?.throwIfAborted();
    began = performance.now();
  }
  await unpacking.end();
  return { files, bytes, manifest, aside };
}

export interface Reading {
  /** Files at the root whose content is returned, and which aren't served. */
  aside: readonly string[];
  signal?: AbortSignal | undefined;
  /** Called now and then with how much of the zip is checked, from 0 to 1. */
  onChecked?: ((part: number) => void) | undefined;
}

/**
 * Reads a whole zip and returns what a site would serve of it.
 *
 * @throws BadArchive with the reason why it can't be deployed; the reason of `reading.signal` if it was aborted.
 */
export async function readArchive(
  path: string,
  limits: ArchiveLimits,
  reading: Reading = { aside: [] },
): Promise<Archive> {
  const handle = await open(path, 'r');
  try {
    return await check(handle, limits, reading);
  } finally {
    await handle.close();
  }
}
