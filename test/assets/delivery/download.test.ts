// A selection as one zip over HTTP: every byte in it, unique names, and only for callers with access.
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { zipNames } from '../../../src/assets/delivery/download.ts';
import { appOf } from '../../../src/core/transports/payload.ts';
import { unpack } from '../../setup/unpack.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset, makePicture } from '../library.ts';

const { marque, place, asEditor: as, reader, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

const address = (ids: string[]): string => `/api/v1/assets/download?${ids.map((id) => `id=${id}`).join('&')}`;

describe('a zip of originals', () => {
  it('contains each file as uploaded, under a unique name', async () => {
    const pictures = [await makePicture(), await makePicture(), await makePicture()];
    const assets = [
      await makeAsset(marque, as, { filename: 'photo.png' }, pictures[0]),
      await makeAsset(marque, as, { filename: 'Photo.PNG' }, pictures[1]),
      await makeAsset(marque, as, { filename: 'grüße: a*b?.png', status: 'draft' }, pictures[2]),
    ];
    const ids = assets.map(({ id }) => id as string);
    const answer = await marque.call('GET', address([...ids, ids[0] ?? '']), { as: reader });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="assets-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    const files = await unpack(answer.bytes);
    expect([...files.keys()].sort()).toEqual(['Photo (2).PNG', 'grüße_ a_b_.png', 'photo.png']);
    expect(files.get('photo.png')?.equals(pictures[0] as Buffer)).toBe(true);
    expect(files.get('Photo (2).PNG')?.equals(pictures[1] as Buffer)).toBe(true);
    expect(files.get('grüße_ a_b_.png')?.equals(pictures[2] as Buffer)).toBe(true);
    const one = await marque.call('GET', address(ids.slice(0, 1)), { as: reader });
    expect((await unpack(one.bytes)).size).toBe(1);
  });

  it('is refused as a whole, before any byte, if one asset is deleted, hidden or in another workspace', async () => {
    const good = await makeAsset(marque, as);
    const hidden = await makeAsset(marque, as, { private: true });
    const theirs = await makeAsset(marque, stranger);
    const deleted = await makeAsset(marque, as);
    await marque.service.db.query('update assets set deleted_at = now() where id = $1', [deleted.id]);
    for (const bad of [hidden, theirs, deleted]) {
      const { status, headers, body } = await marque.call('GET', address([good.id, bad.id]), { as: reader });
      expect([status, headers.get('content-type'), body.error.detail.ids]).toEqual([
        404,
        'application/json',
        [bad.id],
      ]);
    }
    expect((await marque.call('GET', address([good.id, hidden.id]), { as })).status).toBe(200);
    expect((await marque.call('GET', address([deleted.id]), { as })).status).toBe(404);
    expect((await marque.call('GET', address([good.id]))).status).toBe(401);
    expect((await marque.call('GET', address([good.id]), { as: stranger })).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/assets/download', { as })).status).toBe(400);
    expect((await marque.call('GET', address(['nonsense']), { as })).status).toBe(400);
    const most = await marque.call('GET', address(Array.from({ length: 500 }, () => good.id as string)), {
      as,
    });
    expect(most.status).toBe(200);
    const many = await marque.call('GET', address(Array.from({ length: 501 }, () => good.id as string)), {
      as,
    });
    expect(many.status).toBe(400);
  });

  it('can include assets of another workspace that the person can read', async () => {
    const elsewhere = await marque.makePlace();
    const both = await marque.makeMember(place, 'read');
    await marque.grant(both.id, 'workspace', elsewhere.workspaceId, 'read', { place: elsewhere });
    const here = await makeAsset(marque, as);
    const there = await makeAsset(marque, await marque.makeKey(elsewhere, 'write'));
    const answer = await marque.call('GET', address([here.id, there.id]), { as: { cookie: both.cookie } });
    expect((await unpack(answer.bytes)).size).toBe(2);
    expect((await marque.call('GET', address([here.id, there.id]), { as })).status).toBe(404);
  });

  it('sends only headers to HEAD', async () => {
    const asset = await makeAsset(marque, as);
    const whole = await marque.call('GET', address([asset.id]), { as });
    const head = await marque.call('HEAD', address([asset.id]), { as: reader });
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(whole.bytes.length),
      0,
    ]);
  });

  it('streams large files with little memory, and closes them when the client disconnects', async () => {
    const sizes = 3;
    const bytes = Array.from({ length: sizes }, () => randomBytes(24 * 1024 * 1024));
    const ids: string[] = [];
    for (const [n, file] of bytes.entries())
      ids.push(
        (await makeAsset(marque, as, { filename: `big-${n}.bin`, mime: 'application/octet-stream' }, file))
          .id as string,
      );

    // The web transport, behind Payload's endpoint, read to the end: every byte arrives.
    const response = await appOf(marque.service).fetch(
      new Request(`${marque.url}${address(ids)}`, { headers: { authorization: `Bearer ${reader.key}` } }),
      {},
    );
    expect(response.status).toBe(200);
    const hash = createHash('sha256');
    let size = 0;
    let most = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      size += chunk.byteLength;
      most = Math.max(most, chunk.byteLength);
    }
    expect(String(size)).toBe(response.headers.get('content-length'));
    expect(most).toBeLessThanOrEqual(1024 * 1024);

    // The Node transport, aborted after the first bytes.
    const handlesBefore = openBlobs();
    await new Promise<void>((resolve, reject) => {
      const request = http.get(
        `${marque.url}${address(ids)}`,
        { headers: { authorization: `Bearer ${reader.key}` } },
        (incoming) => {
          incoming.once('data', () => {
            incoming.destroy();
            resolve();
          });
        },
      );
      request.once('error', reject);
    });
    await until(async () => (await openBlobs()) <= (await handlesBefore));
    expect((await marque.call('GET', '/api/v1/me', { as: reader })).status).toBe(200);
  });
});

/** How many of this service's blobs this process has open. */
async function openBlobs(): Promise<number> {
  const { readlink } = await import('node:fs/promises');
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(path.join(marque.dataDir, 'blobs'))).length;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe('the names in a zip', () => {
  it('are unique regardless of case, and valid on every system', () => {
    expect(zipNames(['a.jpg', 'A.JPG', 'a.jpg', 'a (2).jpg', '../x', 'b', 'B', '.env', 'c:d.txt'])).toEqual([
      'a.jpg',
      'A (2).JPG',
      'a (3).jpg',
      'a (2) (2).jpg',
      'x',
      'b',
      'B (2)',
      '.env',
      'c_d.txt',
    ]);
  });
});
