// Delivery of bytes: who gets what at /a and at /content, which part of it, cached for how long, and in which
// format.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { signingKeyOf } from '../../src/assets/delivery/deliver.ts';
import { signUse } from '../../src/core/storage/signing.ts';
import { day } from '../setup/days.ts';
import { type Caller, type Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { filesIn, makeAsset, makePicture } from './library.ts';

const { marque, place, admin: writer, reader, stranger } = await startWithWorkspace();
let asReader: Caller;
let photo: Buffer;

beforeAll(async () => {
  const person = await marque.makeMember(place, 'read');
  asReader = { cookie: person.cookie };
  photo = await readFile('fixtures/rocket.jpg');
});
afterAll(() => marque.close());

let photos = 0;
/** The photograph, in unique bytes: in a JPEG, data after the picture isn't part of it. */
function freshPhoto(): Buffer {
  photos += 1;
  return Buffer.concat([photo, Buffer.from(`copy ${photos}`)]);
}

type Row = Record<string, unknown> & { id: string; sha256: string };

async function make(
  change: { status?: string; public?: boolean; rights?: object; deleted?: true } = {},
  meta: Record<string, unknown> = {},
  bytes?: Buffer,
): Promise<Row> {
  const asset = (await makeAsset(marque, writer, meta, bytes)) as Row;
  await marque.service.db.query(
    `update assets set status = coalesce($2, status::text)::enum_assets_status, public = coalesce($3, public),
       rights = coalesce($4::jsonb, rights), deleted_at = case when $5 then now() end where id = $1`,
    [
      asset.id,
      change.status ?? null,
      change.public ?? null,
      change.rights ? JSON.stringify({ territories: [], channels: [], ...change.rights }) : null,
      change.deleted ?? false,
    ],
  );
  return asset;
}

const at = (asset: Row, transform = ''): string => `/a/${asset.id}${transform && `/${transform}`}`;
const get = (url: string, as: Caller = null, headers: Record<string, string> = {}): Promise<Reply> =>
  marque.call('GET', url, { as, headers });

function signed(
  asset: Row,
  transform: string,
  options: { secondsFromNow?: number; id?: string } = {},
): string {
  return signUse(signingKeyOf(marque.service), {
    id: options.id ?? asset.id,
    sha256: asset.sha256,
    transform,
    expiresAt: new Date(Date.now() + (options.secondsFromNow ?? 300) * 1000),
  });
}

describe('access to an asset at /a', () => {
  const outcomes: [string, Parameters<typeof make>[0], Record<string, unknown>, number, number][] = [
    // name, change, metadata, expected status without a caller, expected status for a reader
    ['active and public', {}, {}, 200, 200],
    ['active, not public', { public: false }, {}, 404, 200],
    ['active, private', {}, { private: true }, 404, 404],
    ['under embargo until tomorrow', { rights: { embargo: day(1) } }, {}, 404, 200],
    ['whose embargo ends today', { rights: { embargo: day(0) } }, {}, 200, 200],
    ['whose embargo ended yesterday', { rights: { embargo: day(-1) } }, {}, 200, 200],
    ['on its last day', { rights: { expires: day(0) } }, {}, 200, 200],
    ['that expired yesterday', { rights: { expires: day(-1) } }, {}, 410, 410],
    ['archived', { status: 'archived' }, {}, 410, 410],
    ['deleted', { deleted: true }, {}, 410, 410],
    ['draft', { status: 'draft' }, {}, 404, 404],
    ['proposed', { status: 'proposed' }, {}, 404, 404],
    ['rejected', { status: 'rejected' }, {}, 404, 404],
    ['a draft past its last day', { status: 'draft', rights: { expires: day(-1) } }, {}, 404, 404],
  ];

  it.each(outcomes)('%s', async (_, change, meta, forNobody, forReaders) => {
    const asset = await make(change, meta);
    for (const transform of ['', 'w_8']) {
      expect((await get(at(asset, transform))).status).toBe(forNobody);
      // A caller from another workspace, and an expired session, get what an anonymous caller gets.
      expect((await get(at(asset, transform), stranger)).status).toBe(forNobody);
      expect((await get(at(asset, transform), { cookie: 'mq-token=ended' })).status).toBe(forNobody);
      for (const as of [reader, asReader])
        expect((await get(at(asset, transform), as)).status).toBe(forReaders);
    }
  });

  it('is for readers if the asset is private', async () => {
    const asset = await make({}, { private: true });
    expect((await get(at(asset), writer)).status).toBe(200);
  });

  it('with a wrong key is a 401 even for public assets', async () => {
    expect((await get(at(await make()), { key: `mq_${'x'.repeat(36)}` })).status).toBe(401);
  });

  it('is a 404 for missing assets and malformed ids, whatever follows', async () => {
    for (const url of [
      '/a/nothing',
      `/a/${day(0)}`,
      '/a/00000000-0000-0000-0000-000000000000',
      '/a/nothing/w_1',
      '/a/nothing/zzz',
    ])
      expect(await get(url)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  it("without permission doesn't reveal that the transform is invalid either", async () => {
    const asset = await make({ public: false });
    expect((await get(at(asset, 'nonsense'))).status).toBe(404);
    expect((await get(at(asset, 'nonsense'), reader)).status).toBe(400);
    const gone = await make({ status: 'archived' });
    expect((await get(at(gone, 'nonsense'))).status).toBe(410);
  });

  it('that is refused is never cached', async () => {
    for (const asset of [await make({ status: 'archived' }), await make({ public: false })])
      expect((await get(at(asset))).headers.get('cache-control')).toBe('no-store');
  });
});

describe('a signature', () => {
  it('replaces public, private and embargo checks', async () => {
    for (const asset of [
      await make({ public: false }),
      await make({}, { private: true }),
      await make({ rights: { embargo: day(3) } }),
    ]) {
      const { status, headers } = await get(`${at(asset)}?s=${signed(asset, '')}`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+/);
    }
  });

  it('is for one transform, in any order of its parts; * is for all of them', async () => {
    const asset = await make({ public: false }, {}, await makePicture({ width: 200, height: 100 }));
    const one = signed(asset, 'w_80,f_webp');
    expect((await get(`${at(asset, 'w_80,f_webp')}?s=${one}`)).status).toBe(200);
    expect((await get(`${at(asset, 'f_webp,w_80')}?s=${one}`)).status).toBe(200);
    for (const other of ['', 'w_81,f_webp', 'w_80', 'f_webp', 'nonsense'])
      expect([other, (await get(`${at(asset, other)}?s=${one}`)).status]).toEqual([other, 404]);
    const original = signed(asset, '');
    expect((await get(`${at(asset)}?s=${original}`)).status).toBe(200);
    expect((await get(`${at(asset, 'w_80')}?s=${original}`)).status).toBe(404);
    const any = signed(asset, '*');
    for (const transform of ['', 'w_80', 'w_33,h_20,fit_contain'])
      expect((await get(`${at(asset, transform)}?s=${any}`)).status).toBe(200);
  });

  it('that is expired, for another asset, for other bytes, altered or nonsense is invalid', async () => {
    const asset = await make({ public: false });
    const other = await make({ public: false });
    const good = signed(asset, '');
    for (const signature of [
      signed(asset, '', { secondsFromNow: -1 }),
      signed(asset, '', { id: other.id }),
      signed({ ...asset, sha256: other.sha256 }, ''),
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      `z${good}`,
      good.split('.')[1] ?? '',
      '',
      'x',
      '*',
      '%00',
    ])
      expect([signature, (await get(`${at(asset)}?s=${encodeURIComponent(signature)}`)).status]).toEqual([
        signature,
        404,
      ]);
    expect((await get(`${at(asset)}?s=${good}`)).status).toBe(200);
  });

  it("never overrides the asset's state", async () => {
    for (const [change, status] of [
      [{ status: 'draft' }, 404],
      [{ status: 'proposed' }, 404],
      [{ status: 'rejected' }, 404],
      [{ status: 'archived' }, 410],
      [{ deleted: true }, 410],
      [{ rights: { expires: day(-1) } }, 410],
    ] as const) {
      const asset = await make(change);
      expect([change, (await get(`${at(asset)}?s=${signed(asset, '*')}`)).status]).toEqual([change, status]);
    }
  });
});

describe('the headers of a delivery', () => {
  it('let any page see where an address redirects, and why a request failed', async () => {
    const asset = await make({ status: 'archived' });
    const current = await make({});
    for (const [path, status] of [
      [at(asset), 410],
      [at(asset, 'w_8'), 410],
      [`/a/${randomUUID()}`, 404],
      [`/c/${current.id}`, 302],
      [`/c/${current.id}/w_8`, 302],
      [`/c/${randomUUID()}`, 404],
    ] as const) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('let any page read it, prevent sniffing, and include the file name', async () => {
    const asset = await make({}, { filename: 'rocket.jpg' }, freshPhoto());
    for (const transform of ['', 'w_100,f_webp']) {
      const { headers } = await get(at(asset, transform), null, { origin: 'https://page.example' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBeNull();
      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(headers.get('content-disposition')).toBe(
        `inline; filename="rocket.${transform === '' ? 'jpg' : 'webp'}"`,
      );
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect((await get(`${at(asset)}?download`)).headers.get('content-disposition')).toBe(
      'attachment; filename="rocket.jpg"',
    );
  });

  it('allow caching for an hour at most, and never past the last day of use', async () => {
    const seconds = async (rights: object | undefined, as: Caller = null): Promise<string> =>
      (await get(at(await make(rights ? { rights } : {})), as)).headers.get('cache-control') ?? '';
    expect(await seconds(undefined)).toBe('public, max-age=3600');
    expect(await seconds({ expires: day(30) })).toBe('public, max-age=3600');
    const today = await seconds({ expires: day(0) });
    const left = Math.ceil((Date.parse(`${day(1)}T00:00:00Z`) - Date.now()) / 1000);
    expect(Number(/^public, max-age=(\d+)/.exec(today)?.[1])).toBeLessThanOrEqual(Math.min(3600, left + 1));
    expect((await get(at(await make({ public: false })), reader)).headers.get('cache-control')).toBe(
      'private, no-cache',
    );
  });
});

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
    for (const range of [
      'bytes=0-1,5-6',
      'bytes=5-2',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'pages=1-2',
      'bytes 0-1',
    ]) {
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
      ['image/avif,image/webp,*/*', 'image/avif'],
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
    expect(await files()).toEqual(['w_96,h_64,q_75,f_webp']);
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

describe('the content of a record', () => {
  const content = (asset: Row, transform = ''): string =>
    `/api/v1/assets/${asset.id}/content${transform && `/${transform}`}`;

  it('is for readers of the record, in every state but deleted, and is never cached', async () => {
    for (const change of [
      {},
      { status: 'draft' },
      { status: 'proposed' },
      { status: 'rejected' },
      { status: 'archived' },
      { rights: { expires: day(-1) } },
      { rights: { embargo: day(1) } },
      { public: false },
    ]) {
      const asset = await make(change);
      for (const transform of ['', 'w_8']) {
        for (const as of [reader, asReader]) {
          const { status, headers } = await get(content(asset, transform), as);
          expect([change, status]).toEqual([change, 200]);
          expect(headers.get('cache-control')).toBe('private, no-store');
          expect(headers.get('x-content-type-options')).toBe('nosniff');
        }
        expect((await get(content(asset, transform), stranger)).status).toBe(404);
        expect((await get(content(asset, transform))).status).toBe(401);
        expect((await get(`${content(asset, transform)}?s=${signed(asset, '*')}`)).status).toBe(401);
      }
    }
    const deleted = await make({ deleted: true });
    for (const as of [reader, writer]) expect((await get(content(deleted), as)).status).toBe(404);
    const hidden = await make({}, { private: true });
    expect((await get(content(hidden), reader)).status).toBe(404);
  });

  it('supports ranges and renditions like /a, and never answers with a description', async () => {
    const asset = await make({ status: 'draft' }, {}, freshPhoto());
    expect((await get(content(asset), reader, { range: 'bytes=0-3' })).bytes).toHaveLength(4);
    expect((await get(content(asset, 'w_nonsense'), reader)).status).toBe(400);
    expect(
      (await get(content(asset), reader, { accept: 'application/json' })).headers.get('content-type'),
    ).toBe('image/jpeg');
  });
});

describe('/a/{id} for a program that asks for JSON', () => {
  const json = { accept: 'application/json' };

  it('describes the asset, in exactly the shape of its description', async () => {
    const asset = await make();
    const { status, headers, body } = await get(at(asset), reader, json);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('vary')).toBe('Accept');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(body).toEqual((await get(`/api/v1/assets/${asset.id}/description`, reader)).body);
  });

  it('varies by Accept in both forms, and describes only if JSON is requested by name', async () => {
    const asset = await make();
    for (const accept of ['*/*', 'application/*', 'text/html,*/*;q=0.8', 'image/png', 'application/json;q=0'])
      expect([accept, (await get(at(asset), null, { accept })).headers.get('content-type')]).toEqual([
        accept,
        'image/png',
      ]);
    expect((await get(at(asset))).headers.get('vary')).toBe('Accept');
    for (const accept of ['application/json, */*', 'text/plain, Application/JSON;q=0.5'])
      expect((await get(at(asset), null, { accept })).headers.get('content-type')).toBe('application/json');
    expect((await get(`${at(asset)}?download`, null, json)).headers.get('content-type')).toBe('image/png');
    expect((await get(at(asset, 'w_8'), null, json)).headers.get('content-type')).toBe('image/png');
  });

  it('hides what only readers of the record may see', async () => {
    const proposer = await marque.makeKey(place, 'propose');
    const proposed = await makeAsset(marque, proposer, { tags: ['seen'] });
    const collection = await marque.makeCollection(place);
    await marque.service.db.query(
      `update assets set status = 'active', review_note = 'inner words' where id = $1`,
      [proposed.id],
    );
    await marque.service.db.query(
      'insert into marque.collection_assets (collection_id, asset_id) values ($1, $2)',
      [collection, proposed.id],
    );
    const own = await get(at(proposed), asReader, json);
    expect(own.body).toMatchObject({
      proposedBy: expect.any(String),
      reviewNote: 'inner words',
      collections: [collection],
    });
    for (const as of [null, stranger]) {
      const { body, headers } = await get(at(proposed), as, json);
      expect(body).toEqual({ ...own.body, proposedBy: null, reviewNote: null, collections: [] });
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
    }
    await marque.service.db.query('update assets set public = false where id = $1', [proposed.id]);
    const bySignature = await get(`${at(proposed)}?s=${signed(proposed, '')}`, null, json);
    expect(bySignature.body).toMatchObject({ proposedBy: null, reviewNote: null, collections: [] });
    expect(bySignature.headers.get('cache-control')).toMatch(/^private, max-age=/);
  });

  it('requires the same access as the bytes', async () => {
    for (const [change, status] of [
      [{ public: false }, 404],
      [{ status: 'draft' }, 404],
      [{ status: 'archived' }, 410],
      [{ deleted: true }, 410],
      [{ rights: { expires: day(-1) } }, 410],
      [{ rights: { embargo: day(1) } }, 404],
    ] as const)
      expect([change, (await get(at(await make(change)), null, json)).status]).toEqual([change, status]);
    const asset = await make({ public: false });
    expect((await get(`${at(asset)}?s=${signed(asset, 'w_8')}`, null, json)).status).toBe(404);
    expect((await get('/a/nothing', null, json)).status).toBe(404);
  });

  it('has its own entity tag', async () => {
    const asset = await make();
    const first = await get(at(asset), null, json);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe((await get(at(asset))).headers.get('etag'));
    expect((await get(at(asset), null, { ...json, 'if-none-match': etag })).status).toBe(304);
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as: writer, body: { title: 'Other' } });
    expect((await get(at(asset), null, { ...json, 'if-none-match': etag })).body.title).toBe('Other');
    expect((await marque.call('HEAD', at(asset), { headers: json })).bytes).toHaveLength(0);
  });

  it('is in the OpenAPI document beside the bytes, as are ranges, conditions and errors', async () => {
    const { body } = await marque.call('GET', '/api/v1/openapi.json');
    const { responses } = body.paths['/a/{id}'].get;
    expect(Object.keys(responses[200].content).sort()).toEqual([
      'application/json',
      'application/octet-stream',
    ]);
    for (const status of [206, 304, 404, 410, 416, 503]) expect(responses).toHaveProperty(String(status));
    expect(Object.keys(responses[416].content)).toEqual(['application/json']);
    const rendition = body.paths['/a/{id}/{transform}'].get.responses;
    for (const status of [200, 206, 302, 304, 400, 404, 410, 415, 416, 429, 503])
      expect(rendition).toHaveProperty(String(status));
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
