// Current metadata in downloads, as exiftool reads it back; every pixel unchanged, and everything that must
// not be touched untouched.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from '../setup/random.ts';
import sharp from 'sharp';
import { rewriteJpeg } from '../../src/lib/metadata-writer/jpeg.ts';
import { rewritePng } from '../../src/lib/metadata-writer/png.ts';
import { rewriteWebp } from '../../src/lib/metadata-writer/webp.ts';
import { writeXmp } from '../../src/lib/metadata-writer/xmp.ts';
import { readPieces, replaced, sizeOfPieces } from '../../src/lib/metadata-writer/pieces.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeAsset, makePicture } from './library.ts';
import { makeSigner, signPicture } from './signed-picture.ts';

const exiftoolPath = createRequire(import.meta.url)('exiftool-vendored.pl') as string;
const run = promisify(execFile);

const { marque, asEditor: as } = await startWithWorkspace();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'metadata-'));
});
afterAll(async () => {
  await marque.close();
  await rm(folder, { recursive: true });
});

type Tags = Record<string, unknown>;

/** Tags by group and name, as exiftool reads them; includes its own warnings. */
async function tagsOf(bytes: Buffer): Promise<Tags> {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  const { stdout } = await run(
    'perl',
    [exiftoolPath, '-json', '-G1', '-struct', '-a', '-validate', '-warning', '-all:all', file],
    {
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return (JSON.parse(stdout) as Tags[])[0] ?? {};
}

/** What exiftool finds wrong with a file. */
function warningsIn(tags: Tags): unknown[] {
  return Object.entries(tags).filter(([name]) => /^ExifTool:(Warning|Error)/.test(name));
}

/** Writes tags with exiftool first, as an editor would have. */
async function taggedBy(bytes: Buffer, name: string, ...options: string[]): Promise<Buffer> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  await run('perl', [exiftoolPath, '-overwrite_original', ...options, file]);
  return readFile(file);
}

const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

const fields = {
  title: 'Grüße aus Köln & „Ende“ <1>',
  description: 'Two lines,\nof which this is the second. 写真 😀',
  creator: 'Ana Brücke',
  copyright: '© 2026 Müller & Söhne',
  tags: ['Brücke', 'night', '写真'],
  rights: { license: 'https://creativecommons.org/licenses/by/4.0/' },
};

async function filed(bytes: Buffer, mime: string, change: Record<string, unknown> = fields): Promise<string> {
  const asset = await makeAsset(marque, as, { filename: `file.${mime.slice(6)}`, mime }, bytes);
  const { status } = await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: change });
  expect(status).toBe(200);
  return asset.id as string;
}

const expectedXmp = {
  'XMP-dc:Title': fields.title,
  'XMP-dc:Description': fields.description,
  'XMP-dc:Creator': [fields.creator],
  'XMP-dc:Rights': fields.copyright,
  'XMP-dc:Subject': fields.tags,
  'XMP-xmpRights:UsageTerms': fields.rights.license,
  'XMP-xmpRights:WebStatement': fields.rights.license,
};

