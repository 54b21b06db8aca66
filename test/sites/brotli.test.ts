// Brotli: a build's own `.br` files, or made for its text once it's live; sent to clients that take it, and removed with the build.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sweep } from '../../src/assets/lifecycle/sweep.ts';
import { verifyBlobs } from '../../src/assets/lifecycle/verify-blobs.ts';
import { blobKey } from '../../src/core/storage/contract.ts';
import { compressDeployment, compressJob, compressLeftOver } from '../../src/sites/brotli.ts';
import { untilJobsAreDone } from '../setup/jobs.ts';
import { startService } from '../setup/service.ts';
import { getFromSite, makeSite, sendZip } from './site-calls.ts';
import { makeZip, site } from './zips.ts';

const marque = await startService();
const place = await marque.makePlace();
const as = await marque.makeKey(place, 'write');
afterAll(() => marque.close());

const get = (slug: string, at: string, headers: Record<string, string> = {}, method = 'GET') =>
  getFromSite(marque, slug, at, headers, method);
/** Deploys, and takes back what the job has done since: the tests do its work themselves. */
async function deploy(id: string, zip: Buffer): Promise<string> {
  const { body } = await sendZip(marque, as, id, zip);
  expect(body.data).toMatchObject({ state: 'live', error: null });
  const { db } = marque.service;
  await untilJobsAreDone(db);
  const deployment = body.data.id as string;
  await db.query('update marque.deployments set brotli_at = null, brotli_sha256 = null where id = $1', [
    deployment,
  ]);
  await db.query('update marque.deployment_files set br_at = null, br_size = null where deployment_id = $1', [
    deployment,
  ]);
  return deployment;
}
const makeOld = (ids: readonly string[]): Promise<unknown> =>
  marque.service.db.query(
    `update marque.deployments set created_at = now() - interval '1 hour' where id = any($1::uuid[])`,
    [ids],
  );
interface Row {
  brotli_sha256: string | null;
  is_done: boolean;
}
async function rowOf(id: string): Promise<Row | undefined> {
  const [row] = await marque.service.db.query<Row>(
    'select brotli_sha256, brotli_at is not null as is_done from marque.deployments where id = $1',
    [id],
  );
  return row;
}

