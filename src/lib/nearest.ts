// Suggests the known name that a misspelled one probably meant: the one with the smallest edit distance.
import { distance } from 'fastest-levenshtein';

/** Maximum length of compared names: the work grows with the product of both lengths. */
const maxCompared = 100;
/** Maximum names listed in a message. */
const maxListed = 40;

const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]/gu, '');

/**
 * The known name closest to a wrong one; null if more than a third of it would have to change and no known name is its beginning
 * (`query` for `q`, `assetId` for `asset`).
 */
export function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > maxCompared) return null;
  const asked = fold(name);
  let best: string | null = null;
  let least = Math.max(1, Math.floor(asked.length / 3)) + 1;
  for (const one of known) {
    const changes = distance(asked, fold(one));
    if (changes < least) [best, least] = [one, changes];
  }
  return best ?? beginningOf(asked, known);
}

/** The longest known name that another one begins with. */
function beginningOf(asked: string, known: readonly string[]): string | null {
  const begins = known.filter((one) => fold(one) !== '' && asked.startsWith(fold(one)));
  return begins.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** "Did you mean …?" for a similar name, otherwise the list of known names. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `Did you mean "${near}"?`;
  if (known.length === 0) return 'There are none.';
  const more = known.length - maxListed;
  return `Use one of: ${known.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
