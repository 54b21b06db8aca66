// Metadata embedded in uploaded files, and whether Content Credentials can be trusted.
import { readdirSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { probeFile, type Probed } from '../../../src/assets/metadata/probe.ts';
import { makeSigner, signPicture, type Signer } from '../delivery/signed-picture.ts';
import { rocket, coffee, octets, folder, probe, changed, u16, u32, box } from './probing.ts';

afterAll(() => rm(folder, { recursive: true }));

/** A JPEG with a segment inserted after its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, payload: Buffer): Buffer {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, payload, jpeg.subarray(2)]);
}

function xmpPacket(content: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

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

  const examples = join(import.meta.dirname, '../../fixtures/c2pa');
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
