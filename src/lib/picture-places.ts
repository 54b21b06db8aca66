// Where on a picture or in a recording something is: drawn, and moved by arrow keys. All in fractions of the picture's sides.

/** A rectangle or a point on a picture; neither: all of it. */
export interface Place {
  rect?: readonly [x: number, y: number, width: number, height: number] | undefined;
  point?: readonly [x: number, y: number] | undefined;
}

/** A rectangle, or a point. */
export type Placed = { rect: [number, number, number, number] } | { point: [number, number] };

/** 75.4 → "1:15". */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** Fractions of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function boxOf({ rect, point }: Place): Box {
  const [x, y, width, height] = rect ?? [...(point ?? ([0.5, 0.5] as const)), 0, 0];
  return { x, y, width, height };
}

/** A ten-thousandth is less than a pixel. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const between = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** A box as an anchor, inside the picture: a rectangle, or a point where it has no area. */
export function placed({ x, y, width, height }: Box): Placed {
  const [w, h] = [between(rounded(width), 1), between(rounded(height), 1)];
  const [left, top] = [rounded(between(x, 1 - w)), rounded(between(y, 1 - h))];
  return w > 0 && h > 0 ? { rect: [left, top, w, h] } : { point: [left, top] };
}

/** Smaller than this, a drag was a click. */
const leastSide = 0.015;

/** What is between where a drag began and where it is. */
export function drawn(from: { x: number; y: number }, to: { x: number; y: number }): Placed {
  const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)];
  if (width < leastSide || height < leastSide) return placed({ ...from, width: 0, height: 0 });
  return placed({ x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width, height });
}

const step = 0.02;
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moved by an arrow key; resized with Shift, which makes a point a rectangle. @returns null for other keys */
export function moved(place: Place, key: string, resizes: boolean): Placed | null {
  const direction = directions[key];
  if (!direction) return null;
  const { x, y, width, height } = boxOf(place);
  const [across, down] = [direction[0] * step, direction[1] * step];
  if (!resizes) return placed({ x: x + across, y: y + down, width, height });
  const least = width === 0 ? step * 5 : step;
  const grown = (side: number, by: number, room: number): number =>
    Math.max(least, Math.min(side + by, room));
  return placed({ x, y, width: grown(width, across, 1 - x), height: grown(height, down, 1 - y) });
}
