// Custom fields that are translated: who reads and writes their values in each language, and what a change of the field does to them.
// cspell:ignore brücke hafen morgen ruhig
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import { connect } from '../../agents/client.ts';
import type { Caller } from '../../setup/service.ts';
import {
  changesOf,
  get,
  make,
  makeSpeaking,
  marque,
  none,
  place,
  proposer,
  putTexts,
  setLanguages,
  textsAt,
  textsOf,
  writer,
} from './speaking.ts';

const define = (key: string, more: Record<string, unknown> = {}, as: Caller = writer) =>
  marque.call('POST', '/api/v1/fields', {
    as,
    body: { key, label: key, type: 'text', ...more },
  });
const change = (key: string, body: Record<string, unknown>) =>
  marque.call('PATCH', `/api/v1/fields/${key}`, { as: writer, body });
const valuesOf = async (id: string, lang?: string): Promise<Record<string, unknown>> =>
  (await get(`/api/v1/assets/${id}${lang === undefined ? '' : `?lang=${lang}`}`)).body.data.fields as Record<
    string,
    unknown
  >;

beforeAll(async () => {
  await setLanguages({ default: 'en', others: ['de'] });
  expect((await define('caption', { translated: true })).body.data).toMatchObject({ translated: true });
  expect((await define('shot_by')).body.data).toMatchObject({ translated: false });
});
afterAll(() => marque.close());

const nothing = { ...none, fields: { caption: null } };

/** With a caption in both languages. */
async function captioned(english = 'The bridge at dawn'): Promise<string> {
  const id = await make({ fields: { caption: english, shot_by: 'Ada' } });
  expect((await putTexts(id, { de: { fields: { caption: 'Die Brücke am Morgen' } } })).status).toBe(200);
  return id;
}

describe('a translated field', () => {
  it('is text', async () => {
    const refused = await define('year', { type: 'number', translated: true });
    expect([refused.status, refused.body.error.detail.issues]).toEqual([
      422,
      [{ path: 'translated', message: 'Only text fields can be translated.' }],
    ]);
  });

  it('has a value in each language, beside the title; in the default one, it’s the asset’s own', async () => {
    const id = await captioned();
    expect(await textsOf(id)).toEqual({
      en: { ...none, fields: { caption: 'The bridge at dawn' } },
      de: { ...none, fields: { caption: 'Die Brücke am Morgen' } },
    });
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as: writer, body: { fields: { caption: 'Dawn' } } });
    await putTexts(id, { de: { title: 'Brücke' }, en: { title: 'Bridge' } });
    expect(await textsOf(id)).toEqual({
      en: { ...none, title: 'Bridge', fields: { caption: 'Dawn' } },
      de: { ...none, title: 'Brücke', fields: { caption: 'Die Brücke am Morgen' } },
    });
    await putTexts(id, { en: { fields: { caption: 'Night' } } });
    expect(await valuesOf(id)).toEqual({ caption: 'Night', shot_by: 'Ada' });
  });

  it('is cleared by null, and all of a language with it, but for the asset’s own values', async () => {
    const id = await captioned();
    await putTexts(id, { de: { fields: { caption: null } } });
    expect((await textsOf(id)).de).toEqual(nothing);
    await putTexts(id, { de: { title: 'Brücke', fields: { caption: 'Morgen' } } });
    await putTexts(id, { de: null, en: null });
    expect((await textsOf(id)).de).toEqual(nothing);
    expect(await valuesOf(id)).toEqual({ caption: 'The bridge at dawn', shot_by: 'Ada' });
  });

  it('is answered in the language that is asked for, or else in the default one', async () => {
    const id = await captioned();
    expect(await valuesOf(id)).toEqual({ caption: 'The bridge at dawn', shot_by: 'Ada' });
    expect(await valuesOf(id, 'en')).toEqual(await valuesOf(id));
    expect(await valuesOf(id, 'de')).toEqual({ caption: 'Die Brücke am Morgen', shot_by: 'Ada' });
    const untranslated = await make({ fields: { caption: 'Rope' } });
    expect(await valuesOf(untranslated, 'de')).toEqual({ caption: 'Rope' });
    const { body } = await get('/api/v1/assets?lang=de&q=brücke');
    expect((body.data as { fields: unknown }[])[0]?.fields).toMatchObject({
      caption: 'Die Brücke am Morgen',
    });
  });

  it('is recorded with what it was before', async () => {
    const id = await captioned();
    const before = { ...none, fields: { caption: null } };
    const after = { ...none, fields: { caption: 'Die Brücke am Morgen' } };
    expect(await changesOf(id)).toEqual([
      { texts: { before: { en: { alt: null }, de: before }, after: { en: { alt: null }, de: after } } },
    ]);
  });

  it('refuses what has no translations, naming those that have', async () => {
    const id = await make();
    const { status, body } = await putTexts(id, { de: { fields: { captain: 'x', shot_by: 'y' } } });
    expect([status, body.error.detail.issues]).toEqual([
      422,
      [
        { path: 'de.fields.captain', message: expect.stringContaining('caption') },
        {
          path: 'de.fields.shot_by',
          message: expect.stringContaining('No translated field has the key shot_by.'),
        },
      ],
    ]);
    expect((await putTexts(id, { de: { fields: { caption: 5 } } })).status).toBe(400);
  });
});

