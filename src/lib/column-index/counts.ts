// Counting values: how many slots have each, and the most common ones.
import { compareText, selectFirst } from './ordering.ts';

/** How many of the slots have each code below `values`. */
export function countCodes(slots: Uint32Array, codes: Uint8Array | Int32Array, values: number): Uint32Array {
  // One more counter, for slots without a value, saves a branch per slot.
  const counts = new Uint32Array(values + 1);
  for (let i = 0; i < slots.length; i += 1) {
    const code = codes[slots[i] ?? 0] ?? -1;
    const at = code < 0 ? values : code;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.subarray(0, values);
}

/** At most `limit` values that occur, most common first; of the same count by their text, in code point order. */
export function mostCommon<T extends string | number | boolean>(
  counts: Uint32Array,
  values: readonly T[],
  limit: number,
): { value: T; count: number }[] {
  const seen: number[] = [];
  for (let i = 0; i < counts.length; i += 1) if ((counts[i] ?? 0) > 0) seen.push(i);
  const order = (a: number, b: number): number =>
    (counts[b] ?? 0) - (counts[a] ?? 0) || compareText(String(values[a]), String(values[b]));
  let first = Uint32Array.from(seen);
  if (first.length > limit) {
    selectFirst(first, limit, order);
    first = first.slice(0, limit);
  }
  return [...first].sort(order).map((index) => ({ value: values[index] as T, count: counts[index] ?? 0 }));
}
