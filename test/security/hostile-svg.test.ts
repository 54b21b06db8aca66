// SVGs made to keep the renderer busy, uploaded by a stranger with nothing but an upload link.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { setDecoderLimits, closeDecoders } from '../../src/lib/decoders/pool.ts';
import { startService, type Reply } from '../setup/service.ts';

/** Far below the usual limit of 30 s, and far above what a logo takes. */
const limits = { seconds: 3, waitSeconds: 120 };

const before = setDecoderLimits('svg', limits);
const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
const collection = await marque.makeCollection(place, { name: 'From outside' });
const made = await marque.call('POST', '/api/v1/shares', { as, body: { kind: 'upload', collection } });
const token = String(made.body.data.url).split('/').at(-1) ?? '';
afterAll(async () => {
  await marque.close();
  setDecoderLimits('svg', before);
  closeDecoders();
});

const svg = (content: string, size = 300) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${content}</svg>`;

/** Each level references the one before it `times` times. */
function nested(levels: number, times: number, leaf: string, count: number): string {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(times)}</g>`,
  );
  return svg(
    `<!-- ${count} --><defs><g id="g0">${leaf}</g>${groups.join('')}</defs><use href="#g${levels}"/>`,
  );
}

/** As few elements as the limits allow, each as slow to draw as possible. */
const slow = (count: number) => nested(5, 10, '<text font-size="9" y="9">fi ffl Ω ع</text>', count);

async function send(text: string, filename: string): Promise<Reply> {
  const body = new FormData();
  body.append('file', new Blob([text]), filename);
  return marque.call('POST', `/api/v1/shared/${token}`, { body });
}

async function assetNamed(filename: string) {
  const { body } = await marque.call(
    'GET',
    `/api/v1/assets?status=proposed&collection=${collection}&limit=100`,
    {
      as,
    },
  );
  return (
    body.data as { id: string; filename: string; width: number | null; probe: Record<string, unknown> }[]
  ).find((asset) => asset.filename === filename);
}

