// JPEG: EXIF, XMP and IPTC in application segments before the first scan; everything after it is sent unchanged.
import { jpegSegments, readPayload, type Part, type ReadableFile } from '../media-probe/file-parts.ts';
import { writeExif } from './exif.ts';
import { writeIptc } from './iptc.ts';
import { replaced, type Piece, type WritableFields } from './pieces.ts';
import { writeXmp } from './xmp.ts';

/** Profiles, extended XMP and previews are far smaller; a file of nothing but segments must not be read into memory. */
const maxReadBytes = 16 * 1024 * 1024;

/** A segment's length has 16 bits and counts itself. */
const maxPayloadBytes = 0xffff - 2;

const exifMark = Buffer.from('Exif\0\0', 'latin1');
const xmpMark = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const xmpMoreMark = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1');
const photoshopMark = Buffer.from('Photoshop 3.0\0', 'latin1');
const moreImagesMark = Buffer.from('MPF\0', 'latin1');

interface Segment {
  part: Part;
  payload: Buffer;
}

const hasCredentials = ({ part, payload }: Segment): boolean =>
  part.type === 'eb' && payload.includes('c2pa');

function segment(marker: number, ...payload: Buffer[]): Buffer {
  const body = Buffer.concat(payload);
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(body.byteLength + 2, 2);
  return Buffer.concat([header, body]);
}

/** Resources may span several segments, each with the mark. */
function photoshopSegments(resources: Buffer): Buffer[] {
  const room = maxPayloadBytes - photoshopMark.byteLength;
  const count = Math.ceil(resources.byteLength / room);
  return Array.from({ length: count }, (_, index) =>
    segment(0xed, photoshopMark, resources.subarray(index * room, (index + 1) * room)),
  );
}

/**
 * A file with more images after the first (CIPA DC-007) lists their offsets, relative to this segment, and the length of the first one.
 * Updates both in place.
 *
 * @returns its new payload; null if it can't be read.
 */
function moveImages(more: Segment, added: readonly Buffer[], dropped: readonly Part[]): Buffer | null {
  const lengthOf = (list: readonly { length: number }[]): number =>
    list.reduce((sum, { length }) => sum + length, 0);
  const grown = lengthOf(added) - lengthOf(dropped);
  const grownBehind = -lengthOf(dropped.filter(({ offset }) => offset > more.part.offset));
  const moved = Buffer.from(more.payload);
  const tiff = moved.subarray(moreImagesMark.byteLength);
  const order = tiff.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return null;
  const little = order === 'II*\0';
  const read = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const write = (at: number, value: number): number =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  const directory = read(4);
  const count = little ? tiff.readUInt16LE(directory) : tiff.readUInt16BE(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if ((little ? tiff.readUInt16LE(entry) : tiff.readUInt16BE(entry)) !== 0xb002) continue;
    const [bytes, start] = [read(entry + 4), read(entry + 8)];
    for (let image = 0; image * 16 < bytes; image += 1) {
      const at = start + image * 16;
      if (image === 0) write(at + 4, read(at + 4) + grown);
      else if (read(at + 8) !== 0) write(at + 8, read(at + 8) + grownBehind);
    }
    return moved;
  }
  return null;
}

/** @returns null if the file stays unchanged: nothing to write, Content Credentials, or a broken JPEG. */
// eslint-disable-next-line complexity -- each step decides on what the ones before it found in the file
export async function rewriteJpeg(file: ReadableFile, fields: WritableFields): Promise<Piece[] | null> {
  const parts = await jpegSegments(file);
  if (parts.at(-1)?.type !== 'da') return null;
  const read = parts.filter(({ type }) => /^e[12bd]$/.test(type));
  if (read.reduce((sum, { length }) => sum + length, 0) > maxReadBytes) return null;
  const segments: Segment[] = [];
  for (const part of read)
    segments.push({ part, payload: Buffer.from(await readPayload(file, part, maxPayloadBytes)) });
  const marked = (type: string, mark: Buffer): Segment[] =>
    segments.filter(
      ({ part, payload }) => part.type === type && payload.subarray(0, mark.byteLength).equals(mark),
    );
  // JUMBF boxes in APP11 contain Content Credentials, whose signature covers the bytes around them.
  if (!fields.isSignedAgain && segments.some(hasCredentials)) return null;

  const [exif] = marked('e1', exifMark);
  const [xmp] = marked('e1', xmpMark);
  const photoshop = marked('ed', photoshopMark);
  const newExif = writeExif(exif?.payload.subarray(exifMark.byteLength) ?? null, fields);
  const newXmp = writeXmp(
    xmp?.payload.subarray(xmpMark.byteLength) ?? null,
    fields,
    maxPayloadBytes - xmpMark.byteLength,
  );
  const newIptc = writeIptc(
    photoshop.length > 0
      ? Buffer.concat(photoshop.map(({ payload }) => payload.subarray(photoshopMark.byteLength)))
      : null,
    fields,
  );

  const added: Buffer[] = [];
  const dropped: Part[] = [];
  if (newExif && newExif.byteLength + exifMark.byteLength <= maxPayloadBytes) {
    added.push(segment(0xe1, exifMark, newExif));
    if (exif) dropped.push(exif.part);
  }
  if (newXmp) {
    added.push(segment(0xe1, xmpMark, newXmp.packet));
    // The extension of a removed packet is removed as well.
    dropped.push(...marked('e1', xmpMark).map(({ part }) => part));
    if (!newXmp.kept) dropped.push(...marked('e1', xmpMoreMark).map(({ part }) => part));
  }
  if (newIptc) {
    added.push(...photoshopSegments(newIptc));
    dropped.push(...photoshop.map(({ part }) => part));
  }
  if (added.length === 0) return null;

  // After JFIF's own segments, which readers expect at the beginning.
  const start = parts.find(({ type }) => type !== 'e0')?.offset ?? 2;
  const changes = [
    { start, end: start, by: added },
    ...dropped.map(({ offset, length }) => ({ start: offset, end: offset + length, by: [] })),
  ];
  const [more] = marked('e2', moreImagesMark);
  if (more) {
    const moved = moveImages(more, added, dropped);
    if (!moved) return null;
    const { offset, length } = more.part;
    changes.push({ start: offset, end: offset + length, by: [segment(0xe2, moved)] });
  }
  return replaced(file.size, changes);
}
