// A workspace's assets as columns in memory, for counting: facets over 93,000 matches take SQL 200 ms and this a few.
// PostgreSQL is the source of truth: the index is filled from it and follows its change feed. It only says which assets match and how
// many; the page itself is read by SQL that checks access again.
//
// Each asset is a slot. A change removes the old slot and appends a new one, so columns only grow; once a quarter of the slots are dead,
// the index is rebuilt. Slots of the first load are in order of creation.
import { assetTypes, typeOf } from '../metadata/kinds.ts';
import { states, type State } from '../schemas.ts';
import {
  dayNumber,
  type FieldFilter,
  type SearchPosition,
  type SearchQuery,
  type Sort,
} from './search-query.ts';

/** One asset as read by SQL (see `indexRows` in search-sql.ts). */
export interface IndexRow {
  id: string;
  /** Microseconds since 1970. */
  created: number;
  size: number;
  name: string;
  mime: string;
  status: string;
  deleted: boolean;
  hidden: boolean;
  private: boolean;
  waits: boolean;
  expires: string | null;
  tags: string[];
  fields: Record<string, string | number | boolean>;
  collections: string[];
  strong: string[];
  weak: string[];
}

/** The caller of a search: which assets they can see. */
export interface Viewer {
  /** Sees what isn't private. */
  reads: boolean;
  /** Sees all of it. */
  admin: boolean;
  /** Sees what is deleted, where they see the asset. */
  seesDeleted: boolean;
  /** Assets and collections that a grant of their own names, and whether it lets them see deleted ones. */
  narrowAssets: { id: string; write: boolean }[];
  narrowCollections: { id: string; write: boolean }[];
}

export interface FacetEntry {
  value: string | number | boolean;
  count: number;
}

/** Immutable, because it may be returned again. */
export interface Found {
  total: number;
  /** IDs of the page, in order. */
  ids: string[];
  /** Sort key of the page's last one; null where nothing follows, or the order has none. */
  next: SearchPosition | null;
  facets: {
    tags: FacetEntry[];
    types: FacetEntry[];
    states: FacetEntry[];
    fields: Record<string, FacetEntry[]>;
  };
}

/** The matches of a search: newest first, unless they were found by words. */
interface Counted {
  /** The query, without sort and page. */
  asked: string;
  found: Uint32Array;
  facets: Found['facets'];
}

/** Maximum values per facet, so that a long tail doesn't outweigh the page. */
export const facetValues = 100;

/** Answers that an index remembers: each is a page of ids and its facets, up to some 20 KB. */
const maxAnswered = 32;

const flagPrivate = 1;
const flagHidden = 2;
const flagWaits = 4;
const flagDeleted = 8;
const flagDead = 16;

const storedStatuses = ['draft', 'proposed', 'active', 'archived', 'rejected'] as const;
const stateNumber = new Map<string, number>(states.map((state, index) => [state, index]));
const stateOfStatus = storedStatuses.map((status) => stateNumber.get(status) ?? 0);
const expiredState = stateNumber.get('expired') ?? 0;
const deletedState = stateNumber.get('deleted') ?? 0;
const activeStatus = storedStatuses.indexOf('active');
const noExpiry = 0x7fffffff;

/** A growing Uint32Array. */
class Numbers {
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

  trim(): void {
    this.data = this.data.slice(0, this.length);
  }
}

class Dictionary<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<T, number>();

  numberOf(value: T): number {
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.values.length;
      this.values.push(value);
      this.numbers.set(value, number);
    }
    return number;
  }

  find(value: T): number {
    return this.numbers.get(value) ?? -1;
  }
}

/** A custom field's values: numbers and days as they are, everything else by its place in a dictionary. */
interface FieldColumn {
  numbers: Float64Array | null;
  codes: Int32Array | null;
  dictionary: Dictionary<string | boolean>;
}

