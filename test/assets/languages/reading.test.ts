// Reading assets in a language: only `lang` changes what is answered.
// cspell:ignore hafen schiffe seil drei deutsch
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  get,
  make,
  makeSpeaking,
  marque,
  metadataOf,
  putTexts,
  reader,
  setLanguages,
  writer,
} from './speaking.ts';

let id = '';
let plain = '';
let collection = '';
beforeAll(async () => {
  await setLanguages({ default: 'en', others: ['de', 'fr'] });
  const made = await marque.call('POST', '/api/v1/collections', { as: writer, body: { name: 'Sea' } });
  collection = made.body.data.id as string;
  id = await make({ title: 'Harbor', description: 'Ships.', collections: [collection] });
  plain = await make({ title: 'Rope', collections: [collection] });
  await putTexts(id, {
    en: { title: 'Harbor', description: 'Ships.', alt: 'Three ships' },
    de: { title: 'Hafen', alt: 'Drei Schiffe' },
  });
});
afterAll(() => marque.close());

/** The places where the asset's record is read, with `lang` to come. */
const places = (): string[] => [
  `/api/v1/assets/${id}?`,
  `/api/v1/assets/${id}?include=thumbnail&`,
  `/api/v1/assets/${id}/versions?`,
  `/api/v1/collections/${collection}/assets?`,
  '/api/v1/assets?q=harbor&',
  '/api/v1/assets?include=thumbnail&',
];

async function metadataAt(address: string, of = id): Promise<Record<string, unknown>> {
  const { status, body } = await get(address);
  expect([address, status]).toEqual([address, 200]);
  const assets = [body.data].flat() as { id: string; metadata: Record<string, unknown> }[];
  return assets.find((asset) => asset.id === of)?.metadata ?? {};
}

describe('lang', () => {
  it('answers title, description and alt text in that language, each falling back to the default', async () => {
    for (const address of places()) {
      expect([address, await metadataAt(`${address}lang=de`)]).toMatchObject([
        address,
        { title: 'Hafen', description: 'Ships.', alt: 'Drei Schiffe' },
      ]);
      expect((await metadataAt(`${address}lang=fr`)).title).toBe('Harbor');
      expect(await metadataAt(`${address}lang=EN`)).toMatchObject({ title: 'Harbor', alt: 'Three ships' });
    }
    const list = `/api/v1/collections/${collection}/assets?lang=de`;
    expect(await metadataAt(list, plain)).toMatchObject({ title: 'Rope' });
    const described = await get(`/api/v1/assets/${id}/description?lang=de`);
    expect([described.body.title, described.body.description]).toEqual(['Hafen', 'Ships.']);
  });

  it('is the only thing that changes an answer', async () => {
    for (const address of places()) {
      const [usual, asked] = await Promise.all(
        ['en', 'de'].map((language) => get(address.slice(0, -1), reader, { 'accept-language': language })),
      );
      expect(asked?.body.data).toEqual(usual?.body.data);
      expect(JSON.stringify(usual?.body.data)).not.toContain('"alt"');
    }
    const all = await get('/api/v1/assets');
    const inGerman = await get('/api/v1/assets?lang=de');
    expect([inGerman.body.total, inGerman.body.facets]).toEqual([all.body.total, all.body.facets]);
    const next = await get(`/api/v1/assets?limit=1&lang=de`);
    const page = await get(`/api/v1/assets?limit=1&cursor=${String(next.body.next)}`);
    expect([page.status, page.body.data.length]).toEqual([200, 1]);
  });

  it('has ETags of what it answers', async () => {
    const address = `/api/v1/assets/${id}?lang=de`;
    const before = String((await get(address)).headers.get('etag'));
    expect((await get(address, reader, { 'if-none-match': before })).status).toBe(304);
    await putTexts(id, { de: { title: 'Hafen', alt: 'Schiffe' } });
    expect((await get(address, reader, { 'if-none-match': before })).status).toBe(200);
    await putTexts(id, { de: { title: 'Hafen', alt: 'Drei Schiffe' } });
  });

  it('is refused if the workspace doesn’t have it, or it’s none', async () => {
    for (const address of [...places(), `/api/v1/assets/${id}/description?`]) {
      const unknown = await get(`${address}lang=es`);
      expect([address, unknown.status, unknown.body.error.detail.issues]).toEqual([
        address,
        400,
        [
          {
            path: 'lang',
            message:
              "This workspace doesn't use es. Its languages are en, de, fr. An admin can add others in the setting languages.",
          },
        ],
      ]);
      for (const lang of ['', 'deutsch', 'de,en', '*', 'de&lang=fr', '__proto__'])
        expect([address, lang, (await get(`${address}lang=${lang}`)).status]).toEqual([address, lang, 400]);
    }
  });

  it('no longer answers a language that was removed', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    const other = await make({ title: 'Rope' }, owner);
    await putTexts(other, { de: { title: 'Seil' } }, owner);
    await setLanguages({ others: [] }, owner);
    expect((await get(`/api/v1/assets/${other}?lang=de`, owner)).status).toBe(400);
    await setLanguages({ others: ['de'] }, owner);
    expect((await get(`/api/v1/assets/${other}?lang=de`, owner)).body.data.metadata.title).toBe('Seil');
    expect((await metadataOf(other, owner)).title).toBe('Rope');
  });
});