const text = (lines: number, salt = ''): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, at) => `${salt}line ${at * 7919} of a text\n`).join(''));
const script = text(4000, 'js ');
const page = text(200, '<p>');
const program = text(3000, 'wasm ');
/** Not at the best quality: the server would make other bytes. */
const own = brotliCompressSync(program, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
const noise = randomBytes(40_000);

const both = { 'accept-encoding': 'gzip, deflate, br' };

describe('the files of a deployment', () => {
  let slug: string;
  let id: string;
  let deployment: string;
  beforeAll(async () => {
    ({ id, slug } = await makeSite(marque, as, { name: 'Small' }));
    deployment = await deploy(
      id,
      makeZip([
        { name: 'index.html', content: page },
        { name: 'app.js', content: script },
        { name: 'plain.css', content: script, stored: true },
        { name: 'program.wasm', content: program },
        { name: 'program.wasm.br', content: own, stored: true },
        { name: 'wrong.txt', content: page },
        { name: 'wrong.txt.br', content: brotliCompressSync(script) },
        { name: 'broken.txt', content: script },
        { name: 'broken.txt.br', content: noise },
        { name: 'noise.txt', content: noise },
        { name: 'picture.bin', content: program },
        { name: 'tiny.txt', content: 'a few words' },
        { name: '404.html', content: page },
      ]),
    );
  });

  it('are sent as gzip until the Brotli is made, and as Brotli from then on', async () => {
    const before = await get(slug, '/app.js', both);
    expect(before.headers['content-encoding']).toBe('gzip');
    await compressDeployment(marque.service, deployment);
    const after = await get(slug, '/app.js', both);
    expect(after.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(after.bytes.length),
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(after.bytes).equals(script)).toBe(true);
    expect(after.bytes.length).toBeLessThan(before.bytes.length);
    expect(gunzipSync(before.bytes).equals(script)).toBe(true);
    const plain = await get(slug, '/app.js');
    expect(new Set([before, after, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it.each([
    ['/', page],
    ['/plain.css', script],
    ['/wrong.txt', page],
    ['/broken.txt', script],
    ['/program.wasm', program],
  ])('are what was deployed: %s', async (at, content) => {
    const { headers, bytes } = await get(slug, at, both);
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(bytes).equals(content)).toBe(true);
  });

  it("are sent as the build's own Brotli, if it holds the file", async () => {
    expect((await get(slug, '/program.wasm', both)).bytes.equals(own)).toBe(true);
    const served = await get(slug, '/program.wasm.br', both);
    expect([served.status, served.headers['content-encoding'], served.bytes.equals(own)]).toEqual([
      200,
      undefined,
      true,
    ]);
  });

  it('stay as they are where that is smaller, or where they are no text', async () => {
    for (const at of ['/picture.bin', '/tiny.txt'])
      expect([at, (await get(slug, at, both)).headers['content-encoding']]).toEqual([at, 'gzip']);
    expect((await get(slug, '/noise.txt', both)).headers['content-encoding']).toBe('gzip');
  });

  it('are sent in another way to clients that want it so', async () => {
    const encoding = async (accepted: string): Promise<unknown> =>
      (await get(slug, '/app.js', { 'accept-encoding': accepted })).headers['content-encoding'];
    expect(await encoding('br')).toBe('br');
    expect(await encoding('gzip')).toBe('gzip');
    expect(await encoding('br;q=0, gzip')).toBe('gzip');
    expect(await encoding('identity')).toBeUndefined();
    const part = await get(slug, '/app.js', { ...both, range: 'bytes=4-9' });
    expect([
      part.status,
      part.headers['content-encoding'],
      part.bytes.equals(script.subarray(4, 10)),
    ]).toEqual([206, undefined, true]);
    const head = await get(slug, '/app.js', both, 'HEAD');
    expect([head.headers['content-encoding'], head.bytes.length]).toEqual(['br', 0]);
    const { etag = '' } = head.headers;
    expect((await get(slug, '/app.js', { ...both, 'if-none-match': etag })).status).toBe(304);
    const miss = await get(slug, '/nowhere', both);
    expect([miss.status, miss.headers['content-encoding']]).toEqual([404, 'br']);
    expect(brotliDecompressSync(miss.bytes).equals(page)).toBe(true);
  });

  it('are compressed once, and verified with the rest', async () => {
    const once = await rowOf(deployment);
    expect(once).toEqual({ brotli_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), is_done: true });
    await compressDeployment(marque.service, deployment);
    expect(await rowOf(deployment)).toEqual(once);
    const { db, storage } = marque.service;
    const hash = once?.brotli_sha256 ?? '';
    await storage.remove(blobKey(hash));
    const { bad } = await verifyBlobs(db, storage, { from: null });
    expect(bad.map(({ sha256 }) => sha256)).toEqual([hash]);
  });
});

it('a deployment without text has no Brotli, and is not looked at again', async () => {
  const { id } = await makeSite(marque, as, { name: 'Tiny' });
  const deployment = await deploy(id, site());
  await compressDeployment(marque.service, deployment);
  expect(await rowOf(deployment)).toEqual({ brotli_sha256: null, is_done: true });
});

it('deployments from before are compressed if they are live', async () => {
  const { id, slug } = await makeSite(marque, as, { name: 'From before' });
  const first = await deploy(id, site({ 'a.txt': text(100, 'first ') }));
  const second = await deploy(id, site({ 'a.txt': text(100, 'second ') }));
  await compressLeftOver(marque.service);
  expect((await rowOf(second))?.is_done).toBe(false);
  await makeOld([first, second]);
  await compressLeftOver(marque.service);
  expect([await rowOf(first), await rowOf(second)].map((row) => row?.is_done)).toEqual([false, true]);
  expect((await get(slug, '/a.txt', both)).headers['content-encoding']).toBe('br');
});

it('a deployment that was replaced is compressed only once it is restored', async () => {
  const { id } = await makeSite(marque, as, { name: 'Replaced' });
  const first = await deploy(id, site({ 'a.txt': text(100, 'first ') }));
  const second = await deploy(id, site({ 'a.txt': text(100, 'second ') }));
  await makeOld([first, second]);
  for (const deployment of [first, second]) await compressDeployment(marque.service, deployment);
  expect([await rowOf(first), await rowOf(second)].map((row) => row?.is_done)).toEqual([false, true]);
  await marque.call('POST', `/api/v1/sites/${id}/deployments/${first}/restore`, { as });
  await compressLeftOver(marque.service);
  expect((await rowOf(first))?.is_done).toBe(true);
});

it('a deployment whose own job waits or runs is left to it', async () => {
  const { db } = marque.service;
  const { id } = await makeSite(marque, as, { name: 'Waiting' });
  const deployment = await deploy(id, site({ 'a.txt': text(100, 'waiting ') }));
  await makeOld([deployment]);
  const [job] = await db.query<{ id: string }>(
    `insert into marque_jobs.job (name, data, start_after) values ($1, $2, now() + interval '1 hour') returning id`,
    [compressJob, { id: deployment }],
  );
  await compressLeftOver(marque.service);
  expect((await rowOf(deployment))?.is_done).toBe(false);
  await db.query('delete from marque_jobs.job where name = $1 and id = $2', [compressJob, job?.id]);
  await compressLeftOver(marque.service);
  expect((await rowOf(deployment))?.is_done).toBe(true);
});

it('a file that is stored as more than it may be read at once is left as it is', async () => {
  const { db } = marque.service;
  const { id, slug } = await makeSite(marque, as, { name: 'Blown up' });
  const deployment = await deploy(
    id,
    makeZip([
      { name: 'index.html', content: page },
      { name: 'a.txt', content: script },
      { name: 'program.wasm', content: program },
      { name: 'program.wasm.br', content: own, stored: true },
    ]),
  );
  await db.query(
    `update marque.deployment_files set packed = 40 * 1024 * 1024 where deployment_id = $1 and path in ('a.txt', 'program.wasm.br')`,
    [deployment],
  );
  await compressDeployment(marque.service, deployment);
  const files = await db.query(
    'select path, br_size is not null as made from marque.deployment_files where deployment_id = $1 order by path',
    [deployment],
  );
  expect(files).toEqual([
    { path: 'a.txt', made: false },
    { path: 'index.html', made: true },
    { path: 'program.wasm', made: false },
    { path: 'program.wasm.br', made: false },
  ]);
  expect((await get(slug, '/', both)).headers['content-encoding']).toBe('br');
});

it('two processes that compress a deployment at once leave one blob, and nothing staged', async () => {
  const { db, storage } = marque.service;
  const { id, slug } = await makeSite(marque, as, { name: 'Twice' });
  const deployment = await deploy(id, site({ 'a.txt': text(100, 'twice ') }));
  const keep = storage.keep.bind(storage);
  const staged: string[] = [];
  storage.keep = async (one) => {
    staged.push(one.key);
    // Both have staged theirs before either keeps it.
    while (staged.length < 2) await new Promise(setImmediate);
    await keep(one);
  };
  try {
    await Promise.all([1, 2].map(() => compressDeployment(marque.service, deployment)));
  } finally {
    storage.keep = keep;
  }
  expect(new Set(staged).size).toBe(2);
  expect(await Promise.all(staged.map((key) => storage.stat(key)))).toEqual([null, null]);
  const hash = (await rowOf(deployment))?.brotli_sha256 ?? '';
  await sweep(marque.service, { now: new Date(Date.now() + 40 * 24 * 3600_000) });
  expect(await db.query('select 1 from marque.unneeded_files where key = $1', [hash])).toEqual([]);
  expect((await get(slug, '/a.txt', both)).headers['content-encoding']).toBe('br');
  expect(await storage.stat(blobKey(hash))).not.toBeNull();
});

it('the Brotli of a deployment is removed with it', async () => {
  const { id } = await makeSite(marque, as, { name: 'Removed' });
  const deployment = await deploy(id, site({ 'a.txt': text(100, 'removed ') }));
  await compressDeployment(marque.service, deployment);
  const hash = (await rowOf(deployment))?.brotli_sha256 ?? '';
  const isThere = (): Promise<boolean> =>
    stat(path.join(marque.dataDir, blobKey(hash))).then(
      () => true,
      () => false,
    );
  const later = { now: new Date(Date.now() + 40 * 24 * 3600_000) };
  await sweep(marque.service, later);
  expect(await isThere()).toBe(true);
  const admin = await marque.makeKey(place, 'admin');
  await marque.call('DELETE', `/api/v1/sites/${id}`, { as: admin });
  await sweep(marque.service, later);
  expect(await isThere()).toBe(false);
});

it('what could not be kept is made again, and leaves nothing staged', async () => {
  const { id } = await makeSite(marque, as, { name: 'Not kept' });
  const deployment = await deploy(id, site({ 'a.txt': text(100, 'kept ') }));
  const { storage } = marque.service;
  const keep = storage.keep.bind(storage);
  let key = '';
  storage.keep = (staged) => {
    key = staged.key;
    return Promise.reject(new Error('the storage is away'));
  };
  try {
    await expect(compressDeployment(marque.service, deployment)).rejects.toThrow('the storage is away');
  } finally {
    storage.keep = keep;
  }
  expect([key === '', await storage.stat(key)]).toEqual([false, null]);
  await compressDeployment(marque.service, deployment);
  expect((await rowOf(deployment))?.is_done).toBe(true);
});

it('a deployment that is deleted meanwhile leaves nothing behind', async () => {
  const { id } = await makeSite(marque, as, { name: 'Gone meanwhile' });
  const deployment = await deploy(id, site({ 'a.txt': text(100, 'meanwhile ') }));
  const { storage, db } = marque.service;
  const keep = storage.keep.bind(storage);
  let hash = '';
  storage.keep = async (staged) => {
    await keep(staged);
    hash = staged.sha256;
    await db.query('delete from marque.deployments where id = $1', [deployment]);
  };
  try {
    await compressDeployment(marque.service, deployment);
  } finally {
    storage.keep = keep;
  }
  expect(hash).not.toBe('');
  const [listed] = await db.query('select 1 from marque.unneeded_files where key = $1', [hash]);
  expect(listed).toBeDefined();
});
