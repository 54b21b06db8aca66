// Token names in code: the words of the key, in each language's style.
import type { Token } from './contract.ts';

export type NameStyle = 'kebab' | 'snake' | 'camel';

/** `logo.minClearSpace` is logo, min, clear, space. */
export function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1.$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1.$2')
    .toLowerCase()
    .split('.')
    .filter((word) => word !== '');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const styles: Record<NameStyle, (words: readonly string[]) => string> = {
  kebab: (words) => words.join('-'),
  snake: (words) => words.join('_'),
  camel: (words) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
};

/** Reserved words in TypeScript (also those of strict mode), Swift, or the Java that Android generates from resources. */
const reserved = new Set(
  'abstract any arguments as assert associatedtype async await boolean break byte case catch char class const continue debugger default defer deinit delete do double else enum eval export extension extends fallthrough false fileprivate final finally float for from func function get goto guard if implements import in infix init inout instanceof int interface internal is let long module namespace native never new nil null number object of open operator package private protected protocol public repeat require rethrows return self set short static strictfp string struct subscript super switch symbol synchronized this throw throws transient true try type typealias typeof undefined var void volatile where while with yield'.split(
    ' ',
  ),
);

/**
 * A name for each token, by key. Keys with the same words (`color.primaryDark`, `color.primary.dark`) are
 * distinguished by a number.
 *
 * @param others names that the file has beside them
 */
export function namesOf(
  tokens: readonly Pick<Token, 'key'>[],
  style: NameStyle,
  others: readonly string[] = [],
): Map<string, string> {
  const taken = new Set(others);
  return new Map(
    tokens.map(({ key }) => {
      const plain = styles[style](wordsOf(key));
      const name = style !== 'kebab' && reserved.has(plain) ? styles[style]([plain, 'token']) : plain;
      let free = name;
      for (let count = 2; taken.has(free); count += 1)
        free = style === 'camel' ? `${name}${count}` : `${name}${style === 'kebab' ? '-' : '_'}${count}`;
      taken.add(free);
      return [key, free] as const;
    }),
  );
}
