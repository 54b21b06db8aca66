// Signed links over HTTP: what they open, for how long, and what they never open.
import { afterAll, describe, expect, it } from '@jest/globals';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor: as, reader, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

const sign = (id: string, body: unknown = {}, caller: { key: string } | { cookie: string } = as) =>
  marque.call('POST', `/api/v1/assets/${id}/signed-url`, { as: caller, body });
const open = async (url: string): Promise<number> => (await marque.call('GET', url)).status;

describe('a signed link', () => {
  it('opens a private asset and all its renditions to anyone', async () => {
    const asset = await makeAsset(marque, as, { private: true });
    expect(await open(`/a/${asset.id}`)).toBe(404);
    const { status, body } = await sign(asset.id);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['url', 'expiresAt']);
    const days = (Date.parse(body.data.expiresAt) - Date.now()) / 86_400_000;
    expect(days > 6.99 && days <= 7).toBe(true);
    expect(await open(body.data.url)).toBe(200);
    const signature = new URL(body.data.url as string).search;
    expect(await open(`/a/${asset.id}/w_20,f_webp${signature}`)).toBe(200);
    expect(await open(`/a/${(await makeAsset(marque, as, { private: true })).id}${signature}`)).toBe(404);
    expect((await sign(asset.id)).status).toBe(200);
  });

  it('for one rendition opens only that one, however it is written', async () => {
    const asset = await makeAsset(marque, as, { private: true });
    const { body } = await sign(asset.id, { transform: 'f_webp,w_20', expiresIn: 60 });
    expect(new URL(body.data.url as string).pathname).toBe(`/a/${asset.id}/w_20,f_webp`);
    expect(await open(body.data.url)).toBe(200);
    const signature = new URL(body.data.url as string).search;
    expect(await open(`/a/${asset.id}/f_webp,w_20${signature}`)).toBe(200);
    expect(await open(`/a/${asset.id}/w_21,f_webp${signature}`)).toBe(404);
    expect(await open(`/a/${asset.id}${signature}`)).toBe(404);
  });

  it('stops working with the state: archived is a 404, and only active assets get one', async () => {
    const asset = await makeAsset(marque, as, { private: true });
    const { body } = await sign(asset.id);
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: { status: 'archived' } });
    expect(await open(body.data.url)).toBe(410);
    const refused = await sign(asset.id);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    expect((await sign((await makeAsset(marque, as, { status: 'draft' })).id)).status).toBe(409);
  });

  it('is recorded without the link itself', async () => {
    const asset = await makeAsset(marque, as);
    const { body } = await sign(asset.id);
    const rows = await marque.service.db.query<{ type: string; detail: Record<string, unknown> }>(
      'select type, detail from marque.events where subject_id = $1 order by id desc limit 1',
      [asset.id],
    );
    expect(rows[0]).toEqual({
      type: 'asset.link_signed',
      detail: { filename: asset.filename, transform: null, expiresAt: body.data.expiresAt },
    });
    expect(JSON.stringify(rows)).not.toContain(new URL(body.data.url as string).searchParams.get('s'));
  });

  it('is refused below write, without the ability, from another workspace, and if malformed', async () => {
    const asset = await makeAsset(marque, as);
    expect((await sign(asset.id, {}, reader)).status).toBe(403);
    expect((await sign(asset.id, {}, stranger)).status).toBe(404);
    const limited = await marque.makeMember(place, 'write', { limits: ['share'] });
    expect((await sign(asset.id, {}, { cookie: limited.cookie })).status).toBe(403);
    for (const body of [
      { expiresIn: 59 },
      { expiresIn: 31_536_001 },
      { expiresIn: 60.5 },
      { transform: 'w_0' },
      { url: 1 },
    ])
      expect((await sign(asset.id, body)).status).toBe(400);
    const text = await makeAsset(marque, as, { filename: 'a.txt', mime: 'text/plain' }, Buffer.from('words'));
    expect((await sign(text.id, { transform: 'w_20' })).status).toBe(415);
    expect((await sign(text.id)).status).toBe(200);
  });
});
