// Writing metadata into files: broken files, hostile values, and files that are asked for in ranges.
import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from '../../setup/random.ts';
import { rewriteJpeg } from '../../../src/lib/metadata-writer/jpeg.ts';
import { rewritePng } from '../../../src/lib/metadata-writer/png.ts';
import { rewriteWebp } from '../../../src/lib/metadata-writer/webp.ts';
import { readPieces, replaced, sizeOfPieces } from '../../../src/lib/metadata-writer/pieces.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makePicture } from '../library.ts';
import { folder, taggedBy, fields } from './metadata-writing.ts';

const { marque } = await startWithWorkspace();

afterAll(async () => {
  await marque.close();
  await rm(folder, { recursive: true });
});

describe('a broken file', () => {
  const inMemory = (bytes: Buffer) => ({
    path: 'memory',
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  });
  const all = { ...fields, license: 'As agreed', keywords: fields.tags };

  it.each([
    ['jpeg', rewriteJpeg],
    ['png', rewritePng],
    ['webp', rewriteWebp],
  ] as const)('as %s is left alone or written to, without other effects', async (format, rewrite) => {
    const whole = await taggedBy(
      await makePicture({ format }),
      `broken.${format}`,
      '-XMP-dc:Title=Old',
      '-EXIF:Artist=Old',
      ...(format === 'jpeg' ? ['-IPTC:Keywords=old'] : []),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: whole.length }),
        async (flips, length) => {
          const bytes = Buffer.from(whole.subarray(0, length));
          for (const [at, value] of flips) if (at < length) bytes[at] = value;
          const pieces = await rewrite(inMemory(bytes), all).catch((error: unknown) => {
            // What withMetadata takes as a sign of a broken file.
            expect(error).toBeInstanceOf(RangeError);
            return null;
          });
          if (!pieces) return;
          const stretches = pieces.flatMap((piece) => (Buffer.isBuffer(piece) ? [] : [piece]));
          for (const { start, end } of stretches) expect(start < end && end <= bytes.length).toBe(true);
          expect(sizeOfPieces(pieces)).toBeLessThan(bytes.length + 20_000);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("of nothing but segments isn't read into memory", async () => {
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533)]);
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      ...Array.from({ length: 300 }, () => segment),
      Buffer.from([0xff, 0xda, 0, 2]),
    ]);
    expect(await rewriteJpeg(inMemory(bytes), all)).toBeNull();
  });
});

describe('a file in ranges', () => {
  it('reads the same in any range as whole', async () => {
    const original = Buffer.from(Array.from({ length: 60 }, (_, n) => n));
    const read = async (start: number, end: number) =>
      [original.subarray(start, end + 1)] as unknown as AsyncIterable<Uint8Array>;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(6), fc.uint8Array({ maxLength: 7 })), {
          maxLength: 5,
          selector: ([slot]) => slot,
        }),
        fc.nat(90),
        fc.nat(90),
        async (cuts, a, b) => {
          const changes = cuts.map(([slot, length, by]) => ({
            start: slot * 10,
            end: slot * 10 + length,
            by: [Buffer.from(by)],
          }));
          const pieces = replaced(original.length, changes);
          const collect = async (start: number, end: number): Promise<Buffer> => {
            const chunks: Uint8Array[] = [];
            for await (const chunk of readPieces(pieces, read, start, end)) chunks.push(chunk);
            return Buffer.concat(chunks);
          };
          const size = sizeOfPieces(pieces);
          const whole = await collect(0, size - 1);
          expect(whole.length).toBe(size);
          const [start, end] = [Math.min(a, b, size - 1), Math.min(Math.max(a, b), size - 1)];
          expect((await collect(start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
        },
      ),
    );
  });
});
