// The dominant colors of a picture: its pixels are grouped by k-means where equal distances look equally different.
import { apartSquared, labOf, type Lab, type Rgb } from './color.ts';

/** A color that much of a picture has. */
export interface DominantColor {
  rgb: Rgb;
  /** Of everything that isn't transparent, 1–255. */
  share: number;
}

/** The most that a picture has. */
export const mostColors = 5;

/** Groups that are looked for; the smallest are left out. */
const groupsSought = 8;
const rounds = 8;
/** Groups nearer to each other than this are one color. */
const oneColor = 14 ** 2;
/** The color of a group is the mean of what is this near to its most frequent color: without the blended pixels of edges. */
const nearMode = 10 ** 2;
/** Share of the pixels below which a group is noise. */
const leastShare = 0.01;
/** Of what is near to the most frequent color, the share from which one exact color is meant: drawings have plain ones, photographs don't. */
const plainShare = 1 / 3;
/** Opacity, 0–255, from which a pixel counts. */
const leastAlpha = 64;

/** Pixels of about one color. */
interface Cell {
  lab: Lab;
  rgb: Rgb;
  weight: number;
  /** The most frequent exact color, as a number. */
  plain: number;
  plainWeight: number;
}

/** How much there is of each exact color, as 24 bits. */
function weightsOf(sample: Uint8Array, channels: number): Map<number, number> {
  const weights = new Map<number, number>();
  const hasAlpha = channels === 2 || channels === 4;
  const isGrey = channels < 3;
  for (let at = 0; at + channels <= sample.length; at += channels) {
    const alpha = hasAlpha ? (sample[at + channels - 1] ?? 0) : 255;
    if (alpha < leastAlpha) continue;
    const red = sample[at] ?? 0;
    const green = isGrey ? red : (sample[at + 1] ?? 0);
    const blue = isGrey ? red : (sample[at + 2] ?? 0);
    const color = (red << 16) | (green << 8) | blue;
    weights.set(color, (weights.get(color) ?? 0) + alpha);
  }
  return weights;
}

const rgbIn = (color: number): Rgb => [color >> 16, (color >> 8) & 255, color & 255];

/** Pixels by the first five bits of each channel. */
function cellsOf(sample: Uint8Array, channels: number): Cell[] {
  const sums = new Map<
    number,
    { sum: [number, number, number] } & Pick<Cell, 'weight' | 'plain' | 'plainWeight'>
  >();
  for (const [color, weight] of weightsOf(sample, channels)) {
    const [red, green, blue] = rgbIn(color);
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const known = sums.get(key) ?? { sum: [0, 0, 0], weight: 0, plain: color, plainWeight: 0 };
    sums.set(key, known);
    known.sum[0] += red * weight;
    known.sum[1] += green * weight;
    known.sum[2] += blue * weight;
    known.weight += weight;
    if (weight <= known.plainWeight) continue;
    known.plain = color;
    known.plainWeight = weight;
  }
  return [...sums.values()].map(({ sum, ...cell }) => {
    const rgb = meanOf(sum, cell.weight);
    return { ...cell, rgb, lab: labOf(rgb) };
  });
}

const meanOf = ([red, green, blue]: Rgb, weight: number): Rgb => [
  Math.round(red / weight),
  Math.round(green / weight),
  Math.round(blue / weight),
];

/** The heaviest cell, then always the one that is heaviest and farthest from those before it. */
function firstCenters(cells: readonly Cell[]): Lab[] {
  const centers: Lab[] = [];
  const apart = cells.map(() => Infinity);
  let next = cells.reduce((best, { weight }, at) => (weight > (cells[best]?.weight ?? 0) ? at : best), 0);
  while (centers.length < groupsSought) {
    const center = cells[next]?.lab;
    if (!center) break;
    centers.push(center);
    let farthest = 0;
    for (const [at, { lab, weight }] of cells.entries()) {
      apart[at] = Math.min(apart[at] ?? Infinity, apartSquared(lab, center));
      const reach = weight * apart[at];
      if (reach <= farthest) continue;
      farthest = reach;
      next = at;
    }
    if (farthest === 0) break;
  }
  return centers;
}

function nearestOf(centers: readonly Lab[], lab: Lab): number {
  let [nearest, least] = [0, Infinity];
  for (const [at, center] of centers.entries()) {
    const apart = apartSquared(lab, center);
    if (apart >= least) continue;
    nearest = at;
    least = apart;
  }
  return nearest;
}

