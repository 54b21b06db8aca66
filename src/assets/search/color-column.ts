// The dominant colors of each asset in the search index: twenty bytes an asset.
import { copied } from '../../lib/column-index/growing-numbers.ts';
import { keep } from '../../lib/column-index/filters.ts';
import type { Lab } from '../../lib/picture-colors/color.ts';
import { mostColors } from '../../lib/picture-colors/dominant-colors.ts';
import { colorBytes, comparedFrom, nearSquared, zero } from '../../lib/picture-colors/stored-colors.ts';

/** Share, l, a and b of each color: as they are stored, without what is only shown. */
const compared = colorBytes - comparedFrom;
const slotBytes = mostColors * compared;

export class ColorColumn {
  private data: Uint8Array;
  /** How much of the last color each asset has that matched it. */
  scores = new Uint32Array(0);

  constructor(capacity: number) {
    this.data = new Uint8Array(capacity * slotBytes);
  }

  get bytes(): number {
    return this.data.byteLength + this.scores.byteLength;
  }

  /** @param stored as `packColors` makes them */
  set(slot: number, stored: Uint8Array | null): void {
    const start = slot * slotBytes;
    this.data.fill(0, start, start + slotBytes);
    if (!stored) return;
    for (let from = 0, to = start; from < stored.length; from += colorBytes, to += compared)
      this.data.set(stored.subarray(from + comparedFrom, from + colorBytes), to);
  }

  resize(capacity: number): void {
    this.data = copied(this.data, new Uint8Array(capacity * slotBytes));
  }

  /** Keeps the slots that have the color or one near it, in place, and leaves how much of it in `scores`. The same as `scoreSql`. */
  keepNear(slots: Uint32Array, { l, a, b }: Lab): Uint32Array {
    const { data } = this;
    const capacity = data.length / slotBytes;
    if (this.scores.length !== capacity) this.scores = new Uint32Array(capacity);
    const { scores } = this;
    // Local copies: reading imported constants for every slot takes a fifth longer.
    const [bound, step, all, atA, atB] = [nearSquared, compared, slotBytes, a + zero, b + zero];
    return keep(slots, (slot) => {
      const start = slot * all;
      let score = 0;
      for (let at = start; at < start + all; at += step) {
        const share = data[at] ?? 0;
        if (share === 0) break;
        const [dl, da, db] = [(data[at + 1] ?? 0) - l, (data[at + 2] ?? 0) - atA, (data[at + 3] ?? 0) - atB];
        const apart = dl * dl + da * da + db * db;
        if (apart < bound) score += share * (bound - apart) * (bound - apart);
      }
      scores[slot] = score;
      return score > 0;
    });
  }
}
