// The catalogues, and how the plugin and its modules hand them to Payload's own translations.
import type { LabelFunction } from 'payload';
import { phrasingOf, sentenceAt, type Phrases, type PhrasesByLanguage } from '../lib/phrases.ts';
import * as de from './de/index.ts';
import * as en from './en/index.ts';
import type { PlainKey, TranslationOf } from './keys.ts';

/** The namespace of all our words in Payload's translations. */
export const namespace = 'marque';

const translations = { de } satisfies Record<string, TranslationOf<typeof en>>;

export const catalogues: PhrasesByLanguage = { en, ...translations };

const sentenceIn = (phrases: Phrases, key: PlainKey): string =>
  sentenceAt(phrases, key, undefined, phrasingOf('en')) ?? key;

/** A label of Payload's: of a collection, a tab, a field, or an entry of the menu. */
export const label =
  (key: PlainKey): LabelFunction =>
  // Payload hands the language's `t` to every label, and `i18n` to most: not to those of tabs.
  ({ t }) =>
    (t as (key: string) => string)(`${namespace}:${key}`);

/** What one and several records of a collection are called. */
export const kind = (singular: PlainKey, plural: PlainKey) => ({
  singular: label(singular),
  plural: label(plural),
});

/** The help text of a field, by language: Payload drops a function where the field has a custom component. */
export const hint = (key: PlainKey): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogues).map(([language, phrases]) => [language, sentenceIn(phrases, key)]),
  );
