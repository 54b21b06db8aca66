// The panel's words in one language, with dates and numbers as that language writes them. Made on the server as in the browser.
import { Fragment, type ReactNode } from 'react';
import {
  filled,
  phrasingOf,
  saidIn,
  sentenceAt,
  translated,
  type Phrases,
  type PhraseValues,
} from '../../lib/phrases.ts';
import type { Catalogue, ElementsOf, Taken, ValuesOf, WordKey } from '../../words/keys.ts';
import { ago, daysAhead, filesize, language, lastDay, moment, month, when } from './formats.ts';

/** Also in src/words/index.ts: that file holds the words themselves, which the browser is given by Payload in one language. */
const namespace = 'marque';

export type Translate = <Key extends WordKey>(key: Key, ...values: Taken<Catalogue, Key>) => string;

/** Values of a sentence that has elements in it, by name: of placeholders, and of `<link>…</link>`. */
type RichValues<Key> = Readonly<
  Record<ValuesOf<Catalogue, Key>, ReactNode> &
    Record<ElementsOf<Catalogue, Key>, (children: ReactNode) => ReactNode>
>;

export interface Words {
  /** A sentence. `count` chooses the plural; numbers are written as the language does. */
  t: Translate;
  /** A sentence with elements in it. */
  rich: <Key extends WordKey>(key: Key, values: RichValues<Key>) => ReactNode;
  /** The word for a name that comes from the API, such as a property of a page; undefined if there is none. */
  wordFor: (part: 'properties' | 'options', name: string) => string | undefined;
  /** What the API says in English, such as the label of a setting; as it is where it has no translation. */
  said: (text: string) => string;
  /** How dates and numbers are written: a language, with the browser's region if that speaks it. */
  locale: string;
  number: (value: number) => string;
  /** 0.5 → "50%". */
  percent: (fraction: number) => string;
  /** "a, b and c". */
  list: (items: readonly string[], type?: 'conjunction' | 'disjunction') => string;
  /** A phrase as it begins a line. */
  capitalized: (phrase: string) => string;
  ago: (date: string, now?: number) => string;
  when: (date: string) => string;
  moment: (date: string) => string;
  lastDay: (date: string) => string;
  month: (day: string) => string;
  daysAhead: (date: string) => string;
  filesize: (bytes: number) => string;
  /** "de" → "German". */
  language: (tag: string) => string;
}

/** Placeholders and elements, which can't lie in each other. */
const inserted = /\{\{(\w+)\}\}|<(\w+)>(.*?)<\/\2>/g;

function drawn(sentence: string, values: Readonly<Record<string, unknown>>): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const found of sentence.matchAll(inserted)) {
    const [whole, placeholder, element = '', children] = found;
    const draw = values[element] as (children: ReactNode) => ReactNode;
    nodes.push(
      sentence.slice(end, found.index),
      <Fragment key={found.index}>
        {placeholder === undefined ? draw(children) : (values[placeholder] as ReactNode)}
      </Fragment>,
    );
    end = found.index + whole.length;
  }
  return [...nodes, sentence.slice(end)];
}

function make(phrases: Phrases, locale: string): Words {
  const phrasing = phrasingOf(locale);
  const translations = saidIn(phrases);
  const sentence = (key: string, count?: unknown): string =>
    sentenceAt(phrases, `${namespace}:${key}`, count as number | undefined, phrasing) ?? key;
  return {
    t: (key, ...[values]) => {
      const given = (values ?? {}) as PhraseValues;
      return filled(sentence(key, given.count), given, phrasing);
    },
    rich: (key, values) => {
      const given = values as Readonly<Record<string, unknown>>;
      return drawn(sentence(key, given.count), given);
    },
    wordFor: (part, name) => sentenceAt(phrases, `${namespace}:${part}:${name}`, undefined, phrasing),
    said: (text) => translated(translations, text),
    locale,
    number: (value) => phrasing.numbers.format(value),
    percent: (fraction) => new Intl.NumberFormat(locale, { style: 'percent' }).format(fraction),
    list: (items, type = 'conjunction') => new Intl.ListFormat(locale, { type }).format(items),
    capitalized: (phrase) => phrase.charAt(0).toLocaleUpperCase(locale) + phrase.slice(1),
    ago: (date, now) => ago(date, locale, now),
    when: (date) => when(date, locale),
    moment: (date) => moment(date, locale),
    lastDay: (date) => lastDay(date, locale),
    month: (day) => month(day, locale),
    daysAhead: (date) => daysAhead(date, locale),
    filesize: (bytes) => filesize(bytes, locale),
    language: (tag) => language(tag, locale),
  };
}

const made = new WeakMap<object, Map<string, Words>>();

/** The words for translations of Payload's: always the same object, so that hooks can depend on it. */
export function wordsIn(translations: object, locale: string): Words {
  const byLocale = made.get(translations) ?? new Map<string, Words>();
  made.set(translations, byLocale);
  const words = byLocale.get(locale) ?? make(translations as Phrases, locale);
  byLocale.set(locale, words);
  return words;
}

/** The language that the words are in: it isn't Payload's where we don't speak that. */
export const languageOf = (translations: object): string =>
  sentenceAt(translations as Phrases, `${namespace}:language:code`, undefined, phrasingOf('en')) ?? 'en';