const groupsAround = (cells: readonly Cell[], centers: readonly Lab[]): Cell[][] => {
  const groups: Cell[][] = centers.map(() => []);
  for (const cell of cells) groups[nearestOf(centers, cell.lab)]?.push(cell);
  return groups.filter((group) => group.length > 0);
};

const weightOf = (group: readonly Cell[]): number => group.reduce((sum, { weight }) => sum + weight, 0);

function centerOf(group: readonly Cell[]): Lab {
  const weight = weightOf(group);
  const mean = (of: keyof Lab): number =>
    group.reduce((sum, { lab, weight: own }) => sum + lab[of] * own, 0) / weight;
  return { l: mean('l'), a: mean('a'), b: mean('b') };
}

/** Joins the two nearest groups, until all are different colors. */
function joined(groups: readonly Cell[][]): Cell[][] {
  const left = [...groups];
  for (;;) {
    const centers = left.map(centerOf);
    let [one, other, least] = [-1, -1, oneColor];
    for (const [at, center] of centers.entries())
      for (let behind = at + 1; behind < centers.length; behind += 1) {
        const apart = apartSquared(center, centers[behind] ?? center);
        if (apart < least) [one, other, least] = [at, behind, apart];
      }
    if (one < 0) return left;
    left[one] = [...(left[one] ?? []), ...(left[other] ?? [])];
    left.splice(other, 1);
  }
}

function rgbOfGroup(group: readonly Cell[]): Rgb {
  const mode = group.reduce((best, cell) => (cell.weight > best.weight ? cell : best));
  const near = group.filter(({ lab }) => apartSquared(lab, mode.lab) <= nearMode);
  const weight = weightOf(near);
  const plainest = near.reduce((best, cell) => (cell.plainWeight > best.plainWeight ? cell : best));
  if (plainest.plainWeight >= plainShare * weight) return rgbIn(plainest.plain);
  const sum = (channel: 0 | 1 | 2): number =>
    near.reduce((total, { rgb, weight: own }) => total + rgb[channel] * own, 0);
  return meanOf([sum(0), sum(1), sum(2)], weight);
}

/** Beyond this, more difference makes no color more worth naming. */
const plainlyApart = 60 ** 2;

/**
 * The groups that tell most of a picture: the largest, then always the one that is largest and most different from those before it. So a
 * small accent comes before the blends between two large areas. Each of the others counts for the one that it's nearest to.
 */
function telling(groups: readonly Cell[][]): { named: Cell[]; weight: number }[] {
  const left = groups.map((named) => ({
    named,
    center: centerOf(named),
    weight: weightOf(named),
    apart: plainlyApart,
  }));
  const chosen: typeof left = [];
  while (chosen.length < mostColors && left.length > 0) {
    const best = left.reduce((one, other) =>
      other.weight * other.apart > one.weight * one.apart ? other : one,
    );
    chosen.push(best);
    left.splice(left.indexOf(best), 1);
    for (const each of left) each.apart = Math.min(each.apart, apartSquared(each.center, best.center));
  }
  const centers = chosen.map(({ center }) => center);
  for (const { center, weight } of left) {
    const nearest = chosen[nearestOf(centers, center)];
    if (nearest) nearest.weight += weight;
  }
  return chosen.sort((one, other) => other.weight - one.weight);
}

/**
 * The dominant colors of a picture, the most frequent first. Transparent pixels don't count.
 *
 * @param sample the whole picture, small, in sRGB: grey or RGB, with or without alpha, a byte each.
 * @returns none if everything is transparent.
 */
export function dominantColors(sample: Uint8Array, channels: number): DominantColor[] {
  const cells = cellsOf(sample, channels);
  if (cells.length === 0) return [];
  let groups = groupsAround(cells, firstCenters(cells));
  for (let round = 0; round < rounds; round += 1) groups = groupsAround(cells, groups.map(centerOf));
  const all = weightOf(cells);
  const large = joined(groups).filter((group) => weightOf(group) >= leastShare * all);
  return telling(large).map(({ named, weight }) => ({
    rgb: rgbOfGroup(named),
    share: Math.max(1, Math.round((255 * weight) / all)),
  }));
}
