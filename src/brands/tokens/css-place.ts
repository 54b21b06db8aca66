// Where custom properties are put in CSS: at the root, under a selector, or for visitors who prefer a color scheme. A selector comes
// from a caller and ends up in a style sheet, so it is read piece by piece: nothing in it can end the rule.

/** What is around the custom properties, outermost first. */
export type CssPlace = readonly string[];

const scheme = /^(?:@media )?\(?prefers-color-scheme(?:: ?(dark|light))?\)?$/i;

/** One piece of a selector: a name, class or ID, `*`, a pseudo-class, a bracket, an attribute, or what is between two of these. */
const piece =
  /[.#]?-?[A-Za-z_][\w-]*|\*|::?[a-z-]+\(?|\)|\[[\w-]+(?:[~|^$*]?=(?:"[^"\\{}<>]*"|'[^'\\{}<>]*'|[\w-]+))?\]|[ ,>+~]/y;

/** True if brackets are closed and combinators are between selectors. */
function isSelector(text: string): boolean {
  let depth = 0;
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const [found] = piece.exec(text) ?? [];
    if (found === undefined) return false;
    if (found.endsWith('(')) depth += 1;
    if (found === ')') depth -= 1;
    if (depth < 0) return false;
  }
  const bare = `(${text.replace(/\[[^\]]*\]/g, '[]').replaceAll(' ', '')})`;
  return depth === 0 && !/[(,>+~][),>+~]/.test(bare);
}

/** The place that a caller names; null if it's none. `prefers-color-scheme` alone is the dark one. */
export function cssPlaceOf(asked: string): CssPlace | null {
  const text = asked.trim().replace(/\s+/g, ' ');
  const preferred = scheme.exec(text);
  if (preferred) return [`@media (prefers-color-scheme: ${(preferred[1] ?? 'dark').toLowerCase()})`, ':root'];
  return text !== '' && isSelector(text) ? [text] : null;
}