describe('a download', () => {
  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/png', 'png'],
    ['image/webp', 'webp'],
  ] as const)('of a %s contains the current metadata, and every pixel unchanged', async (mime, format) => {
    const original = await makePicture({ width: 61, height: 47, format });
    const id = await filed(original, mime);
    const { status, headers, bytes } = await marque.call('GET', `/a/${id}?download`);
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    const tags = await tagsOf(bytes);
    expect(tags).toMatchObject(expectedXmp);
    expect(warningsIn(tags)).toEqual(warningsIn(await tagsOf(original)));
    expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
    expect((await marque.call('GET', `/a/${id}`)).bytes.equals(original)).toBe(true);
  });

  it('of a simple WebP becomes an extended one around the same bits', async () => {
    for (const lossless of [true, false]) {
      const original = await sharp({
        create: {
          width: 33,
          height: 21,
          channels: 4,
          background: { r: 9, g: 99, b: lossless ? 1 : 2, alpha: 0.5 },
        },
      })
        .webp({ lossless })
        .toBuffer();
      const { bytes } = await marque.call('GET', `/a/${await filed(original, 'image/webp')}?download`);
      expect(await tagsOf(bytes)).toMatchObject(expectedXmp);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 33, height: 21, hasAlpha: true });
      expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
    }
  });

  it('of a JPEG has IPTC and EXIF as well, and keeps all other metadata', async () => {
    const original = await taggedBy(
      await readFile('fixtures/rocket.jpg'),
      'rocket.jpg',
      '-XMP-dc:Title=Old title',
      '-XMP-dc:Subject=old',
      '-XMP-xmp:Rating=4',
      '-XMP-photoshop:City=Kourou',
      '-XMP-xmpMM:IngredientsDocumentID=xmp.did:7',
      '-IPTC:ObjectName=Old title',
      '-IPTC:Keywords=old',
      '-IPTC:City=Orléans',
      '-IPTC:CodedCharacterSet=',
      '-EXIF:Artist=Old artist',
      '-EXIF:Make=Camera works',
      '-EXIF:FNumber=2.8',
      '-EXIF:XPTitle=Old title',
      '-GPSLatitude=5.2',
      '-GPSLatitudeRef=N',
    );
    const tags = await tagsOf(
      (await marque.call('GET', `/a/${await filed(original, 'image/jpeg')}?download`)).bytes,
    );
    expect(tags).toMatchObject({
      ...expectedXmp,
      'XMP-xmp:Rating': 4,
      'XMP-photoshop:City': 'Kourou',
      'IPTC:CodedCharacterSet': 'UTF8',
      'IPTC:ObjectName': fields.title,
      'IPTC:Caption-Abstract': fields.description,
      'IPTC:By-line': fields.creator,
      'IPTC:CopyrightNotice': fields.copyright,
      'IPTC:Keywords': fields.tags,
      'IPTC:City': 'Orléans',
      'IFD0:ImageDescription': fields.description,
      'IFD0:Artist': fields.creator,
      'IFD0:Copyright': fields.copyright,
      'IFD0:Make': 'Camera works',
      'ExifIFD:FNumber': 2.8,
    });
    expect(JSON.stringify(tags)).not.toMatch(/old(?! title")|Old (title|artist)/);
    expect(tags['GPS:GPSLatitude']).toBeDefined();
    expect(warningsIn(tags)).toEqual(warningsIn(await tagsOf(original)));
  });

  it("drops what was cleared, and keeps a licence that Marque doesn't know", async () => {
    const original = await taggedBy(
      await makePicture({ format: 'jpeg' }),
      'cleared.jpg',
      '-XMP-dc:Title=Embedded',
      '-IPTC:ObjectName=Embedded',
      '-EXIF:Artist=Somebody',
      '-XMP-xmpRights:UsageTerms=As agreed',
    );
    const id = await filed(original, 'image/jpeg', { title: null, creator: null, description: null });
    const tags = await tagsOf((await marque.call('GET', `/a/${id}?download`)).bytes);
    expect(JSON.stringify(tags)).not.toMatch(/Embedded|Somebody/);
    expect(tags['XMP-xmpRights:UsageTerms']).toBe('As agreed');
  });

  it('has its own ETag, which changes with the metadata, and supports ranges', async () => {
    const id = await filed(await makePicture({ width: 400, height: 300, format: 'jpeg' }), 'image/jpeg');
    const whole = await marque.call('GET', `/a/${id}?download`);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).not.toBe((await marque.call('GET', `/a/${id}`)).headers.get('etag'));
    expect((await marque.call('GET', `/a/${id}?download`)).headers.get('etag')).toBe(etag);
    expect(whole.headers.get('cache-control')).toBe('public, no-cache');
    expect(
      (await marque.call('GET', `/a/${id}?download`, { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);
    const size = whole.bytes.length;
    for (const [from, to] of [
      [0, 0],
      [1, 700],
      [600, size - 1],
      [size - 5, size - 1],
    ] as const) {
      const part = await marque.call('GET', `/a/${id}?download`, {
        headers: { range: `bytes=${from}-${to}` },
      });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${size}`]);
      expect(part.bytes.equals(whole.bytes.subarray(from, to + 1))).toBe(true);
    }
    const head = await marque.call('HEAD', `/a/${id}?download`);
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(size),
      0,
    ]);
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { title: 'Another' } });
    const after = await marque.call('GET', `/a/${id}?download`, { headers: { 'if-none-match': etag } });
    expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false]);
    const stale = await marque.call('GET', `/a/${id}?download`, {
      headers: { range: 'bytes=0-9', 'if-range': etag },
    });
    expect(stale.status).toBe(200);
  });

  it('of a file with Content Credentials is the unchanged file', async () => {
    const signed = await signPicture(await makePicture({ format: 'jpeg' }), {
      signer: await makeSigner('authority'),
      source: 'digitalCapture',
    });
    const asset = await makeAsset(marque, as, { filename: 'signed.jpg', mime: 'image/jpeg' }, signed);
    expect(asset.c2pa).not.toBeNull();
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: fields });
    const { bytes, headers } = await marque.call('GET', `/a/${asset.id}?download`);
    expect(bytes.equals(signed)).toBe(true);
    expect(headers.get('etag')).toBe(`"${asset.sha256}"`);
    // Also if the record doesn't say so: the file still does.
    await marque.service.db.query('update assets set c2pa = null where id = $1', [asset.id]);
    expect((await marque.call('GET', `/a/${asset.id}?download`)).bytes.equals(signed)).toBe(true);
  });

  it('of another format, or of a file without metadata, is the file as uploaded', async () => {
    const text = Buffer.from('Just words');
    const asset = await makeAsset(marque, as, { filename: 'a.txt', mime: 'text/plain' }, text);
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: fields });
    expect((await marque.call('GET', `/a/${asset.id}?download`)).bytes.equals(text)).toBe(true);
    const mute = await sharp({ create: { width: 7, height: 7, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer();
    const quiet = await makeAsset(marque, as, { filename: 'q.jpg', mime: 'image/jpeg' }, mute);
    expect((await marque.call('GET', `/a/${quiet.id}?download`)).bytes.equals(mute)).toBe(true);
  });

  it('keeps the other images of a file in place', async () => {
    // Two JPEGs in one file, the second found through the first one's MPF segment (CIPA DC-007).
    const [first, second] = [
      await makePicture({ format: 'jpeg' }),
      await makePicture({ format: 'jpeg' }),
    ] as const;
    const mpf = Buffer.alloc(4 + 8 + 2 + 12 * 3 + 4 + 32);
    mpf.write('MPF\0MM\0*', 0, 'latin1');
    mpf.writeUInt32BE(8, 8);
    mpf.writeUInt16BE(3, 12);
    for (const [index, [tag, type, count, value]] of [
      [0xb000, 7, 4, 0x30313030],
      [0xb001, 4, 1, 2],
      [0xb002, 7, 32, 50],
    ].entries() as unknown as [number, [number, number, number, number]][]) {
      mpf.writeUInt16BE(tag, 14 + index * 12);
      mpf.writeUInt16BE(type, 16 + index * 12);
      mpf.writeUInt32BE(count, 18 + index * 12);
      mpf.writeUInt32BE(value, 22 + index * 12);
    }
    const entries = 4 + 50;
    const exifLength = first.readUInt16BE(4) + 2;
    const at = 2 + exifLength;
    const primary = first.length + mpf.length + 4;
    mpf.writeUInt32BE(0x20030000, entries);
    mpf.writeUInt32BE(primary, entries + 4);
    mpf.writeUInt32BE(second.length, entries + 16 + 4);
    mpf.writeUInt32BE(primary - (at + 4 + 4), entries + 16 + 8);
    const header = Buffer.from([0xff, 0xe2, 0, 0]);
    header.writeUInt16BE(mpf.length + 2, 2);
    const file = Buffer.concat([first.subarray(0, at), header, mpf, first.subarray(at), second]);
    const second2 = async (bytes: Buffer): Promise<Buffer> => {
      const source = path.join(folder, 'mpf.jpg');
      await writeFile(source, bytes);
      const { stdout } = await run('perl', [exiftoolPath, '-b', '-MPImage2', source], { encoding: 'buffer' });
      return stdout;
    };
    expect((await second2(file)).equals(second)).toBe(true);
    const { bytes } = await marque.call('GET', `/a/${await filed(file, 'image/jpeg')}?download`);
    expect(bytes.length).toBeGreaterThan(file.length);
    expect((await second2(bytes)).equals(second)).toBe(true);
  });

  it('requires access to the original', async () => {
    const asset = await makeAsset(
      marque,
      as,
      { private: true, filename: 'p.jpg', mime: 'image/jpeg' },
      await makePicture({ format: 'jpeg' }),
    );
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: { title: 'Secret' } });
    expect((await marque.call('GET', `/a/${asset.id}?download`)).status).toBe(404);
    const mine = await marque.call('GET', `/a/${asset.id}?download`, { as });
    expect([mine.status, mine.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const record = await marque.call('GET', `/api/v1/assets/${asset.id}/content?download`, { as });
    expect(record.headers.get('cache-control')).toBe('private, no-store');
    expect(await tagsOf(record.bytes)).toMatchObject({ 'XMP-dc:Title': 'Secret' });
  });

  it('works with any amount of metadata, dropping keywords first', async () => {
    const tags = Array.from({ length: 200 }, (_, n) => `${'&'.repeat(90)}${n}`);
    const id = await filed(await makePicture({ format: 'jpeg' }), 'image/jpeg', {
      tags,
      title: '<'.repeat(500),
      description: '&'.repeat(10_000),
      copyright: '&'.repeat(1000),
    });
    const { bytes } = await marque.call('GET', `/a/${id}?download`);
    const read = await tagsOf(bytes);
    expect(read['XMP-dc:Description']).toBe('&'.repeat(10_000));
    expect((read['XMP-dc:Subject'] as string[] | undefined)?.[0] ?? tags[0]).toBe(tags[0]);
    expect(read['IPTC:Keywords']).toHaveLength(200);
  });
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

describe('an XMP packet', () => {
  const nothing = {
    title: null,
    description: null,
    creator: null,
    copyright: null,
    license: null,
    keywords: [],
  };

  it('is edited by namespace, whatever its prefixes, attributes included, and only as deep as our own properties', () => {
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <r:Description r:about="" xmlns:D="http://purl.org/dc/elements/1.1/" xmlns:o="urn:other" D:title='gone' o:title="stays">
        <D:subject><r:Bag><r:li>gone</r:li></r:Bag></D:subject><o:subject>stays</o:subject>
        <o:part r:parseType="Resource"><D:title>stays inside</D:title></o:part><!-- <D:title>a comment</D:title> -->
        <D:creator/></r:Description></r:RDF></x:xmpmeta>`;
    const written = writeXmp(Buffer.from(packet), { ...nothing, title: 'New' });
    const text = written?.packet.toString() ?? '';
    expect(text).not.toContain('gone');
    expect(text).not.toContain('creator');
    expect(text.match(/stays/g)).toHaveLength(3);
    expect(text).toContain('<rdf:li xml:lang="x-default">New</rdf:li>');
    expect(written?.kept).toBe(true);
  });

  it("that isn't XML is replaced, as is one too long to edit, without taking long", () => {
    for (const broken of [
      '<a ',
      '<x:xmpmeta><r:RDF>',
      `${'<a "'.repeat(60_000)}`,
      `<a${' '.repeat(1_000_000)}`,
      '<a b="'.repeat(50_000),
    ]) {
      const written = writeXmp(Buffer.from(broken), { ...nothing, title: 'New' });
      expect(written).toMatchObject({ kept: false });
      expect(writeXmp(Buffer.from(broken), nothing)).toBeNull();
    }
  });

  it('preserves any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const once = writeXmp(null, { ...nothing, title })?.packet ?? Buffer.alloc(0);
        const twice = writeXmp(once, { ...nothing, title })?.packet ?? Buffer.alloc(0);
        expect(twice.toString().match(/<dc:title>/g)).toHaveLength(1);
        expect(writeXmp(twice, nothing)?.packet.toString()).not.toContain('dc:title>');
      }),
    );
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
