// When two pictures count as near-duplicates, and which groups of them there are among many.
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The most bits in which near-duplicates differ: in each hash, and in both together. Measured on photographs: other sizes, formats,
 * colors and compression differ in up to 7 bits, 3% cropped off two sides in up to 14, other pictures in 37 and more; icons of different
 * shapes in 17 and more.
 */
export const nearBits = { dhash: 10, phash: 8, together: 16 } as const;

/** The most bits of both hashes in which the same picture in another size, format or compression differs. */
export const sameBits = 8;

/** Whether pictures that differ in so many bits of each hash are near-duplicates. */
export const areNear = (inDhash: number, inPhash: number): boolean =>
  inPhash <= nearBits.phash && inDhash <= nearBits.dhash && inDhash + inPhash <= nearBits.together;

/** Bits of both hashes. */
export const allBits = 128;

/** Each hash as two words of 32 bits, at twice the picture's place. */
export interface HashColumns {
  length: number;
  dhashes: Uint32Array;
  phashes: Uint32Array;
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function bitsBetween(hashes: Uint32Array, a: number, b: number): number {
  return (
    ones((hashes[2 * a] ?? 0) ^ (hashes[2 * b] ?? 0)) +
    ones((hashes[2 * a + 1] ?? 0) ^ (hashes[2 * b + 1] ?? 0))
  );
}

/** In how many bits of both hashes two of the pictures differ. */
export const bitsApart = ({ dhashes, phashes }: HashColumns, a: number, b: number): number =>
  bitsBetween(dhashes, a, b) + bitsBetween(phashes, a, b);

/** A pHash is cut into as many bands as two near-duplicates can differ in bits, and two more: they agree in at least two bands. */
const bands = nearBits.phash + 2;

/** The bits of each band: the 64 of a pHash, dealt out in turn. */
const bandBits = Array.from({ length: bands }, (_, band) =>
  Array.from({ length: 64 }, (__, bit) => bit).filter((bit) => bit % bands === band),
);

/** The value of each band of each pHash. */
function bandValues({ length, phashes }: HashColumns): Uint8Array[] {
  return bandBits.map((bits) =>
    Uint8Array.from({ length }, (_, at) =>
      bits.reduce(
        (value, bit) => (value << 1) | (((phashes[2 * at + (bit >>> 5)] ?? 0) >>> (31 - (bit & 31))) & 1),
        0,
      ),
    ),
  );
}

/** Which group each picture is in: the first picture of the group stands for it. */
class Groups {
  readonly #first: Uint32Array;

  constructor(length: number) {
    this.#first = Uint32Array.from({ length }, (_, at) => at);
  }

  of(at: number): number {
    let first = at;
    while (this.#first[first] !== first) {
      // Halves the way for whoever comes next.
      this.#first[first] = this.#first[this.#first[first] ?? first] ?? first;
      first = this.#first[first] ?? first;
    }
    return first;
  }

