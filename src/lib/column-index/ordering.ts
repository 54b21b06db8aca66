// Order: comparing texts, finding a place in a sorted list, and the first few of many without sorting them all.

const surrogate = /[\uD800-\uDFFF]/;

/**
 * Compares by code point, as PostgreSQL's collation "C" compares UTF-8. JavaScript compares UTF-16, in which characters beyond U+FFFF
 * (emoji) come before U+E000 to U+FFFF (fullwidth letters).
 */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  const byUnit = one < other ? -1 : 1;
  if (!surrogate.test(one) && !surrogate.test(other)) return byUnit;
  let at = 0;
  while (one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  // NaN, where one of them ends here, is neither.
  const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
  const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
  if (isHalf(a) && b >= 0xe000) return 1;
  return isHalf(b) && a >= 0xe000 ? -1 : byUnit;
}

/** Index of the first slot that passes, in a list whose passing slots are all at the end; the list's length if none does. */
export function firstWhere(slots: Uint32Array, passes: (slot: number) => boolean): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(slots[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Quickselect: moves the first `count` by `compare` to the front, in no order among themselves. */
export function selectFirst(
  items: Uint32Array,
  count: number,
  compare: (a: number, b: number) => number,
): void {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const pivot = items[(low + high) >> 1] ?? 0;
    let i = low;
    let j = high;
    while (i <= j) {
      while (compare(items[i] ?? 0, pivot) < 0) i += 1;
      while (compare(items[j] ?? 0, pivot) > 0) j -= 1;
      if (i <= j) {
        const swapped = items[i] ?? 0;
        items[i] = items[j] ?? 0;
        items[j] = swapped;
        i += 1;
        j -= 1;
      }
    }
    if (count - 1 <= j) high = j;
    else if (count - 1 >= i) low = i;
    else return;
  }
}
