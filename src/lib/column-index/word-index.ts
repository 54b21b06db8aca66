// An inverted index of words, searched by prefix and scored. The words of the first load are packed into one sorted list with their
// postings behind it; later ones are in a map of their own.
import { GrowingNumbers } from './growing-numbers.ts';

/** Scores of one word by slot. The list of slots with a score lets the array be cleared without a pass over all of it. */
interface Scores {
  score: Uint8Array;
  touched: GrowingNumbers;
}

export class WordIndex {
  private packedWords: string[] = [];
  private packedOffsets = new Uint32Array(1);
  private packedPostings = new Uint32Array(0);
  private loading: Map<string, GrowingNumbers> | null = new Map();
  private readonly added = new Map<string, GrowingNumbers>();
  private addedWords: string[] | null = null;
  private first: Scores = { score: new Uint8Array(0), touched: new GrowingNumbers() };
  private second: Scores = { score: new Uint8Array(0), touched: new GrowingNumbers() };

  /** Bytes of the packed and added postings and of the scores, without the words. */
  get bytes(): number {
    let bytes = this.packedPostings.byteLength + this.first.score.byteLength + this.second.score.byteLength;
    for (const postings of this.added.values()) bytes += postings.data.byteLength;
    return bytes;
  }

  get isSealed(): boolean {
    return this.loading === null;
  }

  /** Scores by slot of the last `match`, until the next one. */
  get scores(): Uint8Array {
    return this.first.score;
  }

  /** Adds a word of a slot. Strong words score higher. */
  add(word: string, slot: number, strong: 0 | 1): void {
    const into = this.loading ?? this.added;
    let postings = into.get(word);
    if (!postings) {
      postings = new GrowingNumbers(4);
      into.set(word, postings);
      if (!this.loading) this.addedWords = null;
    }
    postings.push(slot * 2 + strong);
  }

  /** Packs the words added so far. */
  seal(): void {
    if (!this.loading) return;
    this.packedWords = [...this.loading.keys()].sort();
    this.packedOffsets = new Uint32Array(this.packedWords.length + 1);
    let total = 0;
    for (const postings of this.loading.values()) total += postings.length;
    this.packedPostings = new Uint32Array(total);
    let at = 0;
    this.packedWords.forEach((word, index) => {
      const postings = this.loading?.get(word);
      if (postings) {
        this.packedPostings.set(postings.data.subarray(0, postings.length), at);
        at += postings.length;
      }
      this.packedOffsets[index + 1] = at;
    });
    this.loading = null;
  }

  /**
   * Slots that have every word, each as a prefix. Dead slots may be among them; the order is unspecified.
   *
   * @param capacity above every slot.
   * @param elsewhere for each word, slots that have it in something that isn't in this index. Those that need it score 0.
   */
  match(
    words: readonly string[],
    capacity: number,
    elsewhere: readonly ReadonlySet<number>[] = [],
  ): Uint32Array {
    const first = this.scratch('first', capacity);
    clear(first);
    const [head = '', ...rest] = words;
    this.scoreWord(head, first);
    let others = withWord([...new Set(elsewhere.flatMap((slots) => [...slots]))], first, elsewhere[0]);
    for (const [at, word] of rest.entries()) {
      const second = this.scratch('second', capacity);
      this.scoreWord(word, second);
      others = withWord(others, second, elsewhere[at + 1]);
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
      clear(second);
    }
    for (const slot of others) if (first.score[slot] === 0) first.touched.push(slot);
    return first.touched.data.subarray(0, first.touched.length);
  }

  /** Scores one word: 1 for a prefix, 2 more for the whole word, 1 more for a strong one. A slot's best match counts. */
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

  private *wordRanges(
    prefix: string,
  ): Generator<{ exact: boolean; data: Uint32Array; from: number; to: number }> {
    let low = 0;
    let high = this.packedWords.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.packedWords[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.packedWords.length && this.packedWords[i]?.startsWith(prefix); i += 1) {
      yield {
        exact: this.packedWords[i] === prefix,
        data: this.packedPostings,
        from: this.packedOffsets[i] ?? 0,
        to: this.packedOffsets[i + 1] ?? 0,
      };
    }
    this.addedWords ??= [...this.added.keys()];
    for (const word of this.addedWords) {
      if (!word.startsWith(prefix)) continue;
      const postings = this.added.get(word);
      if (postings) yield { exact: word === prefix, data: postings.data, from: 0, to: postings.length };
    }
  }

  private scratch(which: 'first' | 'second', capacity: number): Scores {
    const scores = this[which];
    if (scores.score.length < capacity)
      this[which] = { score: new Uint8Array(capacity), touched: new GrowingNumbers() };
    return this[which];
  }
}

/** Those of the slots that have the word, here or elsewhere. */
function withWord(
  slots: readonly number[],
  { score }: Scores,
  elsewhere: ReadonlySet<number> | undefined,
): readonly number[] {
  return slots.filter((slot) => (score[slot] ?? 0) > 0 || elsewhere?.has(slot));
}

function clear({ score, touched }: Scores): void {
  for (let i = 0; i < touched.length; i += 1) score[touched.data[i] ?? 0] = 0;
  touched.length = 0;
}
