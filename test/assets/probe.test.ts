// What we learn from uploaded files: true type, size, metadata, and whether it can be trusted. Real
// photographs, and generated files of every type.
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { probeFile, type Probed } from '../../src/assets/metadata/probe.ts';
import { makeSigner, signPicture, type Signer } from './signed-picture.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const rocket = join(fixtures, 'rocket.jpg');
const coffee = join(fixtures, 'coffee.png');
const octets = 'application/octet-stream';
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marque-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function probe(
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
function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

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

/** A JPEG with a segment inserted after its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, payload: Buffer): Buffer {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, payload, jpeg.subarray(2)]);
}

function u16(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
}

function u32(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => changed(Buffer.alloc(4), (copy) => copy.writeUInt32BE(value))));
}

/** A box of ISO base media. */
function box(type: string, ...payload: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(payload.map((part) => Buffer.from(part as string, 'latin1')));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function xmpPacket(content: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
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

describe('embedded metadata', () => {
  const exif = {
    IFD0: {
      Make: 'Canon',
      Model: 'Canon EOS R5',
      Artist: 'Exif Artist',
      Copyright: 'Exif Rights',
      ImageDescription: 'Exif words',
    },
    IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', OffsetTimeOriginal: '+02:00', LensModel: 'RF 24-70' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '33/1 51/1 3564/100',
      GPSLongitudeRef: 'E',
      GPSLongitude: '151/1 12/1 4000/100',
    },
  };
  const xmp = xmpPacket(
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default"> The &amp; title\n</rdf:li><rdf:li xml:lang="de">Der Titel</rdf:li></rdf:Alt></dc:title>' +
      '<dc:creator><rdf:Seq><rdf:li>Ann Ä</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>' +
      '<dc:subject><rdf:Bag><rdf:li>Sea</rdf:li><rdf:li>big, sky</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>',
  );
  const record = (dataset: number, text: string) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x1c, 2, dataset]), u16(bytes.length), bytes]);
  };
  const iptc = (records: Buffer[]) => {
    const utf8 = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]);
    const data = Buffer.concat([utf8, ...records]);
    const padding = Buffer.alloc(data.length % 2);
    return Buffer.concat([
      Buffer.from('Photoshop 3.0\0' + '8BIM'),
      u16(0x0404, 0),
      u32(data.length),
      data,
      padding,
    ]);
  };

  test('of a camera includes camera, lens, place and time', async () => {
    const { metadata } = await probe(await sharp(rocket).withExif(exif).jpeg().toBuffer());
    expect(metadata).toEqual({
      description: 'Exif words',
      creator: 'Exif Artist',
      copyright: 'Exif Rights',
      capturedAt: '2024-05-06T07:08:09+02:00',
      camera: 'Canon EOS R5',
      lens: 'RF 24-70',
      gps: { lat: -33.8599, lon: 151.2111111 },
    });
  });

  test("of an editor takes precedence over the camera's, in the default language and without duplicates", async () => {
    const { metadata } = await probe(await sharp(rocket).withExif(exif).withXmp(xmp).jpeg().toBuffer());
    expect(metadata).toMatchObject({
      title: 'The & title',
      creator: 'Ann Ä, Bob',
      keywords: ['Sea', 'big, sky'],
      copyright: 'Exif Rights',
    });
  });

  test.each(['png', 'webp', 'avif', 'tiff'] as const)('is found in a %s too', async (format) => {
    const { metadata } = await probe(await sharp(rocket).resize(64).withXmp(xmp).toFormat(format).toBuffer());
    expect(metadata).toMatchObject({ title: 'The & title', keywords: ['Sea', 'big, sky'] });
  });

  test("is found in a packet anywhere in a file that isn't decoded", async () => {
    const bytes = Buffer.concat([
      box('ftyp', 'heic\0\0\0\0mif1heic'),
      box('mdat', 'before', Buffer.from(xmp), 'behind it'),
    ]);
    const { mime, metadata } = await probe(bytes);
    expect(mime).toBe('image/heic');
    expect(metadata).toMatchObject({ title: 'The & title', creator: 'Ann Ä, Bob' });
  });

  test('ends with its packet, whatever follows', async () => {
    const mark = 'http://ns.adobe.com/xap/1.0/\0';
    const bytes = withSegment(await readFile(rocket), 0xe1, Buffer.from(`${mark}${xmp}\0</x>`));
    expect((await probe(bytes)).metadata).toMatchObject({ title: 'The & title' });
  });

  test('whose XMP never ends its packet, or ends it thousands of times, takes no time', async () => {
    const mark = 'http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id=""?>';
    // Cubic with a regular expression with two stars: two minutes for 64 KB.
    const ends = `${'<?xpacket end="'.repeat(1_600)}${'"?>'.repeat(12_000)}\n`;
    const bytes = withSegment(await readFile(rocket), 0xe1, Buffer.from(mark + ends));
    const began = process.cpuUsage();
    const { width, metadata } = await probe(bytes);
    const { user } = process.cpuUsage(began);
    expect(width).toBe(640);
    expect(metadata).not.toHaveProperty('title');
    expect(user / 1_000_000).toBeLessThan(10);
  });

  test('in IPTC is read, keywords one by one', async () => {
    const bytes = withSegment(
      await readFile(rocket),
      0xed,
      iptc([
        record(5, 'Objekt ü'),
        record(25, 'alpha'),
        record(25, 'beta, gamma'),
        record(80, 'By Line'),
        record(116, '© Agency'),
        record(120, 'What it shows'),
        record(55, '20240506'),
        record(60, '070809+0200'),
      ]),
    );
    expect((await probe(bytes)).metadata).toEqual({
      title: 'Objekt ü',
      description: 'What it shows',
      creator: 'By Line',
      copyright: '© Agency',
      capturedAt: '2024-05-06T07:08:09+02:00',
      keywords: ['alpha', 'beta, gamma'],
    });
  });

  test.each([
    ['2024:05:06 07:08:09', '2024-05-06T07:08:09'],
    ['0000:00:00 00:00:00', undefined],
    ['2024:02:30 07:08:09', undefined],
    ['    :  :     :  :  ', undefined],
  ])('with the date %s is %s', async (DateTimeOriginal, capturedAt) => {
    const { metadata } = await probe(
      await sharp(rocket).withExif({ IFD2: { DateTimeOriginal } }).jpeg().toBuffer(),
    );
    expect(metadata.capturedAt).toBe(capturedAt);
  });

  test.each([
    ['NIKON CORPORATION', 'NIKON D850', 'NIKON D850'],
    ['SONY', 'ILCE-7M4', 'SONY ILCE-7M4'],
  ])('names a %s %s once', async (Make, Model, camera) => {
    const { metadata } = await probe(
      await sharp(rocket).withExif({ IFD0: { Make, Model } }).jpeg().toBuffer(),
    );
    expect(metadata.camera).toBe(camera);
  });

  test("is stripped of characters that can't be stored or shown, and cut to field length", async () => {
    const records = [record(5, `A\0B\u001b[31m${'x'.repeat(600)}`), record(120, ' one\r\ntwo\u0007 ')];
    const many = Array.from({ length: 150 }, (_, index) => record(25, `${index} ${'k'.repeat(120)}`));
    const { metadata } = await probe(withSegment(await readFile(rocket), 0xed, iptc([...records, ...many])));
    expect(metadata.title).toMatch(/^AB\[31mx+$/);
    expect(metadata.title).toHaveLength(500);
    expect(metadata.description).toBe('one\ntwo');
    expect(metadata.keywords).toHaveLength(100);
    expect(metadata.keywords?.[0]).toHaveLength(100);
  });

  test('that is invalid leaves the picture unchanged', async () => {
    const nonsense = Buffer.from(`Exif\0\0${'\u00ff'.repeat(200)}`, 'latin1');
    expect(await probe(withSegment(await readFile(rocket), 0xe1, nonsense))).toMatchObject({
      width: 640,
      metadata: {},
    });
  });
});

