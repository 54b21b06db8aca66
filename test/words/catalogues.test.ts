// The catalogues beside each other, and in apps with languages of their own.
import { describe, expect, it } from '@jest/globals';
import { buildConfig, type Config } from 'payload';
import { de as german } from '@payloadcms/translations/languages/de';
import { en as english } from '@payloadcms/translations/languages/en';
import { fr as french } from '@payloadcms/translations/languages/fr';
import { withModuleWords, withWords } from '../../plugins/marque/words.ts';
import * as de from '../../src/words/de/index.ts';
import * as en from '../../src/words/en/index.ts';
import { hint, label } from '../../src/words/index.ts';

type Parts = Record<string, Record<string, string>>;

const names = (text: string): string[] =>
  [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(([name]) => name).sort();

/** What people see of one language, as Payload hands it over. */
const wordsOf = (i18n: Config['i18n'], language: string): Record<string, Parts> =>
  ((i18n?.translations ?? {}) as Record<string, Record<string, Parts>>)[language] ?? {};

describe('the German words', () => {
  const pairs = Object.entries(en as Parts).flatMap(([part, sentences]) =>
    Object.entries(sentences).map(
      ([name, sentence]) => [`${part}:${name}`, sentence, (de as Parts)[part]?.[name] ?? ''] as const,
    ),
  );

  it.each(pairs)('of %s have the placeholders of the English ones', (_key, source, translation) => {
    expect(names(translation)).toEqual(names(source));
    expect(translation).not.toBe('');
  });

  it('are written like Payload’s: without English quotes, and with a real ellipsis', () => {
    const wrong = pairs.filter(([, , translation]) => /“[^”]*”|\.\.\.|"/.test(translation));
    expect(wrong).toEqual([]);
  });
});

describe('an app with languages of its own', () => {
  const supportedLanguages = { en: english, de: german, fr: french };

  it('has our words in each of them, in English where there is no translation', () => {
    const i18n = withWords({ supportedLanguages, fallbackLanguage: 'fr' }, []);
    expect(wordsOf(i18n, 'de').marque).toEqual({ ...de });
    expect(wordsOf(i18n, 'fr').marque).toEqual({ ...en });
    expect(i18n).toMatchObject({ supportedLanguages, fallbackLanguage: 'fr' });
  });

  it('keeps its own words, also those that it says in place of ours', () => {
    const theirs = { general: { save: 'Enregistrer tout' }, marque: { language: { code: 'fr' } } };
    const i18n = withWords({ supportedLanguages, translations: { fr: theirs as never } }, []);
    expect(wordsOf(i18n, 'fr').general).toEqual(theirs.general);
    expect(wordsOf(i18n, 'fr').marque?.language).toEqual({ code: 'fr' });
    expect(wordsOf(i18n, 'en').general).toBeUndefined();
  });

  it('without any is in English, and so are we', async () => {
    const { i18n } = await buildConfig({ i18n: withWords(undefined, []), db: {}, secret: 'x' } as never);
    expect(Object.keys(i18n.supportedLanguages)).toEqual(['en']);
    expect(wordsOf(i18n as Config['i18n'], 'en').marque).toEqual({ ...en });
  });
});

describe("the labels of Payload's forms", () => {
  const german = ((key: string) =>
    key
      .split(':')
      .slice(1)
      .reduce<unknown>((words, name) => (words as Record<string, unknown>)[name], de)) as never;

  it("are in the person's language, also where Payload hands over only its `t`", () => {
    expect(label('records:versions')({ t: german } as never)).toBe(de.records.versions);
    expect(label('records:tags')({ t: german, i18n: { translations: {} } } as never)).toBe(de.records.tags);
  });

  it('have descriptions by language', () => {
    expect(hint('records:publicHint')).toEqual({ en: en.records.publicHint, de: de.records.publicHint });
  });
});

describe('the words of a module', () => {
  const campaigns = {
    name: 'campaigns',
    words: { en: { title: 'Campaigns', none: 'No campaigns' }, de: { title: 'Kampagnen' } },
  };

  it('are below its name, and in English where it has no translation', () => {
    const i18n = withModuleWords({ supportedLanguages: { en: english, de: german } }, [campaigns]);
    expect(wordsOf(i18n, 'en').campaigns).toEqual(campaigns.words.en);
    expect(wordsOf(i18n, 'de').campaigns).toEqual({ title: 'Kampagnen', none: 'No campaigns' });
  });
});