describe('an SVG that takes too long to render', () => {
  it('ends at the limit, while other requests are answered', async () => {
    const sent = Promise.all([0, 1, 2, 3].map((count) => send(slow(count), `slow-${count}.svg`)));
    let isDone = false;
    void sent.finally(() => (isDone = true));
    let answered = 0;
    while (!isDone) {
      const health = await marque.call('GET', '/api/v1/assets?limit=1', { as });
      expect(health.status).toBe(200);
      // Files are read by the same threads that decode pictures.
      const raster = await send(`not a picture ${answered}`, `text-${answered}.txt`);
      expect(raster.status).toBe(201);
      answered += 1;
      // A link takes so many files an hour, and on a busy machine the four have longer.
      await sleep(500);
    }
    // Each of the four is limited to 3 s and two run at a time: whoever had to wait for them would be answered twice at most.
    expect(answered).toBeGreaterThan(4);
    expect((await sent).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it("is filed without a picture, says why, and isn't rendered again for later viewers", async () => {
    const asset = await assetNamed('slow-0.svg');
    expect(asset).toMatchObject({
      width: null,
      probe: { preview: { state: 'unavailable', reason: expect.stringContaining('3 s') } },
    });
    // With no time at all, an attempt would end differently.
    const fewer = setDecoderLimits('svg', { processes: 0, queue: 0 });
    try {
      for (const transform of ['w_320', 'w_640', 'w_640,f_webp']) {
        const { status, body } = await marque.call(
          'GET',
          `/api/v1/assets/${asset?.id}/content/${transform}`,
          { as },
        );
        expect([status, body.error?.code]).toEqual([503, 'unavailable']);
        expect(body.error.message).toContain('3 s');
      }
      const again = await send(slow(0), 'slow-again.svg');
      expect(again.status).toBe(201);
    } finally {
      setDecoderLimits('svg', fewer);
    }
  });

  it('leaves the next one to be rendered', async () => {
    expect((await send(svg('<rect width="9" height="9"/>'), 'logo.svg')).status).toBe(201);
    expect(await assetNamed('logo.svg')).toMatchObject({ width: 300 });
  });
});

describe('an SVG that declares too much', () => {
  const repeated = (levels: number) => nested(levels, 10, '<rect width="1" height="1"/>', 0);
  const entities = (declarations: string, use: string) =>
    `<!DOCTYPE svg [${declarations}]>${svg(`<text>${use}</text>`)}`;
  const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  );
  const many = svg('<g>'.repeat(2000) + '</g>'.repeat(2000));
  const patterns = Array.from(
    { length: 8 },
    (_, at) =>
      `<pattern id="g${at + 1}" width="1" height="1">${`<rect width="1" height="1" fill="url(#g${at})"/>`.repeat(10)}</pattern>`,
  ).join('');
  const turbulence = `<filter id="f">${'<feTurbulence numOctaves="9"/>'.repeat(20)}</filter>`;

  it.each([
    ['a billion uses', repeated(9)],
    [
      'patterns of patterns',
      svg(`<pattern id="g0"><path d="M0 0"/></pattern>${patterns}<rect fill="url(#g8)"/>`),
    ],
    [
      'patterns by a style sheet',
      svg(`<pattern id="g0"><path d="M0 0"/></pattern>${patterns}<style>rect{fill:url(#g8)}</style><rect/>`),
    ],
    ['a billion laughs', entities(`<!ENTITY l0 "lol">${lol}`, '&l9;')],
    ['an entity repeated', entities(`<!ENTITY a "${'x'.repeat(20_000)}">`, '&a;'.repeat(1000))],
    ['parameter entities', entities('<!ENTITY % p SYSTEM "http://127.0.0.1/p"> %p;', '')],
    [
      'filters of filters',
      svg(`${turbulence}${'<rect width="300" height="300" filter="url(#f)"/>'.repeat(20)}`),
    ],
    [
      'a convolution as large as the picture',
      svg('<filter id="f"><feConvolveMatrix order="999"/></filter><rect filter="url(#f)"/>'),
    ],
    ['elements 2,000 deep', many],
  ])('is filed without a picture: %s', async (name, text) => {
    const filename = `${name.replaceAll(/\W+/g, '-')}.svg`;
    expect((await send(text, filename)).status).toBe(201);
    expect(await assetNamed(filename)).toMatchObject({
      width: null,
      probe: { preview: { state: 'unavailable', reason: expect.stringContaining('too complex') } },
    });
  });

  it.each([
    ['not closed', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
    [
      'in an unknown encoding',
      '<?xml version="1.0" encoding="x-made-up"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
  ])("is refused if it isn't an SVG: %s", async (_, bytes) => {
    const body = new FormData();
    body.append('file', new Blob([bytes]), 'broken.svg');
    const { status, body: answer } = await marque.call('POST', `/api/v1/shared/${token}`, { body });
    expect([status, answer.error.code]).toEqual([422, 'invalid']);
  });
});

describe('an ordinary SVG', () => {
  it("with a drawing program's entities, uses, patterns and filters is rendered", async () => {
    const text = `<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
      <svg xmlns="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="80">
      <style>.a{fill:url(#grad)}</style><linearGradient id="grad"><stop stop-color="#f00"/></linearGradient>
      <filter id="shadow"><feGaussianBlur stdDeviation="2"/><feOffset dx="2"/><feMerge><feMergeNode/></feMerge></filter>
      <symbol id="s"><circle r="9" class="a"/></symbol><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="4" height="4"/></pattern>
      ${'<use xlink:href="#s" x="20" y="20" filter="url(#shadow)"/>'.repeat(20)}<rect width="120" height="80" fill="url(#p)"/></svg>`;
    expect((await send(text, 'drawn.svg')).status).toBe(201);
    const asset = await assetNamed('drawn.svg');
    expect(asset).toMatchObject({ width: 120, height: 80 });
    expect(asset?.probe).not.toHaveProperty('preview');
  });
});
