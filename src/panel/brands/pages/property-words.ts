// What the properties of pages and sections are called, and what they can be. Templates of modules have others, called by their names.
import type { Words } from '../../words/words.tsx';

/** "Show captions" for `showCaptions`. */
export const spaced = (name: string): string =>
  name.charAt(0).toUpperCase() +
  name
    .slice(1)
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();

export const labelOfProperty = (name: string, { wordFor }: Words): string =>
  wordFor('properties', name) ?? spaced(name);

export const labelOfOption = (name: string, { wordFor }: Words): string =>
  wordFor('options', name) ?? spaced(name);
