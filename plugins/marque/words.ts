// Adds Marque's words, and those of modules, to Payload's translations. What the app says of its languages and words stays.
import type { Config } from 'payload';
import type { Module } from '../../src/core/module.ts';
import type { Phrases, PhrasesByLanguage } from '../../src/lib/phrases.ts';
import { catalogues, namespace } from '../../src/words/index.ts';

type I18n = NonNullable<Config['i18n']>;
type ByLanguage = Readonly<Record<string, Phrases | undefined>>;

/** What comes later wins. */
function merged(...all: readonly (Phrases | string | undefined)[]): Phrases {
  const whole: Record<string, Phrases | string> = {};
  for (const phrases of all) {
    if (typeof phrases !== 'object') continue;
    for (const [name, one] of Object.entries(phrases))
      whole[name] = typeof one === 'string' ? one : merged(whole[name], one);
  }
  return whole;
}

/** The languages of an app; Payload's own default is English. */
const languagesOf = ({ supportedLanguages }: I18n): string[] => {
  const named = Object.keys(supportedLanguages ?? {});
  return named.length > 0 ? named : ['en'];
};

/** In each language of the app: English where there is no translation, and the app's own words before ours. */
function added(i18n: I18n = {}, name: string, words: PhrasesByLanguage): I18n {
  const theirs = (i18n.translations ?? {}) as ByLanguage;
  const translations = Object.fromEntries(
    languagesOf(i18n).map((language) => [
      language,
      merged({ [name]: words.en }, { [name]: words[language] ?? {} }, theirs[language]),
    ]),
  );
  return { ...i18n, translations: { ...theirs, ...translations } };
}

/** The words of modules, each below its module's name. */
export const withModuleWords = (i18n: I18n | undefined, modules: readonly Module[]): I18n =>
  modules.reduce<I18n>((known, { name, words }) => (words ? added(known, name, words) : known), i18n ?? {});

export const withWords = (i18n: I18n | undefined, modules: readonly Module[]): I18n =>
  withModuleWords(added(i18n, namespace, catalogues), modules);
