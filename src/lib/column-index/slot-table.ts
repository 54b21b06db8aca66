// The rows of an index by slot: their ids, their flags, when they were created, and their order by age.
//
// A slot is never reused: replacing a row marks its slot dead and appends another, so columns only grow. The owner of the columns
// rebuilds the index once enough was appended.
import { copied } from './growing-numbers.ts';
import { UuidColumn, uuidToWords } from './uuid-column.ts';

/** The flag of a dead slot. The other seven bits are the caller's. */
export const deadFlag = 0x80;

export class SlotTable {
  /** Slots that the columns have room for. */
  capacity = 1024;
  /** Slots in use, dead ones included. */
  length = 0;
  private dead = 0;
  /** Slots below it are in order of creation. */
  private ordered = 0;
  readonly ids = new UuidColumn(1024);
  created = new Float64Array(1024);
  flags = new Uint8Array(1024);
  /** Live slots from `ordered` on, newest first; null after a change. */
  private newestAppended: Uint32Array | null = null;
  private scratch = new Uint32Array(0);
  private marks = new Uint8Array(0);

  /** The number of live slots. */
  get live(): number {
    return this.length - this.dead;
  }

  /** True once so many slots were appended that a rebuild is worth it. */
  get isWorn(): boolean {
    return this.length - this.ordered > 20_000 + this.ordered / 4;
  }

  get bytes(): number {
    return (
      this.ids.bytes +
      this.created.byteLength +
      this.flags.byteLength +
      this.scratch.byteLength +
      this.marks.byteLength
    );
  }

  resize(capacity: number): void {
    this.ids.resize(capacity);
    this.created = copied(this.created, new Float64Array(capacity));
    this.flags = copied(this.flags, new Uint8Array(capacity));
    this.capacity = capacity;
  }

  /** Appends a slot, for which there must be room. */
  append(id: string, created: number, flags: number): number {
    const slot = this.length;
    this.length += 1;
    this.ids.set(slot, id);
    this.created[slot] = created;
    this.flags[slot] = flags;
    this.newestAppended = null;
    return slot;
  }

  /** Marks a live slot dead. */
  kill(slot: number): void {
    this.flags[slot] = (this.flags[slot] ?? 0) | deadFlag;
    this.dead += 1;
    this.newestAppended = null;
  }

  /** Ends the first load, whose slots must have been appended oldest first. */
  seal(): void {
    this.ordered = this.length;
  }

  /** The live slot of an id; -1 if there is none. */
  slotOf(id: string): number {
    const slot = this.ids.find(id);
    return slot >= 0 && !((this.flags[slot] ?? 0) & deadFlag) ? slot : -1;
  }

  /** Room for every slot. The same array each time: each search overwrites it. */
  room(): Uint32Array {
    if (this.scratch.length < this.length) this.scratch = new Uint32Array(this.capacity);
    return this.scratch;
  }

  /** Compares two slots, newest first; of the same moment the higher id first. */
  byNewest(a: number, b: number): number {
    // The first load is in this order already, so nothing has to be fetched.
    if (a < this.ordered && b < this.ordered) return b - a;
    return (this.created[b] ?? 0) - (this.created[a] ?? 0) || this.ids.compare(a, b);
  }

  /** Compares a moment and an id with those of a slot: above zero for slots that are older, as `byNewest` orders them. */
  olderThan(created: number, id: string): (slot: number) => number {
    const words = new Uint32Array(4);
    uuidToWords(id, words, 0);
    return (slot) => {
      const moments = created - (this.created[slot] ?? 0);
      if (moments !== 0) return moments;
      for (let i = 0; i < 4; i += 1) {
        const difference = (words[i] ?? 0) - (this.ids.words[4 * slot + i] ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    };
  }

  /** Every slot, newest first, in `room()`: the first load backwards, with what was appended since merged in. Dead ones may be among them. */
  newestFirst(): Uint32Array {
    const appended = this.appendedNewestFirst();
    const all = this.room().subarray(0, this.ordered + appended.length);
    let filled = 0;
    let slot = this.ordered - 1;
    for (const newer of appended) {
      while (slot >= 0 && this.byNewest(slot, newer) < 0) {
        all[filled] = slot;
        filled += 1;
        slot -= 1;
      }
      all[filled] = newer;
      filled += 1;
    }
    for (; slot >= 0; slot -= 1) {
      all[filled] = slot;
      filled += 1;
    }
    return all;
  }

  /** The live slots that aren't among these live ones. */
  liveExcept(slots: Uint32Array): Uint32Array {
    if (this.marks.length < this.length) this.marks = new Uint8Array(this.capacity);
    const { marks, flags } = this;
    marks.fill(0, 0, this.length);
    for (let i = 0; i < slots.length; i += 1) marks[slots[i] ?? 0] = 1;
    const others = new Uint32Array(this.live - slots.length);
    let filled = 0;
    for (let slot = 0; slot < this.length; slot += 1) {
      if (marks[slot] === 1 || ((flags[slot] ?? 0) & deadFlag) !== 0) continue;
      others[filled] = slot;
      filled += 1;
    }
    return others;
  }

  private appendedNewestFirst(): Uint32Array {
    if (!this.newestAppended) {
      const slots: number[] = [];
      for (let slot = this.ordered; slot < this.length; slot += 1)
        if (!((this.flags[slot] ?? 0) & deadFlag)) slots.push(slot);
      this.newestAppended = Uint32Array.from(slots.sort((a, b) => this.byNewest(a, b)));
    }
    return this.newestAppended;
  }
}
