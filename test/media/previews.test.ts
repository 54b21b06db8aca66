// Previews of files that sharp doesn't decode, over HTTP: the picture of each kind, what is said of files without one, and what hostile
// and enormous files cost.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { drawPreviews } from '../../src/assets/previews/draw-previews.ts';
import { setDecoderLimits } from '../../src/lib/decoders/pool.ts';
import { docx, endlessPdf, fixture, halves, hugeHeic, mp3, odt, pdf, psd, raw } from './files.ts';
import { startFiling, type Filed } from './filing.ts';

const { marque, asEditor: as, reader, stranger, file, preview, rendition } = await startFiling();

type Color = 'red' | 'green' | 'blue' | 'grey' | 'white' | 'other';
function nameOf([r = 0, g = 0, b = 0]: readonly number[]): Color {
  if (Math.min(r, g, b) > 230) return 'white';
  if (Math.max(r, g, b) - Math.min(r, g, b) < 20) return 'grey';
  if (r > 200 && g < 90 && b < 90) return 'red';
  if (g > 120 && r < 100 && b < 120) return 'green';
  if (b > 150 && r < 90 && g < 120) return 'blue';
  return 'other';
}

/** The size of a picture, and its colors at the upper left and the lower right. */
async function seen(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Color =>
    nameOf([...data.subarray((y * info.width + x) * info.channels)].slice(0, 3));
  return [info.width, info.height, at(1, 1), at(info.width - 2, info.height - 2)];
}

const photo = await halves(80, 40);
const page = { width: 300, height: 200, color: '1 0 0' };

/** Each with its media type, and what is seen of it at its own size. */
const kinds: [name: string, filename: string, bytes: Buffer, mime: string, seen: unknown[]][] = [
  ['a HEIC', 'a.heic', await fixture('two-colors.heic'), 'image/heic', [64, 48, 'red', 'blue']],
  ['a HEIC that is turned', 'b.heic', await fixture('turned.heic'), 'image/heic', [48, 64, 'red', 'blue']],
  ['a HEIC with a color profile', 'c.heic', await fixture('p3.heic'), 'image/heic', [64, 48, 'red', 'blue']],
  ['a PDF', 'a.pdf', pdf([page]), 'application/pdf', [2560, 1707, 'red', 'red']],
  [
    'a PSD',
    'a.psd',
    psd({ width: 31, height: 21, mode: 3, pixel: [255, 0, 0] }),
    'image/vnd.adobe.photoshop',
    [31, 21, 'red', 'red'],
  ],
  [
    'a PSB of 16 bits, packed',
    'a.psb',
    psd({ width: 301, height: 21, mode: 3, depth: 16, pixel: [0, 255, 0], isPacked: true, isLarge: true }),
    'image/vnd.adobe.photoshop',
    [301, 21, 'green', 'green'],
  ],
  [
    'a grey PSD',
    'b.psd',
    psd({ width: 30, height: 20, mode: 1, pixel: [128] }),
    'image/vnd.adobe.photoshop',
    [30, 20, 'grey', 'grey'],
  ],
  // Cyan and yellow ink, which are stored inverted.
  [
    'a PSD in CMYK',
    'c.psd',
    psd({ width: 30, height: 20, mode: 4, pixel: [0, 255, 0, 255] }),
    'image/vnd.adobe.photoshop',
    [30, 20, 'green', 'green'],
  ],
  // Lightness of 54%, far towards red and yellow: red in sRGB.
  [
    'a PSD in Lab',
    'd.psd',
    psd({ width: 30, height: 20, mode: 9, pixel: [138, 209, 198] }),
    'image/vnd.adobe.photoshop',
    [30, 20, 'red', 'red'],
  ],
  [
    'a PSD in Lab of 16 bits',
    'e.psd',
    psd({ width: 30, height: 20, mode: 9, depth: 16, pixel: [128, 128, 128], isPacked: true }),
    'image/vnd.adobe.photoshop',
    [30, 20, 'grey', 'grey'],
  ],
  ['a RAW of Canon', 'a.cr2', raw(photo), 'image/x-canon-cr2', [80, 40, 'red', 'blue']],
  [
    'a RAW that is turned',
    'b.cr2',
    raw(photo, { orientation: 6 }),
    'image/x-canon-cr2',
    [40, 80, 'red', 'blue'],
  ],
  [
    'a RAW of Olympus',
    'a.orf',
    raw(photo, { maker: 'olympus' }),
    'image/x-olympus-orf',
    [80, 40, 'red', 'blue'],
  ],
  [
    'a RAW of Panasonic',
    'a.rw2',
    raw(photo, { maker: 'panasonic' }),
    'image/x-panasonic-rw2',
    [80, 40, 'red', 'blue'],
  ],
  ['an MP3 with a cover', 'a.mp3', mp3(photo), 'audio/mpeg', [80, 40, 'red', 'blue']],
  [
    'a Word document',
    'a.docx',
    await docx(photo),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    [80, 40, 'red', 'blue'],
  ],
  [
    'an OpenDocument text',
    'a.odt',
    await odt(await sharp(photo).png().toBuffer()),
    'application/vnd.oasis.opendocument.text',
    [80, 40, 'red', 'blue'],
  ],
  [
    'a font',
    'a.woff2',
    await readFile('node_modules/geist/dist/fonts/geist-mono/GeistMono-Bold.woff2'),
    'font/woff2',
    [1280, 800, 'white', 'white'],
  ],
];

