// What is delivered is signed with the workspace's own certificates, as c2pa-rs reads it back; and what happens where it can't be.
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { ReadCredentials } from '../../../src/lib/decoders/credentials.mjs';
import { decodeApart, setDecoderLimits } from '../../../src/lib/decoders/pool.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset, makePicture } from '../library.ts';
import { makeSigner, signPicture, type Signer } from './signed-picture.ts';

const { marque, place, asEditor: as } = await startWithWorkspace();
const chief = await marque.makePerson();
await marque.grant(chief.id, 'organization', place.organizationId, 'admin', { place });
const asChief = { cookie: chief.cookie };
const [signer, another] = [await makeSigner('authority'), await makeSigner('authority')];

afterAll(() => marque.close());

const patch = (body: Record<string, unknown>, context = 'workspace', caller: object = asChief) =>
  marque.call('PATCH', `/api/v1/settings/provenance?context=${context}`, {
    as: caller as typeof asChief,
    body,
  });

const sign = async ({ certificates, key }: Signer, context = 'workspace') => {
  const reply = await patch({ certificates, key }, context);
  expect([reply.status, reply.body]).toMatchObject([200, {}]);
};

afterEach(async () => {
  for (const context of ['workspace', 'organization'])
    expect((await patch({ certificates: null, key: null }, context)).status).toBe(200);
});

/** What c2pa-rs says of a file. */
async function read(bytes: Buffer, mime: string, { trustList } = signer): Promise<ReadCredentials | null> {
  const { result } = await decodeApart({ decoder: 'credentials', mime, trustList }, bytes);
  return result as ReadCredentials | null;
}

const publish = async (bytes: Buffer, mime = 'image/jpeg'): Promise<string> =>
  (await makeAsset(marque, as, { filename: `harbor.${mime.slice(6)}`, mime }, bytes)).id as string;

const get = async (address: string, caller: typeof as | null = null) => {
  const reply = await marque.call('GET', address, { as: caller });
  expect([address, reply.status]).toEqual([address, 200]);
  return { ...reply, etag: reply.headers.get('etag'), cache: reply.headers.get('cache-control') };
};

