// The keys of the panel's words, and which values each sentence takes: a key that doesn't exist doesn't compile.
import type * as en from './en/index.ts';

export type Catalogue = typeof en;

/** What a catalogue in another language has to be. */
export type TranslationOf<Words> = {
  readonly [Part in keyof Words]: { readonly [Name in keyof Words[Part]]: string };
};

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Name extends string> = Name extends `${infer Base}_${Plural}` ? Base : Name;

/** "review:accept": the keys of a catalogue, plurals without their form. */
export type KeyOf<Words> = {
  [Part in keyof Words & string]: `${Part}:${WithoutPlural<keyof Words[Part] & string>}`;
}[keyof Words & string];

type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Elements<Text> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | Elements<Rest> : never;

type Named<Words, Part, Name, Of extends 'values' | 'elements'> = Part extends keyof Words
  ? Name extends keyof Words[Part]
    ? Of extends 'values'
      ? Placeholders<Words[Part][Name]>
      : Elements<Words[Part][Name]>
    : `${Name & string}_other` extends keyof Words[Part]
      ? Of extends 'values'
        ? 'count' | Placeholders<Words[Part][`${Name & string}_other`]>
        : Elements<Words[Part][`${Name & string}_other`]>
      : never
  : never;

/** The names of the placeholders in a sentence, with `count` if it has plurals. */
export type ValuesOf<Words, Key> = Key extends `${infer Part}:${infer Name}`
  ? Named<Words, Part, Name, 'values'>
  : never;
/** The names of the elements in a sentence: `<link>…</link>`. */
export type ElementsOf<Words, Key> = Key extends `${infer Part}:${infer Name}`
  ? Named<Words, Part, Name, 'elements'>
  : never;

/** What a sentence takes as arguments: nothing, or its values by name. */
export type Taken<Words, Key> = [ValuesOf<Words, Key>] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<ValuesOf<Words, Key>, 'count'>, string | number>> & CountOf<Words, Key>];
type CountOf<Words, Key> = 'count' extends ValuesOf<Words, Key> ? { readonly count: number } : unknown;

export type WordKey = KeyOf<Catalogue>;
/** Keys of sentences without placeholders. */
export type PlainKey = {
  [Key in WordKey]: [ValuesOf<Catalogue, Key>] extends [never] ? Key : never;
}[WordKey];
