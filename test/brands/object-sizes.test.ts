// The sizes of a repository's objects, read before any content: as Git reports them, and refused if too
// large.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { inspectPack, sizesIn } from '../../src/brands/git/object-sizes.ts';
import { makeFolder } from '../setup/children.ts';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const git = async (...words: string[]): Promise<string> =>
  (
    await run('git', ['-c', 'user.name=Gil', '-c', 'user.email=gil@example.com', ...words], {
      cwd: folder.path,
    })
  ).stdout.trim();

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

/** Seven bits per byte, lowest first, after the bits that fit in the first byte. */
const number = (value: number, first = 7, mark = 0): number[] => {
  const low = value % 2 ** first;
  const rest = Math.floor(value / 2 ** first);
  return rest === 0 ? [mark | low] : [mark | low | 0x80, ...number(rest)];
};
interface Entry {
  type: number;
  bytes: Buffer;
  /** The size it claims. */
  size?: number;
  /** Between the header and the bytes: the offset of the base. */
  base?: Buffer;
}
function packOf(entries: Entry[], claimed = entries.length): { pack: Buffer; offsets: number[] } {
  const parts: Buffer[] = [Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')];
  parts[0]?.writeUInt32BE(claimed, 8);
  const offsets: number[] = [];
  for (const { type, bytes, size = bytes.length, base = Buffer.alloc(0) } of entries) {
    offsets.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(number(size, 4, type << 4)), base, deflateSync(bytes));
  }
  return { pack: Buffer.concat([...parts, Buffer.alloc(20)]), offsets };
}
const blob = 3;
const deltaToOffset = 6;
const inspect = (...entries: Entry[]) => inspectPack(packOf(entries).pack, { built: true });
/** A delta whose base is right before it: `copies` of its first 64 KiB, end to end. */
const delta = (base: Entry, size: number, copies: number, baseSize = base.bytes.length): Entry => ({
  type: deltaToOffset,
  base: Buffer.from([packOf([base]).pack.length - 20 - 12]),
  bytes: Buffer.from([...number(baseSize), ...number(size), ...Array<number>(copies).fill(0x80)]),
});

describe('the sizes of objects', () => {
  it('are those that Git reports, for whole objects, deltas of either kind, and loose files', async () => {
    await git('init', '-q');
    for (let count = 0; count < 30; count += 1) {
      const lines = Array.from({ length: 400 + count }, (_, line) => `${line * 7919} ${line === count}`);
      await writeFile(path.join(folder.path, 'lines.txt'), lines.join('\n'));
      await writeFile(path.join(folder.path, `f${count}.txt`), 'x'.repeat(count * 50));
      await git('add', '-A');
      await git('commit', '-q', '-m', `Commit ${count}`);
    }
    const gitdir = path.join(folder.path, '.git');
    const reported = (await git('cat-file', '--batch-all-objects', '--batch-check'))
      .split('\n')
      .map((line) => line.split(' '));
    expect(reported.length).toBeGreaterThan(100);
    const holds = async () => {
      const demand = await sizesIn(gitdir);
      for (const [oid = '', type, size] of reported) {
        if (type === 'blob') await demand(oid, Number(size), oid);
        await expect(demand(oid, Number(size) - 1, 'This')).rejects.toThrow('This is larger than');
      }
    };
    await holds();
    await git('repack', '-adfq');
    await holds();
    await git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq');
    const [name = ''] = (await readdir(path.join(gitdir, 'objects/pack'))).filter((file) =>
      /pack$/.test(file),
    );
    const { bases } = await inspectPack(await readFile(path.join(gitdir, 'objects/pack', name)), {
      built: false,
    });
    expect(bases.length).toBeGreaterThan(10);
    await holds();
  });

  it('are refused if one is too large, by its own size or as the result of a delta', async () => {
    const large = /contains a file of \d+ MB, more than a sync supports/;
    await expect(inspect({ type: blob, bytes: Buffer.alloc(0), size: 2 ** 32 })).rejects.toThrow(large);
    const base = { type: blob, bytes: Buffer.alloc(65_536) };
    await expect(inspect(base, delta(base, 3 * 65_536, 3))).resolves.toBeDefined();
    await expect(inspect(base, delta(base, 2000 * 65_536, 2000))).rejects.toThrow(large);
    const many = [base, delta(base, 60 * mebibyte, 960)];
    while (many.length < 20) many.push(delta(many.at(-1) ?? base, 60 * mebibyte, 960, 60 * mebibyte));
    await expect(inspect(...many)).rejects.toThrow(/more than 1024 MB of files/);
    await expect(inspectPack(packOf([], 2_000_000).pack, { built: true })).rejects.toThrow(/2000000 objects/);
  });

  it('are refused if they differ from their declared size', async () => {
    const base = { type: blob, bytes: Buffer.alloc(65_536) };
    const wrong = delta(base, 65_536, 1);
    for (const entries of [
      [{ type: blob, bytes: Buffer.alloc(mebibyte), size: 100 }],
      [{ type: blob, bytes: Buffer.alloc(100), size: 101 }],
      [base, delta(base, 2 * 65_536, 3)],
      [base, delta({ ...base, bytes: Buffer.alloc(10) }, 10, 1)],
      [base, { ...wrong, base: Buffer.from([1]) }],
    ])
      await expect(inspect(...entries)).rejects.toThrow(/contains corrupt objects/);
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(40), packOf([base]).pack.subarray(0, 40)])
      await expect(inspectPack(bytes, { built: true })).rejects.toThrow(/contains corrupt objects/);
  });

  it('are refused for an index with wrong offsets, and for a growing file', async () => {
    const gitdir = path.join(folder.path, 'crafted.git');
    const packs = path.join(gitdir, 'objects/pack');
    await mkdir(packs, { recursive: true });
    await mkdir(path.join(gitdir, 'objects/aa'));
    const { pack, offsets } = packOf([{ type: blob, bytes: Buffer.from('Hello') }]);
    const oid = 'ab'.repeat(20);
    const indexTo = (offset: number) => {
      const index = Buffer.alloc(8 + 1024 + 28);
      index.writeUInt32BE(0xff744f63);
      index.writeUInt32BE(2, 4);
      index.writeUInt32BE(1, 8 + 1020);
      index.write(oid, 8 + 1024, 'hex');
      index.writeUInt32BE(offset, 8 + 1024 + 24);
      return writeFile(path.join(packs, 'p.idx'), index);
    };
    await writeFile(path.join(packs, 'p.pack'), pack);
    await indexTo(offsets[0] ?? 0);
    const demand = await sizesIn(gitdir);
    await demand(oid, 5, 'It');
    await expect(demand(oid, 4, 'It')).rejects.toThrow('It is larger than');
    const loose = deflateSync(Buffer.alloc(65 * mebibyte));
    await writeFile(path.join(gitdir, 'objects/aa', 'aa'.repeat(19)), loose);
    const again = await sizesIn(gitdir);
    await expect(again('aa'.repeat(20), mebibyte, 'It')).rejects.toThrow(
      /contains a file of more than 64 MB/,
    );
    await indexTo((offsets[0] ?? 0) + 1);
    await expect(sizesIn(gitdir)).rejects.toThrow(/contains corrupt objects/);
  });
});
