// Posters, frames and clips of videos, with the ffmpeg of this machine.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { until } from '../setup/children.ts';
import { drawPreviews } from '../../src/assets/previews/draw-previews.ts';
import { renditionsPrefix } from '../../src/core/storage/contract.ts';
import { makeFolder } from '../setup/children.ts';
import { startFiling } from './filing.ts';

const { marque, asEditor: as, reader, stranger, file, preview, rendition } = await startFiling();
const folder = await makeFolder();
afterAll(() => folder.remove());

/** Half a second of black, and then red; `more` are arguments of ffmpeg. */
async function video(name: string, ...more: string[]): Promise<Buffer> {
  const file = path.join(folder.path, name);
  const source = (color: string, seconds: number) => `color=${color}:size=160x90:rate=10:duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', source('black', 0.5), '-f', 'lavfi', '-i', source('red', 9.5)];
  const joined = ['-filter_complex', '[0:v][1:v]concat=n=2:v=1[v]', '-map', '[v]', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...joined, ...more, file]);
  return readFile(file);
}

let mp4: Buffer;
beforeAll(async () => {
  mp4 = await video('a.mp4', '-c:v', 'libx264', '-preset', 'ultrafast', '-movflags', '+faststart');
});

describe('a poster', () => {
  it.each(['mp4', 'webm', 'mov', 'avi', 'mkv'])(
    'is a picture from a tenth into a video: %s',
    async (ending) => {
      const codec = ending === 'webm' ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : ['-c:v', 'mpeg4'];
      const { id, mime } = await file(
        ending === 'mp4' ? mp4 : await video(`b.${ending}`, ...codec),
        `b.${ending}`,
      );
      expect(mime).toMatch(/^video\//);
      const { status, bytes, headers } = await rendition(id, 'w_80');
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([80, 45]);
      expect(data[0]).toBeGreaterThan(200);
      expect(data[1]).toBeLessThan(60);
      expect(await preview(id)).toMatchObject({ state: 'ready', pages: null });
    },
  );

  it('comes with the duration', async () => {
    const { id } = await file(
      Buffer.concat([mp4, Buffer.from([0, 0, 0, 8]), Buffer.from('free')]),
      'long.mp4',
    );
    const { duration } = await preview(id);
    expect(duration).toBeCloseTo(10, 0);
  });

  it.each([
    ['cut off', () => mp4.subarray(0, mp4.length / 3)],
    ['of nothing', () => Buffer.concat([mp4.subarray(0, 32), Buffer.alloc(5000, 1)])],
  ])('isn’t made of a video that is damaged, which says so: %s', async (name, make) => {
    const { id } = await file(make(), `${name}.mp4`);
    const { status, body } = await rendition(id, 'w_80');
    // The beginning of a video that can still be played has a picture.
    expect([200, 415]).toContain(status);
    if (status === 415) expect(body.error.message).toContain('no picture that ffmpeg can decode');
    expect((await marque.call('GET', '/api/health')).body.failing).toEqual([]);
  });

  it('never shows other files or addresses', async () => {
    const secret = path.join(folder.path, 'secret.mp4');
    await writeFile(secret, mp4);
    const lists = [`#EXTM3U\n#EXTINF:9,\nfile://${secret}\n`, `ffconcat version 1.0\nfile '${secret}'\n`];
    for (const [at, list] of lists.entries()) {
      const { id } = await file(Buffer.from(list), `list-${at}.mp4`);
      expect((await rendition(id, 'w_80')).status).toBe(415);
    }
  });
});

