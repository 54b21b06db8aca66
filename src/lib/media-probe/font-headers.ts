// Names and metrics of a font: OpenType tables (ISO/IEC 14496-22), plain or packed as WOFF and WOFF2 (W3C).
import { promisify } from 'node:util';
import { brotliDecompress, inflateSync } from 'node:zlib';
import { cleanLine } from './clean-text.ts';
import type { ReadableFile } from './file-parts.ts';
import { known } from './header-facts.ts';

/** Fonts for every script of the world stay below; tables of a packed font may not unpack beyond it either. */
const maxFontBytes = 32 * 1024 * 1024;
const maxTables = 200;

/** Positions of the tables read here in WOFF2's list of known tags (WOFF2, 4.1); the rest needs no name. */
const woff2Tags: Record<number, string> = {
  1: 'head',
  4: 'maxp',
  5: 'name',
  6: 'OS/2',
  10: 'glyf',
  11: 'loca',
  47: 'fvar',
};

type Tables = (tag: string) => Buffer | undefined;

/** Family, style, weight, version and license of a font; of a collection, its first font's. */
export async function readFont(file: ReadableFile): Promise<Record<string, unknown>> {
  if (file.size > maxFontBytes) return {};
  const bytes = await file.read(0, file.size);
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === 'wOFF') return facts(woffTables(bytes));
  if (signature === 'wOF2') return facts(await woff2Tables(bytes));
  return facts(plainTables(bytes, signature === 'ttcf' ? bytes.readUInt32BE(12) : 0));
}

function facts(table: Tables): Record<string, unknown> {
  const names = table('name');
  const name = (...ids: number[]) =>
    ids.map((id) => names && nameOf(names, id)).find((text) => text !== undefined);
  const os2 = table('OS/2');
  return known({
    family: name(16, 1),
    style: name(17, 2),
    fullName: name(4),
    version: name(5),
    designer: name(9),
    license: name(13),
    weight: os2?.readUInt16BE(4),
    glyphs: table('maxp')?.readUInt16BE(4),
    unitsPerEm: table('head')?.readUInt16BE(18),
    variable: table('fvar') ? true : undefined,
  });
}

/** A name in English if there is one; names for Windows and Unicode are UTF-16, those for old Macs are close to Latin 1. */
function nameOf(table: Buffer, id: number): string | undefined {
  const storage = table.readUInt16BE(4);
  const count = Math.min(table.readUInt16BE(2), 1000);
  let best: { rank: number; text: string } | undefined;
  for (let at = 6; at < 6 + count * 12 && at + 12 <= table.length; at += 12) {
    if (table.readUInt16BE(at + 6) !== id) continue;
    const platform = table.readUInt16BE(at);
    const isEnglish = table.readUInt16BE(at + 4) === (platform === 1 ? 0 : 0x409);
    const start = storage + table.readUInt16BE(at + 10);
    const raw = table.subarray(start, start + table.readUInt16BE(at + 8));
    const text = platform === 1 ? raw.toString('latin1') : new TextDecoder('utf-16be').decode(raw);
    const rank = (isEnglish ? 2 : 0) + (platform === 1 ? 0 : 1);
    if (!best || rank > best.rank) best = { rank, text };
  }
  return cleanLine(best?.text, 500);
}

function plainTables(bytes: Buffer, start: number): Tables {
  const ranges = new Map<string, [number, number]>();
  const count = Math.min(bytes.readUInt16BE(start + 4), maxTables);
  for (let at = start + 12; at < start + 12 + count * 16; at += 16) {
    ranges.set(bytes.toString('latin1', at, at + 4), [
      bytes.readUInt32BE(at + 8),
      bytes.readUInt32BE(at + 12),
    ]);
  }
  return (tag) => {
    const [offset, length] = ranges.get(tag) ?? [];
    return offset === undefined || length === undefined ? undefined : bytes.subarray(offset, offset + length);
  };
}

function woffTables(bytes: Buffer): Tables {
  const entries = new Map<string, { packed: Buffer; length: number }>();
  const count = Math.min(bytes.readUInt16BE(12), maxTables);
  for (let at = 44; at < 44 + count * 20; at += 20) {
    const offset = bytes.readUInt32BE(at + 4);
    const packed = bytes.subarray(offset, offset + bytes.readUInt32BE(at + 8));
    entries.set(bytes.toString('latin1', at, at + 4), { packed, length: bytes.readUInt32BE(at + 12) });
  }
  return (tag) => {
    const entry = entries.get(tag);
    if (!entry || entry.packed.length >= entry.length) return entry?.packed;
    return inflateSync(entry.packed, { maxOutputLength: Math.min(entry.length, maxFontBytes) });
  };
}

async function woff2Tables(bytes: Buffer): Promise<Tables> {
  const lengths: [string, number][] = [];
  const count = Math.min(bytes.readUInt16BE(12), maxTables);
  let at = 48;
  const variableLength = (): number => {
    let value = 0;
    for (let digits = 0; digits < 5; digits += 1) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  for (let table = 0; table < count; table += 1) {
    const flags = bytes.readUInt8(at);
    at += 1;
    const index = flags & 0x3f;
    const tag = index === 0x3f ? bytes.toString('latin1', at, at + 4) : (woff2Tags[index] ?? '');
    if (index === 0x3f) at += 4;
    const length = variableLength();
    // Outlines are transformed unless their version is 3, other tables only if they have a version at all.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? flags >> 6 !== 3 : flags >> 6 !== 0;
    lengths.push([tag, isTransformed ? variableLength() : length]);
  }
  const packed = bytes.subarray(at, at + bytes.readUInt32BE(20));
  const unpacked = await promisify(brotliDecompress)(packed, { maxOutputLength: maxFontBytes });
  return (wanted) => {
    let start = 0;
    for (const [tag, length] of lengths) {
      if (tag === wanted) return unpacked.subarray(start, start + length);
      start += length;
    }
    return undefined;
  };
}
