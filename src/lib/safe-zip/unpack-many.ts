// Checks the size and CRC of many small deflated files in one call: as members of one gzip file (RFC 1952), whose decoder checks every
// member on another thread. A call for each file would cost as much as the inflating itself.
import { gunzip } from 'node:zlib';

/** Limits of a batch: packed bytes with their frames, and unpacked bytes. Any file of 256 KiB and 1 MiB fits into an empty one. */
const maxPackedBytes = 512 * 1024;
const maxContentBytes = 4 * 1024 * 1024;

const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const magic = head.subarray(0, 3);
const tailBytes = 8;

export interface Claims {
  /** Unpacked; at least 1. */
  size: number;
  crc: number;
}

export class Batch<T extends Claims> {
  private readonly bytes = Buffer.allocUnsafe(maxPackedBytes);
  private readonly parts: { entry: T; from: number; to: number }[] = [];
  private length = 0;
  private contentBytes = 0;

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  hasRoom({ size }: T, packed: number): boolean {
    return (
      this.length + head.length + packed + tailBytes <= maxPackedBytes &&
      this.contentBytes + size <= maxContentBytes
    );
  }

  /** @param packed is copied. */
  add(entry: T, packed: Buffer): void {
    const from = this.length + head.length;
    const to = from + packed.length;
    head.copy(this.bytes, this.length);
    packed.copy(this.bytes, from);
    this.bytes.writeUInt32LE(entry.crc, to);
    this.bytes.writeUInt32LE(entry.size, to + 4);
    this.length = to + tailBytes;
    this.contentBytes += entry.size;
    this.parts.push({ entry, from, to });
  }

  clear(): void {
    this.parts.length = 0;
    this.length = 0;
    this.contentBytes = 0;
  }

  /** The files with their packed bytes, to check one by one. */
  files(): [entry: T, packed: Buffer][] {
    return this.parts.map(({ entry, from, to }) => [entry, this.bytes.subarray(from, to)]);
  }

  /**
   * True if every file is what it claims. If false, any of them may be wrong: check them one by one.
   *
   * A file could hide the end of its own member, or swallow the frame of the next. It can't end early: an end must be followed by the
   * header of another member, and headers are only where this put them. And files that were read as one would produce the size that
   * the last of them claims, which is less than all of their sizes, since none is empty.
   */
  async isIntact(): Promise<boolean> {
    if (this.isEmpty) return true;
    const bytes = this.bytes.subarray(0, this.length);
    let heads = 0;
    for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) heads += 1;
    if (heads !== this.parts.length) return false;
    const unpacked = await unpack(bytes, this.contentBytes);
    return unpacked?.consumed === bytes.length && unpacked.length === this.contentBytes;
  }
}

/** Null if it is not gzip, or unpacks to more than it should. */
function unpack(bytes: Buffer, length: number): Promise<{ consumed: number; length: number } | null> {
  return new Promise((resolve) => {
    // One byte more than allowed: larger content fails before it takes more memory.
    const options = { maxOutputLength: length + 1, chunkSize: Math.max(64, length + 1), info: true };
    gunzip(bytes, options, (error, result) => {
      if (error) return resolve(null);
      const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
      resolve({ consumed: engine.bytesWritten, length: buffer.length });
    });
  });
}
