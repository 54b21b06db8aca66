// What we learn from uploaded files: their true type, and the size of pictures, broken ones included. Real
// photographs, and generated files of every type.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { probeFile } from '../../../src/assets/metadata/probe.ts';
import { fixtures, rocket, coffee, octets, folder, probe, changed, u16, u32, box } from './probing.ts';

afterAll(() => rm(folder, { recursive: true }));

/** CRC-32 as PNG chunks carry it. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A PNG whose header claims another size, with a valid checksum. */
function pngClaiming(png: Buffer, width: number, height: number): Buffer {
  return changed(png, (copy) => {
    copy.writeUInt32BE(width, 16);
    copy.writeUInt32BE(height, 20);
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  });
}

const svg = (attributes = 'width="30" height="20"', inside = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

describe('the type of a file', () => {
  test('is read from its bytes, whatever type is claimed', async () => {
    expect((await probe(await readFile(rocket), 'rocket.png', 'image/png')).mime).toBe('image/jpeg');
    expect((await probe(await readFile(coffee), 'notes.txt', 'text/plain')).mime).toBe('image/png');
    expect((await probe('just words', 'photo.jpg', 'image/jpeg')).mime).toBe('text/plain');
  });

  test.each([
    ['an SVG', svg(), 'logo.svg', 'image/svg+xml', 'image/svg+xml'],
    [
      'an SVG sent as another type',
      `\ufeff<?xml version="1.0"?>\n<!-- > -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "b">]>\n${svg()}`,
      'x',
      octets,
      'image/svg+xml',
    ],
    [
      'a page that contains an SVG',
      `<!doctype html><p>${svg()}</p>`,
      'logo.svg',
      'image/svg+xml',
      'text/html',
    ],
    [
      'XML that only mentions SVG',
      `<?xml version="1.0"?><note>${svg()}</note>`,
      'logo.svg',
      'image/svg+xml',
      'application/xml',
    ],
    ['JSON', '{"a": [1]}', 'data.json', 'application/json', 'application/json'],
    ['invalid JSON sent as JSON', '{"a": ', 'data.json', 'application/json', 'text/plain'],
    ['a table that starts like a bitmap', 'BMW,Mini\n1,2\n', 'cars.csv', 'text/csv', 'text/csv'],
    ['a table that starts like a program', 'MZ,label\n1,2\n', 'zones.csv', octets, 'text/csv'],
    ['a text with a type of its own', 'a { color: red }', 'x', 'text/css', 'text/css'],
    ['a text sent as a program', 'echo hello', 'x.exe', 'application/x-msdownload', 'text/plain'],
    ["bytes that aren't text", Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'notes.txt', 'text/plain', octets],
    ['bytes of an unknown type', Buffer.from([1, 0, 2, 0, 3]), 'x.dat', 'application/x-secret', octets],
    ['a document', '%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF', 'x', octets, 'application/pdf'],
  ])('is detected from the content: %s', async (_, bytes, filename, claimed, mime) => {
    expect((await probe(bytes, filename, claimed)).mime).toBe(mime);
  });

  test('is text even if a character is cut at the end of the sample', async () => {
    const text = `a${'ü'.repeat(600_000)}`;
    expect((await probe(text, 'long.txt', 'text/plain')).mime).toBe('text/plain');
  });

  const installer = changed(Buffer.alloc(2048), (copy) => {
    copy.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    copy.writeUInt16LE(9, 0x1e);
    copy.set(Buffer.from('84100c0000000000c000000000000046', 'hex'), 512 + 0x50);
  });
  test.each([
    ['a Linux program', Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(60)])],
    ['a Windows program', Buffer.concat([Buffer.from('MZ\x90\0\x03'), Buffer.alloc(100)])],
    ['a Mac program', Buffer.concat([Buffer.from('cffaedfe07000001', 'hex'), Buffer.alloc(60)])],
    ['a WebAssembly module', Buffer.from('0061736d0100000000', 'hex')],
    ['a Windows installer', installer],
    ['a disk image', Buffer.concat([Buffer.alloc(600), Buffer.from('koly'), Buffer.alloc(508)])],
  ])("%s is refused, whatever the file's name", async (_, bytes) => {
    await expect(probe(bytes, 'photo.jpg', 'image/jpeg')).rejects.toMatchObject({
      code: 'unsupported',
      status: 415,
    });
  });

  test("of an office document isn't mistaken for an installer", async () => {
    const doc = changed(installer, (copy) => copy.fill(0, 512));
    expect((await probe(doc, 'letter.doc')).mime).toBe('application/msword');
  });
});

