// Search in all languages of a workspace, and what has no text in one of them; over HTTP and MCP, with the index and in SQL.
// cspell:ignore hafen schiffe leuchtturm leucht navios três tres seil einem
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import { connect } from '../../agents/client.ts';
import { get, make, makeSpeaking, marque, place, putTexts, reader, setLanguages } from './speaking.ts';

const ids: Record<string, string> = {};
beforeAll(async () => {
  await setLanguages({ default: 'en', others: ['de', 'pt-BR'] });
  ids.harbor = await make({ title: 'Harbor' });
  ids.rope = await make({ title: 'Rope', description: 'A hafen knot.' });
  ids.bare = await make();
  await putTexts(ids.harbor, {
    en: { title: 'Harbor', alt: 'Three ships' },
    de: { title: 'Hafen', description: 'Schiffe vor einem Leuchtturm.' },
    'pt-BR': { alt: 'Três navios' },
  });
});
afterAll(() => marque.close());

/** The names of what is found, in order, the same both ways. */
async function found(query: string): Promise<string[]> {
  const search = searchOf(marque.service);
  await search.built(place.workspaceId);
  const answers: string[][] = [];
  for (const path of ['index', 'sql'] as const) {
    search.path = path;
    const { status, body } = await get(`/api/v1/assets?${query}`);
    expect([query, status]).toEqual([query, 200]);
    answers.push((body.data as { id: string }[]).map(({ id }) => nameOf(id)));
  }
  search.path = 'index';
  expect([query, answers[0]]).toEqual([query, answers[1]]);
  return answers[0] ?? [];
}
const nameOf = (id: string): string => Object.keys(ids).find((name) => ids[name] === id) ?? id;

describe('q', () => {
  it('finds titles, descriptions and alt texts in every language, titles first', async () => {
    expect(await found('q=hafen')).toEqual(['harbor', 'rope']);
    for (const q of ['leuchtturm', 'tres navios', 'three ships', 'harbor leucht'])
      expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, ['harbor']]);
  });

  it('finds what was written a moment ago, and no longer what it was before', async () => {
    const id = await make();
    ids.changed = id;
    await putTexts(id, { de: { title: 'Seil' } });
    expect(await found('q=seil')).toEqual(['changed']);
    await putTexts(id, { de: { title: 'Tau' } });
    expect(await found('q=seil')).toEqual([]);
    expect(await found('q=tau')).toEqual(['changed']);
    await marque.service.db.query('delete from assets where id = $1', [id]);
  });

  it('doesn’t find texts of a language that was removed', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    const id = await make({ title: 'Rope' }, owner);
    await putTexts(id, { de: { title: 'Seil' } }, owner);
    const total = async (): Promise<unknown> =>
      (await get('/api/v1/assets?q=seil', owner)).body.total as unknown;
    expect(await total()).toBe(1);
    await setLanguages({ others: [] }, owner);
    expect(await total()).toBe(0);
    await setLanguages({ others: ['de'] }, owner);
    expect(await total()).toBe(1);
  });
});

describe('missing', () => {
  it('finds gaps in a language: a description stands in for an alt text', async () => {
    for (const [query, expected] of [
      ['missing=title:de', ['bare', 'rope']],
      ['missing=description:de', ['bare', 'rope']],
      ['missing=alt:de', ['bare', 'rope']],
      ['missing=alt:DE', ['bare', 'rope']],
      ['missing=title:pt-br', ['bare', 'rope', 'harbor']],
      ['missing=alt:pt-BR', ['bare', 'rope']],
      ['missing=title:en', ['bare']],
      ['missing=description:en', ['bare', 'harbor']],
      ['missing=alt:en', ['bare']],
      ['missing=alt', ['bare']],
      ['missing=title:de&missing=title:en', ['bare']],
      ['missing=title:pt-BR&missing=tags&q=hafen', ['harbor', 'rope']],
    ] as const)
      expect([query, await found(query)]).toEqual([query, expected]);
  });

  it('refuses a language that the workspace doesn’t have, and what isn’t one', async () => {
    const unknown = await get('/api/v1/assets?missing=alt:fr');
    expect([unknown.status, unknown.body.error.detail.issues]).toEqual([
      422,
      [
        {
          path: 'missing',
          message:
            "This workspace doesn't use fr. Its languages are en, de, pt-BR. An admin can add others in the setting languages.",
        },
      ],
    ]);
    for (const missing of ['alt:', 'creator:de', 'alt:de,en', 'title'])
      expect([missing, (await get(`/api/v1/assets?missing=${missing}`)).status]).toEqual([missing, 400]);
  });

  it('is asked by agents the same way', async () => {
    const agent = await connect(marque.url, reader.key);
    const { data } = await agent.done('search_assets', { missing: ['alt:de'] });
    expect((data as { id: string }[]).map(({ id }) => nameOf(id))).toEqual(['bare', 'rope']);
    await agent.close();
  });
});
