// An agent looks at a page of a brand: drawn by Chromium, or its text with pictures where there's none.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { fileBytes } from '../assets/library.ts';
import { drawHtml, DrawingBusy } from '../../src/lib/draw-html.ts';
import { callsAs } from '../setup/callers.ts';
import { connect, dataOf, type Agent } from './client.ts';
import { agent, files, marque, page, place, writer } from './workspace.ts';

type Color = readonly [number, number, number];

const primary: Color = [0x11, 0x22, 0x33];
const onDark: Color = [0xdd, 0xee, 0xff];
const magenta: Color = [0xff, 0x00, 0xff];

let cover: string;
let palette: string;
let byReader: Agent;

beforeAll(async () => {
  const bytes = await sharp({
    create: { width: 1200, height: 400, channels: 3, background: '#ff00ff' },
  })
    .png()
    .toBuffer();
  const { body } = await fileBytes(marque, writer, bytes, { filename: 'cover.png', mime: 'image/png' });
  cover = (body.data as { id: string }).id;
  const reply = await callsAs(marque, writer).done('PUT', `/brands/acme/pages/${page}`, {
    title: 'Color',
    cover,
    sections: [{ template: 'palette', keys: ['color.primary'] }],
  });
  palette = reply.body.data.page.sections[0].id;
  byReader = await connect(marque.url, (await marque.makeKey(place, 'read')).key);
});

afterAll(async () => {
  await byReader.close();
  await agent.close();
  await marque.close();
  files.close();
});

const imagesOf = ({ content }: CallToolResult) =>
  content.flatMap((one) => (one.type === 'image' ? [Buffer.from(one.data, 'base64')] : []));

async function oneImage(result: CallToolResult): Promise<Buffer> {
  const [image, ...others] = imagesOf(result);
  if (!image || others.length > 0) throw new Error(`Not one image: ${JSON.stringify(dataOf(result))}`);
  return image;
}

/** How many pixels have about this color. */
async function pixelsOf(image: Buffer, color: Color): Promise<number> {
  const raw = await sharp(image).removeAlpha().raw().toBuffer();
  let found = 0;
  for (let at = 0; at < raw.length; at += 3)
    if (color.every((value, channel) => Math.abs(value - (raw[at + channel] ?? 0)) < 12)) found += 1;
  return found;
}

describe('with Chromium', () => {
  it('shows the page with its files and colors, at a size that a model can read', async () => {
    const result = await byReader.call('preview_page', { brand: 'acme', page });
    expect(dataOf(result)).toEqual({ page, drawn: true });
    const image = await oneImage(result);
    const { format, width, height } = await sharp(image).metadata();
    expect([format, width]).toEqual(['webp', 800]);
    expect(height).toBeLessThanOrEqual(1600);
    expect(await pixelsOf(image, magenta)).toBeGreaterThan(50_000);
    expect(await pixelsOf(image, primary)).toBeGreaterThan(2000);
  });

  it('shows it in a context, and as a phone does', async () => {
    const dark = await oneImage(
      await agent.call('preview_page', { brand: 'acme', page, context: 'dark-background' }),
    );
    expect(await pixelsOf(dark, onDark)).toBeGreaterThan(2000);
    const narrow = await oneImage(await agent.call('preview_page', { brand: 'acme', page, width: 390 }));
    expect((await sharp(narrow).metadata()).width).toBe(390);
  });

  it('shows one section, and says which there are not', async () => {
    const image = await oneImage(await agent.call('preview_page', { brand: 'acme', page, section: palette }));
    expect(await pixelsOf(image, magenta)).toBe(0);
    expect(await pixelsOf(image, primary)).toBeGreaterThan(2000);
    const { code, message } = await agent.refused('preview_page', { brand: 'acme', page, section: 'no' });
    expect([code, message]).toEqual(['invalid', expect.stringContaining('`get_page`')]);
  });

  it('leaves out a file that the caller may not see', async () => {
    await callsAs(marque, writer).done('PATCH', `/assets/${cover}`, { rights: { embargo: '2999-01-01' } });
    const image = await oneImage(await agent.call('preview_page', { brand: 'acme', page }));
    expect(await pixelsOf(image, magenta)).toBe(0);
    await callsAs(marque, writer).done('PATCH', `/assets/${cover}`, { rights: { embargo: null } });
  });

  it('runs nothing of what is in the page, and fetches nothing', async () => {
    const asked: string[] = [];
    const html = `<body style="background:#ff00ff; min-height:300px"><script>document.body.style.background='#112233'</script>
      <img src="${files.url}/seen.png"><p style="background:url(${files.url}/seen.png)">x</p></body>`;
    const seen = (request: { url?: string }): void => void asked.push(request.url ?? '');
    files.server.on('request', seen);
    const image = await drawHtml(marque.service.env.chromiumPath ?? '', {
      html,
      width: 400,
      most: { width: 400, height: 300 },
    });
    files.server.off('request', seen);
    expect(asked).toEqual([]);
    expect(await pixelsOf(image ?? Buffer.alloc(0), magenta)).toBeGreaterThan(50_000);
  });
});