describe('search', () => {
  it('finds values in every language, and gaps', async () => {
    const [id, gap] = [await captioned('Harbor wall'), await make({ fields: { caption: 'Harbor wall' } })];
    const search = searchOf(marque.service);
    for (const path of ['index', 'sql'] as const) {
      await search.built(place.workspaceId);
      search.path = path;
      const found = async (query: string): Promise<string[]> => {
        const { status, body } = await get(`/api/v1/assets?${query}`);
        expect([query, status]).toEqual([query, 200]);
        return (body.data as { id: string }[]).map((one) => one.id);
      };
      expect(await found('q=harbor brücke')).toEqual([id]);
      expect(await found('q=harbor&missing=f.caption:de')).toEqual([gap]);
      expect(await found('q=harbor&missing=f.caption:en')).toEqual([]);
      expect(new Set(await found('q=harbor&missing=title:de'))).toEqual(new Set([id, gap]));
      const refused = await get('/api/v1/assets?missing=f.shot_by:de');
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        expect.stringContaining('No translated field has the key shot_by.'),
      ]);
    }
    search.path = 'index';
  });
});

describe('a proposal', () => {
  it('translates a field, and says what it was', async () => {
    const id = await captioned();
    const agent = await connect(marque.url, proposer.key);
    const texts = { de: { fields: { caption: 'Morgen' } } };
    const { results } = await agent.done('propose_changes', { items: [{ asset: id, changes: { texts } }] });
    const proposal: string = results[0].proposals[0].id;
    await agent.close();
    const path = `/api/v1/proposals/${proposal}`;
    const { body } = await marque.call('GET', '/api/v1/proposals?kind=texts', { as: writer });
    expect((body.data as { id: string }[]).find((one) => one.id === proposal)).toMatchObject({
      before: { texts: { de: { fields: { caption: 'Die Brücke am Morgen' } } } },
      after: { texts },
    });
    expect(
      (await marque.call('POST', `${path}/decision`, { as: writer, body: { decision: 'accept' } })).status,
    ).toBe(200);
    expect((await textsOf(id)).de).toMatchObject({ fields: { caption: 'Morgen' } });
    expect(await valuesOf(id)).toMatchObject({ caption: 'The bridge at dawn' });
  });
});

describe('a change of the field', () => {
  it('is refused while translations would be lost', async () => {
    await define('credit', { translated: true });
    const id = await make({ fields: { credit: 'By Ada' } });
    await putTexts(id, { de: { fields: { credit: 'Von Ada' } } });
    for (const body of [{ translated: false }, { type: 'select', options: ['By Ada'] }]) {
      const reply = await change('credit', body);
      expect([reply.status, reply.body.error.detail]).toMatchObject([
        422,
        {
          count: 1,
          issues: [
            {
              path: 'translated',
              message: 'The translations of 1 asset would be lost. Clear them first (PUT …/texts).',
            },
          ],
        },
      ]);
    }
    await putTexts(id, { de: { fields: { credit: null } } });
    expect((await change('credit', { type: 'select', options: ['By Ada'] })).body.data).toMatchObject({
      translated: false,
    });
  });

  it('that deletes it deletes its translations', async () => {
    await define('mood', { translated: true });
    const id = await make({ fields: { mood: 'Calm' } });
    await putTexts(id, { de: { fields: { mood: 'Ruhig' } } });
    await marque.call('DELETE', '/api/v1/fields/mood', { as: writer });
    await define('mood', { translated: true });
    expect((await textsOf(id)).de).toMatchObject({ fields: { mood: null } });
    await marque.call('DELETE', '/api/v1/fields/mood', { as: writer });
  });

  it('of the default language swaps its values, and back', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    await define('caption', { translated: true }, owner);
    await define('shot_by', {}, owner);
    const id = await make({ fields: { caption: 'Dawn', shot_by: 'Ada' } }, owner);
    await putTexts(id, { de: { fields: { caption: 'Morgen' } } }, owner);
    await setLanguages({ default: 'de', others: ['en'] }, owner);
    const own = async (): Promise<unknown> => (await get(`/api/v1/assets/${id}`, owner)).body.data.fields;
    expect(await own()).toEqual({ caption: 'Morgen', shot_by: 'Ada' });
    expect(await textsOf(id, owner)).toMatchObject({ en: { fields: { caption: 'Dawn' } } });
    await setLanguages({ default: 'en', others: ['de'] }, owner);
    expect(await own()).toEqual({ caption: 'Dawn', shot_by: 'Ada' });
    expect((await get(textsAt(id), owner)).body.data).toMatchObject({
      de: { fields: { caption: 'Morgen' } },
    });
  });
});
