// Files made for the probe, and the probe itself on bytes.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeFile, type Probed } from '../../../src/assets/metadata/probe.ts';

export const fixtures = join(import.meta.dirname, '../../../fixtures');
export const rocket = join(fixtures, 'rocket.jpg');
export const coffee = join(fixtures, 'coffee.png');
export const octets = 'application/octet-stream';

let count = 0;

export const folder = await mkdtemp(join(tmpdir(), 'marque-probe-'));

export async function probe(
  bytes: Buffer | string,
  filename = 'upload',
  mime = octets,
  trusted: string | null = null,
): Promise<Probed> {
  const path = join(folder, String((count += 1)));
  await writeFile(path, bytes);
  return probeFile(path, { filename, mime, size: bytes.length }, { trustList: async () => trusted });
}

/** A copy of `bytes`, changed. */
export function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

export function u16(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
}

export function u32(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => changed(Buffer.alloc(4), (copy) => copy.writeUInt32BE(value))));
}

/** A box of ISO base media. */
export function box(type: string, ...payload: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(payload.map((part) => Buffer.from(part as string, 'latin1')));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}