describe('Content Credentials', () => {
  const verdict = ({ probe: facts }: Probed) => (facts.c2pa as { verdict: string } | undefined)?.verdict;
  const codes = ({ probe: facts }: Probed) => (facts.c2pa as { codes: string[] }).codes;
  const generated = 'trainedAlgorithmicMedia';
  /** One bit of the picture itself, well after the manifest. */
  const tampered = (bytes: Buffer) =>
    changed(bytes, (copy) => {
      copy[copy.length - 100] = (copy[copy.length - 100] ?? 0) ^ 1;
    });

  const trusting = (bytes: Buffer, { trustList }: Signer) => probe(bytes, 'upload', octets, trustList);

  test.each([rocket, coffee])('are read and valid for %s', async (path) => {
    const signer = await makeSigner('authority');
    const signed = await signPicture(await readFile(path), { signer, source: generated });
    const probed = await trusting(signed, signer);
    expect(probed.c2pa).toEqual({
      manifests: 1,
      generator: 'Studio Writer 2.1',
      title: 'Harbour at dawn',
      signedBy: 'Studio North',
      digitalSourceType: generated,
      softwareAgent: 'Imagine 3',
      actions: ['c2pa.created'],
      ingredients: 0,
    });
    expect(probed).toMatchObject({ origin: 'generated', generator: 'Imagine 3' });
    expect(verdict(probed)).toBe('valid');
    expect(codes(probed)).toEqual(
      expect.arrayContaining(['claimSignature.validated', 'assertion.dataHash.match']),
    );
  });

  test("claim no trust that wasn't checked", async () => {
    const signer = await makeSigner('authority');
    const probed = await probe(await signPicture(await readFile(rocket), { signer, source: generated }));
    expect(verdict(probed)).toBe('untrusted');
    expect(probed.c2pa).toMatchObject({ signedBy: null, title: 'Harbour at dawn' });
    expect(codes(probed)).not.toContain('signingCredential.trusted');
  });

  test('are invalid once a bit of the picture has changed', async () => {
    const signer = await makeSigner('authority');
    const signed = await signPicture(await readFile(rocket), { signer, source: generated });
    const probed = await trusting(tampered(signed), signer);
    expect(verdict(probed)).toBe('invalid');
    expect(codes(probed)[0]).toBe('assertion.dataHash.mismatch');
  });

  test('are invalid once a word of the manifest has changed', async () => {
    const signed = await signPicture(await readFile(rocket), {
      signer: await makeSigner('authority'),
      source: generated,
    });
    const at = signed.indexOf('Harbour');
    const probed = await probe(changed(signed, (copy) => copy.write('Airport', at)));
    expect(probed.c2pa?.title).toBe('Airport at dawn');
    expect(verdict(probed)).toBe('invalid');
  });

  test('that are self-signed are untrusted, and invalid once changed', async () => {
    const signed = await signPicture(await readFile(rocket), {
      signer: await makeSigner('self'),
      source: generated,
    });
    expect(verdict(await probe(signed))).toBe('untrusted');
    expect(verdict(await probe(tampered(signed)))).toBe('invalid');
  });

  test("that don't cover the whole picture aren't relied on", async () => {
    const signer = await makeSigner('authority');
    const signed = await signPicture(await readFile(rocket), {
      signer,
      source: generated,
      alsoLeaveOut: { start: 0, length: 60_000 },
    });
    expect(verdict(await trusting(signed, signer))).toBe('invalid');
  });

  test('of a photograph say that it was shot with a camera, as long as they are valid', async () => {
    const signer = await makeSigner('authority');
    const signed = await signPicture(await readFile(rocket), { signer, source: 'digitalCapture' });
    expect(await trusting(signed, signer)).toMatchObject({ origin: 'shot', generator: null });
    expect(await probe(signed)).toMatchObject({ origin: null });
    expect(await trusting(tampered(signed), signer)).toMatchObject({ origin: null });
  });

  test("that can't be read are invalid and say nothing", async () => {
    const header = Buffer.concat([Buffer.from('JP'), u16(1), u32(1), u32(64), Buffer.from('jumb')]);
    const probed = await probe(
      withSegment(await readFile(rocket), 0xeb, Buffer.concat([header, Buffer.alloc(48, 7)])),
    );
    expect(probed.c2pa).toMatchObject({ manifests: 0, title: null, signedBy: null, actions: [] });
    expect(verdict(probed)).toBe('invalid');
  });

  const examples = join(import.meta.dirname, '../fixtures/c2pa');
  test.each(readdirSync(examples).filter((name) => /\.(jpg|pdf)$/.test(name)))(
    'of %s, a public test file, are judged as its official report says',
    async (name) => {
      const letters = name.split('-').slice(2).join('-');
      const probed = await probe(await readFile(join(examples, name)), name);
      // The names say what was done to a file; an error that an ingredient had already when it was used
      // (CIE-sig) isn't an error of the file.
      const expected = /^(E-|X)/.test(letters) ? 'invalid' : /^I\./.test(letters) ? undefined : 'untrusted';
      expect(verdict(probed)).toBe(expected);
      expect(probed.c2pa?.signedBy ?? null).toBeNull();
      const report = await readFile(join(examples, name.replace(/\.\w+$/, '.json')), 'utf8').catch(
        () => null,
      );
      if (report === null) return;
      const reported = (JSON.parse(report) as { validation_status: { code: string }[] }).validation_status;
      const failures = reported.map(({ code }) => code).filter((code) => /mismatch|missing/.test(code));
      if (expected === 'untrusted' && !letters.includes('CIE')) expect(failures).toEqual([]);
      if (expected === 'invalid') expect(failures).not.toEqual([]);
      if (expected === 'invalid')
        expect(codes(probed).some((code) => /mismatch|missing/.test(code))).toBe(true);
    },
  );

  test('of a file over 128 MiB are unchecked', async () => {
    const path = join(folder, 'large.jpg');
    const signed = await signPicture(await readFile(rocket), {
      signer: await makeSigner('authority'),
      source: generated,
    });
    await writeFile(path, signed);
    await truncate(path, 129 * 1024 * 1024);
    const size = 129 * 1024 * 1024;
    const probed = await probeFile(path, { filename: 'large.jpg', mime: octets, size });
    expect(verdict(probed)).toBe('unchecked');
    expect(probed.c2pa).toMatchObject({ signedBy: null });
  });

  test('are absent from a file without any', async () => {
    const probed = await probe(await readFile(coffee));
    expect(probed.c2pa).toBeNull();
    expect(probed.probe).not.toHaveProperty('c2pa');
  });
});

