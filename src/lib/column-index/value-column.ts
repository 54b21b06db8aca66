// A column with at most one value per slot, of any kind: numbers as they are, texts and booleans as codes of a dictionary.
import { Dictionary } from './dictionary.ts';
import { keep, keepBetween, keepCoded } from './filters.ts';
import { copied } from './growing-numbers.ts';

export class ValueColumn {
  /** NaN for no value; null until a slot has a number. */
  private numbers: Float64Array | null = null;
  /** -1 for no value; null until a slot has a text or boolean. */
  codes: Int32Array | null = null;
  private readonly dictionary = new Dictionary<string | boolean>();

  get bytes(): number {
    return (this.numbers?.byteLength ?? 0) + (this.codes?.byteLength ?? 0);
  }

  /** Texts and booleans by code. */
  get values(): readonly (string | boolean)[] {
    return this.dictionary.values;
  }

  /** Stores the value of a slot. `capacity` is that of the other columns. */
  set(slot: number, value: string | number | boolean, capacity: number): void {
    if (typeof value === 'number') {
      this.numbers ??= new Float64Array(capacity).fill(NaN);
      this.numbers[slot] = value;
    } else {
      this.codes ??= new Int32Array(capacity).fill(-1);
      this.codes[slot] = this.dictionary.numberOf(value);
    }
  }

  /** Whether a slot has a value. */
  has(slot: number): boolean {
    return (this.codes?.[slot] ?? -1) >= 0 || !Number.isNaN(this.numbers?.[slot] ?? NaN);
  }

  resize(capacity: number): void {
    if (this.numbers) this.numbers = copied(this.numbers, new Float64Array(capacity).fill(NaN));
    if (this.codes) this.codes = copied(this.codes, new Int32Array(capacity).fill(-1));
  }

  /** Keeps the slots with one of the values, in place. Where some of them are numbers, only numbers are compared. */
  keepAny(slots: Uint32Array, values: readonly (string | number | boolean)[]): Uint32Array {
    const { numbers, codes, dictionary } = this;
    const wanted = new Uint8Array(dictionary.values.length);
    for (const value of values) {
      const code = typeof value === 'number' ? -1 : dictionary.find(value);
      if (code >= 0) wanted[code] = 1;
    }
    const numeric = new Set(values.filter((value) => typeof value === 'number'));
    if (numeric.size > 0 && numbers) return keep(slots, (slot) => numeric.has(numbers[slot] ?? NaN));
    return codes ? keepCoded(slots, codes, wanted) : slots.subarray(0, 0);
  }

  /** Keeps the slots in a range, bounds included, in place. The bounds are both numbers or both texts, such as ISO dates. */
  keepInRange(slots: Uint32Array, least: string | number | null, most: string | number | null): Uint32Array {
    const { numbers, codes, dictionary } = this;
    if (typeof least === 'number' || typeof most === 'number') {
      return numbers
        ? keepBetween(slots, numbers, least as number | null, most as number | null)
        : slots.subarray(0, 0);
    }
    // Compares each text of the dictionary once instead of once per slot.
    const wanted = new Uint8Array(dictionary.values.length);
    dictionary.values.forEach((value, code) => {
      if (typeof value === 'string' && (least === null || value >= least) && (most === null || value <= most))
        wanted[code] = 1;
    });
    return codes ? keepCoded(slots, codes, wanted) : slots.subarray(0, 0);
  }
}
