// A server without ffmpeg and LibreOffice: everything else works, and it says what is missing.
import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from '@jest/globals';
import { fileBytes } from '../assets/library.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const {
  marque,
  asEditor: as,
  reader,
} = await startWithWorkspace({
  FFMPEG_PATH: 'none',
  LIBREOFFICE_PATH: 'none',
  CHROMIUM_PATH: 'none',
});
afterAll(() => marque.close());

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
  expect((await fileBytes(marque, as, await readFile('fixtures/rocket.jpg'))).status).toBe(201);
});
