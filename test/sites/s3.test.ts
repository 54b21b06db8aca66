// Sites, portals and share links of a Marque with its bytes in a bucket: the same answers as from a disk, and
// nothing left behind.
import { createHash, randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { sweep } from '../../src/assets/lifecycle/sweep.ts';
import { sweepSites } from '../../src/sites/deployments.ts';
import { blobKey } from '../../src/core/storage/contract.ts';
import { makeAsset, makePicture } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { makeBrand } from '../brands/brand.ts';
import { untilJobsAreDone } from '../setup/jobs.ts';
import { startService } from '../setup/service.ts';
import { startS3Server } from '../core/storage/s3-server.ts';
import { getFromSite, makeSite, sendZip } from './site-calls.ts';
import { makeZip, site, type Entry } from './zips.ts';

const s3 = await startS3Server();
const marque = await startService({
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint,
  S3_ACCESS_KEY_ID: 'test',
  S3_SECRET_ACCESS_KEY: 'test-secret',
  S3_PREFIX: 'marque',
});
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
afterEach(() => {
  s3.refuse = undefined;
});
afterAll(async () => {
  await marque.close();
  await s3.close();
  for (const name of Object.keys(process.env))
    if (name.startsWith('S3_')) Reflect.deleteProperty(process.env, name);
});

const get = (slug: string, path: string, headers: Record<string, string> = {}) =>
  getFromSite(marque, slug, path, headers);
interface Deployed {
  id: string;
  state: string;
  error: string | null;
}

const deploy = async (id: string, zip: Buffer): Promise<Deployed> =>
  (await sendZip(marque, as, id, zip)).body.data as Deployed;

const held = (folder: string): string[] =>
  [...s3.objects.keys()].filter((key) => key.startsWith(`marque/${folder}/`));
const isHeld = (zip: Buffer): boolean =>
  s3.objects.has(`marque/${blobKey(createHash('sha256').update(zip).digest('hex'))}`);

it('the service serves a site from the bucket: whole, in ranges, compressed, and with 304', async () => {
  const { id, slug } = await makeSite(marque, as, { name: 'From a bucket' });
  // Small and large, compressed and not: each is read in another way.
  const large = Buffer.from(
    Array.from({ length: 120_000 }, (_, at) => `line ${at} ${(at * 7919) % 10_007}`).join('\n'),
  );
  const noise = randomBytes(700_000);
  const files: Entry[] = [
    { name: 'index.html', content: '<h1>From a bucket</h1>' },
    { name: 'large.txt', content: large },
    { name: 'noise.bin', content: noise, stored: true },
    { name: '404.html', content: '<h1>Lost</h1>' },
    { name: 'nothing.txt', content: '' },
  ];
  const deployed = await deploy(id, makeZip(files));
  expect(deployed).toMatchObject({ state: 'live', error: null });
  await untilJobsAreDone(marque.service.db);
  const small = await get(slug, '/large.txt', { 'accept-encoding': 'br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.bytes).equals(large)).toBe(true);
  expect(held('staged')).toEqual([]);

  const page = await get(slug, '/');
  expect([page.status, page.bytes.toString()]).toEqual([200, '<h1>From a bucket</h1>']);
  expect((await get(slug, '/', { 'if-none-match': page.headers.etag ?? '' })).status).toBe(304);
  expect((await get(slug, '/nothing.txt')).bytes.byteLength).toBe(0);
  const miss = await get(slug, '/not/there');
  expect([miss.status, miss.bytes.toString()]).toEqual([404, '<h1>Lost</h1>']);
  for (const [path, content] of [
    ['/large.txt', large],
    ['/noise.bin', noise],
  ] as const) {
    const whole = await get(slug, path);
    expect([whole.status, whole.bytes.equals(content)]).toEqual([200, true]);
    for (const [from, to] of [
      [0, 0],
      [content.length - 5, content.length - 1],
      [300_000, 400_000],
    ] as const) {
      const part = await get(slug, path, { range: `bytes=${from}-${to}` });
      expect([part.status, part.headers['content-range']]).toEqual([
        206,
        `bytes ${from}-${to}/${content.length}`,
      ]);
      expect(part.bytes.equals(content.subarray(from, to + 1))).toBe(true);
    }
    const gzip = await get(slug, path, { 'accept-encoding': 'gzip' });
    expect(
      (gzip.headers['content-encoding'] === 'gzip' ? gunzipSync(gzip.bytes) : gzip.bytes).equals(content),
    ).toBe(true);
  }
});

it("a site reports that it can't be read while the bucket is unavailable, and recovers with it", async () => {
  const { id, slug } = await makeSite(marque, as, { name: 'Away' });
  await deploy(
    id,
    makeZip([
      { name: 'index.html', content: 'here, in some words' },
      { name: 'noise.bin', content: randomBytes(600_000), stored: true },
    ]),
  );
  s3.refuse = ({ key }) => (key.includes('/blobs/') ? { status: 403, code: 'AccessDenied' } : undefined);
  for (const path of ['/', '/noise.bin'])
    for (const headers of [{}, { 'accept-encoding': 'gzip' }, { range: 'bytes=5-9' }] as Record<
      string,
      string
    >[])
      expect([path, headers, (await get(slug, path, headers)).status]).toEqual([path, headers, 503]);
  s3.refuse = undefined;
  expect((await get(slug, '/')).bytes.toString()).toBe('here, in some words');
});

it('restoring brings back the old build, and keeps only what is still served in the bucket', async () => {
  const { id, slug } = await makeSite(marque, as, { name: 'Restored' });
  const builds = ['one', 'two', 'three', 'four'].map((text) => site({ 'index.html': text }));
  const sent: Deployed[] = [];
  for (const zip of builds) sent.push(await deploy(id, zip));
  await marque.call('POST', `/api/v1/sites/${id}/deployments/${sent[0]?.id}/restore`, { as });
  expect((await get(slug, '/')).bytes.toString()).toBe('one');

  const broken = makeZip([{ name: 'index.html', content: 'broken', crc: 1 }]);
  expect(await deploy(id, broken)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('damaged'),
  });
  expect([isHeld(broken), held('staged')]).toEqual([false, []]);
  expect((await get(slug, '/')).bytes.toString()).toBe('one');

  const admin = await marque.makeKey(place, 'admin');
  const set = await marque.call('PATCH', '/api/v1/settings/sites?context=workspace', {
    as: admin,
    body: { keepDeployments: 1 },
  });
  expect(set.status).toBe(200);
  await sweepSites(marque.service);
  await sweep(marque.service, { now: new Date(Date.now() + 3600_000) });
  expect(builds.map(isHeld)).toEqual([true, false, false, true]);
  await marque.call('DELETE', `/api/v1/sites/${id}`, { as });
  await sweep(marque.service, { now: new Date(Date.now() + 3600_000) });
  expect(builds.map(isHeld)).toEqual([false, false, false, false]);
});

it('the service shows a portal’s files from the bucket, and accepts files through a link', async () => {
  const collection = await marque.makeCollection(place, { name: 'Press' });
  const picture = await makePicture();
  await makeAsset(marque, as, { filename: 'night.png', collections: [collection] }, picture);
  const brand = await makeBrand(marque, place);
  const editor = callsAs(marque, as);
  const portal = await editor.done('POST', '/portals', {
    name: 'Press',
    brands: [brand.slug],
    collections: [collection],
  });
  const view = await marque.call('GET', `/api/v1/portal/${portal.body.data.slug}`);
  const [asset] = view.body.assets as { url: string; thumbnail: string; downloads: { url: string }[] }[];
  expect((await marque.call('GET', asset?.url ?? '')).bytes.equals(picture)).toBe(true);
  for (const url of [asset?.thumbnail, ...(asset?.downloads ?? []).map((one) => one.url)])
    expect([url, (await marque.call('GET', url ?? '')).status]).toEqual([url, 200]);

  const link = await editor.done('POST', '/shares', { kind: 'upload', collection });
  const token = String(link.body.data.url).split('/').at(-1);
  const sent = await makePicture();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(sent)]), 'sent.png');
  const received = await marque.call('POST', `/api/v1/shared/${token}`, { body });
  expect([received.status, received.body.error]).toEqual([201, undefined]);
  expect(isHeld(sent)).toBe(true);
  expect(held('staged')).toEqual([]);
  const waiting = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${collection}`, { as });
  expect(waiting.body.data).toMatchObject([{ filename: 'sent.png' }]);
});
