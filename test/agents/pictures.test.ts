// Agents see what they work on: pictures as images, as large as they ask for.
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { fileBytes, makePicture } from '../assets/library.ts';
import { dataOf, textOf } from './client.ts';
import { agent, files, marque, scout, writer } from './workspace.ts';

afterAll(async () => {
  await agent.close();
  await marque.close();
  files.close();
});

/** A new asset, 1600 by 900. */
async function pictureBy(
  as: { key: string },
  about: Record<string, unknown> = {},
): Promise<{ id: string; status: string }> {
  const bytes = await makePicture({ width: 1600, height: 900 });
  const { body } = await fileBytes(marque, as, bytes, { filename: 'wide.png', mime: 'image/png', ...about });
  return body.data as { id: string; status: string };
}

/** An asset of another organization. */
async function pictureElsewhere(): Promise<string> {
  const place = await marque.makePlace();
  const key = await marque.makeKey(place, 'write');
  return (await pictureBy(key)).id;
}

async function sidesOf(content: { type: string; data?: unknown; mimeType?: unknown }[]) {
  const images = content.filter(({ type }) => type === 'image');
  return Promise.all(
    images.map(async ({ data, mimeType }) => {
      const { width, height, format } = await sharp(Buffer.from(String(data), 'base64')).metadata();
      expect(mimeType).toBe(`image/${format}`);
      return [width, height];
    }),
  );
}

describe('view_assets', () => {
  it('shows pictures of up to 512 pixels, or of the size asked for, in the order of the results', async () => {
    const [one, two] = [await pictureBy(writer), await pictureBy(writer)];
    const usual = await agent.call('view_assets', { assets: [one.id, two.id] });
    expect(dataOf(usual)).toEqual({
      results: [
        { asset: one.id, image: 1 },
        { asset: two.id, image: 2 },
      ],
    });
    expect(await sidesOf(usual.content)).toEqual([
      [512, 288],
      [512, 288],
    ]);
    const large = await agent.call('view_assets', { assets: [one.id], size: 1024 });
    expect(await sidesOf(large.content)).toEqual([[1024, 576]]);
  });

  it('shows what waits for review and what is under embargo to those who can read it', async () => {
    const waiting = await pictureBy(scout);
    expect(waiting.status).toBe('proposed');
    const embargoed = await pictureBy(writer, { rights: { embargo: '2999-01-01' } });
    const result = await agent.call('view_assets', { assets: [waiting.id, embargoed.id] });
    expect(await sidesOf(result.content)).toHaveLength(2);
  });

  it('says of each asset that has no picture why, and still shows the others', async () => {
    const one = await pictureBy(writer);
    const text = (
      await fileBytes(marque, writer, Buffer.from('Nothing to see.'), {
        filename: 'note.txt',
        mime: 'text/plain',
      })
    ).body.data as { id: string };
    const elsewhere = await pictureElsewhere();
    const result = await agent.call('view_assets', { assets: [text.id, elsewhere, one.id] });
    expect(result.isError ?? false).toBe(false);
    expect(dataOf(result)).toMatchObject({
      results: [
        { asset: text.id, error: { code: 'unsupported' } },
        { asset: elsewhere, error: { code: 'not_found' } },
        { asset: one.id, image: 1 },
      ],
    });
    expect(await sidesOf(result.content)).toHaveLength(1);
    // Its address, which asks for a key; never one that is signed.
    expect(textOf(result)).not.toMatch(/[?&]s=/);
  });

  it('refuses more than 8 assets, ids that are none, and sizes it does not have, with the bounds', async () => {
    const ids = Array.from({ length: 9 }, () => crypto.randomUUID());
    expect((await agent.refused('view_assets', { assets: ids })).message).toContain('8');
    expect((await agent.refused('view_assets', { assets: ['logo'] })).code).toBe('invalid_request');
    expect((await agent.refused('view_assets', { assets: [ids[0]], size: 4000 })).message).toContain('1024');
    expect((await agent.refused('view_assets', {})).message).toContain('assets');
    expect((await agent.refused('view_assets', { assets: [ids[0]], color: true })).message).toContain(
      'color',
    );
  });
});

describe('the resource of an asset', () => {
  const contentsOf = async (id: string) =>
    (await agent.client.readResource({ uri: `marque://assets/${id}` })).contents;

  it('has its picture beside its description, also while it waits for review', async () => {
    for (const { id } of [await pictureBy(writer), await pictureBy(scout)]) {
      const [described, picture, ...more] = await contentsOf(id);
      expect(described).toMatchObject({
        mimeType: 'application/json',
        text: expect.stringContaining(id),
      });
      expect(more).toEqual([]);
      const { mimeType, blob = '' } = picture as { mimeType?: string; blob?: string };
      expect(await sidesOf([{ type: 'image', mimeType, data: blob }])).toEqual([[512, 288]]);
    }
  });

  it('has none for a file without one, and nothing of an asset that the caller may not read', async () => {
    const about = { filename: 'note.txt', mime: 'text/plain' };
    const { body } = await fileBytes(marque, writer, Buffer.from('Nothing to see here.'), about);
    expect(await contentsOf((body.data as { id: string }).id)).toMatchObject([
      { mimeType: 'application/json' },
    ]);
    await expect(contentsOf(await pictureElsewhere())).rejects.toMatchObject({ code: -32002 });
  });
});

describe('what a thing is called', () => {
  it('is the same in every tool, and the names of the API and of older tools work, too', async () => {
    const { id } = await pictureBy(writer);
    for (const args of [{ asset: id }, { id }])
      expect(await agent.done('describe_asset', args)).toMatchObject({ id });
    for (const args of [{ brand: 'acme' }, { slug: 'acme' }])
      expect(await agent.done('brand_status', args)).toHaveProperty('data');
    expect(await agent.done('who_can', { ref: id })).toEqual(await agent.done('access_report', { ref: id }));
  });

  it('is the same in errors', async () => {
    expect((await agent.refused('describe_asset')).message).toContain('asset: Missing');
    expect((await agent.refused('describe_asset', { assets: 'x' })).message).toContain('"asset"');
  });
});
