// A server without ffmpeg and LibreOffice: everything else works, and it says what is missing.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { closeDecoders } from '../../src/lib/decoders/pool.ts';
import { fileBytes } from '../assets/library.ts';
import { makeFolder } from '../setup/children.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { mp3, wav } from './files.ts';

const {
  marque,
  asEditor: as,
  reader,
} = await startWithWorkspace({
  FFMPEG_PATH: 'none',
  LIBREOFFICE_PATH: 'none',
  CHROMIUM_PATH: 'none',
});
afterAll(async () => {
  await marque.close();
  closeDecoders();
});

it('says so in its health, and for what', async () => {
  const { status, body } = await marque.call('GET', '/api/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    missing: ['chromium', 'ffmpeg'],
    programs: [
      { name: 'chromium', found: false },
      { name: 'ffmpeg', found: false, use: expect.stringContaining('videos') },
      { name: 'libreoffice', found: false },
    ],
  });
});

it('has no previews of videos, and says why', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom\0\0\0\0isommp42'),
    Buffer.alloc(99),
  ]);
  const { body } = await fileBytes(marque, as, bytes, { filename: 'a.mp4', mime: 'video/mp4' });
  const { id } = body.data as { id: string };
  const preview = await marque.call('GET', `/api/v1/assets/${id}/preview`, { as: reader });
  expect(preview.body.data).toMatchObject({
    state: 'unavailable',
    reason: expect.stringContaining('ffmpeg'),
  });
  expect((await marque.call('GET', `/api/v1/assets/${id}/content/w_80`, { as: reader })).status).toBe(415);
  expect((await marque.call('GET', `/api/v1/assets/${id}/preview/clip`, { as: reader })).status).toBe(415);
  expect((await fileBytes(marque, as, await readFile('fixtures/rocket.jpg'))).status).toBe(201);
});

it('draws the waveform of a WAV, and says what that of an MP3 needs', async () => {
  const samples = Array.from({ length: 8000 }, (_, at) => (at % 8 < 4 ? 0.5 : -0.5));
  const sound = await fileBytes(marque, as, wav({ samples }), { filename: 'a.wav', mime: 'audio/wav' });
  const { id } = sound.body.data as { id: string };
  expect((await marque.call('GET', `/api/v1/assets/${id}/content/w_80`, { as: reader })).status).toBe(200);
  const drawn = await marque.call('GET', `/api/v1/assets/${id}/preview`, { as: reader });
  expect(drawn.body.data).toMatchObject({ state: 'ready', peaks: expect.arrayContaining([0.5]) });

  const packed = await fileBytes(marque, as, mp3(null), { filename: 'a.mp3', mime: 'audio/mpeg' });
  const other = (packed.body.data as { id: string }).id;
  expect((await marque.call('GET', `/api/v1/assets/${other}/content/w_80`, { as: reader })).status).toBe(415);
  const none = await marque.call('GET', `/api/v1/assets/${other}/preview`, { as: reader });
  expect(none.body.data).toMatchObject({
    state: 'unavailable',
    reason:
      "It has no cover art that can be shown, and its waveform needs ffmpeg, which this server doesn't have.",
  });
});

it('draws the waveform of a FLAC', async () => {
  const samples = Array.from({ length: 8000 }, (_, at) => (at % 8 < 4 ? 0.5 : -0.5));
  const folder = await makeFolder();
  const [from, to] = [path.join(folder.path, 'from.wav'), path.join(folder.path, 'to.flac')];
  await writeFile(from, wav({ samples }));
  // By the machine of the test: the server knows of none.
  execFileSync('ffmpeg', ['-v', 'error', '-i', from, to]);
  const { body } = await fileBytes(marque, as, await readFile(to), {
    filename: 'a.flac',
    mime: 'audio/flac',
  });
  await folder.remove();
  const { id } = body.data as { id: string };
  expect((await marque.call('GET', `/api/v1/assets/${id}/content/w_80`, { as: reader })).status).toBe(200);
  const drawn = await marque.call('GET', `/api/v1/assets/${id}/preview`, { as: reader });
  expect(drawn.body.data).toMatchObject({
    state: 'ready',
    duration: 1,
    peaks: expect.arrayContaining([0.5]),
  });

  const broken = Buffer.concat([(await readFile('fixtures/rocket.jpg')).subarray(0, 100)]);
  broken.write('fLaC', 0, 'latin1');
  const damaged = await fileBytes(marque, as, broken, { filename: 'b.flac', mime: 'audio/flac' });
  const other = (damaged.body.data as { id: string }).id;
  expect((await marque.call('GET', `/api/v1/assets/${other}/content/w_80`, { as: reader })).status).toBe(415);
});
