// Where on a picture or in a recording a comment is: in words, and moved by arrow keys.
import type { Anchor } from '../../comments/schemas.ts';
import type { Translate, Words } from '../words/words.tsx';

/** 75.4 → "1:15". */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

export const isPlaced = (anchor: Anchor | null): anchor is Anchor =>
  anchor?.rect !== undefined || anchor?.point !== undefined;

const timeOf = ({ from, to }: Anchor): string | null => {
  if (from === undefined) return null;
  return to === undefined || to === from ? clock(from) : `${clock(from)}–${clock(to)}`;
};

/** "Page 2, 0:12": what the number on the picture doesn't say. */
export function anchorWords(anchor: Anchor, t: Translate): string {
  const time = timeOf(anchor);
  return [
    ...(anchor.page === undefined ? [] : [t('comments:page', { page: anchor.page })]),
    ...(time === null ? [] : [t('comments:atTime', { time })]),
  ].join(', ');
}

/** Fractions of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function boxOf({ rect, point }: Anchor): Box {
  const [x, y, width, height] = rect ?? [...(point ?? ([0.5, 0.5] as const)), 0, 0];
  return { x, y, width, height };
}

/** A ten-thousandth is less than a pixel. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const between = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** A box as an anchor, inside the picture: a rectangle, or a point where it has no area. */
export function placed({ x, y, width, height }: Box): Pick<Anchor, 'rect' | 'point'> {
  const [w, h] = [between(rounded(width), 1), between(rounded(height), 1)];
  const [left, top] = [rounded(between(x, 1 - w)), rounded(between(y, 1 - h))];
  return w > 0 && h > 0 ? { rect: [left, top, w, h] } : { point: [left, top] };
}

/** Smaller than this, a drag was a click. */
const leastSide = 0.015;

/** What is between where a drag began and where it is. */
export function drawn(
  from: { x: number; y: number },
  to: { x: number; y: number },
): Pick<Anchor, 'rect' | 'point'> {
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
export function moved(anchor: Anchor, key: string, resizes: boolean): Pick<Anchor, 'rect' | 'point'> | null {
  const direction = directions[key];
  if (!direction) return null;
  const { x, y, width, height } = boxOf(anchor);
  const [across, down] = [direction[0] * step, direction[1] * step];
  if (!resizes) return placed({ x: x + across, y: y + down, width, height });
  const least = width === 0 ? step * 5 : step;
  const grown = (side: number, by: number, room: number): number =>
    Math.max(least, Math.min(side + by, room));
  return placed({ x, y, width: grown(width, across, 1 - x), height: grown(height, down, 1 - y) });
}

/** For those who don't see the picture. */
export function placeWords(anchor: Anchor, { t, locale }: Words): string {
  const { x, y, width, height } = boxOf(anchor);
  const percent = (share: number): string => share.toLocaleString(locale, { style: 'percent' });
  const at = { x: percent(x), y: percent(y) };
  if (width === 0) return t('comments:placeOfPoint', at);
  return t('comments:placeOfBox', { ...at, width: percent(width), height: percent(height) });
}
