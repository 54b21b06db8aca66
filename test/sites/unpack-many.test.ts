// Many files unpacked in one batch: valid ones pass, and ones with wrong headers fail, however they use their
// neighbors.
import { expect, it } from '@jest/globals';
import { crc32, deflateRawSync } from 'node:zlib';
import { Batch, type Claims } from '../../src/lib/safe-zip/unpack-many.ts';
import fc from '../setup/random.ts';

interface File extends Claims {
  packed: Buffer;
}

const honest = (content: Buffer | string): File => {
  const bytes = Buffer.from(content);
  return { size: bytes.length, crc: crc32(bytes), packed: deflateRawSync(bytes) };
};

async function hold(files: readonly File[]): Promise<boolean> {
  const batch = new Batch<File>();
  for (const file of files) {
    expect(batch.hasRoom(file, file.packed.length)).toBe(true);
    batch.add(file, file.packed);
  }
  const kept = batch.files().map(([file, packed]) => [file, Buffer.compare(packed, file.packed)]);
  expect(kept).toEqual(files.map((file) => [file, 0]));
  return batch.isIntact();
}

it('a batch passes if every file matches its headers', async () => {
  const content = fc.uint8Array({ minLength: 1, maxLength: 400 }).map((bytes) => honest(Buffer.from(bytes)));
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 30 }), async (files) => {
      expect(await hold(files)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['a wrong CRC', { crc: 1 }],
  ['less data than declared', { size: 4 }],
  ['more data than declared', { size: 6 }],
  ['data after its end', { packed: Buffer.concat([deflateRawSync('hello'), Buffer.from('more')]) }],
  ['zeros after its end', { packed: Buffer.concat([deflateRawSync('hello'), Buffer.alloc(40)]) }],
  ['no end', { packed: deflateRawSync('hello').subarray(0, -1) }],
  ['invalid deflate data', { packed: Buffer.from('hello') }],
])('a batch fails if one file has %s, at any position', async (_, lie) => {
  const [before, after] = [honest('before'), honest('after')];
  const lying = { ...honest('hello'), ...lie };
  for (const files of [[lying], [lying, after], [before, lying], [before, lying, after]])
    expect(await hold(files)).toBe(false);
});

const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The end of a member, as the batch writes it. */
function tail({ crc, size }: Claims): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(size, 4);
  return bytes;
}

it('a batch fails if one file is two members, the first of them empty or not', async () => {
  for (const first of ['', 'first'].map(honest)) {
    const second = honest('second');
    const packed = Buffer.concat([first.packed, tail(first), head, second.packed]);
    expect(await hold([{ ...second, packed }])).toBe(false);
    expect(await hold([honest('before'), { ...second, packed }, honest('after')])).toBe(false);
  }
});

it('a batch fails if one file swallows the next', async () => {
  const claims = { size: 5, crc: 7 };
  const next = Buffer.from('what the next one seems to be');
  const swallowed = Buffer.concat([tail(claims), head, next]);
  // A final stored block: its length and the inverted length, and then the data that follows the file (RFC
  // 1951, 3.2.4).
  const opening = Buffer.alloc(5);
  opening[0] = 1;
  opening.writeUInt16LE(swallowed.length, 1);
  opening.writeUInt16LE(~swallowed.length & 0xffff, 3);
  const swallowing = { ...claims, packed: opening };
  const last = { size: swallowed.length, crc: crc32(swallowed), packed: next };
  expect(await hold([swallowing, last])).toBe(false);
});
