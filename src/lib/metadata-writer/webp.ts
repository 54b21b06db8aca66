// WebP: XMP and EXIF are chunks of the extended format (RFC 9649, 2.7); a simple file becomes an extended one with the same picture data.
import { readPayload, riffChunks, type Part, type ReadableFile } from '../media-probe/file-parts.ts';
import { writeExif } from './exif.ts';
import { replaced, type Piece, type WritableFields } from './pieces.ts';
import { writeXmp } from './xmp.ts';

const flags = { xmp: 0x04, exif: 0x08, alpha: 0x10 } as const;
const maxMetadataBytes = 4 * 1024 * 1024;

function chunk(type: string, payload: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32LE(payload.byteLength, 4);
  return Buffer.concat([header, payload, Buffer.alloc(payload.byteLength % 2)]);
}

/** The canvas of a simple file, from its one frame (RFC 6386, 9.1; RFC 9649, 3.4). */
async function canvasOf(file: ReadableFile, frame: Part): Promise<Buffer | null> {
  const start = await file.read(frame.payloadOffset, 10);
  if (start.byteLength < 10) return null;
  const canvas = Buffer.alloc(10);
  if (frame.type === 'VP8 ') {
    canvas.writeUIntLE((start.readUInt16LE(6) & 0x3fff) - 1, 4, 3);
    canvas.writeUIntLE((start.readUInt16LE(8) & 0x3fff) - 1, 7, 3);
    return canvas;
  }
  if (start[0] !== 0x2f) return null;
  const bits = start.readUInt32LE(1);
  canvas[0] = (bits >>> 28) & 1 ? flags.alpha : 0;
  canvas.writeUIntLE(bits & 0x3fff, 4, 3);
  canvas.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3);
  return canvas;
}

/** @returns null if the file stays unchanged: nothing to write, Content Credentials, or a broken WebP. */
// eslint-disable-next-line complexity -- each step decides on what the ones before it found in the file
export async function rewriteWebp(file: ReadableFile, fields: WritableFields): Promise<Piece[] | null> {
  const header = Buffer.from(await file.read(0, 12));
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WEBP') return null;
  const formEnd = 8 + header.readUInt32LE(4);
  const parts = (await riffChunks(file)).filter(({ offset }) => offset < formEnd);
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || last.offset + last.length > file.size) return null;
  if (!fields.isSignedAgain && parts.some(({ type }) => type === 'C2PA')) return null;

  const payloadOf = async (part: Part | undefined): Promise<Buffer | null> =>
    part && part.payloadLength <= maxMetadataBytes
      ? Buffer.from(await readPayload(file, part, maxMetadataBytes))
      : null;
  const xmpParts = parts.filter(({ type }) => type === 'XMP ');
  const exifPart = parts.find(({ type }) => type === 'EXIF');
  const xmp = writeXmp(await payloadOf(xmpParts[0]), fields);
  const oldExif = await payloadOf(exifPart);
  const exif = oldExif && writeExif(oldExif, fields);
  if (!xmp && !exif) return null;

  const canvas = first.type === 'VP8X' ? await payloadOf(first) : await canvasOf(file, first);
  if (!canvas || canvas.byteLength < 10 || !['VP8X', 'VP8 ', 'VP8L'].includes(first.type)) return null;
  canvas[0] = (canvas[0] ?? 0) | (xmp ? flags.xmp : 0);
  const changes: { start: number; end: number; by: Buffer[] }[] = [];
  const swap = (part: Part, by: Buffer[]): void => {
    changes.push({ start: part.offset, end: part.offset + part.length, by });
  };
  if (first.type === 'VP8X') swap(first, [chunk('VP8X', canvas)]);
  else changes.push({ start: first.offset, end: first.offset, by: [chunk('VP8X', canvas)] });
  if (exif && exifPart) swap(exifPart, [chunk('EXIF', exif)]);
  if (xmp) {
    for (const part of xmpParts) swap(part, []);
    const end = last.offset + last.length;
    changes.push({ start: end, end, by: [chunk('XMP ', xmp.packet)] });
  }
  const grown = changes.reduce(
    (sum, { start, end, by }) =>
      sum + by.reduce((length, bytes) => length + bytes.byteLength, 0) - (end - start),
    0,
  );
  const end = last.offset + last.length;
  header.writeUInt32LE(end - 8 + grown, 4);
  return replaced(file.size, [{ start: 0, end: 12, by: [header] }, ...changes]);
}
