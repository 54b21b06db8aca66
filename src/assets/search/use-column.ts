// What decides whether each asset of the search index may be used: its class, and its first day of use. Eight bytes an asset.
import { Dictionary } from '../../lib/column-index/dictionary.ts';
import { keepCoded } from '../../lib/column-index/filters.ts';
import { copied } from '../../lib/column-index/growing-numbers.ts';
import { useClassOf, type UseClass, type UseFilter } from './usable-for.ts';

/** The first day of assets that have none: before every day. */
export const noEmbargo = -0x80000000;

export class UseColumn {
  /** The class of each slot, by its number. */
  private codes: Int32Array;
  /** First days of use, as days since 1970-01-01, or `noEmbargo`. */
  embargoes: Int32Array;
  private readonly classes = new Dictionary<string>();
  /** By number: what a class is, and how many assets are of it now. */
  private readonly known: UseClass[] = [];
  private readonly counts: number[] = [];
  /** The last use that was asked for, and whether each class allows it: 1 or 0. */
  private last: { use: string; allowed: number[] } = { use: '', allowed: [] };

  constructor(capacity: number) {
    this.codes = new Int32Array(capacity);
    this.embargoes = new Int32Array(capacity);
  }

  get bytes(): number {
    return this.codes.byteLength + this.embargoes.byteLength;
  }

  /** @param text as `useClassSql` makes it */
  set(slot: number, text: string, embargo: number): void {
    const number = this.classes.numberOf(text);
    if (number === this.known.length) {
      this.known.push(useClassOf(text));
      this.counts.push(0);
    }
    this.counts[number] = (this.counts[number] ?? 0) + 1;
    this.codes[slot] = number;
    this.embargoes[slot] = embargo;
  }

  remove(slot: number): void {
    const number = this.codes[slot] ?? 0;
    this.counts[number] = (this.counts[number] ?? 0) - 1;
  }

  resize(capacity: number): void {
    this.codes = copied(this.codes, new Int32Array(capacity));
    this.embargoes = copied(this.embargoes, new Int32Array(capacity));
  }

  /**
   * Keeps the slots whose class allows the use, in place.
   * @throws ApiError invalid as the filter's `demandKnown` does
   */
  keepAllowed(slots: Uint32Array, filter: UseFilter): Uint32Array {
    filter.demandKnown(this.known.filter((_, number) => (this.counts[number] ?? 0) > 0));
    const use = JSON.stringify(filter);
    if (this.last.use !== use) this.last = { use, allowed: [] };
    const { allowed } = this.last;
    for (const one of this.known.slice(allowed.length)) allowed.push(filter.allows(one) ? 1 : 0);
    return keepCoded(slots, this.codes, Uint8Array.from(allowed));
  }
}