describe('a rendition', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'in %s says who signed it, what it was made from, and what was done',
    async (format) => {
      const id = await publish(await makePicture({ width: 400, height: 300, format: 'png' }), 'image/png');
      const address = `/a/${id}/w_100,h_100,fit_cover,f_${format}`;
      const before = await get(address);
      expect(await read(before.bytes, `image/${format}`)).toBeNull();
      await sign(signer);
      const { bytes, etag, cache } = await get(address);
      expect(etag).not.toBe(before.etag);
      expect(cache).toBe(before.cache);
      expect(await read(bytes, `image/${format}`)).toMatchObject({
        state: 'Trusted',
        failures: [],
        manifests: 1,
        ingredients: 1,
        signer: 'Studio North',
        title: `harbor.${format === 'jpeg' ? 'jpg' : format}`,
        actions: [
          'c2pa.opened',
          'c2pa.cropped',
          'c2pa.resized',
          format === 'png' ? 'c2pa.transcoded' : 'c2pa.converted',
        ],
      });
      // The picture itself is the same, and so is the second answer.
      expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(before.bytes).raw().toBuffer());
      expect((await get(address)).bytes.equals(bytes)).toBe(true);
      expect(
        (await marque.call('GET', address, { as: null, headers: { 'if-none-match': etag ?? '' } })).status,
      ).toBe(304);
    },
  );

  it('of an animation still moves', async () => {
    const frames = ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const id = await publish(gif, 'image/gif');
    await sign(signer);
    const { bytes } = await get(`/a/${id}/w_20,f_webp`);
    expect(await read(bytes, 'image/webp')).toMatchObject({ state: 'Trusted', ingredients: 1 });
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
  });

  it('says that it was edited where its preset lays a watermark on it', async () => {
    const asset = await publish(await makePicture({ width: 200, height: 100 }), 'image/png');
    const watermark = { asset: await publish(await makePicture(), 'image/png') };
    const reply = await marque.call('PATCH', '/api/v1/settings/renditions?context=workspace', {
      as: asChief,
      body: { presets: [{ name: 'comp', width: 100, format: 'png', watermark }] },
    });
    expect(reply.status).toBe(200);
    await sign(signer);
    expect(await read((await get(`/a/${asset}/preset_comp`)).bytes, 'image/png')).toMatchObject({
      state: 'Trusted',
      actions: ['c2pa.opened', 'c2pa.resized', 'c2pa.edited', 'c2pa.transcoded'],
    });
  });

  it('contains the credentials of its original, which stays as it is', async () => {
    const original = await signPicture(await makePicture({ width: 300, height: 200, format: 'jpeg' }), {
      signer,
      source: 'trainedAlgorithmicMedia',
    });
    const id = await publish(original);
    await sign(signer);
    const { bytes } = await get(`/a/${id}/w_90,f_webp`);
    expect(await read(bytes, 'image/webp')).toMatchObject({
      state: 'Trusted',
      ingredientsHold: true,
      manifests: 2,
      ingredients: 1,
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      softwareAgent: 'Imagine 3',
      actions: ['c2pa.opened', 'c2pa.resized', 'c2pa.converted'],
    });
    expect((await get(`/a/${id}`)).bytes.equals(original)).toBe(true);
  });

  it('keeps the bad verdict of a changed original', async () => {
    const id = await publish(await readFile('test/fixtures/c2pa/adobe-20220124-E-dat-CA.jpg'));
    await sign(signer);
    const { bytes } = await get(`/a/${id}/w_90,f_webp`);
    const found = await read(bytes, 'image/webp');
    expect(found).toMatchObject({ ingredientsHold: false, signer: 'Studio North', ingredients: 1 });
    expect(found?.manifests).toBeGreaterThan(1);
  });

  it('says that AI made it, and whether machines may learn from it', async () => {
    const id = await publish(await makePicture({ width: 300, height: 200, format: 'jpeg' }));
    await sign(signer);
    const plain = await get(`/a/${id}/w_90`);
    expect(plain.bytes.includes('cawg.training-mining')).toBe(false);
    expect(
      (await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { origin: 'generated' } })).status,
    ).toBe(200);
    expect(
      (await marque.call('PUT', `/api/v1/assets/${id}/usage`, { as, body: { mining: 'disallowed' } })).status,
    ).toBe(200);
    const { bytes, etag } = await get(`/a/${id}/w_90`);
    expect(etag).not.toBe(plain.etag);
    expect(bytes.includes('cawg.training-mining')).toBe(true);
    expect(bytes.includes('notAllowed')).toBe(true);
    expect(await read(bytes, 'image/jpeg')).toMatchObject({
      state: 'Trusted',
      digitalSourceType: expect.stringMatching(/\/trainedAlgorithmicMedia$/),
    });
  });

  it('has other credentials as soon as there are other certificates, the workspace’s before the organization’s', async () => {
    const id = await publish(await makePicture({ width: 300, height: 200, format: 'jpeg' }));
    const [unsigned] = [await get(`/a/${id}/w_90`)];
    await sign(signer, 'organization');
    const first = await get(`/a/${id}/w_90`);
    await sign(another);
    const second = await get(`/a/${id}/w_90`);
    expect(await read(first.bytes, 'image/jpeg')).toMatchObject({ state: 'Trusted' });
    expect(await read(second.bytes, 'image/jpeg')).toMatchObject({ state: 'Valid' });
    expect(await read(second.bytes, 'image/jpeg', another)).toMatchObject({ state: 'Trusted' });
    expect(new Set([unsigned.etag, first.etag, second.etag]).size).toBe(3);
    await patch({ certificates: null, key: null });
    expect((await get(`/a/${id}/w_90`)).etag).toBe(first.etag);
    await patch({ certificates: null, key: null }, 'organization');
    const again = await get(`/a/${id}/w_90`);
    expect([again.etag, again.bytes.equals(unsigned.bytes)]).toEqual([unsigned.etag, true]);
  });

  it('is not signed for people who look at the record, but for those who download from it', async () => {
    const id = await publish(await makePicture({ width: 300, height: 200, format: 'jpeg' }));
    await sign(signer);
    const address = `/api/v1/assets/${id}/content/w_90`;
    expect(await read((await get(address, as)).bytes, 'image/jpeg')).toBeNull();
    expect(await read((await get(`${address}?download`, as)).bytes, 'image/jpeg')).toMatchObject({
      state: 'Trusted',
    });
  });

  it('goes out unsigned, and not for long, where it can’t be signed', async () => {
    const id = await publish(await makePicture({ width: 300, height: 200, format: 'jpeg' }));
    const before = await get(`/a/${id}/w_90`);
    await sign(signer);
    const limits = setDecoderLimits('signing', { processes: 0, queue: 0 });
    try {
      const { bytes, etag, cache } = await get(`/a/${id}/w_90`);
      expect([bytes.equals(before.bytes), etag, cache]).toEqual([true, before.etag, 'public, max-age=60']);
      const download = await get(`/a/${id}?download`);
      expect(await read(download.bytes, 'image/jpeg')).toBeNull();
    } finally {
      setDecoderLimits('signing', limits);
    }
    expect(await read((await get(`/a/${id}/w_95`)).bytes, 'image/jpeg')).toMatchObject({ state: 'Trusted' });
  });
});

