// A storage that fails in every way a network or service can: what callers get and when, that other calls are
// unaffected, that it recovers by itself, and what is logged.
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { fileBytes, makePicture } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { collectErrors } from '../setup/log.ts';
import { startService, type Reply } from '../setup/service.ts';
import { startS3Server } from '../core/storage/s3-server.ts';
import { startFaultProxy, type Fault } from './s3-proxy.ts';

interface Stored {
  id: string;
  bytes: Buffer;
}

async function store(padding: number): Promise<Stored> {
  const bytes = Buffer.concat([await makePicture(), Buffer.alloc(padding, 7)]);
  return { ...((await fileBytes(marque, writer, bytes)).body.data as { id: string }), bytes };
}

/** A quarter of what operators get unless they set it. */
const timeoutSeconds = 2;

const s3 = await startS3Server();
const proxy = await startFaultProxy(s3.endpoint);
const marque = await startService({
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: proxy.endpoint,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'test',
  S3_SECRET_ACCESS_KEY: 'test secret',
  S3_TIMEOUT_SECONDS: String(timeoutSeconds),
});
const writer = await marque.makeKey(await marque.makePlace(), 'write');
const small = await store(0);
const large = await store(1024 * 1024);
const logged = collectErrors(marque.service);
afterEach(() => {
  proxy.fault = null;
  logged.length = 0;
});
afterAll(async () => {
  await marque.close();
  await proxy.close();
  await s3.close();
});

const content = ({ id }: Stored): Promise<Reply> =>
  marque.call('GET', `/api/v1/assets/${id}/content`, { as: writer });

/** How long the work took, in seconds. The limits below only end what hangs; they aren't measurements. */
async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work;
  return { value, seconds: (performance.now() - began) / 1000 };
}

/** A second or two for a busy machine. */
const slack = 4;

/** The default is 8 seconds, and callers learn of a failure within 10. */
const limitSeconds = 1.25 * timeoutSeconds + slack;

const failsAtOnce = ['refuse', '500', '403', 'full'] as const satisfies Fault[];
const failsInTime = ['blackhole', 'delay'] as const satisfies Fault[];

describe.each([...failsAtOnce, ...failsInTime])('a storage that answers like this: %s', (fault) => {
  it('is a 503 with Retry-After, or a 507, and a reference in time, leaves other calls alone, and recovers', async () => {
    proxy.fault = fault;

    const reading = timed(content(small));
    const uploading = timed(
      marque
        .call('POST', '/api/v1/uploads', {
          as: writer,
          body: { filename: 'a.png', mime: 'image/png', size: 3 },
        })
        .then(({ body }) => marque.call('PUT', body.uploadUrl as string, { body: Buffer.from('abc') })),
    );
    // A call that needs no storage.
    const me = await timed(marque.call('GET', '/api/v1/me', { as: writer }));
    expect(me.value.status).toBe(200);
    expect(me.seconds).toBeLessThan(slack);

    const read = await reading;
    expect(read.value.status).toBe(fault === 'full' ? 507 : 503);
    // No one knows when there will be space again.
    expect(read.value.headers.get('retry-after')).toEqual(
      fault === 'full' ? null : expect.stringMatching(/^\d+$/),
    );
    expect(read.seconds).toBeLessThan(limitSeconds);
    const { reference } = read.value.body.error.detail as { reference: string };
    const entries = logged.filter((one) => one.reference === reference);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.err).toBeInstanceOf(Error);

    const upload = await uploading;
    // A delayed upload succeeds: it has three times as long.
    expect(upload.value.status).toBe(fault === 'delay' ? 200 : fault === 'full' ? 507 : 503);
    expect(upload.seconds).toBeLessThan(3 * limitSeconds);

    proxy.fault = null;
    const healed = await timed(until(async () => (await content(small)).bytes.equals(small.bytes)));
    expect(healed.seconds).toBeLessThan(10);
  });
});

describe.each(['cut', 'stall', 'short', 'flip'] as const)('a body that arrives like this: %s', (fault) => {
  it('is never taken for the file, whole or in part, and nothing hangs', async () => {
    proxy.fault = fault;

    const ofSmall = await timed(content(small));
    expect(ofSmall.value.status).toBe(503);
    expect(ofSmall.seconds).toBeLessThan(limitSeconds);

    const ofLarge = await timed(
      content(large).then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
    expect(['cut', 503]).toContain(ofLarge.value);
    expect(ofLarge.seconds).toBeLessThan(limitSeconds);
    await until(() => Promise.resolve(logged.length >= 2));

    proxy.fault = null;
    expect((await content(large)).bytes.equals(large.bytes)).toBe(true);
  });

  it("isn't rendered", async () => {
    proxy.fault = fault;
    const before = s3.objects.size;

    const drawn = await marque.call('GET', `/api/v1/assets/${large.id}/content/w_20`, { as: writer });

    expect(drawn.status).toBe(503);
    expect(s3.objects.size).toBe(before);
  });
});

it('a slow storage delays no other call, with more readers than the pool has connections and an upload', async () => {
  proxy.fault = 'delay';
  const before = proxy.delayedReads;
  let answered = 0;
  const readers = Array.from({ length: 12 }, () => content(small).finally(() => (answered += 1)));
  const storing = store(0).catch(() => null);

  await until(() => Promise.resolve(proxy.delayedReads - before >= readers.length));
  // Every reader has come to the storage, and no caller holds a connection while waiting.
  const { pool } = marque.service.db;
  const inUse = pool.totalCount - pool.idleCount;
  expect(pool.waitingCount).toBe(0);
  expect(inUse).toBeLessThan(5);
  // That isn't because they were answered.
  expect(inUse + answered).toBeLessThan(readers.length);

  for (let call = 0; call < 5; call += 1) {
    const me = await timed(marque.call('GET', '/api/v1/me', { as: writer }));
    expect(me.value.status).toBe(200);
    expect(me.seconds).toBeLessThan(slack);
  }

  for (const { status } of await Promise.all(readers)) expect(status).toBe(503);
  await storing;
});
