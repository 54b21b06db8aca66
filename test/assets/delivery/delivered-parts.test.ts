// Delivery of parts and renditions: conditions and ranges, formats and sizes.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { edition } from '../../../src/assets/delivery/renditions.ts';
import { day } from '../../setup/days.ts';
import type { Reply } from '../../setup/service.ts';
import { filesIn, makePicture } from '../library.ts';
import { marque, reader, stranger, freshPhoto, make, at, get, type Row } from './delivering.ts';

afterAll(() => marque.close());

describe('conditions and ranges', () => {
  let asset: Row;
  let original: Reply;
  let rendition: Reply;
  beforeAll(async () => {
    asset = await make({}, {}, freshPhoto());
    original = await get(at(asset));
    rendition = await get(at(asset, 'w_120,q_60,f_webp'));
  });

  it('answer 304 to a client that has the bytes, for an original and a rendition', async () => {
    for (const [url, reply] of [
      [at(asset), original],
      [at(asset, 'w_120,q_60,f_webp'), rendition],
    ] as const) {
      const etag = reply.headers.get('etag') ?? '';
      for (const given of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, '*']) {
        const again = await get(url, null, { 'if-none-match': given });
        expect([given, again.status]).toEqual([given, 304]);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe(reply.headers.get('cache-control'));
      }
      for (const given of ['"other"', `"${etag}"`, etag.replaceAll('"', ''), `${etag.slice(0, -1)}x"`])
        expect([given, (await get(url, null, { 'if-none-match': given })).status]).toEqual([given, 200]);
    }
    expect(original.headers.get('etag')).not.toBe(rendition.headers.get('etag'));
  });

  it('answer 304 only to callers with access', async () => {
    const hidden = await make({ public: false });
    const etag = (await get(at(hidden), reader)).headers.get('etag') ?? '';
    expect((await get(at(hidden), null, { 'if-none-match': etag })).status).toBe(404);
    expect((await get(at(await make({ status: 'archived' })), null, { 'if-none-match': '*' })).status).toBe(
      410,
    );
  });

  it('answer a single requested range', async () => {
    for (const [url, whole] of [
      [at(asset), original.bytes],
      [at(asset, 'w_120,q_60,f_webp'), rendition.bytes],
    ] as const) {
      const size = whole.length;
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=100-199', 100, 199],
        ['bytes=5-', 5, size - 1],
        ['bytes=-7', size - 7, size - 1],
        [`bytes=-${size + 10}`, 0, size - 1],
        [`bytes=${size - 3}-${size + 100}`, size - 3, size - 1],
        ['BYTES=1-2', 1, 2],
      ] as const) {
        const part = await get(url, null, { range });
        expect([range, part.status]).toEqual([range, 206]);
        expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
        expect(part.headers.get('content-length')).toBe(String(end - start + 1));
        expect(part.bytes.equals(whole.subarray(start, end + 1))).toBe(true);
      }
    }
  });

  it('answer 416 with the size for a range outside the file', async () => {
    const size = original.bytes.length;
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
      const reply = await get(at(asset), null, { range });
      expect([range, reply.status]).toEqual([range, 416]);
      expect(reply.headers.get('content-range')).toBe(`bytes */${size}`);
      expect(reply.body.error.code).toBe('range_not_satisfiable');
    }
  });

  it('answer the whole file for several ranges, an invalid range, or other units', async () => {
    const ranges = ['bytes=0-1,5-6', 'bytes=5-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'pages=1-2', 'bytes 0-1'];
    for (const range of ranges) {
      const reply = await get(at(asset), null, { range });
      expect([range, reply.status]).toEqual([range, 200]);
      expect(reply.bytes.equals(original.bytes)).toBe(true);
    }
  });

  it("answer a range only if the client's copy has the same bytes", async () => {
    const etag = original.headers.get('etag') ?? '';
    const part = (ifRange: string): Promise<Reply> =>
      get(at(asset), null, { range: 'bytes=0-9', 'if-range': ifRange });
    expect((await part(etag)).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, new Date().toUTCString()])
      expect([other, (await part(other)).status]).toEqual([other, 200]);
  });

  it('answer HEAD with the headers of GET and no body, with or without a range', async () => {
    for (const [url, reply] of [
      [at(asset), original],
      [at(asset, 'w_120,q_60,f_webp'), rendition],
    ] as const)
      for (const headers of [{}, { range: 'bytes=0-9' }]) {
        const head = await marque.call('HEAD', url, { headers: headers as Record<string, string> });
        expect(head.status).toBe(200);
        expect(head.bytes).toHaveLength(0);
        for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'content-disposition'])
          expect([name, head.headers.get(name)]).toEqual([name, reply.headers.get(name)]);
      }
  });
});

