// What the headers of video, audio and font files say.
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { probeFile } from '../../../src/assets/metadata/probe.ts';
import { folder, probe, changed, u16, u32, box } from './probing.ts';

afterAll(() => rm(folder, { recursive: true }));

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
