// The language that visitors of portals and share links read: `lang`, or else what their browser prefers.
// cspell:ignore hafen schiffe drei deutsch
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { preferredLanguage } from '../../../src/assets/languages/visitor-language.ts';
import type { Reply } from '../../setup/service.ts';
import { admin, get, make, marque, putTexts, setLanguages, writer } from './speaking.ts';

let slug = '';
let token = '';
beforeAll(async () => {
  await setLanguages({ default: 'en', others: ['de', 'pt-BR'] });
  const made = await marque.call('POST', '/api/v1/collections', { as: writer, body: { name: 'Sea' } });
  const collection = made.body.data.id as string;
  const id = await make({ collections: [collection] });
  await putTexts(id, {
    en: { title: 'Harbor', description: 'Ships.', alt: 'Three ships' },
    de: { title: 'Hafen', alt: 'Drei <Schiffe>' },
  });
  const portal = await marque.call('POST', '/api/v1/portals', {
    as: admin,
    body: { name: 'Press', collections: [collection], access: 'public' },
  });
  expect([portal.status, portal.body]).toMatchObject([201, {}]);
  slug = portal.body.data.slug as string;
  const share = await marque.call('POST', '/api/v1/shares', {
    as: admin,
    body: { kind: 'view', collection },
  });
  expect([share.status, share.body]).toMatchObject([201, {}]);
  token = new URL(share.body.data.url as string).pathname.split('/').at(-1) ?? '';
});
afterAll(() => marque.close());

const visit = (path: string, language?: string, accept = '*/*'): Promise<Reply> =>
  get(path, null, { accept, ...(language === undefined ? {} : { 'accept-language': language }) });
const english = { title: 'Harbor', description: 'Ships.', alt: 'Three ships' };
const german = { title: 'Hafen', description: 'Ships.', alt: 'Drei <Schiffe>' };

describe('data of portals and share links', () => {
  it('is in the language that lang or Accept-Language says, and says that it varies', async () => {
    for (const [path, shown] of [
      [`/api/v1/portal/${slug}`, ({ body }: Reply) => body.assets as unknown],
      [`/api/v1/portal/${slug}/search?q=hafen`, ({ body }: Reply) => body.data.assets as unknown],
      [`/api/v1/shared/${token}`, ({ body }: Reply) => body.data.assets as unknown],
    ] as const) {
      const lang = path.includes('?') ? '&lang=' : '?lang=';
      for (const [address, language, texts] of [
        [path, undefined, english],
        [path, 'de-AT,en;q=0.5', german],
        [path, 'en-US,de;q=0.9', english],
        [path, 'ja', english],
        [path, '%%;q=x,,', english],
        [`${path}${lang}de`, 'en', german],
        [`${path}${lang}EN`, 'de', english],
        [`${path}${lang}pt-br`, 'de', english],
      ] as const) {
        const reply = await visit(address, language);
        expect([address, language, reply.status, reply.headers.get('vary')]).toEqual([
          address,
          language,
          200,
          expect.stringContaining('Accept-Language'),
        ]);
        expect([address, language, shown(reply)]).toMatchObject([address, language, [texts]]);
      }
      for (const wrong of ['es', 'deutsch', '']) {
        const refused = await visit(`${path}${lang}${wrong}`);
        expect([wrong, refused.status, refused.body.error?.code]).toEqual([wrong, 400, 'invalid_request']);
      }
    }
  });

  it('has an ETag for each language', async () => {
    const path = `/api/v1/portal/${slug}`;
    const tag = String((await visit(path, 'de')).headers.get('etag'));
    const headers = { 'if-none-match': tag };
    const same = await get(path, null, { ...headers, 'accept-language': 'de' });
    expect([same.status, same.headers.get('vary')]).toEqual([
      304,
      expect.stringContaining('Accept-Language'),
    ]);
    expect((await get(path, null, { ...headers, 'accept-language': 'en' })).status).toBe(200);
  });
});

describe('pages of portals and share links', () => {
  it('show titles and alt texts in the visitor’s language', async () => {
    for (const path of [`/p/${slug}/-/files`, `/s/${token}`]) {
      const page = async (address: string, language: string): Promise<string> => {
        const reply = await visit(address, language, 'text/html');
        expect([address, reply.status, reply.headers.get('vary')]).toEqual([
          address,
          200,
          expect.stringContaining('Accept-Language'),
        ]);
        return reply.bytes.toString();
      };
      const inGerman = await page(path, 'de');
      expect(inGerman).toContain('>Hafen</');
      expect(inGerman).toContain('alt="Drei &lt;Schiffe&gt;"');
      expect(inGerman).not.toContain('Harbor');
      expect(await page(`${path}?lang=en`, 'de')).toContain('alt="Three ships"');
      // Typed into an address bar.
      expect(await page(`${path}?lang=none`, 'de')).toContain('>Hafen</');
    }
  });
});

it('a browser’s preferences are matched with the languages there are', () => {
  for (const [header, expected] of [
    [null, null],
    ['', null],
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', null],
    ['fr;q=0, de;q=0.1', 'de'],
    ['de;q=0.2, en;q=0.8', null],
    ['*', null],
    ['xx,*;q=0.5,de;q=0.1', null],
    [`${'x,'.repeat(50)}de`, null],
  ] as const)
    expect([header, preferredLanguage(header, ['en', 'de', 'pt-BR'])]).toEqual([header, expected]);
});
