// Merges crops that somebody edits with what others have saved since: the focal point and each area as a whole, since half of an area is
// none. Pure.
import type { Area, Point } from '../../../../assets/crops/crops.ts';
import { merge } from '../../../client/drafts/merge.ts';

export interface Edited {
  focalPoint: Point;
  presets: Record<string, Area>;
}

/** In lists, which are merged as one value. */
interface Parts {
  focalPoint: [Point];
  presets: Record<string, [Area]>;
}

const partsOf = ({ focalPoint, presets }: Edited): Parts => ({
  focalPoint: [focalPoint],
  presets: Object.fromEntries(
    Object.entries(presets).map(([name, area]): [string, [Area]] => [name, [area]]),
  ),
});

/** @returns both changes together. Where both changed the same, `mine` counts */
export function mergedCrops(
  before: Edited,
  theirs: Edited,
  mine: Edited,
): { crops: Edited; isConflict: boolean } {
  const { value, differences } = merge(partsOf(before), partsOf(theirs), partsOf(mine));
  const [focalPoint] = value.focalPoint;
  const presets = Object.fromEntries(Object.entries(value.presets).map(([name, [area]]) => [name, area]));
  return { crops: { focalPoint, presets }, isConflict: differences.some((one) => one.isConflict) };
}
