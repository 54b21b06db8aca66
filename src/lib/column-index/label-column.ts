// A column of labels: any number of short texts per slot, matched regardless of case.
import { Dictionary } from './dictionary.ts';
import { ListColumn } from './list-column.ts';

export class LabelColumn {
  private readonly labels = new Dictionary<string>();
  /** Numbers of the labels that differ only in case, by their lower case. */
  private readonly folded = new Map<string, number[]>();
  private readonly lists = new ListColumn(4096);
  /** The number of live slots with each label. */
  private totals = new Uint32Array(1024);

  get bytes(): number {
    return this.lists.bytes;
  }

  /** Labels by number. */
  get values(): readonly string[] {
    return this.labels.values;
  }

  /** Stores the labels of the next slot. */
  append(labels: readonly string[]): void {
    for (const label of labels) {
      const number = this.numberOf(label);
      this.lists.push(number);
      this.totals[number] = (this.totals[number] ?? 0) + 1;
    }
    this.lists.endSlot();
  }

  /** Takes the labels of a slot out of the totals: it's dead from now on. */
  kill(slot: number): void {
    const starts = this.lists.starts.data;
    for (let at = starts[slot] ?? 0; at < (starts[slot + 1] ?? 0); at += 1) {
      const number = this.lists.numbers.data[at] ?? 0;
      this.totals[number] = (this.totals[number] ?? 0) - 1;
    }
  }

  trim(): void {
    this.lists.trim();
  }

  /** Keeps the slots that have a label, in place and in order. */
  keep(slots: Uint32Array, label: string): Uint32Array {
    const wanted = new Uint8Array(this.values.length);
    for (const number of this.folded.get(label.toLowerCase()) ?? []) wanted[number] = 1;
    return this.lists.keep(slots, wanted);
  }

  /** True for slots that have a label. */
  having(label: string): (slot: number) => boolean {
    return this.lists.hasAny(this.folded.get(label.toLowerCase()) ?? []);
  }

  /** How many of the slots have each label. */
  count(slots: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    this.lists.count(slots, counts, 1);
    return counts;
  }

  /** How many of all live slots but these have each label. Faster than `count` where these are the fewer. */
  countAllBut(slots: Uint32Array): Uint32Array {
    const counts = this.totals.slice(0, this.values.length);
    this.lists.count(slots, counts, -1);
    return counts;
  }

  private numberOf(label: string): number {
    const known = this.labels.find(label);
    if (known >= 0) return known;
    const number = this.labels.numberOf(label);
    if (number === this.totals.length) {
      const wider = new Uint32Array(2 * number);
      wider.set(this.totals);
      this.totals = wider;
    }
    const folded = label.toLowerCase();
    this.folded.set(folded, [...(this.folded.get(folded) ?? []), number]);
    return number;
  }
}