describe('a picture', () => {
  test("has its displayed size and its header's metadata", async () => {
    const {
      width,
      height,
      probe: facts,
      metadata,
      c2pa,
      origin,
      generator,
    } = await probeFile(join(fixtures, 'hubble_deep_field.jpg'), {
      filename: 'hubble.jpg',
      mime: 'image/jpeg',
      size: 1,
    });
    expect({ width, height }).toEqual({ width: 1000, height: 872 });
    expect(facts).toEqual({
      format: 'jpeg',
      space: 'srgb',
      channels: 3,
      depth: 'uchar',
      hasAlpha: false,
      hasProfile: true,
      orientation: 1,
      density: 300,
      chromaSubsampling: '4:4:4',
    });
    // Its EXIF and XMP name the program and the telescope's calibration, but nothing that an asset shows.
    expect({ metadata, c2pa, origin, generator }).toEqual({
      metadata: {},
      c2pa: null,
      origin: null,
      generator: null,
    });
  });

  test('taken sideways has its displayed width', async () => {
    const bytes = await sharp(rocket).withMetadata({ orientation: 6 }).toBuffer();
    expect(await probe(bytes)).toMatchObject({ width: 427, height: 640, probe: { orientation: 6 } });
  });

  test.each(['png', 'webp', 'avif', 'gif', 'tiff'] as const)('can be a %s', async (format) => {
    const bytes = await sharp(rocket).resize(64, 43).toFormat(format).toBuffer();
    expect(await probe(bytes)).toMatchObject({
      mime: `image/${format}`,
      width: 64,
      height: 43,
      probe: { format },
    });
  });

  test('that is animated is marked as such', async () => {
    const frames = [await sharp(rocket).toBuffer(), await sharp(rocket).negate().toBuffer()];
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await probe(bytes)).toMatchObject({ mime: 'image/gif', probe: { animated: true, pages: 2 } });
  });

  test.each([
    [
      'a long prolog',
      `<?xml version="1.0"?>\n<!DOCTYPE svg [\n${'<!ENTITY a "b">\n'.repeat(100)}]>\n${svg()}`,
    ],
    ['a long comment', `<!-- ${'drawn by hand '.repeat(100)} -->${svg()}`],
    ['a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="30" height="20"/>'],
  ])('drawn in SVG with %s is accepted', async (_, bytes) => {
    expect(await probe(bytes)).toMatchObject({ mime: 'image/svg+xml', width: 30, height: 20 });
  });

  test('drawn in SVG has the size it declares', async () => {
    expect(await probe(svg())).toMatchObject({ mime: 'image/svg+xml', width: 30, height: 20 });
  });

  test('from a phone (HEIC) has the displayed size of its primary item', async () => {
    const heic = Buffer.concat([
      box('ftyp', 'heic', u32(0), 'mif1heic'),
      box(
        'meta',
        u32(0),
        box('hdlr', u32(0, 0), 'pict', u32(0, 0, 0), '\0'),
        box('pitm', u32(0), u16(2)),
        box(
          'iprp',
          box(
            'ipco',
            box('ispe', u32(0, 512, 512)),
            box('ispe', u32(0, 4032, 3024)),
            box('irot', Buffer.from([1])),
          ),
          box('ipma', u32(0, 2), u16(1), Buffer.from([1, 1]), u16(2), Buffer.from([2, 2, 0x83])),
        ),
      ),
    ]);
    expect(await probe(heic)).toMatchObject({ mime: 'image/heic', width: 3024, height: 4032 });
  });
});

describe('a broken picture', () => {
  const refused = (bytes: Buffer | string) =>
    expect(probe(bytes)).rejects.toMatchObject({
      code: 'invalid',
      status: 422,
      detail: { issues: [{ path: 'file', message: expect.any(String) }] },
    });

  test('is refused if it is empty', () => refused(''));

  test('is refused if it ends early, by however little', async () => {
    const jpeg = await readFile(rocket);
    await refused(jpeg.subarray(0, jpeg.length * 0.6));
    await refused(jpeg.subarray(0, jpeg.length - 20));
    await refused(Buffer.concat([jpeg.subarray(0, jpeg.length * 0.6), Buffer.from([0xff, 0xd9])]));
    const png = await readFile(coffee);
    await refused(png.subarray(0, png.length / 2));
    const webp = await sharp(rocket).webp().toBuffer();
    await refused(webp.subarray(0, webp.length / 2));
  });

  test('is refused if its data is corrupt', async () => {
    await refused(
      changed(await readFile(coffee), (copy) => copy.fill(0x55, copy.length / 2, copy.length / 2 + 50)),
    );
  });

  test('is refused if it claims more rows than it contains', async () => {
    await refused(pngClaiming(await readFile(coffee), 600, 4000));
    const jpeg = await sharp(rocket).jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    await refused(changed(jpeg, (copy) => copy.writeUInt16BE(4000, frame + 5)));
  });

  test('is refused by its header if it claims 3.6 gigapixels, with a message that says so', async () => {
    const huge = pngClaiming(await readFile(coffee), 60_000, 60_000);
    await expect(probe(huge)).rejects.toMatchObject({
      code: 'invalid',
      message: 'The file is 60000 × 60000 pixels; images can have up to 268 megapixels.',
    });
    await refused(svg('width="60000" height="60000"'));
  });

  test("is refused if it is an SVG that isn't XML", () => refused(svg().replace('</svg>', '<g>')));
});
