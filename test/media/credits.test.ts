// Pictures of documents, videos and sounds say whose they are, as those of pictures do: by XMP, or else by the tags of the file.
// cspell:ignore ilst TCOP WCOP IART ICOP
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { readCredits } from '../../src/assets/metadata/embedded-metadata.ts';
import { creditsPacket, noCredits, type Credits } from '../../src/lib/metadata-writer/credits.ts';
import { makeFolder } from '../setup/children.ts';
import { startFiling } from './filing.ts';
import { halves, mp3, pdf, wav } from './files.ts';

const { file, rendition } = await startFiling();
const folder = await makeFolder();
afterAll(() => folder.remove());

const credits: Credits = {
  creators: ['Ada Agency', 'Bo & Co'],
  copyright: '© 2026 <Ada>',
  credit: 'Ada/Wire',
  usageTerms: 'Editorial use only',
  webStatement: 'https://ada.example/terms',
  licensor: { name: 'Ada Licensing', url: 'https://ada.example/buy' },
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  aiSystem: 'Imagine 4',
  dataMining: 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED',
};
const packet = creditsPacket(credits) ?? '';
const other = creditsPacket({ ...noCredits, copyright: 'Of a picture inside' }) ?? '';

/** As programs that write PDFs do: the packet says what it's about. */
const ofDocument = (xmp: string): string =>
  xmp.replace(
    '</rdf:RDF>',
    '<rdf:Description xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>Test</pdf:Producer></rdf:Description>$&',
  );

const stream = (number: number, xmp: string): string =>
  `${number} 0 obj<</Type/Metadata/Subtype/XML/Length ${Buffer.byteLength(xmp)}>>stream\n${xmp}\nendstream endobj\n`;

function pdfWith(...packets: string[]): Buffer {
  const plain = pdf([
    { width: 300, height: 200, color: '1 0 0' },
    { width: 200, height: 300, color: '0 0 1' },
  ]);
  const at = plain.indexOf('trailer');
  const streams = packets.map((xmp, index) => stream(50 + index, xmp)).join('');
  return Buffer.concat([plain.subarray(0, at), Buffer.from(streams), plain.subarray(at)]);
}

