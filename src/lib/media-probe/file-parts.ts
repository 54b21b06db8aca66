// Finds parts of a file without reading the rest: the chunks of PNG and RIFF, the head of a JPEG, the boxes of ISO base media. A 1 GiB video
// takes a few kilobytes of memory.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** One chunk or box. `offset` and `length` (bytes) cover its header; the `payload` ones do not. */
export interface Part {
  type: string;
  offset: number;
  length: number;
  payloadOffset: number;
  payloadLength: number;
}

/** An open file that can be read by range; reads beyond the end are shorter. */
export interface ReadableFile {
  readonly path: string;
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

/** Headers are small and close together, so one read of this size serves many of them. */
const windowBytes = 64 * 1024;

/** Later chunks are ignored: 5 GiB of empty chunks must not occupy the server for minutes. */
const maxFillBytes = 4096;
const maxParts = 100_000;

const pngSignatureBytes = 8;
const riffHeaderBytes = 12;

/**
 * Opens a file for reading by range and closes it when `use` is done.
 *
 * @throws what `node:fs` throws where the file can't be opened.
 */
export async function withFile<T>(path: string, use: (file: ReadableFile) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    let window: { offset: number; bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) };
    const read = async (offset: number, length: number): Promise<Buffer> => {
      if (length > windowBytes) return readRange(handle, offset, length, size);
      if (offset < window.offset || offset + length > window.offset + window.bytes.length) {
        window = { offset, bytes: await readRange(handle, offset, windowBytes, size) };
      }
      return window.bytes.subarray(offset - window.offset, offset - window.offset + length);
    };
    return await use({ path, size, read });
  } finally {
    await handle.close();
  }
}

async function readRange(handle: FileHandle, offset: number, length: number, size: number): Promise<Buffer> {
  const wanted = Math.max(0, Math.min(length, size - offset));
  const bytes = Buffer.alloc(wanted);
  let filled = 0;
  while (filled < wanted) {
    const { bytesRead } = await handle.read(bytes, filled, wanted - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** The bytes of a part's payload, at most `maxBytes` of them. */
export function readPayload(file: ReadableFile, part: Part, maxBytes: number): Promise<Buffer> {
  return file.read(part.payloadOffset, Math.min(part.payloadLength, maxBytes));
}

/** The chunks of a PNG up to IEND (PNG specification, 5.3: length, type, data, CRC). A broken file ends the list early. */
export async function pngChunks(file: ReadableFile): Promise<Part[]> {
  const parts: Part[] = [];
  let offset = pngSignatureBytes;
  while (offset + 12 <= file.size && parts.length < maxParts) {
    const header = await file.read(offset, 8);
    const payloadLength = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    parts.push({ type, offset, length: payloadLength + 12, payloadOffset: offset + 8, payloadLength });
    if (type === 'IEND') break;
    offset += payloadLength + 12;
  }
  return parts;
}

/** The chunks inside the first RIFF form of a file (WebP, WAV); payloads are padded to even lengths. */
export async function riffChunks(file: ReadableFile, most = maxParts): Promise<Part[]> {
  const parts: Part[] = [];
  let offset = riffHeaderBytes;
  while (offset + 8 <= file.size && parts.length < most) {
    const header = await file.read(offset, 8);
    const payloadLength = header.readUInt32LE(4);
    const length = 8 + payloadLength + (payloadLength % 2);
    parts.push({
      type: header.toString('latin1', 0, 4),
      offset,
      length,
      payloadOffset: offset + 8,
      payloadLength,
    });
    offset += length;
  }
  return parts;
}

/**
 * The segments of a JPEG before its first scan, the start-of-scan marker itself last (ITU-T T.81, B.1.1). Type is the
 * marker in hex (`e1` for APP1). A broken file ends the list early.
 */
export async function jpegSegments(file: ReadableFile): Promise<Part[]> {
  const parts: Part[] = [];
  let fillBytes = 0;
  let offset = 2;
  while (offset + 4 <= file.size && parts.length < maxParts) {
    const header = await file.read(offset, 4);
    if (header[0] !== 0xff) break;
    const marker = header[1] ?? 0;
    // A marker may be preceded by any number of fill bytes; honest writers use a few, and each is a read.
    if (marker === 0xff) {
      if ((fillBytes += 1) > maxFillBytes) break;
      offset += 1;
      continue;
    }
    const type = marker.toString(16).padStart(2, '0');
    if (marker === 0xda) {
      parts.push({ type, offset, length: 2, payloadOffset: offset + 2, payloadLength: 0 });
      break;
    }
    const payloadLength = Math.max(0, header.readUInt16BE(2) - 2);
    parts.push({ type, offset, length: payloadLength + 4, payloadOffset: offset + 4, payloadLength });
    offset += payloadLength + 4;
  }
  return parts;
}

/** The boxes of ISO base media (ISO/IEC 14496-12, 4.2) between two offsets; 64-bit and to-the-end sizes included. */
export async function boxes(
  file: ReadableFile,
  start = 0,
  end = file.size,
  most = maxParts,
): Promise<Part[]> {
  const parts: Part[] = [];
  let offset = start;
  while (offset + 8 <= end && parts.length < most) {
    const header = await file.read(offset, 16);
    if (header.length < 8) break;
    const type = header.toString('latin1', 4, 8);
    const shortLength = header.readUInt32BE(0);
    const isLong = shortLength === 1;
    if (isLong && header.length < 16) break;
    const headerLength = isLong ? 16 : 8;
    const length = isLong
      ? Number(header.readBigUInt64BE(8))
      : shortLength === 0
        ? end - offset
        : shortLength;
    if (length < headerLength) break;
    parts.push({
      type,
      offset,
      length,
      payloadOffset: offset + headerLength,
      payloadLength: Math.min(length, end - offset) - headerLength,
    });
    offset += length;
  }
  return parts;
}
