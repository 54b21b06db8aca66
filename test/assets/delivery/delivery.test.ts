// Delivery of bytes: who gets what at /a and at /content, cached for how long.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { signingKeyOf } from '../../../src/assets/delivery/admission.ts';
import { signUse } from '../../../src/core/storage/signing.ts';
import { day } from '../../setup/days.ts';
import type { Caller } from '../../setup/service.ts';
import { makeAsset, makePicture } from '../library.ts';
import {
  marque,
  place,
  writer,
  reader,
  stranger,
  freshPhoto,
  make,
  at,
  get,
  type Row,
} from './delivering.ts';

const asReader: Caller = { cookie: (await marque.makeMember(place, 'read')).cookie };

afterAll(() => marque.close());

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

describe('the content of a record', () => {
  const content = (asset: Row, transform = ''): string =>
    `/api/v1/assets/${asset.id}/content${transform && `/${transform}`}`;

  it('is for readers of the record, in every state but deleted, and isn’t cached at its plain address', async () => {
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
    for (const as of [reader, writer])
      for (const transform of ['', 'w_641', 'f_webp'])
        expect((await get(content(deleted, transform), as)).status).toBe(404);
    // Those who could restore it see what it is.
    expect((await get(content(deleted, 'w_320,f_webp'), writer)).status).toBe(200);
    expect((await get(content(deleted, 'w_320,f_webp'), reader)).status).toBe(404);
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
