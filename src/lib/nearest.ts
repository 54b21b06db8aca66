// What somebody probably meant by a name that isn't there: the known one that it takes the fewest letters to change into.
import { distance } from 'fastest-levenshtein';

/** Longest name that is compared: the work grows with the product of both lengths. */
const maxCompared = 100;
/** Most names that a message lists. */
const maxListed = 40;

const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]/gu, '');

/** The known name nearest to a wrong one; null where none is near: over a third of it would have to change. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > maxCompared) return null;
  const asked = fold(name);
  let best: string | null = null;
  let least = Math.max(1, Math.floor(asked.length / 3)) + 1;
  for (const one of known) {
    const changes = distance(asked, fold(one));
    if (changes < least) [best, least] = [one, changes];
  }
  return best;
}

/** "Did you mean …?" for a name that is near to a known one, else the list of those there are. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `Did you mean "${near}"?`;
  if (known.length === 0) return 'There are none.';
  const more = known.length - maxListed;
  return `There are: ${known.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