describe('a preview', () => {
  it.each(kinds)('is drawn of %s', async (_, filename, bytes, mime, expected) => {
    const asset = await file(bytes, filename);
    expect([asset.mime, asset.width, asset.height]).toEqual([mime, expected[0], expected[1]]);
    expect(asset.probe).not.toHaveProperty('preview');
    const whole = await rendition(asset.id, 'f_png');
    expect(whole.status).toBe(200);
    expect(await seen(whole.bytes)).toEqual(expected);
    const small = await rendition(asset.id, 'w_20,f_webp');
    expect((await sharp(small.bytes).metadata()).width).toBe(20);
    expect(await preview(asset.id)).toMatchObject({ state: 'ready', reason: null, clip: null, peaks: null });
    for (const piece of ['clip', 'strip']) {
      const none = await marque.call('GET', `/api/v1/assets/${asset.id}/preview/${piece}`, { as: reader });
      expect([none.status, none.body.error.code]).toEqual([415, 'unsupported']);
    }
  });

  it('shows each page of a PDF at its own size, and says how many there are', async () => {
    const pages = [page, { width: 100, height: 200, color: '0 0.6 0' }, { ...page, color: '0 0 1' }];
    const { id } = await file(pdf(pages), 'pages.pdf');
    const second = await rendition(id, 'page_2,w_400,f_png');
    expect(await seen(second.bytes)).toEqual([400, 800, 'green', 'green']);
    expect(await seen((await rendition(id, 'page_3,w_300,f_png')).bytes)).toEqual([300, 200, 'blue', 'blue']);
    // The same as without a page.
    const first = await rendition(id, 'page_1,w_300,f_png');
    expect(await seen(first.bytes)).toEqual([300, 200, 'red', 'red']);
    expect(first.headers.get('etag')).toBe((await rendition(id, 'w_300,f_png')).headers.get('etag'));
    expect(await preview(id)).toMatchObject({ state: 'ready', pages: 3 });
    for (const [transform, text] of [
      ['page_4,w_300', 'from 1 to 3'],
      ['page_0', 'page'],
      ['page_x', 'page'],
    ]) {
      const { status, body } = await rendition(id, String(transform));
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        'invalid_request',
        expect.stringContaining(String(text)),
      ]);
    }
    const picture = await file(await sharp(photo).png().toBuffer(), 'photo.png', 'image/png');
    const { status, body } = await rendition(picture.id, 'page_2');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('no pages')]);
  });

  it('of a page is in public addresses, and in those that get_rendition_url makes', async () => {
    const { id } = await file(pdf([page, { ...page, color: '0 0 0.9' }]), 'public.pdf');
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { public: true } });
    const { body } = await marque.call('GET', `/api/v1/assets/${id}/rendition-url?page=2&w=320&f=png`, {
      as: reader,
    });
    expect(body.data).toMatchObject({ transform: 'page_2,w_320', public: true });
    const open = await marque.call('GET', String(body.data.url));
    expect(await seen(open.bytes)).toEqual([320, 213, 'blue', 'blue']);
  });

  it('is drawn by the job, without anyone looking, and in size for files from before', async () => {
    const { id } = await file(pdf([{ ...page, color: '0 1 0' }]), 'early.pdf');
    await marque.service.db.query('update payload.assets set width = null, height = null where id = $1', [
      id,
    ]);
    await marque.service.db.query(
      'delete from marque.previews where sha256 = (select sha256 from payload.assets where id = $1)',
      [id],
    );
    // Another process, which looks through all files when it starts.
    await drawPreviews({ ...marque.service });
    expect(await preview(id)).toMatchObject({ state: 'ready', pages: 1 });
    const asset = (await marque.call('GET', `/api/v1/assets/${id}`, { as: reader })).body.data as Filed;
    expect([asset.width, asset.height]).toEqual([2560, 1707]);
  });

  it('is described to readers of the asset only', async () => {
    const { id } = await file(mp3(await halves(50, 50)), 'secret.mp3');
    const as404 = await marque.call('GET', `/api/v1/assets/${id}/preview`, { as: stranger });
    expect([as404.status, as404.body.error.code]).toEqual([404, 'not_found']);
    expect((await marque.call('GET', '/api/v1/assets/not-an-id/preview', { as: reader })).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/assets/${id}/preview`)).status).toBe(401);
  });

  it('is the picture itself where Marque renders it, and never of what it knows nothing of', async () => {
    const picture = await file(await sharp(photo).webp().toBuffer(), 'photo.webp', 'image/webp');
    expect(await preview(picture.id)).toEqual({
      state: 'ready',
      pages: null,
      duration: null,
      clip: null,
      peaks: null,
      reason: null,
      text: null,
    });
    const text = await file(Buffer.from('Words.'), 'words.txt', 'text/plain');
    expect(await preview(text.id)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('text/plain'),
    });
  });
});

it('lists the layers of a PSD, from the top', async () => {
  const { probe } = await file(
    psd({ width: 20, height: 20, mode: 3, pixel: [9, 9, 9], layers: ['Background', 'Café 1'] }),
    'layers.psd',
  );
  expect(probe).toMatchObject({ layers: ['Café 1', 'Background'], depth: 8, space: 'rgb' });
});

describe('a file without a preview', () => {
  const enormous = { width: 30_000, height: 30_000, mode: 3, pixel: [] } as const;
  /** Only the header, and then nothing. */
  const bomb = psd({ ...enormous, height: 1, pixel: [0, 0, 0], width: 30_000 });
  bomb.writeUInt32BE(30_000, 14);
  const cases: [name: string, filename: string, bytes: () => Buffer | Promise<Buffer>, reason: string][] = [
    [
      'a HEIC that is truncated',
      'x.heic',
      async () => (await fixture('two-colors.heic')).subarray(0, 600),
      'damaged',
    ],
    [
      'a HEIC of nothing',
      'y.heic',
      () =>
        Buffer.concat([
          Buffer.from([0, 0, 0, 24]),
          Buffer.from('ftypheic\0\0\0\0mif1heic'),
          Buffer.alloc(99, 7),
        ]),
      'damaged',
    ],
    ['a PDF that is truncated', 'x.pdf', () => pdf([page]).subarray(0, 60), 'damaged'],
    [
      'a PDF with pages of no end',
      'y.pdf',
      () => pdf([{ ...page, width: 1, height: 1e9 }]).subarray(0, 40),
      'damaged',
    ],
    [
      'a PSD that is truncated',
      'x.psd',
      () => psd({ width: 99, height: 99, mode: 3, pixel: [1, 2, 3] }).subarray(0, 999),
      'damaged',
    ],
    ['a PSD that claims 900 megapixels', 'y.psd', () => bomb, '64 megapixels'],
    [
      'a PSD of channels',
      'z.psd',
      () => psd({ width: 9, height: 9, mode: 7, pixel: [1, 2, 3] }),
      'color mode',
    ],
    ['a RAW without a picture', 'x.cr2', () => raw(Buffer.alloc(500, 1)), 'no embedded picture'],
    [
      'a RAW of a picture that is truncated',
      'y.cr2',
      () => raw(photo.subarray(0, 300)),
      'no embedded picture',
    ],
    [
      'a RAW of a thousand beginnings',
      'z.cr2',
      () => raw(Buffer.alloc(3_000_000, Buffer.from([0xff, 0xd8, 0xff, 0xe0]))),
      'no embedded picture',
    ],
    ['a HEIC that claims 144 megapixels', 'z.heic', hugeHeic, '64 megapixels'],
    [
      'a document whose thumbnail unpacks to 40 MiB',
      'z.docx',
      () => docx(Buffer.alloc(40 * 1024 * 1024)),
      'over 32 MiB',
    ],
    ['a document without a thumbnail', 'x.docx', () => docx(null), 'no embedded thumbnail'],
    [
      'a thumbnail that is an SVG',
      'y.docx',
      () => docx(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      "isn't a JPEG",
    ],
    [
      'a font that is truncated',
      'x.woff2',
      async () =>
        (await readFile('node_modules/geist/dist/fonts/geist-mono/GeistMono-Bold.woff2')).subarray(0, 2000),
      'damaged',
    ],
  ];

  it.each(cases)('is filed, and says why: %s', async (_, filename, make, reason) => {
    const asset = await file(await make(), filename);
    expect(asset.probe.preview).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining(reason),
    });
    const { status, body } = await rendition(asset.id, 'w_320');
    expect([status, body.error.code, body.error.message]).toEqual([
      415,
      'unsupported',
      expect.stringContaining(reason),
    ]);
    expect(await preview(asset.id)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringMatching(/^It .*\.$/),
    });
    const health = await marque.call('GET', '/api/health');
    expect(health.body.failing).toEqual([]);
  });

  it('is tried again by a later version of its previewer', async () => {
    const { id } = await file(await docx(Buffer.from('later')), 'later.docx');
    await rendition(id, 'w_320');
    expect(await preview(id)).toMatchObject({ state: 'unavailable' });
    // As an earlier version had left it.
    await marque.service.db.query(
      `update marque.previews set previewer = 'office-0' where sha256 = (select sha256 from payload.assets where id = $1)`,
      [id],
    );
    expect(await preview(id)).toMatchObject({ state: 'pending' });
  });
});

describe('a decoder that hangs or takes too much', () => {
  it.each([
    ['time', { seconds: 2 }, '2 s to decode'],
    ['memory', { memoryBytes: 1024 * 1024 }, '1 MiB to decode'],
  ])('is killed, and costs that file its picture only: %s', async (what, limits, reason) => {
    const { id } = await file(endlessPdf(what), `${what}.pdf`);
    const before = setDecoderLimits('documents', limits);
    try {
      let answer = await rendition(id, 'w_300');
      // One that got no processor time for that long is tried again.
      for (let tries = 0; answer.status === 503 && tries < 3; tries += 1)
        answer = await rendition(id, 'w_300');
      const { status, body } = answer;
      expect([status, body.error.code, body.error.message]).toEqual([
        415,
        'unsupported',
        expect.stringContaining(reason),
      ]);
    } finally {
      setDecoderLimits('documents', before);
    }
    expect(await preview(id)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining(reason),
    });
    const next = await file(pdf([{ ...page, width: what === 'time' ? 310 : 320 }]), 'next.pdf');
    expect((await rendition(next.id, 'w_300')).status).toBe(200);
  });

  it('lets views wait for ten seconds at most, and then come again', async () => {
    const { id } = await file(pdf([{ ...page, width: 444 }]), 'slow.pdf');
    const before = setDecoderLimits('documents', { processes: 0 });
    try {
      const { status, headers, body } = await rendition(id, 'w_300');
      expect([status, body.error.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await preview(id)).toMatchObject({ state: 'pending' });
    } finally {
      setDecoderLimits('documents', before);
    }
  }, 30_000);
});
