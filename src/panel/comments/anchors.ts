// Where on a picture or in a recording a comment is, in words.
import type { Anchor } from '../../comments/schemas.ts';
import { boxOf, clock } from '../../lib/picture-places.ts';
import type { Translate, Words } from '../words/words.tsx';

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

/** For those who don't see the picture. */
export function placeWords(anchor: Anchor, { t, locale }: Words): string {
  const { x, y, width, height } = boxOf(anchor);
  const percent = (share: number): string => share.toLocaleString(locale, { style: 'percent' });
  const at = { x: percent(x), y: percent(y) };
  if (width === 0) return t('comments:placeOfPoint', at);
  return t('comments:placeOfBox', { ...at, width: percent(width), height: percent(height) });
}
