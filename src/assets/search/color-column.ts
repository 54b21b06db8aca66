// The dominant colors of each asset in the search index: twenty bytes an asset.
import { copied } from '../../lib/column-index/growing-numbers.ts';
import { keep } from '../../lib/column-index/filters.ts';
import type { Lab } from '../../lib/picture-colors/color.ts';
import { mostColors } from '../../lib/picture-colors/dominant-colors.ts';
import { colorBytes, comparedFrom, mostSteps, nearSquared } from '../../lib/picture-colors/stored-colors.ts';

/** The place of a color in a table of all: 18 bits. */
const placeOf = (l: number, a: number, b: number): number => (l << 12) | (a << 6) | b;

/** How far away the farthest near color is, in steps. */
const reach = Math.floor(Math.sqrt(nearSquared));

/** How near each color is to one, squared; 0 for most. Looking it up takes a third of computing it. One for all: searches don't wait. */
const nearness = new Uint16Array(placeOf(mostSteps, mostSteps, mostSteps) + 1);

/** Calls `at` for every color near to one. */
function around({ l, a, b }: Lab, at: (place: number, apart: number) => void): void {
  const from = (step: number): number => Math.max(0, step - reach);
  const to = (step: number): number => Math.min(mostSteps, step + reach);
  for (let x = from(l); x <= to(l); x += 1)
    for (let y = from(a); y <= to(a); y += 1)
      for (let z = from(b); z <= to(b); z += 1) {
        const apart = (x - l) ** 2 + (y - a) ** 2 + (z - b) ** 2;
        if (apart < nearSquared) at(placeOf(x, y, z), apart);
      }
}

export class ColorColumn {
  /** The place of each color, and its share in the last byte; 0 behind the last one. */
  private data: Uint32Array;
  /** How much of the last color each asset has that matched it. */
  scores = new Uint32Array(0);

  constructor(capacity: number) {
    this.data = new Uint32Array(capacity * mostColors);
  }

  get bytes(): number {
    return this.data.byteLength + this.scores.byteLength;
  }

  /** @param stored as `packColors` makes them */
  set(slot: number, stored: Uint8Array | null): void {
    const start = slot * mostColors;
    this.data.fill(0, start, start + mostColors);
    if (!stored) return;
    for (let at = 0; at * colorBytes < stored.length; at += 1) {
      const [share = 0, l = 0, a = 0, b = 0] = stored.subarray(at * colorBytes + comparedFrom);
      this.data[start + at] = (placeOf(l, a, b) << 8) | share;
    }
  }

  resize(capacity: number): void {
    this.data = copied(this.data, new Uint32Array(capacity * mostColors));
  }

  /**
   * Keeps the slots that have the color or one near it, in place, and leaves how much of it in `scores`. The same as `scoreSql`.
   * @param steps of the color
   */
  keepNear(slots: Uint32Array, steps: Lab): Uint32Array {
    const { data } = this;
    const capacity = data.length / mostColors;
    if (this.scores.length !== capacity) this.scores = new Uint32Array(capacity);
    const { scores } = this;
    around(steps, (place, apart) => {
      nearness[place] = (nearSquared - apart) ** 2;
    });
    // Local copies: reading imported constants for every slot takes a fifth longer.
    const [table, each] = [nearness, mostColors];
    const kept = keep(slots, (slot) => {
      let score = 0;
      for (let at = slot * each; at < slot * each + each; at += 1) {
        const color = data[at] ?? 0;
        if (color === 0) break;
        score += (color & 255) * (table[color >>> 8] ?? 0);
      }
      scores[slot] = score;
      return score > 0;
    });
    around(steps, (place) => {
      nearness[place] = 0;
    });
    return kept;
  }
}
