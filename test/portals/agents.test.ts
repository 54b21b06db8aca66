// What a public portal serves to programs at its root, and what it hides.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { makeCallers, type Calls } from '../setup/callers.ts';
import { startService, type TestService } from '../setup/service.ts';
import { makeBrand } from '../brands/brand.ts';

let marque: TestService;
let editor: Calls;
let portal: { id: string; slug: string };
let brand: { id: string; slug: string };
let logo: string;

beforeAll(async () => {
  marque = await startService();
  const { place, editor: as, write } = await makeCallers(marque);
  editor = write;
  brand = await makeBrand(marque, place, { name: 'Acme' });
  const second = await makeBrand(marque, place, { name: 'Second' });
  ({ id: logo } = await makeAsset(marque, as));
  await editor.done('PATCH', `/assets/${logo}`, { public: false });
  await editor.done('PATCH', `/brand/rules?brand=${brand.slug}`, {
    set: [
      { key: 'color.primary', type: 'color', value: '#3366ff' },
      { key: 'color.partners', type: 'color', value: '#112233' },
      { key: 'logo.main', type: 'text', value: 'x', assets: [{ id: logo }] },
    ],
  });
  const page = (of: string, slug: string, about: Record<string, unknown>) =>
    editor.done('PUT', `/brands/${of}/pages/${slug}`, { title: `On ${slug}`, ...about });
  await page(brand.slug, 'start', {
    lede: 'How we\nlook.',
    sections: [
      { template: 'palette', keys: ['color.primary'] },
      { template: 'logos', keys: ['logo.main'] },
    ],
  });
  await page(brand.slug, 'partners', {
    audience: 'partners',
    sections: [{ template: 'palette', keys: ['color.partners'] }],
  });
  await page(second.slug, 'other', {});
  for (const { slug } of [brand, second]) await editor.done('POST', `/brands/${slug}/publish`, {});
  portal = (await editor.done('POST', '/portals', { name: 'Open', brands: [brand.slug, second.slug] })).body
    .data as typeof portal;
});
afterAll(() => marque.close());

const get = (what: string) => marque.call('GET', `/p/${portal.slug}/${what}`);

it('llms.txt names the pages that everyone can read, at the portal, and where the data is', async () => {
  const { status, headers, bytes } = await get('llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = bytes.toString();
  expect(text).toMatch(/^# Acme\n\n> /);
  expect(text).toContain(`- [On start](${marque.url}/p/${portal.slug}/${brand.slug}/start): How we look.`);
  expect(text).toContain('## Second\n\n- [On other]');
  expect(text).not.toMatch(/partners/);
  // Each data address in it works without a key.
  const data = [...text.matchAll(/\((http[^)]*\/api\/[^)]*)\)/g)].map(([, url = '']) => url);
  expect(data.length).toBeGreaterThan(3);
  for (const url of data) expect([url, (await marque.call('GET', url)).status]).toEqual([url, 200]);
});

it('brand.json has every brand, with only what a page shows everyone', async () => {
  const { status, body } = await get('brand.json');
  expect(status).toBe(200);
  const [acme, second] = body.brands;
  expect([acme.names, second.names]).toEqual([[{ en: 'Acme' }], [{ en: 'Second' }]]);
  expect(acme.colors).toMatchObject({ primary: expect.any(String) });
  expect(acme.colors).not.toHaveProperty('partners');
  expect(acme.logos).toHaveLength(1);
  expect((await marque.call('GET', acme.logos[0].url)).status).toBe(200);
  await editor.done('PATCH', `/assets/${logo}`, { private: true });
  expect((await get('brand.json')).body.brands[0]).not.toHaveProperty('logos');
});

it("a portal that isn't public reveals nothing", async () => {
  const all = async (): Promise<number[]> => [
    (await get('llms.txt')).status,
    (await get('brand.json')).status,
  ];
  for (const access of ['password', 'members']) {
    await editor.done('PATCH', `/portals/${portal.id}`, { access, password: 'open sesame' });
    expect(await all()).toEqual([404, 404]);
  }
  await editor.done('PATCH', `/portals/${portal.id}`, { access: 'public', brands: [] });
  expect(await all()).toEqual([404, 404]);
  await editor.done('POST', `/portals/${portal.id}/close`);
  expect(await all()).toEqual([410, 410]);
});
