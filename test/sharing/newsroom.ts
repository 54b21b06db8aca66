// A portal with one of everything: every kind of rule, every section template, pages for different readers.
import { readFile } from 'node:fs/promises';
import { fileBytes } from '../assets/library.ts';
import { makeBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller, Place, TestService } from '../setup/service.ts';

/** Creates the portal `northwind`, whose brand has the page `start` with every section. */
export async function makeNewsroom(
  marque: TestService,
  place: Place,
  as: Caller,
  start: string,
): Promise<{ id: string; collection: string; brand: string }> {
  const editor = callsAs(marque, as);
  const brand = await makeBrand(marque, place, { name: 'Northwind' });
  const collection = await marque.makeCollection(place, { name: 'Press kit' });
  const filed: string[] = [];
  for (const filename of ['hubble_deep_field.jpg', 'rocket.jpg', 'chelsea.png', 'coffee.png']) {
    const bytes = await readFile(`fixtures/${filename}`);
    // The bytes of the share links' pictures are assets already: only the collection's content is shown.
    const { body } = await fileBytes(marque, as, bytes, { filename, collections: [collection] });
    filed.push(body.data.id as string);
  }
  await editor.done('POST', `/collections/${collection}/assets`, { add: filed });
  const [sky = '', rocket = ''] = filed;
  await editor.done('PATCH', `/brand/rules?brand=${brand.slug}`, {
    set: [
      {
        key: 'color.primary',
        type: 'color',
        value: '#0f766e',
        label: 'Northwind teal',
        usage: 'Our first color: for **actions** and large areas.',
        spec: { cmyk: [86, 30, 56, 20], pantone: '7721 C', tints: [75, 50, 25] },
      },
      { key: 'color.ink', type: 'color', value: '#10201f', label: 'Ink' },
      { key: 'color.paper', type: 'color', value: '#fbfaf6', label: 'Paper' },
      { key: 'color.sun', type: 'color', value: '#f2b632', label: 'Sun', usage: 'In small doses.' },
      { key: 'color.sun', context: 'print', type: 'color', value: '#e5a413', label: 'Sun' },
      {
        key: 'type.head',
        type: 'font',
        value: { family: 'Georgia', size: 48, weight: 700 },
        label: 'Headlines',
        spec: { fallback: ['serif'], lineHeight: 1.1 },
      },
      {
        key: 'type.body',
        type: 'font',
        value: { family: 'Helvetica Neue', size: 17, weight: 400 },
        label: 'Reading text',
        spec: { fallback: ['Arial', 'sans-serif'], lineHeight: 1.6 },
      },
      { key: 'voice.tone', type: 'text', value: 'Plain, warm, and never in a hurry.', label: 'Tone' },
      {
        key: 'voice.words',
        type: 'list',
        value: ['Say what it does.', 'Leave out what it is not.'],
        label: 'Words',
      },
      { key: 'grid.gap', type: 'number', value: 24, label: 'Gap', spec: { unit: 'px' } },
      { key: 'logo.main', type: 'text', value: 'The rocket', label: 'Logo', assets: [{ id: rocket }] },
    ],
  });
  const page = (slug: string, about: Record<string, unknown>) =>
    editor.done('PUT', `/brands/${brand.slug}/pages/${slug}`, about);
  await page(start, {
    title: 'How we look',
    eyebrow: 'Guidelines',
    lede: 'Everything that makes Northwind look like Northwind.',
    cover: sky,
    sections: [
      { template: 'statement', keys: ['voice.tone'], props: { by: 'Our promise' }, tone: 'soft' },
      {
        template: 'palette',
        title: 'Colors',
        keys: ['color.primary', 'color.ink', 'color.paper', 'color.sun'],
        columns: 4,
      },
      {
        template: 'type',
        title: 'Typefaces',
        keys: ['type.head', 'type.body'],
        props: { specimen: 'Made well.' },
      },
      { template: 'logos', title: 'Logo', keys: ['logo.main'], columns: 2, props: { ground: 'checkered' } },
      {
        template: 'dodont',
        title: 'Right and wrong',
        columns: 2,
        items: [
          { kind: 'do', title: 'Leave it room', body: 'As much as the x is high.', asset: rocket },
          { kind: 'dont', title: 'Never stretch it', asset: sky },
        ],
      },
      {
        template: 'gallery',
        title: 'How we photograph',
        columns: 2,
        items: [
          { asset: sky, title: 'Far away' },
          { asset: rocket, title: 'On the way' },
        ],
      },
      {
        template: 'text',
        title: 'How we sound',
        body: 'See [the words](voice), or <b>this</b>.',
        keys: ['voice.words'],
        tone: 'accent',
      },
      { template: 'specs', title: 'Measures', keys: ['grid.gap', 'color.ink'] },
      { template: 'copy', title: 'Boilerplate', keys: ['voice.tone'] },
      {
        template: 'faq',
        title: 'Questions',
        items: [{ title: 'May I change its color?', body: 'No.' }],
        tone: 'dark',
      },
      { template: 'collection', title: 'Press', props: { collection, limit: 4 }, columns: 4 },
      {
        template: 'links',
        title: 'Further',
        items: [{ title: 'Voice', href: 'voice', body: 'How we write.' }],
      },
      { template: 'embed', title: 'Our film', props: { url: 'https://example.com/film' } },
      { template: 'pages', title: 'In this chapter' },
      { template: 'updates', title: 'Lately' },
    ],
  });
  await page('voice', {
    title: 'Voice',
    lede: 'How we write.',
    parent: start,
    sections: [{ template: 'text', body: 'Short.' }],
  });
  await page('landing', {
    title: 'Welcome',
    layout: 'landing',
    sections: [{ template: 'cover', title: 'Northwind', lede: 'Since 1921.', props: { image: sky } }],
  });
  await page('partners', { title: 'Only for partners', audience: 'partners' });
  await editor.done('PATCH', `/brands/${brand.slug}/theme`, {
    accent: 'color.primary',
    surface: 'color.paper',
    ink: 'color.ink',
    head: 'type.head',
    body: 'type.body',
  });
  await editor.done('POST', `/brands/${brand.slug}/publish`, { note: 'A **new** palette', image: sky });
  const made = await editor.done('POST', '/portals', {
    name: 'Northwind',
    slug: 'northwind',
    intro: 'Colors, type, words and pictures: all you need to **speak for us**.',
    brands: [brand.slug],
    collections: [collection],
    terms: 'Use it for what we agreed on.',
    presets: [{ name: 'Web, 1200 px', transform: 'w_1200,f_webp' }],
  });
  return { id: made.body.data.id as string, collection, brand: brand.slug };
}
