// The person's words for what isn't drawn: errors of calls, and toasts about them. Only the browser calls, so there is one person.
import { wordsIn, type Words } from '../words/words.tsx';

let words: Words | null = null;

/** Says in which words the browser speaks from now on. */
export function speak(next: Words): void {
  words = next;
}

export const spoken = (): Words => words ?? wordsIn({}, 'en');
