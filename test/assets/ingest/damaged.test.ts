// Stored bytes that are missing, truncated or changed: no caller takes them for the file, and the log says
// which they are.
import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { blobKey } from '../../../src/core/storage/contract.ts';
import { collectErrors } from '../../setup/log.ts';
import { startService } from '../../setup/service.ts';
import { fileBytes, makePicture } from '../library.ts';

const marque = await startService();
const writer = await marque.makeKey(await marque.makePlace(), 'write');
const logged = collectErrors(marque.service);
beforeEach(() => {
  logged.length = 0;
});
afterAll(() => marque.close());

interface Asset {
  id: string;
  sha256: string;
}

/** Files under 128 KiB are read whole before the headers are sent; larger ones are streamed. */
const sizes = [
  ['a small file', 0],
  ['a large file', 3 * 1024 * 1024],
] as const;

/** A picture followed by this many bytes, which belong to the file but not to the picture. */
async function make(padding: number): Promise<Asset & { bytes: Buffer; file: string }> {
  const bytes = Buffer.concat([await makePicture(), Buffer.alloc(padding, 7)]);
  const asset = (await fileBytes(marque, writer, bytes)).body.data as Asset;
  return { ...asset, bytes, file: path.join(marque.dataDir, blobKey(asset.sha256)) };
}

const content = ({ id }: Asset, headers: Record<string, string> = {}) =>
  marque.call('GET', `/api/v1/assets/${id}/content`, { as: writer, headers });

describe.each(sizes)('%s', (_, padding) => {
  it('is a 503 with a reference if its bytes are missing, and the log has the same reference with the key', async () => {
    const asset = await make(padding);
    await rm(asset.file);

    const answer = await content(asset);

    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatchObject({
      code: 'unavailable',
      detail: { reference: expect.any(String) },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(logged).toHaveLength(1);
    expect(logged[0]?.reference).toBe(answer.body.error.detail.reference);
    expect(String(logged[0]?.err)).toContain(blobKey(asset.sha256));
    // The storage path belongs only in the log.
    expect(answer.bytes.toString()).not.toContain('blobs/');
  });

  it('is a 503 if it is shorter than its record says, whole or in part, and nothing hangs', async () => {
    const asset = await make(padding);
    await truncate(asset.file, asset.bytes.length - 10);

    for (const range of [undefined, `bytes=${asset.bytes.length - 20}-`, 'bytes=0-3']) {
      const answer = await content(asset, range ? { range } : {});
      expect(answer.status).toBe(503);
    }
    expect(logged).toHaveLength(3);
  });

  it('is sent unchanged if nothing is wrong, every time', async () => {
    const asset = await make(padding);

    for (let time = 0; time < 3; time += 1)
      expect((await content(asset)).bytes.equals(asset.bytes)).toBe(true);
    const part = await content(asset, { range: 'bytes=5-9' });
    expect([part.status, part.bytes]).toEqual([206, asset.bytes.subarray(5, 10)]);
    expect(logged).toEqual([]);
  });
});

describe('bytes changed in place', () => {
  const changed = async (padding: number) => {
    const asset = await make(padding);
    // It was intact when it was sent before.
    expect((await content(asset)).status).toBe(200);
    const damaged = Buffer.from(asset.bytes);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    await writeFile(asset.file, damaged);
    return asset;
  };

  it('are a 503 in a small file', async () => {
    const asset = await changed(0);

    expect((await content(asset)).status).toBe(503);
    expect(String(logged[0]?.err)).toContain('SHA-256');
  });

  it('end the connection of a large file before it is complete', async () => {
    const asset = await changed(3 * 1024 * 1024);

    await expect(content(asset)).rejects.toThrow();
    expect(String(logged[0]?.err?.cause)).toContain('SHA-256');
    // The next call on another connection succeeds.
    expect((await marque.call('GET', '/api/health')).status).toBe(200);
  });

  it('end a zip that would contain them', async () => {
    const asset = await changed(0);

    await expect(
      marque.call('GET', `/api/v1/assets/download?id=${asset.id}`, { as: writer }),
    ).rejects.toThrow();
  });
});
