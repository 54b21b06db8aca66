// UUIDs as four 32-bit words per slot, with a hash table to find the slot: a Map of strings would take several times the memory.
import { copied } from './growing-numbers.ts';

/** Writes a UUID in its canonical form into four words of `out`, starting at `at`. */
export function uuidToWords(id: string, out: Uint32Array, at: number): void {
  out[at] = parseInt(id.slice(0, 8), 16);
  out[at + 1] = parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  out[at + 2] = parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  out[at + 3] = parseInt(id.slice(28), 16);
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

export class UuidColumn {
  /** Four words per slot. */
  words: Uint32Array;
  /** Open addressing by UUID: slot + 1, 0 for an empty place. */
  private table: Int32Array;
  private used = 0;
  private readonly scratch = new Uint32Array(4);

  constructor(capacity: number) {
    this.words = new Uint32Array(4 * capacity);
    // The hash is masked, so the size must be a power of two.
    this.table = new Int32Array(4096);
  }

  get bytes(): number {
    return this.words.byteLength + this.table.byteLength;
  }

  resize(capacity: number): void {
    this.words = copied(this.words, new Uint32Array(4 * capacity));
  }

  /** Stores the UUID of a slot; a search for it finds this slot from now on. */
  set(slot: number, id: string): void {
    uuidToWords(id, this.words, 4 * slot);
    if (this.used * 2 >= this.table.length) this.widenTable();
    const place = this.place(this.words, 4 * slot);
    if (this.table[place] === 0) this.used += 1;
    this.table[place] = slot + 1;
  }

  /** The slot that was last stored with a UUID; -1 if there is none. */
  find(id: string): number {
    uuidToWords(id, this.scratch, 0);
    return (this.table[this.place(this.scratch, 0)] ?? 0) - 1;
  }

  at(slot: number): string {
    const at = 4 * slot;
    const text =
      hex(this.words[at] ?? 0) +
      hex(this.words[at + 1] ?? 0) +
      hex(this.words[at + 2] ?? 0) +
      hex(this.words[at + 3] ?? 0);
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
  }

  /** Compares the UUIDs of two slots, highest first. */
  compare(a: number, b: number): number {
    for (let i = 0; i < 4; i += 1) {
      const difference = (this.words[4 * b + i] ?? 0) - (this.words[4 * a + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  private place(id: Uint32Array, at: number): number {
    const mask = this.table.length - 1;
    const hash =
      Math.imul((id[at] ?? 0) ^ Math.imul(id[at + 3] ?? 0, 0x9e3779b1), 0x85ebca6b) ^
      (id[at + 1] ?? 0) ^
      (id[at + 2] ?? 0);
    let place = (hash >>> 0) & mask;
    for (;;) {
      const entry = this.table[place] ?? 0;
      if (entry === 0) return place;
      const other = 4 * (entry - 1);
      if (
        this.words[other] === id[at] &&
        this.words[other + 1] === id[at + 1] &&
        this.words[other + 2] === id[at + 2] &&
        this.words[other + 3] === id[at + 3]
      ) {
        return place;
      }
      place = (place + 1) & mask;
    }
  }

  private widenTable(): void {
    const old = this.table;
    this.table = new Int32Array(old.length * 2);
    for (const entry of old) if (entry !== 0) this.table[this.place(this.words, 4 * (entry - 1))] = entry;
  }
}