describe('video, audio and fonts', () => {
  test('a one-gigabyte video has its length, size and codecs, from the header at its end', async () => {
    const matrix = Buffer.concat([u32(0, 0x10000, 0), u32(0xffff0000, 0, 0), u32(0, 0, 0x40000000)]);
    const track = (handler: string, sizes: Buffer, entry: Buffer) =>
      box(
        'trak',
        box('tkhd', u32(0, 0, 0, 1, 0, 0, 0, 0, 0, 0), matrix, sizes),
        box(
          'mdia',
          box('hdlr', u32(0, 0), handler, u32(0, 0, 0)),
          box('minf', box('stbl', box('stsd', u32(0, 1), entry))),
        ),
      );
    const moov = box(
      'moov',
      box('mvhd', u32(0, 0, 0, 1000, 12_345), Buffer.alloc(80)),
      track('vide', u32(1920 << 16, 1080 << 16), box('avc1', Buffer.alloc(78))),
      track('soun', u32(0, 0), box('mp4a', Buffer.alloc(16), u16(2, 16, 0, 0), u32(48_000 * 65_536))),
    );
    const path = join(folder, 'film.mp4');
    const gigabyte = 2 ** 30;
    await writeFile(
      path,
      Buffer.concat([box('ftyp', 'isom', u32(0), 'isommp42'), u32(gigabyte), Buffer.from('mdat')]),
    );
    await truncate(path, 24 + gigabyte);
    await writeFile(path, moov, { flag: 'a' });
    const video = await probeFile(path, {
      filename: 'film.mp4',
      mime: 'video/mp4',
      size: 24 + gigabyte + moov.length,
    });
    // Rotated by the matrix: phones record sideways.
    expect(video).toMatchObject({ mime: 'video/mp4', width: 1080, height: 1920, metadata: {}, c2pa: null });
    expect(video.probe).toEqual({
      durationSeconds: 12.345,
      videoCodec: 'avc1',
      audioCodec: 'mp4a',
      channels: 2,
      sampleRate: 48_000,
      tracks: 2,
    });
  });

  test('a WebM has its length, size and codec', async () => {
    const element = (id: string, data: Buffer) =>
      Buffer.concat([
        Buffer.from(id, 'hex'),
        changed(Buffer.alloc(4), (copy) => copy.writeUInt32BE(0x10000000 | data.length)),
        data,
      ]);
    const duration = changed(Buffer.alloc(8), (copy) => copy.writeDoubleBE(2500));
    const video = element('e0', Buffer.concat([element('b0', u16(640)), element('ba', u16(360))]));
    const track = element(
      'ae',
      Buffer.concat([element('83', Buffer.from([1])), element('86', Buffer.from('V_VP9')), video]),
    );
    const webm = Buffer.concat([
      element('1a45dfa3', element('4282', Buffer.from('webm'))),
      element(
        '18538067',
        Buffer.concat([
          element('1549a966', Buffer.concat([element('2ad7b1', u32(1_000_000)), element('4489', duration)])),
          element('1654ae6b', track),
        ]),
      ),
    ]);
    expect(await probe(webm)).toMatchObject({
      mime: 'video/webm',
      width: 640,
      height: 360,
      probe: { durationSeconds: 2.5, videoCodec: 'V_VP9' },
    });
  });

  test('a WAV has its length and format', async () => {
    const wav = Buffer.alloc(44 + 88_200);
    wav.write('RIFF', 0);
    wav.writeUInt32LE(wav.length - 8, 4);
    wav.write('WAVEfmt ', 8);
    wav.writeUInt32LE(16, 16);
    wav.writeUInt16LE(1, 20);
    wav.writeUInt16LE(1, 22);
    wav.writeUInt32LE(44_100, 24);
    wav.writeUInt32LE(88_200, 28);
    wav.writeUInt16LE(16, 34);
    wav.write('data', 36);
    wav.writeUInt32LE(88_200, 40);
    expect((await probe(wav)).probe).toEqual({
      durationSeconds: 1,
      audioCodec: 'pcm',
      channels: 1,
      sampleRate: 44_100,
      bitsPerSample: 16,
    });
  });

  test('an MP3 has the length computed from its bit rate', async () => {
    const mp3 = changed(Buffer.alloc(160_000), (copy) => {
      // 128 kbit/s, 44.1 kHz, stereo: 417 bytes a frame.
      for (let at = 0; at + 417 <= copy.length; at += 417) copy.writeUInt32BE(0xfffb9000, at);
    });
    expect(await probe(mp3)).toMatchObject({
      mime: 'audio/mpeg',
      probe: { durationSeconds: 10, audioCodec: 'mp3', channels: 2, sampleRate: 44_100 },
    });
  });

  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const names = ['Harbour Sans', 'Bold'].map(utf16) as [Buffer, Buffer];
  const tables: Record<string, Buffer> = {
    'OS/2': Buffer.concat([u16(4, 500, 700), Buffer.alloc(72)]),
    head: Buffer.concat([Buffer.alloc(18), u16(2048), Buffer.alloc(34)]),
    maxp: Buffer.concat([u32(0x00010000), u16(312)]),
    name: Buffer.concat([
      u16(0, 2, 30),
      u16(3, 1, 0x409, 1, names[0].length, 0),
      u16(3, 1, 0x409, 2, names[1].length, names[0].length),
      ...names,
    ]),
  };
  const fontFacts = { family: 'Harbour Sans', style: 'Bold', weight: 700, glyphs: 312, unitsPerEm: 2048 };

  test('a font has its names, plain or compressed', async () => {
    const entries = Object.entries(tables);
    let offset = 12 + entries.length * 16;
    const directory = entries.map(([tag, table]) => {
      const row = Buffer.concat([Buffer.from(tag), u32(0, offset, table.length)]);
      offset += table.length;
      return row;
    });
    const bare = Buffer.concat([
      u32(0x00010000),
      u16(entries.length, 0, 0, 0),
      ...directory,
      ...Object.values(tables),
    ]);
    expect(await probe(bare)).toMatchObject({ mime: 'font/ttf', probe: fontFacts });

    const packed = entries.map(([, table]) => deflateSync(table));
    let at = 44 + entries.length * 20;
    const rows = entries.map(([tag, table], index) => {
      const isSmaller = (packed[index]?.length ?? 0) < table.length;
      const stored = isSmaller ? (packed[index] ?? table) : table;
      const row = Buffer.concat([Buffer.from(tag), u32(at, stored.length, table.length, 0)]);
      at += stored.length;
      return { row, stored };
    });
    const woff = Buffer.concat([
      Buffer.from('wOFF'),
      u32(0x00010000, at),
      u16(entries.length, 0),
      Buffer.alloc(28),
      ...rows.map(({ row }) => row),
      ...rows.map(({ stored }) => stored),
    ]);
    expect(await probe(woff)).toMatchObject({ mime: 'font/woff', probe: fontFacts });

    const knownTag: Record<string, number> = { head: 1, maxp: 4, name: 5, 'OS/2': 6 };
    const stream = brotliCompressSync(Buffer.concat(Object.values(tables)));
    const woff2 = Buffer.concat([
      Buffer.from('wOF2'),
      u32(0x00010000, 0),
      u16(entries.length, 0),
      u32(0, stream.length),
      Buffer.alloc(24),
      ...entries.map(([tag, table]) => Buffer.from([knownTag[tag] ?? 63, table.length])),
      stream,
    ]);
    expect(await probe(woff2)).toMatchObject({ mime: 'font/woff2', probe: fontFacts });
  });

  test('a font with a wrong header is kept without names', async () => {
    const lying = Buffer.concat([Buffer.from('wOF2'), u32(0x00010000, 0), u16(9, 0), Buffer.alloc(40, 255)]);
    expect(await probe(lying)).toMatchObject({ mime: 'font/woff2', probe: {} });
  });
});
