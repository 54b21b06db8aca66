// A portal of the brand, and what a visitor reads there.
import type { Library } from './library.ts';
import { chapter, visitor, type Send, type Who } from './tell.ts';

/** A portal that shows the brand and offers a picture for download to the public. */
export async function openPortal(send: Send, mara: Who, { hubble }: Library): Promise<string> {
  chapter('She opens a portal for the brand, and a visitor reads what is there');
  const { body: brands } = await send('GET', '/api/v1/brands', {
    who: mara,
    expect: 200,
    says: ({ body: { data } }) => `the brand is "${data[0].name}"`,
  });
  const { body: press } = await send('POST', '/api/v1/collections', {
    who: mara,
    expect: 201,
    body: { name: 'Press' },
    says: ({ body: { data } }) => `the collection "${data.name}"`,
  });
  await send('POST', `/api/v1/collections/${press.data.id}/assets`, {
    who: mara,
    expect: 200,
    body: { add: [hubble.id] },
    says: () => `${hubble.filename} is in it`,
  });
  const { body: portal } = await send('POST', '/api/v1/portals', {
    who: mara,
    expect: 201,
    body: {
      name: 'Press room',
      intro: 'Pictures to print, and how the brand speaks.',
      terms: 'Say whose pictures they are.',
      brands: [brands.data[0].slug],
      collections: [press.data.id],
      presets: [{ name: 'For the web', transform: 'w_1280,f_webp' }],
    },
    says: ({ body: { data } }) => data.url,
  });
  const at = `/api/v1/portal/${portal.data.slug}`;
  await send('GET', at, {
    who: visitor,
    expect: 200,
    says: ({ body }) => `${body.brands[0].name}, and ${body.total} file with its downloads`,
    holds: ({ body }) => body.total === 1 && body.assets[0].id === hubble.id,
  });
  await send('GET', `${at}/site`, {
    who: visitor,
    expect: 200,
    says: ({ body: { data } }) => `"${data.page.title}", the first of ${data.pages.length} pages`,
  });
  await send('GET', `${at}/updates`, {
    who: visitor,
    expect: 200,
    says: ({ body: { data } }) => `what is new: "${data[0].note}"`,
    holds: ({ body: { data } }) => data.length === 1,
  });
  return portal.data.url as string;
}
