// A list of 32-bit numbers that grows, and copies of typed arrays with more room.

/** A growing Uint32Array. Entries of `data` from `length` on are unused. */
export class GrowingNumbers {
  data: Uint32Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Uint32Array(Math.ceil(this.data.length * 1.5) + 16);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length] = value;
    this.length += 1;
  }

  /** Gives back the unused room. */
  trim(): void {
    this.data = this.data.slice(0, this.length);
  }
}

/** Copies `from` into `into`, as far as it fits, and returns `into`. */
export function copied<T extends Float64Array | Uint8Array | Uint16Array | Int32Array | Uint32Array>(
  from: T,
  into: T,
): T {
  into.set(from.length > into.length ? from.subarray(0, into.length) : from);
  return into;
}
