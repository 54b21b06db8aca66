// How many assets of a list are loaded to find one that isn't among the first ones. Pure.

/** Behind the place where it was, or without such a place from the top. */
const mostBeyond = 1_200;
/** More than its place, since others may have been added above it. */
const more = 60;

/**
 * @param index where it was; null: unknown
 * @returns null: it isn't looked for any further
 */
export function countToFind(loaded: number, index: number | null): number | null {
  if (index !== null && loaded <= index) return index + more;
  const most = (index ?? 0) + mostBeyond;
  return loaded < most ? Math.min(Math.max(loaded * 2, more), most) : null;
}
