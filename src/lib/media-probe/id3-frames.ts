// Frames of the tag at the beginning of an MP3, versions 2.3 and 2.4 (id3.org). Pictures, which can be large, are skipped.
// cspell:ignore synchsafe
import type { ReadableFile } from './file-parts.ts';

const maxFrames = 1000;
const headerBytes = 10;

interface Wanted {
  /** Names of frames with a text: `T…`, `W…` and `USER`. */
  texts: readonly string[];
  /** The owner of a private frame. */
  private: string;
  maxBytes: number;
}

interface Found {
  /** Of each name the first. */
  texts: Map<string, string>;
  private: Buffer | null;
}

/** Seven bits to a byte. */
const synchsafe = (bytes: Buffer): number =>
  [...bytes].reduce((length, byte) => length * 128 + (byte & 0x7f), 0);

/** @param start where the tag begins */
export async function id3Frames(file: ReadableFile, start: number, wanted: Wanted): Promise<Found> {
  const found: Found = { texts: new Map(), private: null };
  const head = await file.read(start, headerBytes);
  const version = head[3] ?? 0;
  if (head.toString('latin1', 0, 3) !== 'ID3' || (version !== 3 && version !== 4)) return found;
  const flags = head[5] ?? 0;
  // Unsynchronized: every length counts bytes that aren't there.
  if ((flags & 0x80) !== 0) return found;
  const sizeOf = (bytes: Buffer): number => (version === 4 ? synchsafe(bytes) : bytes.readUInt32BE(0));
  const end = Math.min(file.size, start + headerBytes + synchsafe(head.subarray(6, 10)));
  let at = start + headerBytes;
  if ((flags & 0x40) !== 0) {
    const extended = await file.read(at, 4);
    at += version === 4 ? synchsafe(extended) : 4 + extended.readUInt32BE(0);
  }
  for (let n = 0; n < maxFrames && at + headerBytes < end; n += 1) {
    const frame = await file.read(at, headerBytes);
    const name = frame.toString('latin1', 0, 4);
    if (!/^[A-Z][A-Z0-9]{3}$/.test(name)) break;
    const length = Math.min(sizeOf(frame.subarray(4, 8)), end - at - headerBytes);
    const isPlain = (frame[9] ?? 0) === 0;
    if (isPlain && (name === 'PRIV' || wanted.texts.includes(name)))
      keep(found, wanted, name, await file.read(at + headerBytes, Math.min(length, wanted.maxBytes)));
    at += headerBytes + length;
  }
  return found;
}

function keep(found: Found, wanted: Wanted, name: string, bytes: Buffer): void {
  if (name === 'PRIV') {
    const owner = `${wanted.private}\0`;
    if (bytes.toString('latin1', 0, owner.length) === owner) found.private ??= bytes.subarray(owner.length);
    return;
  }
  if (found.texts.has(name)) return;
  // Addresses are in Latin-1, without a byte that says so; terms of use have a language of three letters.
  const text = name.startsWith('W')
    ? bytes.toString('latin1')
    : textOf(bytes[0] ?? 0, bytes.subarray(name === 'USER' ? 4 : 1));
  const [first = ''] = text.split('\0', 1);
  if (first !== '') found.texts.set(name, first);
}

function textOf(encoding: number, bytes: Buffer): string {
  if (encoding === 0) return bytes.toString('latin1');
  if (encoding === 3) return bytes.toString('utf8');
  const isBigEndian = encoding === 2 || (bytes.length >= 2 && bytes.readUInt16BE(0) === 0xfeff);
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes);
}
