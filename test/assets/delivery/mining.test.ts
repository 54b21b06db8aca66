// Whether machines may learn from an asset, wherever that's said: in headers, in the files themselves and in checks. And whether AI made it.
import { describe, expect, it, afterAll } from '@jest/globals';
import sharp from 'sharp';
import { creditsPacket, noCredits, type Credits } from '../../../src/lib/metadata-writer/credits.ts';
import { check, codes, marque, place, reader, stranger, writer } from '../../usage-rights/checking.ts';
import { aiSources, madeByAi } from '../../../src/lib/made-by-ai.ts';
import { aiSql } from '../../../src/assets/queries.ts';
import { origins } from '../../../src/assets/schemas.ts';
import type { Caller } from '../../setup/service.ts';
import { anotherColor, makeAsset } from '../library.ts';

afterAll(() => marque.close());
const proposer = await marque.makeKey(place, 'propose');

const said: Credits = {
  ...noCredits,
  creators: ['Ada'],
  copyright: '© Ada',
  dataMining: 'http://ns.useplus.org/ldf/vocab/DMI-UNSPECIFIED',
};

const credentials = {
  manifests: 1,
  generator: null,
  title: null,
  signedBy: null,
  softwareAgent: null,
  actions: [],
  ingredients: 0,
};

/** No two are alike: the same bytes would be the same asset. */
const photo = (packet: Partial<Credits> = {}) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: anotherColor() } })
    .withXmp(creditsPacket({ ...said, ...packet }) ?? '')
    .jpeg()
    .toBuffer();

const publish = async (packet: Partial<Credits> = {}): Promise<string> =>
  (await makeAsset(marque, writer, {}, await photo(packet))).id as string;

const setUsage = (id: string, mining: string | null, as = writer) =>
  marque.call('PUT', `/api/v1/assets/${id}/usage`, { as, body: { mining } });

const chief = await marque.makePerson();
await marque.grant(chief.id, 'organization', place.organizationId, 'admin', { place });

const setDefault = (value: string | null, context = 'workspace', as: Caller = { cookie: chief.cookie }) =>
  marque.call('PATCH', `/api/v1/settings/mining?context=${context}`, { as, body: { default: value } });

/** What a file says of mining: the last part of PLUS's address. */
async function miningIn(bytes: Buffer): Promise<string | undefined> {
  const { xmp } = await sharp(bytes).metadata();
  const found = [...(xmp?.toString() ?? '').matchAll(/DataMining>[^<]*\/([\w-]+)</g)].map(([, word]) => word);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
}

async function reserved(url: string, headers: Record<string, string> = {}): Promise<string | null> {
  const { status, headers: sent } = await marque.call('GET', url, { as: null, headers });
  expect([200, 206, 304]).toContain(status);
  return sent.get('tdm-reservation');
}

