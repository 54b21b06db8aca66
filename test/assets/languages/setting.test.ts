// The setting `languages`: what it takes, and what happens to texts when it changes.
// cspell:ignore hafen schiffe drei einem kran
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  admin,
  make,
  makeSpeaking,
  marque,
  metadataOf,
  none,
  putTexts,
  setLanguages,
  textsOf,
} from './speaking.ts';

afterAll(() => marque.close());

const english = { title: 'Harbor', description: 'Ships.', alt: 'Three ships' };
const german = { title: 'Hafen', description: 'Schiffe.', alt: 'Drei Schiffe' };

async function makeTranslated(owner: { cookie: string }): Promise<string> {
  const id = await make({ creator: 'Ada' }, owner);
  expect((await putTexts(id, { en: english, de: german }, owner)).status).toBe(200);
  return id;
}

describe('the setting languages', () => {
  it('has language tags, each once, as everybody writes them', async () => {
    const reply = await setLanguages({ default: 'EN', others: ['pt-br', 'zh-hant'] });
    expect([reply.status, reply.body.data.value]).toEqual([
      200,
      { default: 'en', others: ['pt-BR', 'zh-Hant'] },
    ]);
    for (const value of [
      { default: '' },
      { default: 'english' },
      { default: 'e' },
      { default: 'en_US' },
      { default: 5 },
      { others: ['de', 'DE'] },
      { others: ['__proto__'] },
      { others: 'de' },
      {
        others: Array.from(
          { length: 31 },
          (_, at) => `a${String.fromCharCode(97 + (at % 26))}${at < 26 ? '' : 'x'}`,
        ),
      },
      { language: 'de' },
    ])
      expect([value, (await setLanguages(value)).status]).toEqual([value, 400]);
    await marque.call('DELETE', '/api/v1/settings/languages?context=workspace', { as: admin });
  });

  it('keeps the texts of a language that is removed until it’s added again, and doesn’t show them', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    const id = await makeTranslated(owner);
    await setLanguages({ others: ['fr'] }, owner);
    expect(await textsOf(id, owner)).toEqual({ en: english, fr: none });
    expect((await putTexts(id, { de: german }, owner)).status).toBe(422);
    await putTexts(id, { fr: { title: 'Port' } }, owner);
    await setLanguages({ others: ['de'] }, owner);
    expect(await textsOf(id, owner)).toEqual({ en: english, de: german });
    await setLanguages({ others: ['fr', 'de'] }, owner);
    expect(await textsOf(id, owner)).toEqual({ en: english, fr: { ...none, title: 'Port' }, de: german });
  });

  it('swaps texts when another language becomes the default, and back, without loss', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    const [id, untranslated, empty] = [
      await makeTranslated(owner),
      await make({ title: 'Rope' }, owner),
      await make({}, owner),
    ];
    await setLanguages({ default: 'de', others: ['en'] }, owner);
    expect(await textsOf(id, owner)).toEqual({ de: german, en: english });
    expect(await metadataOf(id, owner)).toMatchObject({
      title: 'Hafen',
      description: 'Schiffe.',
      creator: 'Ada',
    });
    expect(await textsOf(untranslated, owner)).toEqual({ de: none, en: { ...none, title: 'Rope' } });
    expect(await textsOf(empty, owner)).toEqual({ de: none, en: none });
    await setLanguages({ default: 'en', others: ['de'] }, owner);
    expect(await textsOf(id, owner)).toEqual({ en: english, de: german });
    expect((await metadataOf(untranslated, owner)).title).toBe('Rope');
  });

  it('keeps the texts of a default that is no language any more', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    const id = await makeTranslated(owner);
    await setLanguages({ default: 'de', others: [] }, owner);
    expect(await textsOf(id, owner)).toEqual({ de: german });
    await setLanguages({ default: 'en' }, owner);
    expect(await textsOf(id, owner)).toEqual({ en: english });
  });

  it('only names the language of texts as long as there is one', async () => {
    const { owner } = await makeSpeaking({});
    const id = await make({ title: 'Hafen' }, owner);
    await putTexts(id, { en: { title: 'Hafen', alt: 'Drei Schiffe' } }, owner);
    await setLanguages({ default: 'de', others: ['en'] }, owner);
    expect(await textsOf(id, owner)).toEqual({
      de: { ...none, title: 'Hafen', alt: 'Drei Schiffe' },
      en: none,
    });
    expect((await metadataOf(id, owner)).title).toBe('Hafen');
  });

  it('moves texts as well when the organization’s changes, or the workspace’s is reset', async () => {
    const { owner } = await makeSpeaking({ default: 'de', others: ['en'] });
    const id = await make({}, owner);
    await putTexts(id, { en: english, de: german }, owner);
    await setLanguages({ default: 'fr', others: ['de', 'en'] }, owner, 'organization');
    expect(await textsOf(id, owner)).toEqual({ de: german, en: english });
    await marque.call('DELETE', '/api/v1/settings/languages?context=workspace', { as: owner });
    expect(await textsOf(id, owner)).toEqual({ fr: none, de: german, en: english });
    await setLanguages({ default: 'en' }, owner, 'organization');
    expect(await textsOf(id, owner)).toEqual({ en: english, de: german });
    expect((await metadataOf(id, owner)).title).toBe('Harbor');
  });

  it('leaves other workspaces as they are', async () => {
    const { owner } = await makeSpeaking({ others: ['de'] });
    const other = await makeSpeaking({ others: ['de'] });
    const id = await makeTranslated(other.owner);
    await setLanguages({ default: 'de', others: ['en'] }, owner);
    await setLanguages({ default: 'de', others: ['en'] }, owner, 'organization');
    expect(await textsOf(id, other.owner)).toEqual({ en: english, de: german });
  });
});
