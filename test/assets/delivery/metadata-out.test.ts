// Current metadata in downloads, as exiftool reads it back; every pixel unchanged, and everything that must
// not be touched untouched.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset, makePicture } from '../library.ts';
import { makeSigner, signPicture } from './signed-picture.ts';
import { exiftoolPath, run, folder, taggedBy, fields } from '../metadata/metadata-writing.ts';

const { marque, asEditor: as } = await startWithWorkspace();

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

const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

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

  it("drops what was cleared, and keeps a license that Marque doesn't know", async () => {
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
