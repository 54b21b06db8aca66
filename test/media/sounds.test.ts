// Waveforms of sounds, with the ffmpeg of this machine and without.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { drawPreviews } from '../../src/assets/previews/draw-previews.ts';
import { hashPictures } from '../../src/assets/similar/hashes.ts';
import { makeFolder } from '../setup/children.ts';
import { halves, mp3, wav } from './files.ts';
import { startFiling, type Filed } from './filing.ts';

const { marque, reader, file, preview, rendition } = await startFiling();

/** As those ask again who are told to come back in a moment. */
async function patiently(id: string, transform: string) {
  let answer = await rendition(id, transform);
  for (let tries = 0; answer.status === 503 && tries < 10; tries += 1)
    answer = await rendition(id, transform);
  return answer;
}

describe('a waveform', () => {
  const half = 4000;
  /** Half a second as loud as this, and half a second of silence. */
  const beep = (loudness: number): number[] =>
    Array.from({ length: 2 * half }, (_, at) => (at < half ? (at % 8 < 4 ? loudness : -loudness) : 0));

  it.each([8, 16, 24] as const)('is drawn of a WAV of %s bits, which is its picture', async (bits) => {
    const { id } = await file(wav({ samples: beep(0.5), bits }), `${bits}.wav`);
    const { status, bytes } = await patiently(id, 'w_320,f_png,bg_ffffff');
    expect(status).toBe(200);
    const asset = (await marque.call('GET', `/api/v1/assets/${id}`, { as: reader })).body.data as Filed;
    expect([asset.width, asset.height]).toEqual([1280, 960]);
    const { data, info } = await sharp(bytes).toColorspace('b-w').raw().toBuffer({ resolveWithObject: true });
    const darkIn = (from: number, to: number): number =>
      data.filter((value, at) => value < 200 && at % info.width >= from && at % info.width < to).length;
    expect([info.width, info.height]).toEqual([320, 240]);
    // Silence is a line.
    expect(darkIn(0, 160)).toBeGreaterThan(10 * darkIn(160, 320));
    expect(darkIn(160, 320)).toBeGreaterThan(0);
    const { peaks, duration, state } = await preview(id);
    expect([state, duration]).toEqual(['ready', 1]);
    const levels = peaks as number[];
    expect(levels).toHaveLength(500);
    expect(Math.max(...levels)).toBeCloseTo(0.5, 1);
    expect(levels[10]).toBeCloseTo(0.5, 1);
    expect(levels.slice(260).every((level) => level < 0.01)).toBe(true);
  });

  it.each([
    ['an MP3', 'mp3', ['-c:a', 'libmp3lame']],
    ['an M4A', 'm4a', ['-c:a', 'aac']],
    ['an Ogg', 'ogg', ['-c:a', 'libvorbis']],
    ['a FLAC', 'flac', []],
    // Compressed, which needs ffmpeg too.
    ['a WAV of μ-law', 'wav', ['-c:a', 'pcm_mulaw']],
  ])('is drawn of %s', async (_, ending, codec) => {
    const folder = await makeFolder();
    const [from, to] = [path.join(folder.path, 'from.wav'), path.join(folder.path, `to.${ending}`)];
    await writeFile(from, wav({ samples: beep(0.8) }));
    execFileSync('ffmpeg', ['-v', 'error', '-i', from, ...codec, to]);
    const { id } = await file(await readFile(to), `beep.${ending}`);
    await folder.remove();
    expect((await patiently(id, 'w_320')).status).toBe(200);
    const { peaks, duration, state } = await preview(id);
    expect([state, Math.round(Number(duration))]).toEqual(['ready', 1]);
    const levels = peaks as number[];
    expect(levels.length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...levels)).toBeGreaterThan(0.6);
    const quiet = levels.slice(Math.ceil(levels.length * 0.7));
    expect(Math.max(...quiet)).toBeLessThan(0.1);
  });

  it('comes beside a cover, and instead of one that is no picture', async () => {
    const covered = await file(mp3(await halves(60, 60)), 'covered.mp3');
    expect(await preview(covered.id)).toMatchObject({ state: 'pending', peaks: null });
    await drawPreviews(marque.service);
    expect(await preview(covered.id)).toMatchObject({ state: 'ready', peaks: expect.any(Array) });
    expect((await sharp((await rendition(covered.id, 'f_png')).bytes).metadata()).width).toBe(60);
    const broken = await file(mp3(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'svg.mp3');
    expect((await patiently(broken.id, 'w_320')).status).toBe(200);
  });

  it('isn’t compared with others, and has no colors', async () => {
    const { id } = await file(wav({ samples: beep(0.9) }), 'alone.wav');
    await hashPictures(marque.service);
    const [row] = await marque.service.db.query<{ dhash: string | null; due: boolean }>(
      'select dhash, due_at is not null as due from marque.picture_hashes where asset_id = $1',
      [id],
    );
    expect(row).toEqual({ dhash: null, due: false });
  });

  it.each([
    ['a WAV cut off in its header', 'wav', () => wav({ samples: beep(0.7) }).subarray(0, 30)],
    ['a WAV without samples', 'wav', () => wav({ samples: [] })],
    ['a WAV of samples of no size', 'wav', () => wav({ samples: beep(0.7) }).fill(0, 32, 36)],
    [
      'an MP3 that is only a tag',
      'mp3',
      () => Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(5000, 1)]),
    ],
  ])('isn’t drawn of a sound that is damaged, which says why: %s', async (name, ending, make) => {
    const { id } = await file(make(), `${name}.${ending}`, ending === 'wav' ? 'audio/wav' : 'audio/mpeg');
    expect((await patiently(id, 'w_320')).status).toBe(415);
    expect(await preview(id)).toMatchObject({ state: 'unavailable', peaks: null });
    expect((await marque.call('GET', '/api/health')).body.failing).toEqual([]);
  });
});