function hexToWords(id: string, out: Uint32Array, at: number): void {
  out[at] = parseInt(id.slice(0, 8), 16);
  out[at + 1] = parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  out[at + 2] = parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  out[at + 3] = parseInt(id.slice(28), 16);
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** Matches of one word, by score; scratch space that is cleared by the list of what was touched. */
interface Scores {
  score: Uint8Array;
  touched: Numbers;
}

export class WorkspaceIndex {
  private capacity = 1024;
  private slots = 0;
  private dead = 0;
  private ids = new Uint32Array(4 * 1024);
  private created = new Float64Array(1024);
  private sizes = new Float64Array(1024);
  private statuses = new Uint8Array(1024);
  private types = new Uint8Array(1024);
  private flags = new Uint8Array(1024);
  private expires = new Int32Array(1024);
  /** State of each slot on `stateDay`: what status, flags and the last day of use come to. */
  private slotStates = new Uint8Array(1024);
  private stateDay = NaN;
  private readonly names: string[] = [];
  private readonly tagStarts = new Numbers(1025);
  private readonly tagNumbers = new Numbers(4096);
  private readonly collectionStarts = new Numbers(1025);
  private readonly collectionNumbers = new Numbers(1024);
  private readonly tags = new Dictionary<string>();
  private readonly foldedTags = new Map<string, number[]>();
  /** The number of live slots with each tag. */
  private tagTotals = new Uint32Array(1024);
  private readonly collections = new Dictionary<string>();
  private readonly columns = new Map<string, FieldColumn>();
  /** Open addressing by id: slot + 1, 0 for none. */
  private table = new Int32Array(4096);
  private tableUsed = 0;

  // Words: what was loaded lies in one sorted list with its postings behind it; what came since in a map of its own.
  private baseWords: string[] = [];
  private baseOffsets = new Uint32Array(1);
  private basePostings = new Uint32Array(0);
  private loading: Map<string, Numbers> | null = new Map();
  private readonly added = new Map<string, Numbers>();
  private addedWords: string[] | null = null;
  /** Slots below it stand in order of creation. */
  private ordered = 0;
  private newestAdded: Uint32Array | null = null;

  /** Answers since the last change, the latest asked for last. */
  private readonly answered = new Map<string, Found>();
  /** What was counted last, and its slots: the next page of the same is a piece of them. */
  private counted: Counted | null = null;

  /** Scratch space of a search: the slots that are left, and marks on slots. */
  private room = new Uint32Array(0);
  private marks = new Uint8Array(0);
  private first: Scores = { score: new Uint8Array(0), touched: new Numbers() };
  private second: Scores = { score: new Uint8Array(0), touched: new Numbers() };

  constructor() {
    this.tagStarts.push(0);
    this.collectionStarts.push(0);
  }

  /** The number of assets. */
  get size(): number {
    return this.slots - this.dead;
  }

  /** True once so many slots are dead that a rebuild is worth it. */
  get isWorn(): boolean {
    return this.slots - this.ordered > 20_000 + this.ordered / 4;
  }

  /** Bytes of the columns and postings, dictionaries (words, tags, names of values) apart. */
  get bytes(): number {
    let bytes = this.capacity * (16 + 8 + 8 + 1 + 1 + 1 + 4 + 1) + this.table.byteLength;
    bytes +=
      this.room.byteLength +
      this.marks.byteLength +
      this.tagStarts.data.byteLength +
      this.tagNumbers.data.byteLength;
    bytes += this.collectionStarts.data.byteLength + this.collectionNumbers.data.byteLength;
    bytes +=
      (this.counted?.found.byteLength ?? 0) +
      this.basePostings.byteLength +
      this.first.score.byteLength +
      this.second.score.byteLength;
    for (const column of this.columns.values())
      bytes += (column.numbers?.byteLength ?? 0) + (column.codes?.byteLength ?? 0);
    for (const postings of this.added.values()) bytes += postings.data.byteLength;
    // A one-byte string has a header of 12 bytes, rounded to 8, and a pointer to it.
    for (const name of this.names) bytes += 8 + Math.ceil((12 + name.length) / 8) * 8;
    return bytes;
  }

  private resize(capacity: number): void {
    const wider = <T extends Float64Array | Uint8Array | Int32Array | Uint32Array>(old: T, made: T): T => {
      made.set(old.length > made.length ? old.subarray(0, made.length) : old);
      return made;
    };
    this.ids = wider(this.ids, new Uint32Array(4 * capacity));
    this.created = wider(this.created, new Float64Array(capacity));
    this.sizes = wider(this.sizes, new Float64Array(capacity));
    this.statuses = wider(this.statuses, new Uint8Array(capacity));
    this.types = wider(this.types, new Uint8Array(capacity));
    this.flags = wider(this.flags, new Uint8Array(capacity));
    this.expires = wider(this.expires, new Int32Array(capacity));
    this.slotStates = wider(this.slotStates, new Uint8Array(capacity));
    for (const column of this.columns.values()) {
      if (column.numbers) column.numbers = wider(column.numbers, new Float64Array(capacity).fill(NaN));
      if (column.codes) column.codes = wider(column.codes, new Int32Array(capacity).fill(-1));
    }
    this.capacity = capacity;
  }

  // ---- ids

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
        this.ids[other] === id[at] &&
        this.ids[other + 1] === id[at + 1] &&
        this.ids[other + 2] === id[at + 2] &&
        this.ids[other + 3] === id[at + 3]
      ) {
        return place;
      }
      place = (place + 1) & mask;
    }
  }

  private widenTable(): void {
    const old = this.table;
    this.table = new Int32Array(old.length * 2);
    for (const entry of old) if (entry !== 0) this.table[this.place(this.ids, 4 * (entry - 1))] = entry;
  }

  private readonly scratchId = new Uint32Array(4);

  private slotOf(id: string): number {
    hexToWords(id, this.scratchId, 0);
    const entry = this.table[this.place(this.scratchId, 0)] ?? 0;
    return entry !== 0 && !((this.flags[entry - 1] ?? 0) & flagDead) ? entry - 1 : -1;
  }

  private idOf(slot: number): string {
    const at = 4 * slot;
    const text =
      hex(this.ids[at] ?? 0) +
      hex(this.ids[at + 1] ?? 0) +
      hex(this.ids[at + 2] ?? 0) +
      hex(this.ids[at + 3] ?? 0);
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
  }

  // ---- writing

  private forgetAnswers(): void {
    this.answered.clear();
    this.counted = null;
  }

  /** Removes an asset. */
  remove(id: string): void {
    const slot = this.slotOf(id);
    if (slot < 0) return;
    this.forgetAnswers();
    this.flags[slot] = (this.flags[slot] ?? 0) | flagDead;
    this.dead += 1;
    this.newestAdded = null;
    const { data: starts } = this.tagStarts;
    for (let at = starts[slot] ?? 0; at < (starts[slot + 1] ?? 0); at += 1) {
      const tag = this.tagNumbers.data[at] ?? 0;
      this.tagTotals[tag] = (this.tagTotals[tag] ?? 0) - 1;
    }
  }

  /** Adds or replaces an asset. */
  put(row: IndexRow): void {
    this.forgetAnswers();
    this.remove(row.id);
    if (this.slots === this.capacity) this.resize(Math.ceil(this.capacity * 1.5));
    const slot = this.slots;
    this.slots += 1;
    hexToWords(row.id, this.ids, 4 * slot);
    if (this.tableUsed * 2 >= this.table.length) this.widenTable();
    const place = this.place(this.ids, 4 * slot);
    if (this.table[place] === 0) this.tableUsed += 1;
    this.table[place] = slot + 1;
    this.created[slot] = row.created;
    this.sizes[slot] = row.size;
    this.names.push(row.name);
    this.statuses[slot] = Math.max(0, (storedStatuses as readonly string[]).indexOf(row.status));
    this.types[slot] = assetTypes.indexOf(typeOf(row.mime));
    this.flags[slot] =
      (row.private ? flagPrivate : 0) |
      (row.hidden ? flagHidden : 0) |
      (row.waits ? flagWaits : 0) |
      (row.deleted ? flagDeleted : 0);
    this.expires[slot] = row.expires ? dayNumber(row.expires) : noExpiry;
    this.slotStates[slot] = this.stateOf(slot);
    for (const tag of row.tags) {
      const number = this.tagNumber(tag);
      this.tagNumbers.push(number);
      this.tagTotals[number] = (this.tagTotals[number] ?? 0) + 1;
    }
    this.tagStarts.push(this.tagNumbers.length);
    for (const collection of row.collections)
      this.collectionNumbers.push(this.collections.numberOf(collection));
    this.collectionStarts.push(this.collectionNumbers.length);
    for (const [key, value] of Object.entries(row.fields)) this.putField(key, slot, value);
    for (const word of row.strong) this.putWord(word, slot, 1);
    for (const word of row.weak) this.putWord(word, slot, 0);
    this.newestAdded = null;
  }

  private stateOf(slot: number): number {
    const status = this.statuses[slot] ?? 0;
    if (((this.flags[slot] ?? 0) & flagDeleted) !== 0) return deletedState;
    if (status === activeStatus && (this.expires[slot] ?? noExpiry) < this.stateDay) return expiredState;
    return stateOfStatus[status] ?? 0;
  }

  /** Has `slotStates` say what is so on a day: they change at midnight without anything having been written. */
  private statesOn(day: number): Uint8Array {
    if (this.stateDay !== day) {
      this.stateDay = day;
      for (let slot = 0; slot < this.slots; slot += 1) this.slotStates[slot] = this.stateOf(slot);
    }
    return this.slotStates;
  }

  private tagNumber(tag: string): number {
    const known = this.tags.find(tag);
    if (known >= 0) return known;
    const number = this.tags.numberOf(tag);
    if (number === this.tagTotals.length) {
      const wider = new Uint32Array(2 * number);
      wider.set(this.tagTotals);
      this.tagTotals = wider;
    }
    const folded = tag.toLowerCase();
    this.foldedTags.set(folded, [...(this.foldedTags.get(folded) ?? []), number]);
    return number;
  }

  private putField(key: string, slot: number, value: string | number | boolean): void {
    let column = this.columns.get(key);
    if (!column) {
      column = { numbers: null, codes: null, dictionary: new Dictionary() };
      this.columns.set(key, column);
    }
    if (typeof value === 'number') {
      column.numbers ??= new Float64Array(this.capacity).fill(NaN);
      column.numbers[slot] = value;
    } else {
      column.codes ??= new Int32Array(this.capacity).fill(-1);
      column.codes[slot] = column.dictionary.numberOf(value);
    }
  }

  private putWord(word: string, slot: number, strong: 0 | 1): void {
    const into = this.loading ?? this.added;
    let postings = into.get(word);
    if (!postings) {
      postings = new Numbers(4);
      into.set(word, postings);
      if (!this.loading) this.addedWords = null;
    }
    postings.push(slot * 2 + strong);
  }

  /** Ends the first load: the words that came with it are packed. The rows must have come oldest first. */
  seal(): void {
    if (!this.loading) return;
    this.baseWords = [...this.loading.keys()].sort();
    this.baseOffsets = new Uint32Array(this.baseWords.length + 1);
    let total = 0;
    for (const postings of this.loading.values()) total += postings.length;
    this.basePostings = new Uint32Array(total);
    let at = 0;
    this.baseWords.forEach((word, index) => {
      const postings = this.loading?.get(word);
      if (postings) {
        this.basePostings.set(postings.data.subarray(0, postings.length), at);
        at += postings.length;
      }
      this.baseOffsets[index + 1] = at;
    });
    this.loading = null;
    this.ordered = this.slots;
    // A tenth of room for what comes; the growth of the load would leave up to half.
    this.resize(Math.ceil(this.slots * 1.1) + 1024);
    for (const numbers of [this.tagStarts, this.tagNumbers, this.collectionStarts, this.collectionNumbers])
      numbers.trim();
  }

  // ---- searching

  /** Live slots added after the first load, newest first. */
  private addedNewestFirst(): Uint32Array {
    if (!this.newestAdded) {
      const slots: number[] = [];
      for (let slot = this.ordered; slot < this.slots; slot += 1)
        if (!((this.flags[slot] ?? 0) & flagDead)) slots.push(slot);
      this.newestAdded = Uint32Array.from(slots.sort((a, b) => this.byNewest(a, b)));
    }
    return this.newestAdded;
  }

  private byId(a: number, b: number): number {
    for (let i = 0; i < 4; i += 1) {
      const difference = (this.ids[4 * b + i] ?? 0) - (this.ids[4 * a + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Newest first; of the same moment the higher id first, as SQL has it. */
  private byNewest(a: number, b: number): number {
    // What was loaded lies in this order already: nothing has to be fetched to tell.
    if (a < this.ordered && b < this.ordered) return b - a;
    return (this.created[b] ?? 0) - (this.created[a] ?? 0) || this.byId(a, b);
  }

  private *wordRanges(
    prefix: string,
  ): Generator<{ exact: boolean; data: Uint32Array; from: number; to: number }> {
    let low = 0;
    let high = this.baseWords.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.baseWords[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.baseWords.length && this.baseWords[i]?.startsWith(prefix); i += 1) {
      yield {
        exact: this.baseWords[i] === prefix,
        data: this.basePostings,
        from: this.baseOffsets[i] ?? 0,
        to: this.baseOffsets[i + 1] ?? 0,
      };
    }
    this.addedWords ??= [...this.added.keys()];
    for (const word of this.addedWords) {
      if (!word.startsWith(prefix)) continue;
      const postings = this.added.get(word);
      if (postings) yield { exact: word === prefix, data: postings.data, from: 0, to: postings.length };
    }
  }

  /** Scores of one word: 1 for a prefix, 2 more for the whole word, 1 more in filename, title or tags. The best of a slot counts. */
  private scoreWord(prefix: string, into: Scores): void {
    const { score, touched } = into;
    for (const { exact, data, from, to } of this.wordRanges(prefix)) {
      const base = exact ? 3 : 1;
      for (let i = from; i < to; i += 1) {
        const posting = data[i] ?? 0;
        const slot = posting >>> 1;
        const value = base + (posting & 1);
        const known = score[slot] ?? 0;
        if (known === 0) touched.push(slot);
        if (value > known) score[slot] = value;
      }
    }
  }

  private scratch(which: 'first' | 'second'): Scores {
    const scores = this[which];
    if (scores.score.length < this.capacity)
      this[which] = { score: new Uint8Array(this.capacity), touched: new Numbers() };
    return this[which];
  }

  private static clear({ score, touched }: Scores): void {
    for (let i = 0; i < touched.length; i += 1) score[touched.data[i] ?? 0] = 0;
    touched.length = 0;
  }

  /** Slots that have every word, with their scores left in `first.score` until the next search. */
  private matching(words: readonly string[]): Uint32Array {
    const first = this.scratch('first');
    WorkspaceIndex.clear(first);
    const [head = '', ...rest] = words;
    this.scoreWord(head, first);
    for (const word of rest) {
      const second = this.scratch('second');
      this.scoreWord(word, second);
      let kept = 0;
      for (let i = 0; i < first.touched.length; i += 1) {
        const slot = first.touched.data[i] ?? 0;
        const more = second.score[slot] ?? 0;
        if (more === 0) {
          first.score[slot] = 0;
        } else {
          first.score[slot] = Math.min(255, (first.score[slot] ?? 0) + more);
          first.touched.data[kept] = slot;
          kept += 1;
        }
      }
      first.touched.length = kept;
      WorkspaceIndex.clear(second);
    }
    return first.touched.data.subarray(0, first.touched.length);
  }

  /** True when the viewer may see the slot; `narrow` maps what their own grants reach to whether it shows deleted ones. */
  private visibility(viewer: Viewer): (slot: number) => boolean {
    const bySlot = new Map<number, boolean>();
    const byCollection = new Map<number, boolean>();
    for (const { id, write } of viewer.narrowAssets) {
      const slot = this.slotOf(id);
      if (slot >= 0) bySlot.set(slot, write || (bySlot.get(slot) ?? false));
    }
    for (const { id, write } of viewer.narrowCollections) {
      const number = this.collections.find(id);
      if (number >= 0) byCollection.set(number, write || (byCollection.get(number) ?? false));
    }
    const { reads, admin, seesDeleted } = viewer;
    const { data: starts } = this.collectionStarts;
    const { data: numbers } = this.collectionNumbers;
    return (slot) => {
      const flags = this.flags[slot] ?? 0;
      const own = bySlot.get(slot);
      let granted = own !== undefined;
      let writes = own ?? false;
      for (let i = starts[slot] ?? 0; i < (starts[slot + 1] ?? 0); i += 1) {
        const through = byCollection.get(numbers[i] ?? -1);
        if (through === undefined) continue;
        granted = true;
        writes ||= through;
      }
      const byRole = admin || (reads && (flags & flagPrivate) === 0);
      return (flags & flagDeleted) === 0 ? byRole || granted : (byRole && seesDeleted) || writes;
    };
  }

  private withField(slots: Uint32Array, filter: FieldFilter): Uint32Array {
    const column = this.columns.get(filter.key);
    if (!column) return slots.subarray(0, 0);
    const { numbers, codes, dictionary } = column;
    if (filter.kind === 'range' && (typeof filter.least === 'number' || typeof filter.most === 'number')) {
      return numbers
        ? keepBetween(slots, numbers, filter.least as number | null, filter.most as number | null)
        : slots.subarray(0, 0);
    }
    // Which entries of the dictionary are wanted is worked out once. Dates are texts that sort as they read.
    const wanted = new Uint8Array(dictionary.values.length);
    if (filter.kind === 'range') {
      const { least, most } = filter;
      dictionary.values.forEach((value, code) => {
        if (
          typeof value === 'string' &&
          (least === null || value >= least) &&
          (most === null || value <= most)
        )
          wanted[code] = 1;
      });
    } else {
      for (const value of filter.values) {
        const code = typeof value === 'number' ? -1 : dictionary.find(value);
        if (code >= 0) wanted[code] = 1;
      }
      const numeric = new Set(filter.values.filter((value) => typeof value === 'number'));
      if (numeric.size > 0 && numbers) return keep(slots, (slot) => numeric.has(numbers[slot] ?? NaN));
    }
    return codes ? keepCoded(slots, codes, wanted) : slots.subarray(0, 0);
  }

  private collectionTest(ids: readonly string[]): (slot: number) => boolean {
    const wanted = ids.map((id) => this.collections.find(id)).filter((number) => number >= 0);
    return (slot) => {
      for (
        let i = this.collectionStarts.data[slot] ?? 0;
        i < (this.collectionStarts.data[slot + 1] ?? 0);
        i += 1
      ) {
        if (wanted.includes(this.collectionNumbers.data[i] ?? -1)) return true;
      }
      return false;
    };
  }

  /**
   * Runs a search. Results are cached until something changes, because everyone who opens the library runs the same one.
   *
   * @param today `YYYY-MM-DD`, UTC: assets expire without being written.
   */
  search(query: SearchQuery, viewer: Viewer, today: string): Found {
    const asked = JSON.stringify([today, viewer, query]);
    const known = this.answered.get(asked);
    const found = known ?? this.count(query, viewer, today);
    if (known) this.answered.delete(asked);
    else if (this.answered.size >= maxAnswered) this.answered.delete(this.answered.keys().next().value ?? '');
    this.answered.set(asked, found);
    return found;
  }

  /**
   * Counts a search, column by column, each in its own loop over the remaining slots: JavaScript engines optimize short loops over
   * typed arrays best.
   */
  private count(query: SearchQuery, viewer: Viewer, today: string): Found {
    const byWords = query.words.length > 0;
    const asked = JSON.stringify([
      today,
      viewer,
      { ...query, sort: null, limit: null, offset: null, after: null },
    ]);
    const counted = this.counted?.asked === asked ? this.counted : this.matches(asked, query, viewer, today);
    // Best matches are told apart by scores that the next search overwrites.
    this.counted = byWords ? null : counted;
    const { found, facets } = counted;
    return {
      total: found.length,
      ...this.page(found, query, byWords),
      facets,
    };
  }

  private matches(asked: string, query: SearchQuery, viewer: Viewer, today: string): Counted {
    const byWords = query.words.length > 0;
    let left = this.seenBy(viewer, byWords ? this.matching(query.words) : this.newestFirst());
    for (const tag of query.tags) left = this.withTag(left, tag);
    for (const filter of query.fields) left = this.withField(left, filter);
    if (query.types.length > 0) {
      const wanted = new Uint8Array(assetTypes.length);
      for (const type of query.types) wanted[assetTypes.indexOf(type)] = 1;
      left = keepCoded(left, this.types, wanted);
    }
    if (query.collectionIds) left = keep(left, this.collectionTest(query.collectionIds));
    if (query.review) left = keep(left, (slot) => ((this.flags[slot] ?? 0) & flagWaits) !== 0);

    const day = dayNumber(today);
    if (query.expiresWithin !== null) {
      const until = day + query.expiresWithin;
      left = keep(left, (slot) => {
        const last = this.expires[slot] ?? noExpiry;
        return last >= day && last <= until;
      });
    }
    const { found, stateCounts } = this.inStates(left, query.states, day);
    return {
      asked,
      found: found.slice(),
      facets: {
        tags: topEntries(this.countTags(found), this.tags.values),
        types: topEntries(countCodes(found, this.types, assetTypes.length), assetTypes),
        states: topEntries(stateCounts, states as readonly State[]),
        fields: Object.fromEntries(
          query.facetKeys.map((key) => {
            const column = this.columns.get(key);
            const values = column?.dictionary.values ?? [];
            return [
              key,
              column?.codes ? topEntries(countCodes(found, column.codes, values.length), values) : [],
            ];
          }),
        ),
      },
    };
  }

  /**
   * Slots that the viewer may see and that are listed at all, written into `room`: every later step narrows them in place. They may lie
   * there already.
   */
  private seenBy(viewer: Viewer, slots: Uint32Array): Uint32Array {
    const { reads, admin, seesDeleted, narrowAssets, narrowCollections } = viewer;
    const { flags } = this;
    const seen = this.roomy();
    const narrow = narrowAssets.length > 0 || narrowCollections.length > 0;
    const sees = narrow || !(reads || admin) ? this.visibility(viewer) : null;
    const mask =
      flagDead | flagHidden | (sees || admin ? 0 : flagPrivate) | (sees || seesDeleted ? 0 : flagDeleted);
    let kept = 0;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0;
      if (((flags[slot] ?? 0) & mask) !== 0) continue;
      seen[kept] = slot;
      kept += 1;
    }
    return sees ? keep(seen.subarray(0, kept), sees) : seen.subarray(0, kept);
  }

  /** Room for every slot, which each search writes over. */
  private roomy(): Uint32Array {
    if (this.room.length < this.slots) this.room = new Uint32Array(this.capacity);
    return this.room;
  }

  private withTag(slots: Uint32Array, tag: string): Uint32Array {
    // Tags are case-insensitive.
    const wanted = new Uint8Array(this.tags.values.length);
    for (const number of this.foldedTags.get(tag.toLowerCase()) ?? []) wanted[number] = 1;
    const starts = this.tagStarts.data;
    const numbers = this.tagNumbers.data;
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

  /** How often each tag is on the slots; of most slots by taking away what the few others have. */
  private countTags(slots: Uint32Array): Uint32Array {
    if (slots.length * 2 <= this.size) {
      const counts = new Uint32Array(this.tags.values.length);
      this.addTags(slots, counts, 1);
      return counts;
    }
    const counts = this.tagTotals.slice(0, this.tags.values.length);
    this.addTags(this.allBut(slots), counts, -1);
    return counts;
  }

  private addTags(slots: Uint32Array, counts: Uint32Array, each: 1 | -1): void {
    const starts = this.tagStarts.data;
    const numbers = this.tagNumbers.data;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0;
      const end = starts[slot + 1] ?? 0;
      for (let at = starts[slot] ?? 0; at < end; at += 1) {
        const tag = numbers[at] ?? 0;
        counts[tag] = (counts[tag] ?? 0) + each;
      }
    }
  }

  /** The slots that are alive and not among these. */
  private allBut(slots: Uint32Array): Uint32Array {
    if (this.marks.length < this.slots) this.marks = new Uint8Array(this.capacity);
    const { marks, flags } = this;
    marks.fill(0, 0, this.slots);
    for (let i = 0; i < slots.length; i += 1) marks[slots[i] ?? 0] = 1;
    const others = new Uint32Array(this.size - slots.length);
    let filled = 0;
    for (let slot = 0; slot < this.slots; slot += 1) {
      if (marks[slot] === 1 || ((flags[slot] ?? 0) & flagDead) !== 0) continue;
      others[filled] = slot;
      filled += 1;
    }
    return others;
  }

  /** Counts every state, and keeps the slots in the wanted ones. */
  private inStates(
    slots: Uint32Array,
    wantedStates: readonly State[],
    today: number,
  ): { found: Uint32Array; stateCounts: Uint32Array } {
    const slotStates = this.statesOn(today);
    const wanted = new Uint8Array(states.length);
    for (const state of wantedStates) wanted[stateNumber.get(state) ?? 0] = 1;
    const stateCounts = new Uint32Array(states.length);
    let kept = 0;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0;
      const state = slotStates[slot] ?? 0;
      stateCounts[state] = (stateCounts[state] ?? 0) + 1;
      slots[kept] = slot;
      kept += wanted[state] ?? 0;
    }
    return { found: slots.subarray(0, kept), stateCounts };
  }

  /** Every slot, newest first: what was loaded backwards, what came since merged in. */
  private newestFirst(): Uint32Array {
    const added = this.addedNewestFirst();
    const all = this.roomy().subarray(0, this.ordered + added.length);
    let filled = 0;
    let slot = this.ordered - 1;
    for (const newer of added) {
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

  private page(found: Uint32Array, query: SearchQuery, byWords: boolean): Pick<Found, 'ids' | 'next'> {
    const { sort } = query;
    const { slots, more } =
      (sort === 'newest' || sort === 'oldest') && !byWords
        ? this.pageByAge(found, query)
        : this.pageInOrder(found, query);
    const last = slots.at(-1);
    return {
      ids: slots.map((slot) => this.idOf(slot)),
      next: more && sort !== 'best' && last !== undefined ? this.positionOf(sort, last) : null,
    };
  }

  /** A page of what lies newest first already: a piece of it, whose beginning is found by halving. */
  private pageByAge(
    found: Uint32Array,
    { sort, offset, limit, after }: SearchQuery,
  ): { slots: number[]; more: boolean } {
    if (sort === 'newest') {
      const from = after ? firstWhere(found, this.follows('newest', after)) : offset;
      return { slots: [...found.subarray(from, from + limit)], more: from + limit < found.length };
    }
    // Read backwards: what is newer than the cursor's lies in front of it.
    const isNewer = after && this.follows('oldest', after);
    const end = isNewer ? firstWhere(found, (slot) => !isNewer(slot)) : Math.max(0, found.length - offset);
    const from = Math.max(0, end - limit);
    return { slots: [...found.subarray(from, end)].reverse(), more: from > 0 };
  }

  private pageInOrder(
    found: Uint32Array,
    { sort, offset, limit, after }: SearchQuery,
  ): { slots: number[]; more: boolean } {
    if (!after && offset >= found.length) return { slots: [], more: false };
    const compare = this.order(sort);
    // A copy: another page of the same may yet ask for them in their own order.
    const left = after && sort !== 'best' ? found.filter(this.follows(sort, after)) : found.slice();
    const from = after ? 0 : offset;
    selectFirst(left, Math.min(left.length, from + limit), compare);
    return {
      slots: [...left.subarray(0, from + limit)].sort(compare).slice(from),
      more: left.length > from + limit,
    };
  }

  private positionOf(sort: Sort, slot: number): SearchPosition {
    const expires = this.expires[slot] ?? noExpiry;
    const sortedBy = {
      newest: null,
      oldest: null,
      name: this.names[slot] ?? '',
      size: this.sizes[slot] ?? 0,
      expires: expires === noExpiry ? null : new Date(expires * 86_400_000).toISOString().slice(0, 10),
    }[sort];
    return [sortedBy, this.created[slot] ?? 0, this.idOf(slot)];
  }

  /** True for slots that come behind a place in an order: what `order` says of two slots, of a slot and a sort key. */
  private follows(sort: Sort, [sortedBy, created, id]: SearchPosition): (slot: number) => boolean {
    const words = new Uint32Array(4);
    hexToWords(id, words, 0);
    /** Above zero for slots that are older. */
    const older = (slot: number): number => {
      const moments = created - (this.created[slot] ?? 0);
      if (moments !== 0) return moments;
      for (let i = 0; i < 4; i += 1) {
        const difference = (words[i] ?? 0) - (this.ids[4 * slot + i] ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    switch (sort) {
      case 'newest':
        return (slot) => older(slot) > 0;
      case 'oldest':
        return (slot) => older(slot) < 0;
      case 'size':
        return (slot) => (Number(sortedBy) - (this.sizes[slot] ?? 0) || older(slot)) > 0;
      case 'expires': {
        const day = typeof sortedBy === 'string' ? dayNumber(sortedBy) : noExpiry;
        return (slot) => ((this.expires[slot] ?? noExpiry) - day || older(slot)) > 0;
      }
      case 'name': {
        const name = String(sortedBy ?? '');
        return (slot) => (compareText(this.names[slot] ?? '', name) || older(slot)) > 0;
      }
    }
  }

  private order(sort: SearchQuery['sort']): (a: number, b: number) => number {
    const { score } = this.first;
    switch (sort) {
      case 'best':
        return (a, b) => (score[b] ?? 0) - (score[a] ?? 0) || this.byNewest(a, b);
      case 'newest':
        return (a, b) => this.byNewest(a, b);
      case 'oldest':
        return (a, b) => this.byNewest(b, a);
      case 'size':
        return (a, b) => (this.sizes[b] ?? 0) - (this.sizes[a] ?? 0) || this.byNewest(a, b);
      case 'expires':
        return (a, b) => (this.expires[a] ?? noExpiry) - (this.expires[b] ?? noExpiry) || this.byNewest(a, b);
      case 'name':
        return (a, b) => compareText(this.names[a] ?? '', this.names[b] ?? '') || this.byNewest(a, b);
    }
  }
}

/** Where the first slot is that passes, in a list whose passing slots are all at the end; its length where none does. */
function firstWhere(slots: Uint32Array, passes: (slot: number) => boolean): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(slots[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Keeps the slots that pass, in place and in order. */
function keep(slots: Uint32Array, test: (slot: number) => boolean): Uint32Array {
  let kept = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    if (!test(slot)) continue;
    slots[kept] = slot;
    kept += 1;
  }
  return slots.subarray(0, kept);
}

/**
 * Keeps the slots whose code is wanted. A code below zero is no value. What passes is counted by looking it up: a branch that goes
 * either way by chance takes longer than the rest of the loop.
 *
 * @param wanted 1 at the codes that are, else 0.
 */
function keepCoded(slots: Uint32Array, codes: Uint8Array | Int32Array, wanted: Uint8Array): Uint32Array {
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

function keepBetween(
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
    // NaN, which is no value, is between nothing.
    if (!(value >= from && value <= to)) continue;
    slots[kept] = slot;
    kept += 1;
  }
  return slots.subarray(0, kept);
}

function countCodes(slots: Uint32Array, codes: Uint8Array | Int32Array, values: number): Uint32Array {
  // One place more, for what has no value: without it every turn would have to ask.
  const counts = new Uint32Array(values + 1);
  for (let i = 0; i < slots.length; i += 1) {
    const code = codes[slots[i] ?? 0] ?? -1;
    const at = code < 0 ? values : code;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.subarray(0, values);
}

/** Commonest first; of the same count in the order of their values. */
function topEntries<T extends string | number | boolean>(
  counts: Uint32Array,
  values: readonly T[],
): FacetEntry[] {
  const seen: number[] = [];
  for (let i = 0; i < counts.length; i += 1) if ((counts[i] ?? 0) > 0) seen.push(i);
  const order = (a: number, b: number): number =>
    (counts[b] ?? 0) - (counts[a] ?? 0) || compareValues(values[a], values[b]);
  let first = Uint32Array.from(seen);
  if (first.length > facetValues) {
    selectFirst(first, facetValues, order);
    first = first.slice(0, facetValues);
  }
  return [...first].sort(order).map((index) => ({ value: values[index] as T, count: counts[index] ?? 0 }));
}

/** Order of facet values of the same count: as texts, by code point, as SQL's collation "C" has it. */
export function compareValues(a: unknown, b: unknown): number {
  return compareText(String(a), String(b));
}

const surrogate = /[\uD800-\uDFFF]/;

/**
 * By code point, as SQL's collation "C" compares UTF-8. JavaScript compares UTF-16, in which characters beyond U+FFFF (emoji) come
 * before U+E000 to U+FFFF (fullwidth letters).
 */
function compareText(one: string, other: string): number {
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

/** Quickselect: puts the `count` first by `compare` in front, in no order among themselves. */
function selectFirst(items: Uint32Array, count: number, compare: (a: number, b: number) => number): void {
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
