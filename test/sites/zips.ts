// Zips written byte by byte (APPNOTE 6.3.10), so that a test can write any header, right or wrong.
import { crc32, deflateRawSync } from 'node:zlib';

export interface Entry {
  name: string | Buffer;
  content?: string | Buffer;
  /** Values to write instead of the right ones. */
  method?: number;
  flags?: number;
  crc?: number;
  size?: number;
  packed?: number;
  /** The bytes to write as the content. */
  data?: Buffer;
  stored?: boolean;
  /** Unix mode, as in `stat`. */
  mode?: number;
  extra?: Buffer;
  /** The name in its local header, if it differs. */
  localName?: string;
  /** Points at the header of an earlier entry, and writes none. */
  headerOf?: number;
  /** This many bytes further on: inside that entry. */
  headerShift?: number;
  /** Writes sizes and offset in a zip64 field. */
  zip64?: boolean;
}

export interface ZipOptions {
  comment?: Buffer;
  /** Writes zip64 end records. */
  zip64?: boolean;
  count?: number;
  /** Bytes between the directory and its end record. */
  between?: Buffer;
}

const bytesOf = (text: string | Buffer): Buffer => (typeof text === 'string' ? Buffer.from(text) : text);

export function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function u64(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => out.writeBigUInt64LE(BigInt(value), at * 8));
  return out;
}

export function makeZip(entries: readonly Entry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const headers: number[] = [];
  let at = 0;
  const put = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  for (const entry of entries) {
    const content = bytesOf(entry.content ?? '');
    const stored = entry.stored ?? (content.length === 0 && entry.data === undefined);
    const data = entry.data ?? (stored ? content : deflateRawSync(content));
    const method = entry.method ?? (stored ? 0 : 8);
    const flags = entry.flags ?? 0x800;
    const crc = entry.crc ?? crc32(content);
    const size = entry.size ?? content.length;
    const packed = entry.packed ?? data.length;
    const name = bytesOf(entry.name);
    const headerAt =
      entry.headerOf === undefined ? at : (headers[entry.headerOf] ?? 0) + (entry.headerShift ?? 0);
    headers.push(headerAt);
    /** Both headers of an entry have these in the same order. */
    const writeFlagsToSizes = (header: Buffer, start: number): void => {
      header.writeUInt16LE(flags, start);
      header.writeUInt16LE(method, start + 2);
      header.writeUInt32LE(crc, start + 8);
      header.writeUInt32LE(entry.zip64 ? 0xffffffff : packed, start + 12);
      header.writeUInt32LE(entry.zip64 ? 0xffffffff : size, start + 16);
    };
    if (entry.headerOf === undefined) {
      const localName = entry.localName === undefined ? name : bytesOf(entry.localName);
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(20, 4);
      writeFlagsToSizes(local, 6);
      local.writeUInt16LE(localName.length, 26);
      put(Buffer.concat([local, localName, data]));
    }
    const extra = Buffer.concat([
      entry.zip64 ? extraField(1, u64(size, packed, headerAt)) : Buffer.alloc(0),
      entry.extra ?? Buffer.alloc(0),
    ]);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(entry.mode === undefined ? 20 : 0x0314, 4);
    central.writeUInt16LE(20, 6);
    writeFlagsToSizes(central, 8);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 38);
    central.writeUInt32LE(entry.zip64 ? 0xffffffff : headerAt, 42);
    directory.push(central, name, extra);
  }
  const startsAt = at;
  put(Buffer.concat(directory));
  const length = at - startsAt;
  const count = options.count ?? entries.length;
  if (options.between) put(options.between);
  if (options.zip64) {
    const recordAt = at;
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(44n, 4);
    u64(count, count, length, startsAt).copy(record, 24);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(recordAt), 8);
    locator.writeUInt32LE(1, 16);
    put(Buffer.concat([record, locator]));
  }
  put(endRecord(options.zip64 ? 0xffff : count, length, startsAt, options.comment));
  return Buffer.concat(parts);
}

export function endRecord(
  count: number,
  length: number,
  startsAt: number,
  comment: Buffer = Buffer.alloc(0),
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(startsAt, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}

/** A page, and other files by name. */
export function site(files: Record<string, string | Buffer> = {}): Buffer {
  return makeZip(
    Object.entries({ 'index.html': '<!doctype html><h1>Hello</h1>', ...files }).map(([name, content]) => ({
      name,
      content,
    })),
  );
}
