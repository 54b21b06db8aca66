// EXIF: description, artist and copyright in the first directory (TIFF 6.0; CIPA DC-008, 4.6.4). Everything else keeps its offset,
// since maker notes have offsets of their own: new data is appended.
import type { WritableFields } from './pieces.ts';

const asciiType = 2;
const entryBytes = 12;

const tags = { description: 0x010e, creator: 0x013b, copyright: 0x8298 } as const;
/** Windows's own tags for the same (title, comment, author, keywords, subject), which would contradict ours. */
const windowsTags = [0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f];

interface Directory {
  /** Tag and the 12 bytes of its entry. */
  entries: { tag: number; bytes: Buffer }[];
  /** Offset of the next directory (the thumbnail), 4 bytes, unchanged. */
  next: Buffer;
}

function read16(tiff: Buffer, at: number, little: boolean): number {
  return little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
}

function read32(tiff: Buffer, at: number, little: boolean): number {
  return little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
}

function write16(value: number, little: boolean): Buffer {
  const bytes = Buffer.alloc(2);
  if (little) bytes.writeUInt16LE(value);
  else bytes.writeUInt16BE(value);
  return bytes;
}

function write32(value: number, little: boolean): Buffer {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

function isLittle(tiff: Buffer): boolean | null {
  const order = tiff.toString('latin1', 0, 4);
  return order === 'II*\0' ? true : order === 'MM\0*' ? false : null;
}

function firstDirectory(tiff: Buffer, little: boolean): Directory | null {
  const at = read32(tiff, 4, little);
  if (at < 8 || at + 2 > tiff.byteLength) return null;
  const count = read16(tiff, at, little);
  const end = at + 2 + count * entryBytes;
  if (end + 4 > tiff.byteLength) return null;
  const entries = Array.from({ length: count }, (_, index) => {
    const bytes = tiff.subarray(at + 2 + index * entryBytes, at + 2 + (index + 1) * entryBytes);
    return { tag: read16(bytes, 0, little), bytes };
  });
  return { entries, next: tiff.subarray(end, end + 4) };
}

/** The new values of the tags; null removes one. */
function wanted(fields: WritableFields): Map<number, string | null> {
  return new Map<number, string | null>([
    [tags.description, fields.description],
    [tags.creator, fields.creator],
    [tags.copyright, fields.copyright],
    ...windowsTags.map((tag) => [tag, null] as const),
  ]);
}

/**
 * Writes an asset's metadata into a TIFF block.
 *
 * @param existing from its byte order on; null where the file has none.
 * @returns null if it stays unchanged: nothing to write or remove, or an unreadable block.
 */
export function writeExif(existing: Buffer | null, fields: WritableFields): Buffer | null {
  const tiff = existing ?? Buffer.from('MM\0*\0\0\0\b\0\0\0\0\0\0', 'latin1');
  if (tiff.byteLength < 14) return null;
  const little = isLittle(tiff);
  if (little === null) return null;
  const directory = firstDirectory(tiff, little);
  if (!directory) return null;
  const values = wanted(fields);
  const kept = directory.entries.filter(({ tag }) => !values.has(tag));
  const texts = [...values].filter((value): value is [number, string] => value[1] !== null);
  if (texts.length === 0 && kept.length === directory.entries.length) return null;

  const behind: Buffer[] = [];
  let end = tiff.byteLength;
  const append = (bytes: Buffer): number => {
    // Offsets are even (TIFF 6.0, section 2).
    const padding = Buffer.alloc(end % 2);
    const at = end + padding.byteLength;
    behind.push(padding, bytes);
    end = at + bytes.byteLength;
    return at;
  };
  const added = texts.map(([tag, text]) => {
    // The Metadata Working Group recommends UTF-8 where the standard requires ASCII.
    const bytes = Buffer.from(`${text.replaceAll('\0', '')}\0`, 'utf8');
    const value = bytes.byteLength <= 4 ? Buffer.concat([bytes, Buffer.alloc(4 - bytes.byteLength)]) : null;
    return {
      tag,
      bytes: Buffer.concat([
        write16(tag, little),
        write16(asciiType, little),
        write32(bytes.byteLength, little),
        value ?? write32(append(bytes), little),
      ]),
    };
  });
  const entries = [...kept, ...added].sort((a, b) => a.tag - b.tag);
  const at = append(
    Buffer.concat([write16(entries.length, little), ...entries.map(({ bytes }) => bytes), directory.next]),
  );
  return Buffer.concat([tiff.subarray(0, 4), write32(at, little), tiff.subarray(8), ...behind]);
}
