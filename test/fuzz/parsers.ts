// `npm run fuzz -- parsers`: every parser of untrusted input, with inputs doubled five times. Prints how the
// time grows, and fails if one takes over three times as long for twice the input.
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { growthOf, parser, repeated, steepest, type Parser } from './growth.ts';
import { requestParsers } from './request-parsers.ts';
import { zipOf } from './zip-of.ts';
import { assetsIn, htmlOf } from '../../src/brands/pages/prose.ts';
import { inspectPack } from '../../src/brands/git/object-sizes.ts';
import { picturesById } from '../../src/brands/git/pictures.ts';
import { readEmbedded } from '../../src/assets/metadata/embedded-metadata.ts';
import { trueType } from '../../src/assets/metadata/file-kind.ts';
import { withFile, type ReadableFile } from '../../src/lib/media-probe/file-parts.ts';
import { heifSize } from '../../src/lib/media-probe/heif-size.ts';
import { readMediaCredits } from '../../src/lib/media-probe/media-credits.ts';
import { readMediaHeaders } from '../../src/lib/media-probe/media-headers.ts';
import { writeIptc } from '../../src/lib/metadata-writer/iptc.ts';
import { writeXmp } from '../../src/lib/metadata-writer/xmp.ts';
import { checkSvg, svgText } from '../../src/lib/decoders/svg-bounds.mjs';
import { parseYaml } from '../../src/lib/decoders/yaml.mjs';
import { readDirectory } from '../../src/lib/safe-zip/zip-directory.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'marque-fuzz-'));
let count = 0;

const fileOf = async (bytes: Buffer | string): Promise<string> => {
  const name = path.join(folder, String((count += 1)));
  await writeFile(name, bytes);
  return name;
};

const ofFile = (
  name: string,
  bytes: (size: number) => Buffer | string,
  read: (file: ReadableFile) => Promise<unknown>,
  start = 16_000,
): Parser =>
  parser<string>({ name, start, input: (size) => fileOf(bytes(size)), read: (at) => withFile(at, read) });

const yaml = (name: string, text: (size: number) => string): Parser =>
  parser({ name: `yaml: ${name}`, start: 8000, input: text, read: parseYaml });

const markdown = (name: string, pattern: (at: number) => string): Parser =>
  parser({
    name: `markdown: ${name}`,
    // Doubled five times, this is about what a page may have in one section.
    start: 1600,
    input: (size) => repeated(size, pattern),
    read: (text) => [htmlOf(text, { page: () => null, asset: () => null }), assetsIn(text)],
  });

const svg = (name: string, text: (size: number) => string): Parser =>
  parser({
    name: `svg: ${name}`,
    start: 32_000,
    input: (size) => Buffer.from(text(size)),
    read: (bytes) => checkSvg(svgText(bytes)),
  });

// Big-endian numbers.
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, body: Buffer): Buffer =>
  Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
const nestedBoxes = (size: number): Buffer => {
  const depth = Math.floor(size / 8);
  return Buffer.concat(
    Array.from({ length: depth }, (_, at) => Buffer.concat([u32((depth - at) * 8), Buffer.from('moov')])),
  );
};
const video = (body: (size: number) => Buffer) => (size: number) =>
  Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isommp42')), body(size)]);