describe('a download', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('of a %s has new credentials', async (format) => {
    const mime = `image/${format}`;
    const picture = await makePicture({ width: 120, height: 80, format: 'png' });
    const id = await publish(await sharp(picture).toFormat(format).withMetadata().toBuffer(), mime);
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { title: 'Old pier' } });
    await sign(signer);
    const { bytes, etag, cache } = await get(`/a/${id}?download`);
    expect(cache).toBe('public, no-cache');
    expect(await read(bytes, mime)).toMatchObject({
      state: 'Trusted',
      failures: [],
      ingredients: 1,
      actions: format === 'avif' ? ['c2pa.opened'] : ['c2pa.opened', 'c2pa.edited.metadata'],
    });
    if (format !== 'avif') expect(bytes.includes('Old pier')).toBe(true);
    const part = await marque.call('GET', `/a/${id}?download`, {
      as: null,
      headers: { range: 'bytes=3-40' },
    });
    expect([part.status, part.bytes.equals(bytes.subarray(3, 41))]).toEqual([206, true]);
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { title: 'New pier' } });
    const after = await get(`/a/${id}?download`);
    expect(after.etag === etag).toBe(format === 'avif');
    expect((await get(`/a/${id}?download`)).bytes.equals(after.bytes)).toBe(true);
  });

  it.each(['jpeg', 'png'] as const)(
    'of a %s with credentials has the metadata, and both credentials',
    async (format) => {
      const mime = `image/${format}`;
      const original = await signPicture(await makePicture({ width: 120, height: 80, format }), {
        signer,
        source: 'digitalCapture',
      });
      const id = await publish(original, mime);
      await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { title: 'Old pier' } });
      expect((await get(`/a/${id}?download`)).bytes.equals(original)).toBe(true);
      await sign(signer);
      const { bytes } = await get(`/a/${id}?download`);
      expect(bytes.includes('Old pier')).toBe(true);
      expect(await read(bytes, mime)).toMatchObject({
        state: 'Trusted',
        ingredientsHold: true,
        manifests: 2,
        ingredients: 1,
      });
    },
  );
});

describe('the setting', () => {
  const refused = async (body: Record<string, unknown>, path: string, message: RegExp) => {
    const reply = await patch(body);
    expect([reply.status, reply.body.error?.code]).toEqual([422, 'invalid']);
    expect(reply.body.error.detail.issues).toEqual([{ path, message: expect.stringMatching(message) }]);
    const lines = [signer, another].flatMap(({ key }) => key.split('\n').slice(1, -1));
    for (const line of lines.filter(({ length }) => length > 20))
      expect(JSON.stringify(reply.body)).not.toContain(line);
  };

  it('takes certificates and a key that belong together and may sign', async () => {
    const { certificates, key } = signer;
    await refused({ certificates, key: another.key }, 'key', /doesn't belong to the first certificate/);
    await refused({ certificates }, 'key', /Enter the private key/);
    await refused({ key }, 'certificates', /for this key, too/);
    await refused({ certificates: 'none', key }, 'certificates', /PEM/);
    await refused({ certificates, key: 'none' }, 'key', /PEM/);
    const broken = key.replace(/[A-Za-z0-9]{20}/, 'AAAAAAAAAAAAAAAAAAAA');
    await refused({ certificates, key: broken }, 'key', /can't be read|doesn't belong|doesn't allow/);
    const old = await makeSigner('authority', { validDays: -1 });
    await refused({ certificates: old.certificates, key: old.key }, 'certificates', /expired on \d{4}-/);
    const web = await makeSigner('authority', { usage: '1.3.6.1.5.5.7.3.1' });
    await refused({ certificates: web.certificates, key: web.key }, 'certificates', /can't be used to sign/);
    const { certificates: authority } = another;
    await refused({ certificates: `${certificates}\n${authority}`, key }, 'certificates', /wasn't issued/);
    // A field of one line drops line breaks.
    const flat = { certificates: certificates.replace(/\n/g, ''), key: key.replace(/\n/g, '') };
    expect((await patch(flat)).status).toBe(200);
    await refused({ certificates: another.certificates }, 'key', /enter the key again/);
    expect((await patch(flat)).status).toBe(200);
  });

  it('never answers the key, and keeps it from the activity', async () => {
    await sign(signer);
    const shown = await marque.call('GET', '/api/v1/settings?context=workspace', { as: asChief });
    expect(shown.body.data).toContainEqual(
      expect.objectContaining({
        key: 'provenance',
        value: expect.objectContaining({ key: null, certificates: signer.certificates }),
        secrets: { key: true },
      }),
    );
    const said = await marque.service.db.query<{ all: string }>(
      `select string_agg(e.detail::text, ' ') || (select string_agg(s.value::text || s.sealed::text, ' ') from marque.settings s) as all from marque.events e`,
    );
    const line = signer.key.split('\n')[1] ?? '';
    expect(line.length).toBeGreaterThan(40);
    expect(said[0]?.all).toContain('certificates');
    for (const secret of ['PRIVATE KEY', line]) expect(said[0]?.all).not.toContain(secret);
    const editor = await patch({ key: null, certificates: null }, 'workspace', as);
    expect(editor.status).toBe(403);
  });
});
