// What renditions keep of a picture's metadata, through HTTP: its credits in every format, and nothing that tells on somebody.
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { readCredits } from '../../../src/assets/metadata/embedded-metadata.ts';
import { creditsPacket, type Credits } from '../../../src/lib/metadata-writer/credits.ts';
import { startService } from '../../setup/service.ts';
import { anotherColor, makeAsset } from '../library.ts';

const marque = await startService();
afterAll(() => marque.close());
const place = await marque.makePlace();
const as = await marque.makeKey(place, 'write');
const chief = await marque.makeKey(place, 'admin');

const credits: Credits = {
  creators: ['Ada Agency', 'Bo & Co'],
  copyright: '© 2026 <Ada>',
  credit: 'Ada/Wire',
  usageTerms: 'Editorial use only',
  webStatement: 'https://ada.example/terms',
  licensor: { name: 'Ada Licensing', url: 'https://ada.example/buy?a=1&b=2' },
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
  aiSystem: 'Imagine 4',
  dataMining: 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED',
};

/** With what mustn't leave, beside the credits. */
const telling = `<Iptc4xmpExt:PersonInImage xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag><rdf:li>Grace Private</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage><aux:SerialNumber xmlns:aux="http://ns.adobe.com/exif/1.0/aux/">SN-4711</aux:SerialNumber>`;

const picture = (width = 400, height = 300): Sharp =>
  sharp({ create: { width, height, channels: 3, background: anotherColor() } });

const withTelling = (packet: string): string => packet.replace('</rdf:Description>', `${telling}$&`);

/** What a program that knows nothing of Marque finds. */
async function creditsIn(bytes: Buffer, mime: string): Promise<Credits | null> {
  const file = {
    path: 'rendition',
    size: bytes.length,
    read: (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
  return readCredits(file, mime, (await sharp(bytes).metadata()).xmp);
}

async function rendition(id: string, transform: string): Promise<Buffer> {
  const response = await fetch(`${marque.url}/a/${id}/${transform}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const publish = async (bytes: Buffer): Promise<string> =>
  (await makeAsset(marque, as, {}, bytes)).id as string;

describe('a rendition', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('as %s says whose picture it is', async (format) => {
    const packet = withTelling(creditsPacket(credits) ?? '');
    const bytes = await picture()
      .withXmp(packet)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const made = await rendition(await publish(bytes), `w_160,f_${format}`);
    expect(await creditsIn(made, `image/${format}`)).toEqual(credits);
    const { xmp, exif, iptc } = await sharp(made).metadata();
    expect([exif, iptc]).toEqual([undefined, undefined]);
    expect(xmp?.toString()).not.toMatch(/Grace|SN-4711/);
  });

  it('has the credits that only EXIF gives', async () => {
    const bytes = await picture()
      .withExif({ IFD0: { Artist: 'Eve Exif', Copyright: 'Eve, 2026', Model: 'Camera 1' } })
      .jpeg()
      .toBuffer();
    const made = await rendition(await publish(bytes), 'w_160,f_webp');
    expect(await creditsIn(made, 'image/webp')).toMatchObject({
      creators: ['Eve Exif'],
      copyright: 'Eve, 2026',
    });
    expect(made.includes('Camera 1')).toBe(false);
  });

  it('has everything that the file says where the workspace wants that, and no more once it doesn’t', async () => {
    const keep = async (metadata: string | null) => {
      const setting = '/api/v1/settings/renditions?context=workspace';
      return marque.call('PATCH', setting, { as: chief, body: { metadata } });
    };
    const bytes = await picture(400, 300)
      .withXmp(withTelling(creditsPacket(credits) ?? ''))
      .withExif({
        IFD0: { Model: 'Camera 1' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const id = await publish(bytes);
    await marque.call('PUT', `/api/v1/assets/${id}/usage`, { as, body: { mining: 'allowed' } });
    try {
      expect((await keep('some')).status).toBe(400);
      expect((await keep('all')).status).toBe(200);
      for (const format of ['jpeg', 'png', 'webp', 'avif']) {
        const made = await rendition(id, `w_150,f_${format}`);
        const { xmp, exif, orientation, width, height } = await sharp(made).metadata();
        // It stands upright, and nothing turns it again.
        expect([width, height, orientation ?? 1]).toEqual([150, 200, 1]);
        expect(exif?.toString('latin1')).toContain('Camera 1');
        expect(xmp?.toString()).toMatch(/Grace Private[^]*SN-4711/);
        // What its record says of mining counts more than what the file says.
        expect(await creditsIn(made, `image/${format}`)).toEqual({
          ...credits,
          dataMining: 'http://ns.useplus.org/ldf/vocab/DMI-ALLOWED',
        });
      }
      const broken = await picture().withXmp('<x:xmpmeta').jpeg().toBuffer();
      expect(await sharp(await rendition(await publish(broken), 'w_160,f_webp')).metadata()).toMatchObject({
        width: 160,
      });
    } finally {
      expect((await keep(null)).status).toBe(200);
    }
    const { xmp, exif } = await sharp(await rendition(id, 'w_150,f_jpeg')).metadata();
    expect(exif).toBeUndefined();
    expect(xmp?.toString()).not.toMatch(/Grace|SN-4711/);
  });

  it('of a picture that says nothing carries nothing', async () => {
    const made = await rendition(await publish(await picture().png().toBuffer()), 'w_160,f_webp');
    expect((await sharp(made).metadata()).xmp).toBeUndefined();
  });

  it('is a picture all the same if the metadata is broken, or enormous', async () => {
    const packet = creditsPacket(credits) ?? '';
    const broken = await picture().withXmp(packet.replace('</rdf:RDF>', '</rdf:R')).jpeg().toBuffer();
    const enormous = await picture()
      .withXmp(packet.replace('Editorial use only', 'x'.repeat(600_000)))
      .png()
      .toBuffer();
    for (const bytes of [broken, enormous]) {
      const made = await rendition(await publish(bytes), 'w_160,f_webp');
      expect(await sharp(made).metadata()).toMatchObject({ width: 160 });
    }
  });

  it('has long texts shortened', async () => {
    const long = { ...credits, usageTerms: 'terms '.repeat(5_000), creators: Array(50).fill('Somebody') };
    const bytes = await picture()
      .withXmp(creditsPacket(long) ?? '')
      .png()
      .toBuffer();
    const made = await rendition(await publish(bytes), 'w_160,f_webp');
    const kept = await creditsIn(made, 'image/webp');
    expect(kept?.usageTerms?.length).toBeLessThanOrEqual(1000);
    expect(kept?.creators).toHaveLength(10);
  });
});