const jpegOf = (type: number, payload: Buffer): Buffer => {
  const head = Buffer.from([0xff, type, 0, 0]);
  head.writeUInt16BE(Math.min(65_535, payload.length + 2), 2);
  return Buffer.concat([head, payload.subarray(0, 65_533)]);
};
const jpeg = (segments: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from([0xff, 0xda, 0, 0])]);
const xmpPacket = (content: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const xmp = (name: string, content: (size: number) => string, start = 8000): Parser[] => [
  parser({
    name: `xmp, read: ${name}`,
    start,
    input: async (size) => ({
      at: await fileOf(Buffer.from('GIF89a')),
      packet: Buffer.from(xmpPacket(content(size))),
    }),
    read: ({ at, packet }) => withFile(at, (file) => readEmbedded(file, 'image/tiff', packet)),
  }),
  parser({
    name: `xmp, write: ${name}`,
    start,
    input: (size) => Buffer.from(xmpPacket(content(size))),
    read: (packet) => writeXmp(packet, { title: 'A title', keywords: ['one', 'two'] } as never),
  }),
];

const parsers: Parser[] = [
  yaml('keys', (size) => repeated(size, (at) => `key${at}: ${at}\n`)),
  yaml('keys in braces', (size) => `a: {${repeated(size, (at) => `k${at}: 1, `)}}`),
  yaml('the same key', (size) => repeated(size, () => 'a: 1\n')),
  yaml('entries', (size) => repeated(size, (at) => `- ${at}\n`)),
  yaml('references', (size) => `a: &a 1\nb: [${repeated(size, () => '*a, ')}]`),
  yaml('anchors', (size) => repeated(size, (at) => `- &a${at} x\n`)),
  yaml('open brackets', (size) => '['.repeat(size)),
  yaml('dashes', (size) => '- '.repeat(size / 2)),
  yaml('question marks', (size) => '? '.repeat(size / 2)),
  yaml('levels', (size) =>
    Array.from({ length: Math.sqrt(size) }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  ),
  yaml('folded text', (size) => `a: >\n${repeated(size, () => '  x\n\n')}`),
  yaml('quoted text', (size) => `a: "${repeated(size, () => '\\n\n ')}"`),
  yaml('comments', (size) => repeated(size, () => '# x\n')),
  yaml('blank lines', (size) => '\n'.repeat(size)),
  yaml('spaces', (size) => `a:${' '.repeat(size)}b`),
  yaml('documents', (size) => repeated(size, () => '---\n')),
  yaml('errors', (size) => repeated(size, () => 'a: b: c\n')),
  yaml('tabs', (size) => repeated(size, () => '\t- x\n')),

  markdown('brackets', () => '['),
  markdown('pictures', () => '!['),
  markdown('links', () => '[a]('),
  markdown('links closed', () => '[a](b)'),
  markdown('emphasis', () => '*a **a '),
  markdown('emphasis closed', () => '**a**_b_'),
  markdown('ticks', (at) => `${'`'.repeat(at % 50)} `),
  markdown('quotes', () => '> '),
  markdown('lists', (at) => `${' '.repeat(at % 20)}- a\n`),
  markdown('references', (at) => `[a${at}]: b\n[a${at}]\n`),
  markdown('tables', () => '|a|b\n|-|-\n'),
  markdown('columns', () => 'a|'),
  markdown('tags', () => '<a '),
  markdown('addresses', () => '<a:'),
  markdown('entities', () => '&amp;&'),
  markdown('backslashes', () => '\\'),
  markdown('rules', () => '- - -\n'),
  markdown('headings', () => 'a\n-\n'),
  parser({
    name: 'markdown: pictures by id',
    start: 32_000,
    input: (size) => repeated(size, () => '![](a '),
    read: (text) => picturesById(text, () => null),
  }),

  svg('elements', (size) => `<svg>${repeated(size, () => '<g/>')}</svg>`),
  svg('levels', (size) => `<svg>${'<g>'.repeat(Math.min(900, size / 10))}${repeated(size, () => '<a/>')}`),
  svg('attributes', (size) => `<svg ${repeated(size, (at) => `a${at}="b" `)}/>`),
  svg('an attribute', (size) => `<svg a="${repeated(size, () => 'url(#a) ')}"/>`),
  svg(
    'references',
    (size) => `<svg>${repeated(size, (at) => `<g id="a${at}"><use href="#a${at - 1}"/></g>`)}</svg>`,
  ),
  svg(
    'references round',
    (size) => `<svg>${repeated(size, (at) => `<g id="a${at}"><use href="#a${at + 1}"/></g>`)}</svg>`,
  ),
  svg('style', (size) => `<svg><style>${repeated(size, (at) => `.a{fill:url(#a${at})}`)}</style></svg>`),
  svg(
    'entities',
    (size) =>
      `<!DOCTYPE svg [${repeated(Math.min(size, 60_000), (at) => `<!ENTITY a${at} "b">`)}]><svg>${repeated(size, () => '&a0;')}</svg>`,
  ),
  svg('entities open', (size) => `<!DOCTYPE svg [${repeated(size, () => '<!ENTITY a b')}]><svg/>`),
  svg('comments', (size) => `<svg>${repeated(size, () => '<!-- -->')}</svg>`),
  svg('a comment', (size) => `<svg><!--${repeated(size, () => '- ')}`),

  ...xmp(
    'keywords',
    (size) =>
      `<dc:subject><rdf:Bag>${repeated(size, (at) => `<rdf:li>word${at}</rdf:li>`)}</rdf:Bag></dc:subject>`,
  ),
  ...xmp('properties', (size) => repeated(size, (at) => `<dc:p${at}>a</dc:p${at}>`)),
  ...xmp('levels', (size) => repeated(size, () => '<rdf:Description>')),
  ...xmp('tags open', (size) => repeated(size, () => '<a ')),
  ...xmp('attributes', (size) => `<rdf:Description ${repeated(size, (at) => `dc:a${at}="b" `)}/>`),
  ...xmp('comments', (size) => repeated(size, () => '<!--')),
  ...xmp('entities', (size) => `<dc:title>${repeated(size, () => '&amp;')}</dc:title>`),
  ...xmp('unknown prefixes', (size) => repeated(size, (at) => `<p${at}:x>a</p${at}:x>`)),
  ...xmp('unknown prefixes, open', (size) => repeated(size, (at) => `<p${at}:x `)),
  ...xmp('unknown prefixes, comments', (size) => `<p:x/>${repeated(size, () => '<!--')}`),
  ...xmp('namespaces', (size) => repeated(size, (at) => `<p:x xmlns:q${at}="a" xmlns:`)),
  ...xmp('ends of packets', (size) => `${repeated(size, () => '<?xpacket end="')}\n`, 2000),
  ...xmp(
    'ends of packets closed',
    (size) => `${'<?xpacket end="'.repeat(size / 40)}${'"?>'.repeat(size / 10)}\n`,
    500,
  ),
  ...xmp('white space', (size) => `<dc:title>${' '.repeat(size)}a</dc:title>`),

  ofFile(
    'jpeg: segments',
    (size) => jpeg(Array.from({ length: size / 8 }, () => jpegOf(0xe1, Buffer.from('Exif')))),
    (file) => readEmbedded(file, 'image/jpeg'),
    4000,
  ),
  ofFile(
    'jpeg: ends of XMP packets',
    (size) => {
      const ends = `${'<?xpacket end="'.repeat(size / 40)}${'"?>'.repeat(size / 10)}\n`;
      return jpeg([
        jpegOf(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id=""?>${ends}`)),
      ]);
    },
    (file) => readEmbedded(file, 'image/jpeg'),
    2000,
  ),
  ofFile(
    'jpeg: fill bytes',
    (size) => jpeg([Buffer.alloc(size, 0xff)]),
    (file) => readEmbedded(file, 'image/jpeg'),
    4000,
  ),
  ofFile(
    'jpeg: exif',
    (size) =>
      jpeg([
        jpegOf(
          0xe1,
          Buffer.concat([
            Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1'),
            Buffer.alloc(Math.min(size, 65_000), 1),
          ]),
        ),
      ]),
    (file) => readEmbedded(file, 'image/jpeg'),
    2000,
  ),
  parser({
    name: 'iptc: records',
    start: 8000,
    input: (size) =>
      Buffer.from(
        repeated(size, () => '8BIM\x04\x04\0\0\0\0\0\x08\x1c\x02\x19\0\x03abc'),
        'latin1',
      ),
    read: (bytes) => writeIptc(bytes, { keywords: ['one'] } as never),
  }),

  ofFile(
    'kind: text',
    (size) => 'a'.repeat(size),
    (file) => trueType(file, { filename: 'a.txt', mime: '', size: file.size } as never),
  ),
  ofFile(
    'kind: markup',
    (size) => repeated(size, () => '<!-- '),
    (file) => trueType(file, { filename: 'a.svg', mime: '', size: file.size } as never),
  ),
  ofFile(
    'film: boxes',
    video((size) => Buffer.concat(Array.from({ length: size / 8 }, () => box('free', Buffer.alloc(0))))),
    (file) => readMediaHeaders(file, 'video/mp4'),
    2000,
  ),
  ofFile('film: boxes in boxes', video(nestedBoxes), (file) => readMediaHeaders(file, 'video/mp4'), 2000),
  ofFile('heic: boxes in boxes', video(nestedBoxes), (file) => heifSize(file), 2000),
  ofFile(
    'webm: elements',
    (size) =>
      Buffer.concat([
        Buffer.from('1a45dfa380', 'hex'),
        Buffer.from('18538067ff', 'hex'),
        Buffer.alloc(size, 0xec),
      ]),
    (file) => readMediaHeaders(file, 'video/webm'),
    2000,
  ),
  ofFile(
    'sound: frames',
    (size) => Buffer.alloc(size, Buffer.from('fffb9000', 'hex')),
    (file) => readMediaHeaders(file, 'audio/mpeg'),
  ),
  ofFile(
    'sound: chunks',
    (size) =>
      Buffer.concat([
        Buffer.from('RIFF\xff\xff\xff\x7fWAVE', 'latin1'),
        Buffer.alloc(size, Buffer.from('junk\0\0\0\0', 'latin1')),
      ]),
    (file) => readMediaHeaders(file, 'audio/wav'),
    2000,
  ),
  ofFile(
    'credits: packets of a PDF',
    (size) => '<?xpacket begin'.repeat(size / 15),
    (file) => readMediaCredits(file, 'application/pdf'),
  ),
  ofFile('credits: boxes in boxes', video(nestedBoxes), (file) => readMediaCredits(file, 'video/mp4'), 2000),
  ofFile(
    'credits: frames of ID3',
    (size) =>
      Buffer.concat([
        Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7f', 'latin1'),
        Buffer.alloc(size, Buffer.from('COMM\0\0\0\0\0\0', 'latin1')),
      ]),
    (file) => readMediaCredits(file, 'audio/mpeg'),
  ),
  ofFile(
    'credits: comments of a FLAC',
    (size) => {
      const comments = Buffer.alloc(size, Buffer.from('\x03\0\0\0A=b', 'latin1'));
      comments.writeUInt32LE(0, 0);
      comments.writeUInt32LE(0xffff_ffff, 4);
      const head = u32(comments.length);
      head.writeUInt8(0x84, 0);
      return Buffer.concat([Buffer.from('fLaC'), head, comments]);
    },
    (file) => readMediaCredits(file, 'audio/flac'),
  ),
  ofFile(
    'font: tables',
    (size) =>
      Buffer.concat([
        Buffer.from('\0\x01\0\0\xff\xff\0\0\0\0\0\0', 'latin1'),
        Buffer.alloc(size, Buffer.from('name\0\0\0\0\0\0\0\x0c\0\0\xff\xff', 'latin1')),
      ]),
    (file) => readMediaHeaders(file, 'font/ttf'),
    4000,
  ),

  parser({
    name: 'zip: entries',
    start: 60_000,
    input: async (size) => fileOf(zipOf(size)),
    read: async (at: string) => {
      const handle = await open(at);
      try {
        return await readDirectory(handle, (await handle.stat()).size, 1_000_000);
      } finally {
        await handle.close();
      }
    },
  }),
  parser({
    name: 'git: objects',
    start: 4000,
    input: (size) => {
      const head = Buffer.alloc(12);
      head.write('PACK');
      head.writeUInt32BE(2, 4);
      head.writeUInt32BE(size / 10, 8);
      // Empty blobs: a byte of type and size, and eight bytes of empty deflate.
      return Buffer.concat([
        head,
        Buffer.alloc(size, Buffer.from('30789c0300000000 01'.replace(' ', ''), 'hex')),
        Buffer.alloc(20),
      ]);
    },
    read: (pack) => inspectPack(pack, { built: true }),
  }),

  ...requestParsers,
];

/** Prints the growth of each; false if one is quadratic. */
export async function run(only: string | undefined): Promise<boolean> {
  const failed: string[] = [];
  try {
    for (const one of parsers) {
      if (only !== undefined && !one.name.includes(only)) continue;
      const growth = await growthOf(one);
      let { worst } = growth;
      // Noise hits a different one each time; a quadratic parser is quadratic every time.
      for (let attempt = 0; attempt < 3 && worst > steepest; attempt += 1)
        worst = Math.min(worst, (await growthOf(one)).worst);
      const isSlow = worst > steepest;
      if (isSlow) failed.push(one.name);
      const times = growth.times.map((time) => time.toFixed(time < 10 ? 1 : 0)).join(' ');
      console.log(
        `${isSlow ? 'QUADRATIC' : 'ok       '} ${one.name.padEnd(32)} ×${worst.toFixed(1)}  ${times} ms`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(failed.length === 0 ? 'No parser is quadratic.' : `Quadratic: ${failed.join(', ')}`);
  return failed.length === 0;
}
