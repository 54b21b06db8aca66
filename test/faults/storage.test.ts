// A storage that fails in every way that a network or a service can: what callers get and when, that nobody else notices, that it heals
// by itself, and what the log has of it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fileBytes, makePicture } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { collectErrors, type LoggedError } from '../setup/log.ts';
import { startService, type Reply, type TestService } from '../setup/service.ts';
import { startS3Server, type S3Server } from '../core/storage/s3-server.ts';
import { startFaultProxy, type Fault, type FaultProxy } from './s3-proxy.ts';

let s3: S3Server;
let proxy: FaultProxy;
let marque: TestService;
let writer: { key: string };
let small: Stored;
let large: Stored;
let logged: LoggedError[];

interface Stored {
  id: string;
  bytes: Buffer;
}

async function store(padding: number): Promise<Stored> {
  const bytes = Buffer.concat([await makePicture(), Buffer.alloc(padding, 7)]);
  return { ...((await fileBytes(marque, writer, bytes)).body.data as { id: string }), bytes };
}

beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await startFaultProxy(s3.endpoint);
  marque = await startService({
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: proxy.endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test secret',
  });
  writer = await marque.makeKey(await marque.makePlace(), 'write');
  small = await store(0);
  large = await store(1024 * 1024);
  logged = collectErrors(marque.service);
});
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

/** How long work took, in seconds. The bounds below end what hangs; they measure nothing. */
async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work;
  return { value, seconds: (performance.now() - began) / 1000 };
}

/** A second or two for a machine that has other things to do. */
const slack = 4;

const failsAtOnce = ['refuse', '500', '403', 'full'] as const satisfies Fault[];
const failsInTime = ['blackhole', 'delay'] as const satisfies Fault[];

describe.each([...failsAtOnce, ...failsInTime])('a storage that answers like this: %s', (fault) => {
  it('is a 503 with Retry-After, or a 507, and a reference in time, leaves other calls alone, and heals', async () => {
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
    // Nobody knows when there will be room again.
    expect(read.value.headers.get('retry-after')).toEqual(
      fault === 'full' ? null : expect.stringMatching(/^\d+$/),
    );
    expect(read.seconds).toBeLessThan(10 + slack);
    const { reference } = read.value.body.error.detail as { reference: string };
    const told = logged.filter((one) => one.reference === reference);
    expect(told).toHaveLength(1);
    expect(told[0]?.err).toBeInstanceOf(Error);

    const upload = await uploading;
    // A delayed upload goes through: it has 30 seconds.
    expect(upload.value.status).toBe(fault === 'delay' ? 200 : fault === 'full' ? 507 : 503);
    expect(upload.seconds).toBeLessThan(30 + slack);

    proxy.fault = null;
    const healed = await timed(until(async () => (await content(small)).bytes.equals(small.bytes)));
    expect(healed.seconds).toBeLessThan(10);
  });
});

describe.each(['cut', 'stall', 'short', 'flip'] as const)('a body that comes like this: %s', (fault) => {
  it('is never taken for the file, whole or in part, and nothing hangs', async () => {
    proxy.fault = fault;

    const ofSmall = await timed(content(small));
    expect(ofSmall.value.status).toBe(503);
    expect(ofSmall.seconds).toBeLessThan(10 + slack);

    const ofLarge = await timed(
      content(large).then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
    expect(['cut', 503]).toContain(ofLarge.value);
    expect(ofLarge.seconds).toBeLessThan(10 + slack);
    await until(() => Promise.resolve(logged.length >= 2));

    proxy.fault = null;
    expect((await content(large)).bytes.equals(large.bytes)).toBe(true);
  });

  it('makes no rendition', async () => {
    proxy.fault = fault;
    const before = s3.objects.size;

    const drawn = await marque.call('GET', `/api/v1/assets/${large.id}/content/w_20`, { as: writer });

    expect(drawn.status).toBe(503);
    expect(s3.objects.size).toBe(before);
  });
});

it('is slow, with more readers than the pool has connections and one who stores: any other call is answered', async () => {
  proxy.fault = 'delay';
  const readers = Array.from({ length: 12 }, () => content(small));
  const storing = store(0).catch(() => null);

  for (let call = 0; call < 5; call += 1) {
    const me = await timed(marque.call('GET', '/api/v1/me', { as: writer }));
    expect(me.value.status).toBe(200);
    expect(me.seconds).toBeLessThan(slack);
  }
  // Nobody holds a connection while they wait.
  expect(marque.service.db.pool.waitingCount).toBe(0);
  expect(marque.service.db.pool.totalCount - marque.service.db.pool.idleCount).toBeLessThan(5);

  for (const { status } of await Promise.all(readers)) expect(status).toBe(503);
  await storing;
});