describe('a drawing', () => {
  const most = { width: 400, height: 800 };
  const draw = (body: string, more: { signal?: AbortSignal; chromium?: string } = {}) => {
    const { chromium = marque.service.env.chromiumPath ?? '', signal } = more;
    return drawHtml(chromium, {
      html: `<!doctype html><body style="margin:0">${body}</body>`,
      width: 400,
      most,
      signal,
    });
  };

  it('is as high as the document, and cut off where that is too high', async () => {
    const heightOf = async (pixels: number): Promise<number> =>
      (await sharp((await draw(`<p style="margin:0; height:${pixels}px">`)) ?? undefined).metadata()).height;
    expect(await heightOf(120)).toBe(120);
    expect(await heightOf(90_000)).toBe(800);
  });

  it('ends when the caller disconnects', async () => {
    await expect(draw('x', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    expect(await draw('Still drawn')).not.toBeNull();
  });

  it('is refused while too many wait', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 12 }, () => draw('x', { chromium: '/bin/false' })),
    );
    const reasons = asked.map((one) => (one.status === 'rejected' ? (one.reason as unknown) : null));
    expect(reasons.filter((reason) => reason instanceof DrawingBusy)).toHaveLength(3);
    expect(reasons).not.toContain(null);
  });
});

describe('without Chromium', () => {
  const { env } = marque.service;
  const chromium = env.chromiumPath;
  beforeAll(() => {
    env.chromiumPath = undefined;
  });
  afterAll(() => {
    env.chromiumPath = chromium;
  });

  it('gives the text, with colors and files as pictures, and says so', async () => {
    const result = await agent.call('preview_page', { brand: 'acme', page });
    const data = dataOf(result) as Record<string, unknown>;
    expect(data).toMatchObject({ drawn: false, why: expect.stringContaining('Chromium') });
    expect(data.markdown).toContain('# Color');
    expect(data.pictures).toEqual([
      { picture: 1, rule: 'color.primary', color: '#112233' },
      { picture: 2, asset: cover },
    ]);
    const [swatch, file] = imagesOf(result);
    expect(await pixelsOf(swatch ?? Buffer.alloc(0), primary)).toBeGreaterThan(9000);
    expect(await pixelsOf(file ?? Buffer.alloc(0), magenta)).toBeGreaterThan(10_000);
  });

  it('gives one section alone, without the rest of the page, and says that a width changes nothing', async () => {
    const result = await agent.call('preview_page', { brand: 'acme', page, section: palette, width: 390 });
    const data = dataOf(result) as Record<string, unknown>;
    expect(data).toMatchObject({
      drawn: false,
      section: palette,
      why: expect.stringContaining("width doesn't change them"),
      pictures: [{ picture: 1, rule: 'color.primary', color: '#112233' }],
    });
    expect(data.markdown).toContain('#112233');
    expect(data.markdown).not.toContain('cover');
    expect(imagesOf(result)).toHaveLength(1);

    const reply = await callsAs(marque, writer).done('PUT', `/brands/acme/pages/two-parts`, {
      title: 'Two parts',
      sections: [
        { template: 'palette', keys: ['color.primary'] },
        { template: 'text', body: 'Only here.' },
      ],
    });
    const [, { id: second }] = reply.body.data.page.sections;
    const other = dataOf(
      await agent.call('preview_page', { brand: 'acme', page: 'two-parts', section: second }),
    );
    expect(other).toMatchObject({ markdown: '# Two parts\n\nOnly here.\n', pictures: [] });
    const { code, message } = await agent.refused('preview_page', { brand: 'acme', page, section: 'no' });
    expect([code, message]).toEqual(['invalid', expect.stringContaining('`get_page`')]);
    const address = `/brands/acme/pages/two-parts`;
    const read = await callsAs(marque, writer).done('GET', `${address}?section=${second}`);
    expect(read.body.data).toMatchObject({ rules: [], markdown: other && (other as typeof data).markdown });
    expect((await callsAs(marque, writer).call('GET', `${address}?section=no`)).status).toBe(422);
    expect((await callsAs(marque, writer).call('GET', `${address}?section=`)).status).toBe(400);
  });

  it('is the same with one that does not start, and health says what is missing', async () => {
    env.chromiumPath = '/bin/false';
    expect(dataOf(await agent.call('preview_page', { brand: 'acme', page }))).toMatchObject({ drawn: false });
    env.chromiumPath = undefined;
    const { body } = await marque.call('GET', '/api/health', { as: null });
    expect(body).toMatchObject({ ok: true, missing: expect.arrayContaining(['chromium']) });
  });
});

it('is refused like reading the page: of another workspace, of none, with a width it does not have', async () => {
  const elsewhere = await marque.makePlace();
  const stranger = await connect(marque.url, (await marque.makeKey(elsewhere, 'write')).key);
  expect((await stranger.refused('preview_page', { brand: 'acme', page })).code).toBe('not_found');
  await stranger.close();
  expect((await agent.refused('preview_page', { brand: 'acme', page: 'no-such' })).code).toBe('not_found');
  expect((await agent.refused('preview_page', { brand: 'acme', page, width: 9000 })).message).toContain(
    '1600',
  );
  const address = `/api/v1/brands/acme/pages/${page}/html`;
  const html = (await marque.call('GET', address, { as: writer })).body.data.html;
  expect(html).toContain('<h1>Color</h1>');
  expect((await marque.call('GET', address, { as: null })).status).toBe(401);
  expect((await marque.call('GET', `${address}?context=%00`, { as: writer })).status).toBe(400);
});
