// How the HTTP transport sends files: small ones whole, large ones streamed, and never a partial answer for a
// missing one.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { blobKey } from '../../../src/core/storage/contract.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';

const { marque, writer: editor } = await startWithWorkspace();
afterAll(() => marque.close());

/** A picture of noise: as PNG it has about three bytes per pixel. */
async function send(side: number): Promise<{ id: string; sha256: string; bytes: Buffer }> {
  const bytes = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'noise.png', { type: 'image/png' }));
  const filed = await marque.call('POST', '/api/v1/assets', { as: editor, body: form });
  return { id: filed.body.data.id, sha256: filed.body.data.sha256, bytes };
}

describe.each([
  ['that is sent whole', 60],
  ['that is streamed', 500],
])('a file %s', (_, side) => {
  it('arrives as it was uploaded, whole and in parts', async () => {
    const { id, bytes } = await send(side);

    const whole = await marque.call('GET', `/a/${id}`);
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    expect(whole.bytes.equals(bytes)).toBe(true);

    const part = await marque.call('GET', `/a/${id}`, { headers: { range: 'bytes=100-4099' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(100, 4100))).toBe(true);

    const head = await marque.call('HEAD', `/a/${id}`);
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(head.bytes).toHaveLength(0);
  });

  it('is a 503 while its bytes are missing, and not half an answer', async () => {
    const { id, sha256 } = await send(side + 1);
    await rm(path.join(marque.dataDir, blobKey(sha256)));

    const answer = await marque.call('GET', `/a/${id}`);

    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('unavailable');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
