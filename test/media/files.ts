// Small files of the kinds whose pictures come from a decoder: made here, so that what is in them is known.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import yazl from 'yazl';

const fixtures = path.join(import.meta.dirname, '../fixtures/media');

export const fixture = (name: string): Promise<Buffer> => readFile(path.join(fixtures, name));

/** A HEIC that claims 144 megapixels, in the box that says its size. */
export async function hugeHeic(): Promise<Buffer> {
  const bytes = Buffer.from(await fixture('two-colors.heic'));
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(12_000, at + 8);
    bytes.writeUInt32BE(12_000, at + 12);
  }
  return bytes;
}

const shorts = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value, at * 2));
  return bytes;
};
const longs = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
};
const block = (bytes: Buffer): Buffer => Buffer.concat([longs(bytes.length), bytes]);

/** A JPEG of a color on the left half and another on the right. */
export async function halves(width: number, height: number, left = '#f00', right = '#00f'): Promise<Buffer> {
  const half = Math.floor(width / 2);
  const input = await sharp({ create: { width: half, height, channels: 3, background: right } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: left } })
    .composite([{ input, left: width - half, top: 0 }])
    .jpeg({ chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Pages of these sizes in points, each filled with a color, as `1 0 0`. */
export function pdf(pages: readonly { width: number; height: number; color: string }[]): Buffer {
  const kids = pages.map((_, at) => `${at * 2 + 3} 0 R`).join(' ');
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
    ...pages.flatMap(({ width, height, color }, at) => {
      const drawn = `${color} rg 0 0 ${width} ${height} re f`;
      return [
        `${at * 2 + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${at * 2 + 4} 0 R>>endobj`,
        `${at * 2 + 4} 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`,
      ];
    }),
  ];
  return Buffer.from(`%PDF-1.4\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF\n`, 'latin1');
}

/** A page that draws a drawing ten times, which draws another ten times, and so on: more than anyone waits for. */
export function endlessPdf(about: string): Buffer {
  const levels = 12;
  const form = (at: number): string => {
    const drawn = at === levels ? '0 0 9 9 re f' : '/N Do '.repeat(10);
    const next = at === levels ? '' : `/Resources<</XObject<</N ${at + 5} 0 R>>>>`;
    return `${at + 4} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 300 200]${next}/Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`;
  };
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</XObject<</N 5 0 R>>>>/Contents 4 0 R>>endobj',
    '4 0 obj<</Length 6>>stream\n/N Do \nendstream endobj',
    ...Array.from({ length: levels }, (_, at) => form(at + 1)),
  ];
  return Buffer.from(
    `%PDF-1.4\n% ${about}\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  );
}

const channelsOf = { 1: 1, 3: 3, 4: 4, 7: 3, 9: 3 } as const;

interface Psd {
  width: number;
  height: number;
  /** 1 grey, 3 RGB, 4 CMYK (inverted), 7 multichannel, 9 Lab. */
  mode: 1 | 3 | 4 | 7 | 9;
  depth?: 8 | 16;
  /** The value of each channel, 0 to 255, in every pixel. */
  pixel: readonly number[];
  layers?: readonly string[];
  isPacked?: boolean;
  isLarge?: boolean;
}

/** A file of one color, as Photoshop saves it. */
export function psd({ width, height, mode, depth = 8, pixel, layers = [], isPacked, isLarge }: Psd): Buffer {
  const rowBytes = (width * depth) / 8;
  const long = (value: number): Buffer => (isLarge ? longs(0, value) : longs(value));
  const records = layers.map((name) => {
    const unicode = Buffer.concat([longs(name.length), Buffer.from(name, 'utf16le').swap16()]);
    const extra = Buffer.concat([
      longs(0),
      longs(0),
      Buffer.from([1, 65, 0, 0]),
      Buffer.from('8BIMluni'),
      block(unicode),
    ]);
    return Buffer.concat([
      longs(0, 0, 0, 0),
      shorts(0),
      Buffer.from('8BIMnorm'),
      Buffer.from([255, 0, 0, 0]),
      block(extra),
    ]);
  });
  const info = Buffer.concat([shorts(layers.length), ...records]);
  const section = layers.length === 0 ? Buffer.alloc(0) : Buffer.concat([long(info.length), info, longs(0)]);
  const values = pixel.slice(0, channelsOf[mode]);
  const packed = (value: number): Buffer => {
    const runs = [];
    for (let left = rowBytes; left > 0; left -= Math.min(left, 128))
      runs.push(257 - Math.min(left, 128), value);
    return Buffer.from(runs.map((byte) => byte & 0xff));
  };
  const rows = values.flatMap((value) =>
    Array.from({ length: height }, () => (isPacked ? packed(value) : Buffer.alloc(rowBytes, value))),
  );
  const lengths = isPacked ? rows.map(({ length }) => (isLarge ? longs(length) : shorts(length))) : [];
  return Buffer.concat([
    Buffer.from('8BPS'),
    shorts(isLarge ? 2 : 1, 0, 0, 0, values.length),
    longs(height, width),
    shorts(depth, mode),
    longs(0, 0),
    long(section.length),
    section,
    shorts(isPacked ? 1 : 0),
    ...lengths,
    ...rows,
  ]);
}

/** How the files of each maker begin, and how many entries their first directory has, which tells some of them apart. */
const makers = {
  canon: { head: 'II*\0', after: 'CR\x02\0\0\0\0\0', entries: 4 },
  olympus: { head: 'IIRO', after: '', entries: 24 },
  panasonic: { head: 'IIU\0', after: '\x88\xe7\x74\xd8\0\0\0\0\0\0\0\0\0\0\0\0', entries: 4 },
} as const;

interface Raw {
  maker?: keyof typeof makers;
  orientation?: number;
}

/** A TIFF with a JPEG inside, as cameras write them: little-endian, with an orientation. */
export function raw(jpeg: Buffer, { maker = 'canon', orientation = 1 }: Raw = {}): Buffer {
  const { head, after, entries: count } = makers[maker];
  const jpegAt = 400;
  const bytes = Buffer.alloc(jpegAt);
  bytes.write(head, 0, 'latin1');
  const directory = 8 + after.length;
  bytes.writeUInt32LE(directory, 4);
  bytes.write(after, 8, 'latin1');
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [0x0112, 3, 1, orientation],
    [0x0201, 4, 1, jpegAt],
    [0x0202, 4, 1, jpeg.length],
  ];
  bytes.writeUInt16LE(count, directory);
  entries.forEach(([tag, type, number, value], at) => {
    const start = directory + 2 + at * 12;
    bytes.writeUInt16LE(tag, start);
    bytes.writeUInt16LE(type, start + 2);
    bytes.writeUInt32LE(number, start + 4);
    bytes.writeUInt32LE(value, start + 8);
  });
  return Buffer.concat([bytes, jpeg]);
}

/** Frames of an MP3 with an ID3 tag that holds a cover, after these frames of the tag: what is in them. */
export function mp3(cover: Buffer | null, others: Readonly<Record<string, Buffer>> = {}): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  const sound = Buffer.concat(Array.from({ length: 10 }, () => frame));
  const picture = cover && Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), cover]);
  const frames = Object.entries({ ...others, ...(picture && { APIC: picture }) });
  if (frames.length === 0) return sound;
  const tag = Buffer.concat(
    frames.flatMap(([name, content]) => [Buffer.from(name), longs(content.length), shorts(0), content]),
  );
  const size = tag.length;
  const synchsafe = Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), synchsafe, tag, sound]);
}

interface Wav {
  /** From -1 to 1, one after the other. */
  samples: readonly number[];
  bits?: 8 | 16 | 24;
  /** 1: as they are. */
  format?: number;
}

/** A sound of one channel, 8,000 samples a second. */
export function wav({ samples, bits = 16, format = 1 }: Wav): Buffer {
  const bytes = bits / 8;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length * bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  [16, format + 0x10000, 8000, 8000 * bytes].forEach((value, at) => head.writeUInt32LE(value, 16 + at * 4));
  head.writeUInt16LE(bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length * bytes, 40);
  const data = Buffer.alloc(samples.length * bytes);
  samples.forEach((sample, at) => {
    const value = Math.round(sample * (2 ** (bits - 1) - 1));
    if (bits === 8) data.writeUInt8(value + 128, at);
    else data.writeIntLE(value, at * bytes, bytes);
  });
  return Buffer.concat([head, data]);
}

/** A zip with these files. */
export async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const made = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files))
    made.addBuffer(Buffer.from(content), name, { compress: name !== 'mimetype' });
  made.end();
  const chunks: Buffer[] = [];
  for await (const chunk of made.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const wordTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

export const docx = (thumbnail: Buffer | null): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': wordTypes,
    'word/document.xml': '<w:document/>',
    ...(thumbnail ? { 'docProps/thumbnail.jpeg': thumbnail } : {}),
  });

export const odt = (thumbnail: Buffer): Promise<Buffer> =>
  zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'Thumbnails/thumbnail.png': thumbnail });
