// What visitors find on a portal: keys, properties and contexts of rules, as plain text, from several brands.
// cspell:ignore minclearspace
import { afterAll, expect, it } from '@jest/globals';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeBrand } from '../brands/brand.ts';

const { marque, place, write } = await startWithWorkspace();
afterAll(() => marque.close());
const brand = await makeBrand(marque, place, { name: 'Acme' });
const second = await makeBrand(marque, place, { name: 'Zenith' });
await write.done('PATCH', `/brand/rules?brand=${brand.slug}`, {
  set: [
    {
      key: 'color.primary',
      label: 'Ocean',
      type: 'color',
      value: '#0033aa',
      spec: { pantone: '286 C', cmyk: [100, 66, 0, 2], ral: '5002' },
      usage: 'For **links**, see [the guide](https://secret.example/path) and `buttons`.',
    },
    { key: 'color.primary', context: 'dark-background', type: 'color', value: '#88aaff' },
    { key: 'color.leaf', label: 'Leaf', type: 'color', value: '#00aa33', spec: { pantone: '354 C' } },
    { key: 'logo.minClearSpace', label: 'Room', type: 'number', value: 24, spec: { unit: 'px' } },
    { key: 'type.body', label: 'Text', type: 'font', value: { family: 'Inter', size: '1.25rem' } },
    { key: 'color.nowhere', label: 'Nowhere', type: 'color', value: '#123456', spec: { pantone: '111 C' } },
  ],
});
await write.done('PUT', `/brands/${brand.slug}/pages/colors`, {
  title: 'Colors',
  sections: [
    { id: 'all', template: 'palette', title: 'Every color', keys: ['color.primary', 'color.leaf'] },
    { id: 'measures', template: 'specs', keys: ['logo.minClearSpace', 'type.body'] },
    {
      id: 'night',
      template: 'text',
      title: 'At night',
      context: 'dark-background',
      body: 'Read **this** [first](https://elsewhere.example/x): ![Sea](nothing)',
    },
  ],
});
await write.done('PATCH', `/brand/rules?brand=${second.slug}`, {
  set: [{ key: 'color.sky', label: 'Sky', type: 'color', value: '#99ccff', spec: { pantone: '2905 C' } }],
});
await write.done('PUT', `/brands/${second.slug}/pages/sky`, {
  title: 'Sky colors',
  sections: [{ id: 'sky', template: 'palette', keys: ['color.sky'] }],
});
for (const { slug } of [brand, second]) await write.done('POST', `/brands/${slug}/publish`, {});
const portalOf = async (brands: string[]): Promise<string> =>
  (await write.done('POST', '/portals', { name: 'Search', brands })).body.data.slug;
const portal = await portalOf([brand.slug, second.slug]);

const find = async (q: string) =>
  (await marque.call('GET', `/api/v1/portal/${portal}/search?q=${encodeURIComponent(q)}`)).body.data;
const rulesFor = async (q: string): Promise<string[]> =>
  ((await find(q)).rules as { key: string; context: string | null }[]).map(({ key, context }) =>
    context === null ? key : `${key} ${context}`,
  );
const page = async (q: string, on = portal): Promise<string> =>
  (
    await marque.call('GET', `/p/${on}/-/search?q=${encodeURIComponent(q)}`, {
      headers: { accept: 'text/html' },
    })
  ).bytes.toString();

it.each([
  ['logo.minClearSpace', ['logo.minClearSpace']],
  ['minclearspace', ['logo.minClearSpace']],
  ['clear space', ['logo.minClearSpace']],
  ['color.leaf', ['color.leaf']],
  ['Pantone 286', ['color.primary']],
  ['286 C', ['color.primary']],
  ['pantone', ['color.primary', 'color.leaf', 'color.sky']],
  ['cmyk 100 66 0 2', ['color.primary']],
  ['100, 66, 0, 2', ['color.primary']],
  ['RAL 5002', ['color.primary']],
  ['24px', ['logo.minClearSpace']],
  ['24 px', ['logo.minClearSpace']],
  ['1.25rem', ['type.body']],
  ['1.25 rem', ['type.body']],
  ['#0033aa', ['color.primary']],
  ['dark-background', ['color.primary dark-background']],
  ['nowhere', []],
  ['111 C', []],
  ['secret.example', []],
])('finds rules by %s', async (q, keys) => {
  expect(await rulesFor(q)).toEqual(keys);
});

it('finds sections by their context, and shows text without the signs and addresses of Markdown', async () => {
  expect((await find('dark-background')).sections).toMatchObject([{ id: 'night' }]);
  expect((await find('night')).sections).toMatchObject([{ text: 'Read this first: Sea' }]);
  expect((await find('elsewhere')).sections).toEqual([]);
  const html = await page('ocean');
  expect(html).toContain('For links, see the guide and buttons.');
  expect(html).not.toMatch(/\*\*links|secret\.example/);
  // The version for a context leads to the page in that context, with what it inherits.
  expect(html).toMatch(/colors\?context=dark-background"/);
  expect(html).toContain('dark background: For links');
});

it('names the brand where there are several', async () => {
  const html = await page('color');
  expect(html).toContain('Acme');
  expect(html).toMatch(/<a [^>]*>Sky colors<\/a><p class="quiet small">Zenith<\/p>/);
  const alone = await portalOf([second.slug]);
  expect(await page('sky', alone)).toMatch(/<a [^>]*>Sky colors<\/a><\/li>/);
});
