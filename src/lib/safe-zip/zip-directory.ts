// Reads the directory of a zip with yauzl: its entries, their offsets, and a check that it can only be read in one way.
import type { FileHandle } from 'node:fs/promises';
import { fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type Entry } from 'yauzl';
import { BadArchive } from './bad-archive.ts';
import { shown } from './zip-names.ts';

export interface ZipEntry {
  name: string;
  /** As written in the directory, to compare with the entry's own header. */
  rawName: Buffer;
  isFolder: boolean;
  headerAt: number;
  method: number;
  packed: number;
  size: number;
  crc: number;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** Where the directory begins: everything else lies before it. */
  startsAt: number;
}

const windowBytes = 256 * 1024;

/** yauzl asks for a few bytes at a time; they come out of one larger read. */
export class Windowed extends RandomAccessReader {
  private window = Buffer.alloc(0);
  private from = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
  ) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const give = (): void => {
      const at = position - this.from;
      callback(null, this.window.copy(buffer, offset, at, at + length));
    };
    if (position >= this.from && position + length <= this.from + this.window.length) give();
    else this.fill(position, length).then(give, callback);
  }

  private async fill(position: number, length: number): Promise<void> {
    // The end record is searched backwards, the directory is read forwards.
    const wanted = Math.max(0, Math.min(Math.max(length, windowBytes), this.size - position));
    const window = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await this.handle.read(window, filled, wanted - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.window = window.subarray(0, filled);
    this.from = position;
  }

  override close(callback: (error: Error | null) => void): void {
    // The caller closes the file.
    callback(null);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Many programs write UTF-8 without the flag; text that isn't UTF-8 is read as the format defines. */
export function nameOf(entry: Entry): string {
  try {
    return utf8.decode(entry.fileNameRaw);
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  }
}

const fileTypeMask = 0o170000;
const regularFile = 0o100000;
const folder = 0o040000;
const wordsOfType: Record<number, string> = {
  0o120000: 'a symbolic link',
  0o020000: 'a device',
  0o060000: 'a device',
  0o010000: 'a pipe',
  0o140000: 'a socket',
};

/** The kind of an entry that is neither file nor folder, from its Unix mode (stat(2)) and the extra fields for links and devices. */
function specialOf(entry: Entry): string | null {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (type !== 0 && type !== regularFile && type !== folder) return wordsOfType[type] ?? 'not a regular file';
  for (const { id, data } of entry.extraFields) {
    // APPNOTE 4.5.7, PKWARE Unix: after two times and two IDs comes a link's target, or a device's numbers.
    if (id === 0x000d && data.length > 12) return 'a link or a device';
    if (id === 0x756e && data.length >= 10) {
      // Info-ZIP's ASi Unix: mode, and the length of a link's target.
      const mode = data.readUInt16LE(4) & fileTypeMask;
      if ((mode !== regularFile && mode !== folder) || data.readUInt32LE(6) > 0) return 'a link or a device';
    }
  }
  return null;
}

const methods = { stored: 0, deflated: 8 } as const;

function checked(entry: Entry): ZipEntry {
  const name = nameOf(entry);
  if ((entry.generalPurposeBitFlag & 0x2041) !== 0)
    throw new BadArchive(`${shown(name)} is encrypted. Zip the files without a password.`);
  const isFolder = name.endsWith('/');
  const special = specialOf(entry);
  if (special) throw new BadArchive(`${shown(name)} is ${special}. Replace it with the file itself.`);
  if (entry.compressionMethod !== methods.stored && entry.compressionMethod !== methods.deflated)
    throw new BadArchive(
      `${shown(name)} uses compression method ${entry.compressionMethod}, which browsers don't support. Use deflate.`,
    );
  if (isFolder && entry.uncompressedSize > 0)
    throw new BadArchive(`The folder ${shown(name)} has content of its own.`);
  return {
    name,
    rawName: entry.fileNameRaw,
    isFolder,
    headerAt: entry.relativeOffsetOfLocalHeader,
    method: entry.compressionMethod,
    packed: entry.compressedSize,
    size: entry.uncompressedSize,
    crc: entry.crc32,
  };
}

const endSignature = Buffer.from('PK\u0005\u0006', 'latin1');
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
/** End record, its longest comment, and the two zip64 records before it, with room for their extra data. */
const maxEndBytes = 22 + 65_535 + 20 + 56 + 4096;

const twoReadings = new BadArchive(
  'The end of the zip is ambiguous. Create it again with a standard zip program, without a comment.',
);

/**
 * Checks that the directory is followed by its end record (with zip64, two more before it), and that nothing after it could be taken
 * for another one.
 */
async function demandOneEnd(handle: FileHandle, endsAt: number, size: number): Promise<void> {
  const length = size - endsAt;
  if (length < 22 || length > maxEndBytes) throw twoReadings;
  const tail = Buffer.alloc(length);
  await handle.read(tail, 0, length, endsAt);
  let at = 0;
  if (tail.readUInt32LE(0) === end64Signature) {
    at = Number(tail.readBigUInt64LE(4)) + 12;
    if (at + 20 + 22 > length || tail.readUInt32LE(at) !== locator64Signature) throw twoReadings;
    if (Number(tail.readBigUInt64LE(at + 8)) !== endsAt) throw twoReadings;
    at += 20;
  }
  if (tail.indexOf(endSignature) !== at || tail.indexOf(endSignature, at + 1) >= 0) throw twoReadings;
}

/** yauzl's errors as our messages. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BadArchive || 'code' in error) return error;
  const { message } = error;
  if (/End of central directory record signature not found|unexpected EOF/.test(message))
    return new BadArchive('The zip is incomplete: its end is missing. Upload it again.');
  if (/comment length/.test(message)) return twoReadings;
  if (/strong encryption/.test(message))
    return new BadArchive('The zip is encrypted. Zip the files without a password.');
  if (/multi-disk/.test(message))
    return new BadArchive('This is one part of a multi-part zip. Upload a single zip.');
  return new BadArchive(`The directory of the zip is damaged (${message}). Create the zip again.`);
}

/**
 * Reads the directory of a zip.
 *
 * @param maxEntries larger zips, folders included, are rejected before they're read.
 * @throws BadArchive
 */
export async function readDirectory(
  handle: FileHandle,
  size: number,
  maxEntries: number,
): Promise<ZipDirectory> {
  try {
    const zip = await fromRandomAccessReaderPromise(new Windowed(handle, size), size, {
      decodeStrings: false,
      autoClose: false,
    });
    const position = zip as unknown as { readEntryCursor: number };
    const startsAt = position.readEntryCursor;
    if (zip.entryCount > maxEntries)
      throw new BadArchive(
        `The zip has ${zip.entryCount} entries; the limit is ${maxEntries}. Deploy fewer files.`,
      );
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(checked(entry));
    await demandOneEnd(handle, position.readEntryCursor, size);
    return { entries, startsAt };
  } catch (error) {
    throw explained(error);
  }
}