describe('a rendition', () => {
  let asset: Row;
  beforeAll(async () => {
    asset = await make({}, {}, await makePicture({ width: 640, height: 320, format: 'jpeg' }));
  });
  const shape = async (transform: string, of = asset): Promise<string> => {
    const { status, bytes } = await get(at(of, transform), reader);
    expect([transform, status]).toEqual([transform, 200]);
    const { format, compression, width, height } = await sharp(bytes).metadata();
    return `${compression === 'av1' ? 'avif' : format} ${width}×${height}`;
  };

  it('comes in every format and fit, and is never larger than its original', async () => {
    expect(await shape('w_64')).toBe('jpeg 64×32');
    expect(await shape('w_64,f_png')).toBe('png 64×32');
    expect(await shape('w_64,f_webp')).toBe('webp 64×32');
    expect(await shape('w_64,f_avif')).toBe('avif 64×32');
    expect(await shape('w_100,h_100')).toBe('jpeg 100×100');
    expect(await shape('w_100,h_100,fit_contain')).toBe('jpeg 100×100');
    expect(await shape('w_100,h_100,fit_inside')).toBe('jpeg 100×50');
    expect(await shape('w_100,h_100,fit_outside')).toBe('jpeg 200×100');
    expect(await shape('w_100,h_50,fit_fill')).toBe('jpeg 100×50');
    expect(await shape('h_50')).toBe('jpeg 100×50');
    expect(await shape('w_8000,f_webp')).toBe('webp 640×320');
    expect(await shape('w_8000,h_8000')).toBe('jpeg 320×320');
    expect(await shape('f_webp')).toBe('webp 640×320');
  });

  it("contains none of the original's metadata", async () => {
    const { bytes } = await get(at(await make(), 'w_32'), reader);
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined]);
  });

  it('with f_auto has the format the client accepts, and a Vary header', async () => {
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/webp'],
      ['image/webp,*/*', 'image/webp'],
      ['image/avif;q=0, image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
      ['', 'image/jpeg'],
    ] as const) {
      const { headers } = await get(at(asset, 'w_48,f_auto'), reader, { accept });
      expect([accept, headers.get('content-type')]).toEqual([accept, type]);
      expect(headers.get('vary')).toBe('Accept');
    }
    expect((await get(at(asset, 'w_48'))).headers.get('vary')).toBeNull();
  });

  it('with f_auto is AVIF where somebody has asked for that, and never makes one', async () => {
    const own = await make({}, {}, await makePicture({ width: 300, height: 200, format: 'jpeg' }));
    const auto = async (transform: string, accept = 'image/avif,image/webp'): Promise<string | null> =>
      (await get(at(own, transform), null, { accept })).headers.get('content-type');
    const before = await get(at(own, 'w_160,f_auto'), null, { accept: 'image/avif,image/webp' });
    expect([before.headers.get('content-type'), await auto('w_160,f_auto')]).toEqual([
      'image/webp',
      'image/webp',
    ]);
    expect((await filesIn(marque, 'renditions')).filter((file) => file.includes(own.sha256))).toHaveLength(1);
    expect((await get(at(own, 'w_160,f_avif'))).headers.get('content-type')).toBe('image/avif');
    const after = await get(at(own, 'w_160,f_auto'), null, { accept: 'image/avif,image/webp' });
    expect(after.headers.get('content-type')).toBe('image/avif');
    expect(after.headers.get('vary')).toBe('Accept');
    // What a browser has kept isn't taken for the other one.
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    // Neither for those who don't take it nor in another size.
    expect(await auto('w_160,f_auto', 'image/webp')).toBe('image/webp');
    expect(await auto('w_128,f_auto')).toBe('image/webp');
  });

  it('with an invalid transform is a 400 naming every problem', async () => {
    for (const [transform, problems] of [
      ['w_0', 1],
      ['w_8001', 1],
      ['w_1.5,h_x,q_101', 3],
      ['w_1,w_2', 1],
      ['fit_stretch,f_gif', 2],
      ['width_5', 1],
      ['w_10,', 1],
      ['x'.repeat(201), 1],
    ] as const) {
      const reply = await get(at(asset, transform));
      expect([transform, reply.status]).toEqual([transform, 400]);
      expect(reply.body.error.code).toBe('invalid_request');
      expect(reply.body.error.detail.issues).toHaveLength(problems);
      for (const issue of reply.body.error.detail.issues as { path: string }[])
        expect(issue.path).toBe('transform');
    }
  });

  it("of a file that isn't a picture is a 415 that says where the file is", async () => {
    const text = await make({}, { filename: 'a.txt', mime: 'text/plain' }, Buffer.from(`words ${day(0)}`));
    const reply = await get(at(text, 'w_10'));
    expect(reply).toMatchObject({ status: 415, body: { error: { code: 'unsupported' } } });
    expect(reply.body.error.message).toContain(`${marque.url}/a/${text.id}`);
  });

  it('is rendered once, however the transform is written and however many requests come at once', async () => {
    const own = await make({}, {}, await makePicture({ width: 300, height: 200, format: 'jpeg' }));
    const files = async (): Promise<string[]> =>
      (await filesIn(marque, 'renditions'))
        .filter((file) => file.includes(own.sha256))
        .map((file) => path.basename(file));
    const spellings = ['w_96,h_64,q_71,f_webp', 'f_webp,q_75,h_64,w_96', 'fit_cover,h_64,q_72,w_96,f_webp'];
    const puts = countCalls(marque.service.storage, 'put');
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => get(at(own, spellings[index % 3] ?? ''), reader)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    for (const { bytes, headers } of replies) {
      expect(bytes.equals(replies[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
      expect(headers.get('etag')).toBe(replies[0]?.headers.get('etag'));
    }
    expect(puts.calls()).toBe(1);
    expect(await files()).toEqual([`w_96,h_64,q_75,f_webp.${edition}`]);
    await get(at(own, 'w_96,h_64,q_75,f_webp'), reader);
    expect(puts.calls()).toBe(1);
    puts.restore();
  });

  it('of a size off the ladder is rendered sixteen times per file for the public, then redirects to the next step of the ladder', async () => {
    const own = await make({}, {}, await makePicture({ width: 400, height: 300, format: 'jpeg' }));
    for (let width = 201; width <= 216; width += 1)
      expect([width, (await get(at(own, `w_${width}`))).status]).toEqual([width, 200]);
    const beyond = await get(`${at(own, 'w_217,f_auto')}?download`, null, { accept: 'image/webp' });
    expect(beyond.status).toBe(302);
    expect(beyond.headers.get('location')).toBe(`${marque.url}/a/${own.id}/w_240,f_auto?download`);
    expect(beyond.headers.get('access-control-allow-origin')).toBe('*');
    expect(beyond.headers.get('vary')).toBe('Accept');
    expect((await get(beyond.headers.get('location') ?? '')).status).toBe(200);
    expect((await get(at(own, 'w_300,h_10'))).headers.get('location')).toBe(
      `${marque.url}/a/${own.id}/w_320`,
    );
    // Existing renditions stay, ladder sizes are always available, and readers of the asset have no such
    // limit.
    expect((await get(at(own, 'w_201'))).status).toBe(200);
    expect((await get(at(own, 'w_320'))).status).toBe(200);
    expect((await get(at(own, 'w_217'), reader)).status).toBe(200);
    expect((await get(at(own, 'w_217'))).status).toBe(200);
    expect((await get(at(own, 'w_218'), stranger)).status).toBe(302);
  });

  it('of sizes off the ladder, all requested at once, is rendered sixteen times and no more', async () => {
    const own = await make({}, {}, await makePicture({ width: 400, height: 300, format: 'jpeg' }));
    // Slows each insert down, so that concurrent requests wouldn't see it yet.
    await marque.service.db.query(`
      create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$;
      create trigger slow before insert on marque.loose_renditions for each row execute function slow();`);
    const widths = Array.from({ length: 24 }, (_, index) => 201 + index);
    const replies = await Promise.all(widths.map((width) => get(at(own, `w_${width}`))));
    await marque.service.db.query('drop function slow cascade');
    const made = replies.filter(({ status }) => status !== 302);
    expect(made).toHaveLength(16);
  });
});

/** Counts calls of a method until it is restored. */
function countCalls<K extends string>(
  object: Record<K, (...args: never[]) => unknown>,
  method: K,
): { calls: () => number; restore: () => void } {
  const original = object[method];
  let calls = 0;
  object[method] = (...args: never[]) => {
    calls += 1;
    return original.apply(object, args);
  };
  return {
    calls: () => calls,
    restore: () => {
      object[method] = original;
    },
  };
}
