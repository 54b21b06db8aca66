// Filters over a list of slots. Each narrows the list in place with its own loop over one column: JavaScript engines optimize short
// loops over typed arrays best.

/** Keeps the slots that pass, in place and in order. */
export function keep(slots: Uint32Array, test: (slot: number) => boolean): Uint32Array {
  let kept = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    if (!test(slot)) continue;
    slots[kept] = slot;
    kept += 1;
  }
  return slots.subarray(0, kept);
}

/** Copies the slots with none of the flags in `mask` into `into`, in order. `slots` may be in `into` already. */
export function copyUnflagged(
  slots: Uint32Array,
  flags: Uint8Array,
  mask: number,
  into: Uint32Array,
): Uint32Array {
  let kept = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    if (((flags[slot] ?? 0) & mask) !== 0) continue;
    into[kept] = slot;
    kept += 1;
  }
  return into.subarray(0, kept);
}

/**
 * Keeps the slots whose code is wanted. A code below zero means no value. What passes is counted by a lookup, because a branch that the
 * CPU can't predict takes longer than the rest of the loop.
 *
 * @param wanted 1 at the codes that are, else 0.
 */
export function keepCoded(
  slots: Uint32Array,
  codes: Uint8Array | Int32Array,
  wanted: Uint8Array,
): Uint32Array {
  const passes = new Uint8Array(wanted.length + 1);
  passes.set(wanted, 1);
  let kept = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    slots[kept] = slot;
    kept += passes[(codes[slot] ?? -1) + 1] ?? 0;
  }
  return slots.subarray(0, kept);
}

/** Keeps the slots whose value is in a range, bounds included. NaN, which means no value, is in none. */
export function keepBetween(
  slots: Uint32Array,
  values: Float64Array,
  least: number | null,
  most: number | null,
): Uint32Array {
  const from = least ?? -Infinity;
  const to = most ?? Infinity;
  let kept = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    const value = values[slot] ?? NaN;
    if (!(value >= from && value <= to)) continue;
    slots[kept] = slot;
    kept += 1;
  }
  return slots.subarray(0, kept);
}
