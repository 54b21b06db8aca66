// A column of lists: any number of numbers per slot, all in one array, and where each slot's begin.
import { GrowingNumbers } from './growing-numbers.ts';

export class ListColumn {
  /** Where the list of each slot begins in `numbers`; it ends where the next one begins. */
  readonly starts = new GrowingNumbers(1025);
  readonly numbers: GrowingNumbers;

  constructor(capacity: number) {
    this.numbers = new GrowingNumbers(capacity);
    this.starts.push(0);
  }

  get bytes(): number {
    return this.starts.data.byteLength + this.numbers.data.byteLength;
  }

  /** Adds a number to the list of the slot being appended. */
  push(number: number): void {
    this.numbers.push(number);
  }

  /** Ends the list of the slot being appended. */
  endSlot(): void {
    this.starts.push(this.numbers.length);
  }

  trim(): void {
    this.starts.trim();
    this.numbers.trim();
  }

  /** True for slots whose list has one of a few numbers. */
  hasAny(wanted: readonly number[]): (slot: number) => boolean {
    const starts = this.starts.data;
    const numbers = this.numbers.data;
    return (slot) => {
      for (let i = starts[slot] ?? 0; i < (starts[slot + 1] ?? 0); i += 1) {
        if (wanted.includes(numbers[i] ?? -1)) return true;
      }
      return false;
    };
  }

  /**
   * Keeps the slots whose list has a wanted number, in place and in order.
   *
   * @param wanted 1 at the numbers that are, else 0.
   */
  keep(slots: Uint32Array, wanted: Uint8Array): Uint32Array {
    const starts = this.starts.data;
    const numbers = this.numbers.data;
    let kept = 0;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0;
      const end = starts[slot + 1] ?? 0;
      for (let at = starts[slot] ?? 0; at < end; at += 1) {
        if (wanted[numbers[at] ?? 0] === 1) {
          slots[kept] = slot;
          kept += 1;
          break;
        }
      }
    }
    return slots.subarray(0, kept);
  }

  /** Adds to `counts`, or takes from it, how often each number is in the lists of the slots. */
  count(slots: Uint32Array, counts: Uint32Array, each: 1 | -1): void {
    const starts = this.starts.data;
    const numbers = this.numbers.data;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0;
      const end = starts[slot + 1] ?? 0;
      for (let at = starts[slot] ?? 0; at < end; at += 1) {
        const number = numbers[at] ?? 0;
        counts[number] = (counts[number] ?? 0) + each;
      }
    }
  }
}
