// The catalogues, and how the plugin and its modules hand them to Payload's own translations.
import type { LabelFunction } from 'payload';
import { phrasingOf, sentenceAt, type PhrasesByLanguage } from '../lib/phrases.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import type { PlainKey } from './keys.ts';

/** The namespace of all our words in Payload's translations. */
export const namespace = 'marque';

export const catalogues: PhrasesByLanguage = { en, de };

/** A label of Payload's: of a collection, a field, or an entry of the menu. */
export const label =
  (key: PlainKey): LabelFunction =>
  ({ i18n }) =>
    sentenceAt(i18n.translations, `${namespace}:${key}`, undefined, phrasingOf('en')) ?? key;