describe('mining', () => {
  it('is in no header, and in a file only what it says itself, until somebody decides', async () => {
    const id = await publish();
    for (const address of [`/a/${id}`, `/a/${id}/w_100`, `/a/${id}?download`])
      expect([address, await reserved(address)]).toEqual([address, null]);
    const made = await marque.call('GET', `/a/${id}/w_100,f_webp`, { as: null });
    expect(await miningIn(made.bytes)).toBe('DMI-UNSPECIFIED');
  });

  it.each([
    ['disallowed', '1', 'DMI-PROHIBITED'],
    ['search-only', '1', 'DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING'],
    ['allowed', '0', 'DMI-ALLOWED'],
  ])('%s is in the headers and the metadata of all that is delivered', async (mining, header, word) => {
    const id = await publish();
    const before = await marque.call('GET', `/a/${id}/w_100,f_webp`, { as: null });
    expect((await setUsage(id, mining)).status).toBe(200);

    for (const address of [`/a/${id}`, `/a/${id}/w_100,f_webp`, `/a/${id}?download`])
      expect([address, await reserved(address)]).toEqual([address, header]);
    expect(await reserved(`/a/${id}`, { range: 'bytes=0-9' })).toBe(header);
    const made = await marque.call('GET', `/a/${id}/w_100,f_webp`, { as: null });
    expect(made.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const etag = made.headers.get('etag') ?? '';
    expect(await reserved(`/a/${id}/w_100,f_webp`, { 'if-none-match': etag })).toBe(header);
    expect(await miningIn(made.bytes)).toBe(word);
    const download = await marque.call('GET', `/a/${id}?download`, { as: null });
    expect(await miningIn(download.bytes)).toBe(word);
    // The original itself stays as it was uploaded.
    expect(await miningIn((await marque.call('GET', `/a/${id}`, { as: null })).bytes)).toBe(
      'DMI-UNSPECIFIED',
    );
    // And back.
    expect((await setUsage(id, null)).status).toBe(200);
    const again = await marque.call('GET', `/a/${id}/w_100,f_webp`, { as: null });
    expect(again.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await miningIn(again.bytes)).toBe('DMI-UNSPECIFIED');
  });

  it('has a default for the workspace, before that of the organization, and an asset decides for itself', async () => {
    const id = await publish();
    expect((await setDefault('allowed', 'organization')).status).toBe(200);
    expect(await reserved(`/a/${id}`)).toBe('0');
    expect((await setDefault('disallowed')).status).toBe(200);
    expect(await reserved(`/a/${id}`)).toBe('1');
    expect(await reserved(`/a/${id}/w_100`)).toBe('1');
    expect((await setUsage(id, 'allowed')).status).toBe(200);
    expect(await reserved(`/a/${id}`)).toBe('0');
    for (const context of ['workspace', 'organization'])
      expect((await setDefault(null, context)).status).toBe(200);
    expect(await reserved(`/a/${await publish()}`)).toBeNull();
  });

  it('is set by those who may, and only to what there is', async () => {
    const id = await publish();
    expect((await setUsage(id, 'disallowed', proposer)).status).toBe(403);
    expect((await setUsage(id, 'disallowed', stranger)).status).toBe(404);
    expect((await setUsage(id, 'perhaps')).status).toBe(400);
    expect((await setDefault('perhaps')).status).toBe(400);
    expect((await setDefault('disallowed', 'workspace', writer)).status).toBe(403);
    expect(await reserved(`/a/${id}`)).toBeNull();
  });

  it('is checked for those who train models, and for nobody else', async () => {
    const id = await publish();
    const training = async (channel = 'ai-training') => {
      const answer = await check({ asset: id, channel });
      return [answer.body.allowed, codes(answer).filter((code) => code.includes('mining'))];
    };
    expect(await training()).toEqual([true, ['(mining)']]);
    for (const mining of ['disallowed', 'search-only']) {
      await setUsage(id, mining);
      expect(await training('AI-Training')).toEqual([false, ['mining']]);
      expect(await training('web')).toEqual([true, []]);
    }
    await setUsage(id, 'allowed');
    expect(await training()).toEqual([true, []]);
    expect((await check({ assets: [id], channel: 'ai-training' })).body.data[0].allowed).toBe(true);
  });
});

describe('what AI made', () => {
  const ai = async (id: string) =>
    (await marque.call('GET', `/api/v1/assets/${id}/description`, { as: reader })).body.metadata;

  it('is known from what its file says, or from where somebody says that it comes from', async () => {
    const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
    const made = await publish({
      digitalSourceType: `${source}trainedAlgorithmicMedia`,
      aiSystem: 'Imagine 4',
    });
    const { body } = await marque.call('GET', `/api/v1/assets/${made}`, { as: reader });
    expect(body.data).toMatchObject({ origin: 'generated', generator: 'Imagine 4' });
    expect(await ai(made)).toEqual({ ai: 'yes' });
    expect(await ai(await publish({ digitalSourceType: `${source}digitalCapture` }))).toEqual({
      ai: 'unknown',
    });
    const shot = await publish();
    expect(await ai(shot)).toEqual({ ai: 'unknown' });
    await marque.call('PATCH', `/api/v1/assets/${shot}`, {
      as: writer,
      body: { origin: 'shot' },
    });
    expect(await ai(shot)).toEqual({ ai: 'no' });
  });

  it('is found, and told apart from what somebody shot and from what nobody knows', async () => {
    const tag = `ai-${Math.random().toString(36).slice(2)}`;
    const make = async (origin: string | null) =>
      (await makeAsset(marque, writer, { origin, tags: [tag] }, await photo())).id as string;
    const made: Record<string, string> = {
      yes: await make('generated'),
      no: await make('shot'),
      unknown: await make('licensed'),
    };
    const found = async (ai: string) => {
      const { status, body } = await marque.call('GET', `/api/v1/assets?tag=${tag}${ai}`, { as: reader });
      expect(status).toBe(200);
      return (body.data as { id: string }[]).map(({ id }) => id).toSorted();
    };
    for (const [ai, id] of Object.entries(made)) expect([ai, await found(`&ai=${ai}`)]).toEqual([ai, [id]]);
    expect(await found('&ai=yes&ai=no')).toEqual([made.yes, made.no].toSorted());
    await marque.call('PATCH', `/api/v1/assets/${made.no}`, { as: writer, body: { origin: 'generated' } });
    expect(await found('&ai=no')).toEqual([]);
    const refused = await marque.call('GET', '/api/v1/assets?ai=maybe', { as: reader });
    expect(refused.status).toBe(400);
  });

  it('is the same in lists, in SQL, and in descriptions, by the rule', async () => {
    const tag = `ai-${Math.random().toString(36).slice(2)}`;
    const asset = (await makeAsset(marque, writer, { tags: [tag] }, await photo())).id as string;
    const sources = [null, 'digitalCapture', ...aiSources, `http://cv.iptc.org/newscodes/${aiSources[0]}`];
    for (const origin of [null, ...origins])
      for (const digitalSourceType of sources) {
        const c2pa = digitalSourceType === null ? null : { ...credentials, digitalSourceType };
        await marque.service.db.query('update payload.assets set origin = $2, c2pa = $3 where id = $1', [
          asset,
          origin,
          c2pa && JSON.stringify(c2pa),
        ]);
        const expected = madeByAi({ origin, c2pa });
        const [row] = await marque.service.db.query<{ ai: string }>(
          `select ${aiSql('a')} as ai from payload.assets a where a.id = $1`,
          [asset],
        );
        const known = [origin, digitalSourceType];
        expect([known, row?.ai]).toEqual([known, expected]);
        expect([known, await ai(asset)]).toEqual([known, { ai: expected }]);
        const { body } = await marque.call('GET', `/api/v1/assets?tag=${tag}&ai=${expected}`, { as: reader });
        expect([known, body.data]).toEqual([known, [expect.objectContaining({ id: asset })]]);
      }
  });

  it('is told to those who get it through a link', async () => {
    const asset = (await makeAsset(marque, writer, { origin: 'generated' })).id as string;
    const share = await marque.call('POST', '/api/v1/shares', {
      as: { cookie: chief.cookie },
      body: { kind: 'view', asset },
    });
    expect(share.status).toBe(201);
    const token = (share.body.data.url as string).split('/').at(-1);
    const shared = await marque.call('GET', `/api/v1/shared/${token}`, { as: null });
    expect(shared.body.data.assets).toMatchObject([{ id: asset, ai: 'yes' }]);
    const page = await marque.call('GET', `/s/${token}`, { as: null });
    expect(page.bytes.toString()).toContain('Made with AI');
  });

  it('is said in checks, and blocks nothing', async () => {
    const composite = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
    const answer = await check({ asset: await publish({ digitalSourceType: composite }), channel: 'web' });
    expect(answer.body.allowed).toBe(true);
    expect(codes(answer)).toContain('(ai_generated)');
    expect(codes(await check({ asset: await publish(), channel: 'web' }))).not.toContain('(ai_generated)');
  });
});
