// Originals that move: how many frames they have, and whether their renditions can move.
import { isLargeAnimation, type Source } from './transform.ts';

/** How many frames the animation of asset `a` has; null if it's none. The probe wrote it. */
export const framesSql = (a: string): string =>
  `case when ${a}.mime_type in ('image/gif', 'image/webp') and ${a}.probe->>'animated' = 'true' then (${a}.probe->>'pages')::int end`;

/** The original as a source of renditions. An animation that's too large for them to move is a still. */
export function sourceOf(row: {
  mime_type: string;
  width: number | null;
  height: number | null;
  frames?: number | null;
}): { original: Source; isTooLarge: boolean } {
  const { mime_type: mime, width, height, frames } = row;
  const isTooLarge = isLargeAnimation({ mime, width, height, frames });
  return { original: { mime, width, height, frames: isTooLarge ? null : frames }, isTooLarge };
}
