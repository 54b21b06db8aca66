// Sentences by key, in one language: whole sentences with {{placeholders}}, in one form per plural. The format is that of i18next and of
// Payload's own translations; the plural is the language's own, by Intl, where Payload only knows that of English.

/** Nested by the parts of a key. */
export interface Phrases {
  readonly [name: string]: Phrases | string;
}

/** Catalogues by language. English is complete, and fills in for what others lack. */
export type PhrasesByLanguage = { readonly en: Phrases } & Readonly<Record<string, Phrases>>;

export type PhraseValues = Readonly<Record<string, string | number>>;

export interface Phrasing {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

const found = new Map<string, Phrasing>();

/** How a language counts, kept: making the formatters takes longer than using them. */
export function phrasingOf(locale: string): Phrasing {
  const known = found.get(locale);
  if (known) return known;
  const phrasing = { plurals: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
  found.set(locale, phrasing);
  return phrasing;
}

function textAt(phrases: Phrases | string | undefined, path: readonly string[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return typeof phrases === 'string' ? phrases : undefined;
  return typeof phrases === 'object' ? textAt(phrases[name], rest) : undefined;
}

/**
 * The sentence at a key such as "marque:review:waiting", in the form for `count`, before its placeholders are filled.
 *
 * @returns undefined if there is none
 */
export function sentenceAt(
  phrases: Phrases,
  key: string,
  count: number | string | undefined,
  { plurals }: Phrasing,
): string | undefined {
  const path = key.split(':');
  if (typeof count !== 'number') return textAt(phrases, path);
  const form = (name: string): string | undefined =>
    textAt(phrases, [...path.slice(0, -1), `${path.at(-1) ?? ''}_${name}`]);
  return form(plurals.select(count)) ?? form('other') ?? textAt(phrases, path);
}

/** Fills the placeholders; numbers are written as the language does. A placeholder without a value stays. */
export function filled(sentence: string, values: PhraseValues, { numbers }: Phrasing): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

interface Pattern {
  readonly shape: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
}

const patterns = new WeakMap<Phrases, readonly Pattern[]>();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sentences with placeholders, those that say the most first: "Key of workspace {{name}}" before "Key of {{owner}}". */
function patternsOf(translations: Phrases): readonly Pattern[] {
  const known = patterns.get(translations);
  if (known) return known;
  const made = Object.entries(translations)
    .flatMap(([sentence, translation]) => {
      const [first = '', ...parts] = sentence.split(/\{\{(\w+)\}\}/);
      if (parts.length === 0 || typeof translation !== 'string') return [];
      const names = parts.filter((_, at) => at % 2 === 0);
      const rest = parts.map((part, at) => (at % 2 === 0 ? '(.+?)' : escaped(part)));
      const shape = new RegExp(`^${escaped(first)}${rest.join('')}$`, 'su');
      const said = sentence.length - names.join('{{}}').length;
      return [{ shape, names, translation, said }];
    })
    .sort((a, b) => b.said - a.said);
  patterns.set(translations, made);
  return made;
}

/**
 * A sentence that comes in English, such as one of the API's, in another language: found by the English sentence itself. What stands
 * for a placeholder is a name and stays as it is, but for `{{words}}`, which is translated as well.
 *
 * @param translations by English sentence, which may have placeholders
 * @returns the text itself if it has no translation
 */
export function translated(translations: Phrases, text: string): string {
  const whole = translations[text];
  if (typeof whole === 'string') return whole;
  for (const { shape, names, translation } of patternsOf(translations)) {
    const found = shape.exec(text);
    if (!found) continue;
    const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
    return translation.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values.get(name) ?? placeholder;
      return name === 'words' ? translated(translations, value) : value;
    });
  }
  return text;
}

const collected = new WeakMap<Phrases, Phrases>();

/** What a language's translations say of sentences that come in English: the part `said` of each namespace. The same object each time. */
export function saidIn(phrases: Phrases): Phrases {
  const known = collected.get(phrases);
  if (known) return known;
  const said = Object.assign(
    {},
    ...Object.values(phrases).map((part) => (typeof part === 'object' && part.said) || {}),
  ) as Phrases;
  collected.set(phrases, said);
  return said;
}