describe('the pieces of a video', () => {
  /** As those ask again who are told to come back in a moment. */
  const piece = async (id: string, name: string, who = reader) => {
    const ask = () => marque.call('GET', `/api/v1/assets/${id}/preview/${name}`, { as: who });
    let answer = await ask();
    for (let tries = 0; answer.status === 503 && tries < 10; tries += 1) answer = await ask();
    return answer;
  };
  /** Another file each time, that plays the same. */
  const another = (n: number) =>
    Buffer.concat([mp4, Buffer.from([0, 0, 0, 9]), Buffer.from('free'), Buffer.from([n])]);

  it('are a strip of ten frames, and a clip without sound that is in its preview once it’s made', async () => {
    const { id } = await file(another(1), 'pieces.mp4');
    expect(await preview(id)).toMatchObject({ state: 'pending', clip: null });
    await drawPreviews(marque.service);
    const { state, clip } = await preview(id);
    expect([state, clip]).toEqual(['ready', expect.stringContaining(`/api/v1/assets/${id}/preview/clip`)]);

    const strip = await piece(id, 'strip');
    expect([strip.status, strip.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { data, info } = await sharp(strip.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1600, 90]);
    const redAt = (frame: number) => data[(45 * info.width + frame * 160 + 80) * 3] ?? 0;
    expect(redAt(0)).toBeLessThan(60);
    expect(redAt(1)).toBeGreaterThan(180);
    expect(redAt(9)).toBeGreaterThan(180);

    const answer = await piece(id, 'clip');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/webm']);
    const film = path.join(folder.path, 'clip.webm');
    await writeFile(film, answer.bytes);
    const entries = 'stream=codec_type,width,height:packet=pts_time';
    const said = JSON.parse(
      execFileSync(
        'ffprobe',
        ['-v', 'error', '-of', 'json', '-show_packets', '-show_entries', entries, film],
        {
          encoding: 'utf8',
        },
      ),
    ) as { streams: unknown[]; packets: { pts_time: string }[] };
    expect(said.streams).toEqual([{ codec_type: 'video', width: 160, height: 90 }]);
    expect(Number(said.packets.at(-1)?.pts_time)).toBeGreaterThan(5.5);
    expect(Number(said.packets.at(-1)?.pts_time)).toBeLessThan(6.1);
    const part = await marque.call('GET', `/api/v1/assets/${id}/preview/clip`, {
      as: reader,
      headers: { range: 'bytes=0-3' },
    });
    expect([part.status, part.bytes.toString('hex')]).toEqual([206, '1a45dfa3']);
    const etag = answer.headers.get('etag') ?? '';
    const again = await marque.call('GET', `/api/v1/assets/${id}/preview/clip`, {
      as: reader,
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);

    // Removed by retention, they are made again for whoever asks.
    const [row] = await marque.service.db.query<{ sha256: string }>(
      'select sha256 from payload.assets where id = $1',
      [id],
    );
    await marque.service.storage.removeAll(renditionsPrefix(row?.sha256 ?? ''));
    expect((await piece(id, 'strip')).status).toBe(200);
  });

  it('are made for whoever asks before the job, and only for readers of the asset', async () => {
    const { id } = await file(another(2), 'early.mp4');
    expect((await piece(id, 'strip')).status).toBe(200);
    expect((await marque.call('GET', `/api/v1/assets/${id}/preview/strip`)).status).toBe(401);
    expect((await piece(id, 'strip', stranger)).status).toBe(404);
    expect((await piece('not-an-id', 'strip')).status).toBe(404);
    expect((await piece(id, 'poster')).status).toBe(404);
    await marque.call('DELETE', `/api/v1/assets/${id}`, { as });
    expect((await piece(id, 'clip')).status).toBe(404);
  });

  it('come with the duration where no header says it', async () => {
    const { id } = await file(await video('c.avi', '-c:v', 'mpeg4', '-q:v', '9'), 'c.avi');
    // The job may be drawing it already, and then it isn't drawn twice.
    await drawPreviews(marque.service);
    await until(async () => (await preview(id)).clip !== null);
    const { duration, clip } = await preview(id);
    expect(duration).toBeCloseTo(10, 0);
    expect(clip).not.toBeNull();
  });

  it('aren’t made of a video without pictures, which says so', async () => {
    const { id } = await file(Buffer.concat([mp4.subarray(0, 32), Buffer.alloc(5000, 2)]), 'none.mp4');
    const { status, body } = await piece(id, 'clip');
    expect([status, body.error.code]).toEqual([415, 'unsupported']);
    expect((await marque.call('GET', '/api/health')).body.failing).toEqual([]);
  });
});

describe('the version of a video that browsers play', () => {
  const ask = (id: string, who: typeof reader | null = reader, headers: Record<string, string> = {}) =>
    marque.call('GET', `/api/v1/assets/${id}/preview/web`, { as: who, headers });
  const patiently = async (id: string) => {
    let answer = await ask(id);
    for (let tries = 0; answer.status === 503 && tries < 10; tries += 1) answer = await ask(id);
    return answer;
  };
  /** A second with sound, as wide and high as that. */
  const sized = async (name: string, size: string): Promise<Buffer> => {
    const made = path.join(folder.path, name);
    const inputs = [
      '-f',
      'lavfi',
      '-i',
      `color=red:size=${size}:rate=10:duration=1`,
      '-f',
      'lavfi',
      '-i',
      'sine=duration=1',
    ];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-c:v', 'mpeg4', '-pix_fmt', 'yuv420p', made]);
    return readFile(made);
  };

  it.each([
    ['lying.mkv', '1920x1080', 1280, 720],
    ['standing.avi', '1080x1920', 720, 1280],
    ['small.mov', '160x90', 160, 90],
  ])('is made once somebody asks for it, in 720p at most: %s', async (name, size, width, height) => {
    const { id } = await file(await sized(name, size), name);
    const { status, headers, bytes } = await patiently(id);
    expect([status, headers.get('content-type')]).toEqual([200, 'video/webm']);
    const film = path.join(folder.path, 'web.webm');
    await writeFile(film, bytes);
    const entries = 'stream=codec_name,width,height';
    const said = JSON.parse(
      execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_entries', entries, film], {
        encoding: 'utf8',
      }),
    ) as { streams: object[] };
    expect(said.streams).toEqual([{ codec_name: 'vp9', width, height }, { codec_name: 'opus' }]);
    const part = await ask(id, reader, { range: 'bytes=0-3' });
    expect([part.status, part.bytes.toString('hex')]).toEqual([206, '1a45dfa3']);
    const known = await ask(id, reader, { 'if-none-match': headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });

  it('is for readers of the asset, of videos, and only of those that have a picture', async () => {
    const { id } = await file(await sized('secret.mp4', '160x90'), 'secret.mp4');
    expect((await ask(id, null)).status).toBe(401);
    expect((await ask(id, stranger)).status).toBe(404);
    const text = await file(Buffer.from('words'), 'a.txt', 'text/plain');
    expect((await ask(text.id)).status).toBe(415);
    const none = await file(Buffer.concat([mp4.subarray(0, 32), Buffer.alloc(5000, 3)]), 'nothing.mp4');
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await patiently(none.id);
      expect([status, body.error.code]).toEqual([415, 'unsupported']);
    }
    await marque.call('DELETE', `/api/v1/assets/${id}`, { as });
    expect((await ask(id)).status).toBe(404);
    expect((await marque.call('GET', '/api/health')).body.failing).toEqual([]);
  });
});