  join(a: number, b: number): void {
    const [one, other] = [this.of(a), this.of(b)];
    this.#first[Math.max(one, other)] = Math.min(one, other);
  }
}

/** Bits of the key made of two bands, and how far one of them is shifted. */
const [keyBits, bandWidth] = [14, 7];

/** The pictures in order of a key, with their pHashes beside each other, and where each key begins. */
interface Buckets {
  order: Uint32Array;
  starts: Uint32Array;
  high: Uint32Array;
  low: Uint32Array;
}

/** Fills the buckets for the pair of bands. */
function sortInto({ order, starts, high, low }: Buckets, columns: HashColumns, keys: Uint16Array): void {
  starts.fill(0);
  for (const key of keys) starts[key + 2] = (starts[key + 2] ?? 0) + 1;
  for (let key = 2; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  for (let at = 0; at < keys.length; at += 1) {
    const key = (keys[at] ?? 0) + 1;
    const place = starts[key] ?? 0;
    starts[key] = place + 1;
    order[place] = at;
    high[place] = columns.phashes[2 * at] ?? 0;
    low[place] = columns.phashes[2 * at + 1] ?? 0;
  }
}

/** Joins the picture at `place` of the buckets with its near-duplicates behind it, up to `end`. */
function joinNear(groups: Groups, columns: HashColumns, buckets: Buckets, place: number, end: number): void {
  const { order, high, low } = buckets;
  const [ownHigh, ownLow] = [high[place] ?? 0, low[place] ?? 0];
  for (let behind = place + 1; behind < end; behind += 1) {
    const inPhash = ones((high[behind] ?? 0) ^ ownHigh) + ones((low[behind] ?? 0) ^ ownLow);
    if (inPhash > nearBits.phash) continue;
    const [a, b] = [order[place] ?? 0, order[behind] ?? 0];
    const inDhash = bitsBetween(columns.dhashes, a, b);
    if (areNear(inDhash, inPhash)) groups.join(a, b);
  }
}

/** Comparisons after which other work gets a turn: a few milliseconds. */
const comparisonsPerTurn = 1_000_000;

/** Joins all near-duplicates among pictures of which no two have the same hashes. */
async function joinAll(groups: Groups, columns: HashColumns, signal: AbortSignal | undefined): Promise<void> {
  const { length } = columns;
  const values = bandValues(columns);
  const keys = new Uint16Array(length);
  const buckets = {
    order: new Uint32Array(length),
    starts: new Uint32Array(2 ** keyBits + 2),
    high: new Uint32Array(length),
    low: new Uint32Array(length),
  };
  let comparisons = 0;
  for (const [one, ofOne] of values.entries())
    for (const ofOther of values.slice(one + 1)) {
      for (let at = 0; at < length; at += 1) keys[at] = ((ofOne[at] ?? 0) << bandWidth) | (ofOther[at] ?? 0);
      sortInto(buckets, columns, keys);
      comparisons += length;
      for (let key = 0; key < 2 ** keyBits; key += 1) {
        const end = buckets.starts[key + 1] ?? 0;
        for (let place = buckets.starts[key] ?? 0; place < end; place += 1) {
          joinNear(groups, columns, buckets, place, end);
          comparisons += end - place;
          if (comparisons < comparisonsPerTurn) continue;
          comparisons = 0;
          await nextTurn();
          signal?.throwIfAborted();
        }
      }
    }
}

/** The pictures without those that have the same hashes as an earlier one, and for each picture, where it is among them. */
function withoutRepeats({ length, dhashes, phashes }: HashColumns): {
  unique: HashColumns;
  places: Uint32Array;
} {
  const known = new Map<string, number>();
  const firsts: number[] = [];
  const places = Uint32Array.from({ length }, (_, at) => {
    const key = `${dhashes[2 * at]} ${dhashes[2 * at + 1]} ${phashes[2 * at]} ${phashes[2 * at + 1]}`;
    const place = known.get(key) ?? firsts.push(at) - 1;
    known.set(key, place);
    return place;
  });
  const picked = (hashes: Uint32Array): Uint32Array =>
    Uint32Array.from(firsts.flatMap((at) => [hashes[2 * at] ?? 0, hashes[2 * at + 1] ?? 0]));
  return { unique: { length: firsts.length, dhashes: picked(dhashes), phashes: picked(phashes) }, places };
}

/**
 * Groups of near-duplicates: each picture is one of at least one other in its group. Compares only pictures that agree in two bands of their
 * pHash, which all near-duplicates do: 100,000 pictures take about a second of one core, with turns for other work in between.
 *
 * @returns groups of two pictures and more, by the first of each, and their pictures, in the given order.
 * @throws what the signal was aborted with.
 */
export async function groupsOf(columns: HashColumns, signal?: AbortSignal): Promise<number[][]> {
  const { unique, places } = withoutRepeats(columns);
  const groups = new Groups(unique.length);
  await joinAll(groups, unique, signal);
  const members = new Map<number, number[]>();
  for (const [at, place] of places.entries()) {
    const first = groups.of(place);
    const known = members.get(first);
    if (known) known.push(at);
    else members.set(first, [at]);
  }
  return [...members.values()].filter((group) => group.length > 1);
}
