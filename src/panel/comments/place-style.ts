// Where boxes are drawn, as CSS.
import type { CSSProperties } from 'react';
import type { Anchor } from '../../comments/schemas.ts';
import { boxOf } from '../../lib/picture-places.ts';

const percent = (share: number): string => `${share * 100}%`;

export const boxStyle = (box: { left: number; top: number; width: number; height: number }): CSSProperties =>
  box;

/** Of a place on the picture; `corner`: only its upper left corner. */
export function placeStyle(anchor: Anchor, part: 'all' | 'corner' = 'all'): CSSProperties {
  const { x, y, width, height } = boxOf(anchor);
  const corner = { left: percent(x), top: percent(y) };
  return part === 'corner' || width === 0
    ? corner
    : { ...corner, width: percent(width), height: percent(height) };
}