/** What a program that knows nothing of Marque finds in a rendition. */
async function creditsOf(id: string, transform: string): Promise<Credits | null> {
  const { status, bytes, headers } = await rendition(id, transform);
  expect(status).toBe(200);
  const read = {
    path: 'rendition',
    size: bytes.length,
    read: (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
  return readCredits(read, headers.get('content-type') ?? '', (await sharp(bytes).metadata()).xmp);
}

describe('a page of a PDF', () => {
  it('says whose the document is, each page in each format', async () => {
    const { id } = await file(pdfWith(ofDocument(packet)), 'a.pdf');
    for (const transform of ['w_160', 'page_2,w_80,f_webp', 'w_160,f_avif', 'w_160,f_jpeg'])
      expect(await creditsOf(id, transform)).toEqual(credits);
  });

  it('says what the document says, and not what a picture inside does', async () => {
    const { id } = await file(pdfWith(other, ofDocument(packet), other), 'b.pdf');
    expect(await creditsOf(id, 'w_160')).toEqual(credits);
    const { id: silent } = await file(pdfWith(other), 'c.pdf');
    expect(await creditsOf(silent, 'w_160')).toEqual(noCredits);
  });

  it('says what was written last', async () => {
    const before = ofDocument(creditsPacket({ ...noCredits, copyright: 'Before' }) ?? '');
    const { id } = await file(pdfWith(before, ofDocument(packet)), 'd.pdf');
    expect(await creditsOf(id, 'w_160')).toEqual(credits);
  });

  it.each([
    ['without an end', ofDocument(packet).slice(0, -30)],
    ['broken', ofDocument(packet).replace('</rdf:RDF>', '</rdf:R')],
    ['enormous', ofDocument(packet).replace('Editorial use only', 'x'.repeat(1_200_000))],
    ['of nothing but beginnings', '<?xpacket begin'.repeat(20_000)],
  ])('is drawn all the same if its metadata is %s', async (name, xmp) => {
    const { id } = await file(pdfWith(xmp), `${name}.pdf`);
    expect((await rendition(id, 'w_160')).status).toBe(200);
  });
});

describe('the poster of a video', () => {
  const tags = ['-metadata', 'artist=Ada Agency', '-metadata', 'copyright=© Ada'];
  const said = { ...noCredits, creators: ['Ada Agency'], copyright: '© Ada' };

  async function video(name: string, ...more: string[]): Promise<Buffer> {
    const made = path.join(folder.path, name);
    const input = ['-f', 'lavfi', '-i', 'color=red:size=160x90:rate=10:duration=1'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-pix_fmt', 'yuv420p', ...more, made]);
    return readFile(made);
  }

  let mp4: Buffer;
  beforeAll(async () => {
    mp4 = await video('plain.mp4', '-c:v', 'mpeg4', ...tags);
  });

  it.each([
    ['mp4', ['-c:v', 'mpeg4']],
    ['mov', ['-c:v', 'mpeg4']],
    ['avi', ['-c:v', 'mpeg4']],
    ['mkv', ['-c:v', 'mpeg4']],
    ['webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
  ])('says whose the video is by the tags of %s', async (ending, codec) => {
    const { id } = await file(await video(`tags.${ending}`, ...codec, ...tags), `tags.${ending}`);
    expect(await creditsOf(id, 'w_80')).toEqual(said);
  });

  it('says what XMP says where there are both', async () => {
    const box = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('uuid'),
      Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
      Buffer.from(packet),
    ]);
    box.writeUInt32BE(box.length, 0);
    const { id } = await file(Buffer.concat([mp4, box]), 'xmp.mp4');
    expect(await creditsOf(id, 'w_80,f_webp')).toEqual(credits);
  });

  it('is there all the same if the boxes of the tags lie about their lengths', async () => {
    const at = mp4.indexOf(Buffer.from('ilst'));
    expect(at).toBeGreaterThan(0);
    const lying = Buffer.from(mp4);
    lying.writeUInt32BE(0xffffffff, at + 4);
    const { id } = await file(lying, 'lying.mp4');
    expect((await rendition(id, 'w_80')).status).toBe(200);
  });
});

describe('the picture of a sound', () => {
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([3]), Buffer.from(value)]);

  it('says whose the sound is by its ID3 tag: its cover, and in each encoding', async () => {
    const cover = await halves(200, 200);
    const utf16 = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from('© Bo', 'utf16le')]);
    const terms = Buffer.concat([Buffer.from('\x03eng'), Buffer.from('Editorial')]);
    const tagged = mp3(cover, {
      TPE1: text('Ada Agency'),
      TCOP: utf16,
      USER: terms,
      WCOP: Buffer.from('https://ada.example/terms'),
    });
    const { id } = await file(tagged, 'cover.mp3');
    expect(await creditsOf(id, 'w_100,f_webp')).toEqual({
      ...noCredits,
      creators: ['Ada Agency'],
      copyright: '© Bo',
      usageTerms: 'Editorial',
      webStatement: 'https://ada.example/terms',
    });
  });

  it('says what XMP says where there are both', async () => {
    const tagged = mp3(await halves(200, 200), {
      TCOP: text('Before'),
      PRIV: Buffer.concat([Buffer.from('XMP\0'), Buffer.from(packet)]),
    });
    const { id } = await file(tagged, 'xmp.mp3');
    expect(await creditsOf(id, 'w_100')).toEqual(credits);
  });

  it('says whose the sound is by the list of a WAV: its waveform', async () => {
    const samples = Array.from({ length: 8000 }, (_, at) => Math.sin(at / 20));
    const item = (name: string, value: string): Buffer => {
      const bytes = Buffer.from(`${value}\0${value.length % 2 === 0 ? '\0' : ''}`);
      const head = Buffer.from(`${name}____`);
      head.writeUInt32LE(bytes.length, 4);
      return Buffer.concat([head, bytes]);
    };
    const items = Buffer.concat([Buffer.from('INFO'), item('IART', 'Ada'), item('ICOP', 'Bo 2026')]);
    const head = Buffer.from('LIST____');
    head.writeUInt32LE(items.length, 4);
    const bytes = Buffer.concat([wav({ samples }), head, items]);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    const { id } = await file(bytes, 'list.wav');
    expect(await creditsOf(id, 'w_100')).toEqual({ ...noCredits, creators: ['Ada'], copyright: 'Bo 2026' });
  });

  it('says nothing if the file says nothing, or breaks off within its tag', async () => {
    const plain = mp3(await halves(200, 200));
    const { id } = await file(plain, 'plain.mp3');
    expect((await sharp((await rendition(id, 'w_100')).bytes).metadata()).xmp).toBeUndefined();
    const lying = mp3(await halves(200, 200), { TPE1: text('Ada') });
    // A frame that claims to be longer than the tag.
    lying.writeUInt32BE(0x7fffffff, 14);
    const { id: broken } = await file(lying, 'lying.mp3');
    expect([200, 415]).toContain((await rendition(broken, 'w_100')).status);
  });
});
