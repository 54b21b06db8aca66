// Where crops are: all numbers are fractions of the picture's sides. Shapes are widths divided by heights.
import type { Area, Point } from '../../../../assets/crops/crops.ts';
import type { Preset } from '../../../../assets/crops/presets.ts';

export const whole: Area = { x: 0, y: 0, width: 1, height: 1 };
export const center: Point = { x: 0.5, y: 0.5 };

/** The least of a side that can be drawn. */
const leastSide = 0.02;

const clamped = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

export const pointIn = ({ x, y }: Point): Point => ({ x: clamped(x, 0, 1), y: clamped(y, 0, 1) });

/** The shape that a preset's pictures have; null: that of what is cut out. */
export function shapeOf({ width, height, fit }: Preset): number | null {
  if (!width || !height) return null;
  return fit === undefined || fit === null || fit === 'cover' || fit === 'fill' ? width / height : null;
}

/** What a cover of that shape shows of an area: around the point, as far as the edges allow. */
export function shownPart(area: Area, point: Point, shape: number | null, pictureShape: number): Area {
  if (shape === null) return area;
  const own = (area.width / area.height) * pictureShape;
  const width = own > shape ? (area.width * shape) / own : area.width;
  const height = own > shape ? area.height : (area.height * own) / shape;
  return {
    x: clamped(point.x - width / 2, area.x, area.x + area.width - width),
    y: clamped(point.y - height / 2, area.y, area.y + area.height - height),
    width,
    height,
  };
}

export const movedBy = (area: Area, x: number, y: number): Area => ({
  ...area,
  x: clamped(area.x + x, 0, 1 - area.width),
  y: clamped(area.y + y, 0, 1 - area.height),
});

/** Larger or smaller around its center, in its shape, within the picture. */
export function scaledBy(area: Area, factor: number): Area {
  const least = leastSide / Math.min(area.width, area.height);
  const most = Math.min(1 / area.width, 1 / area.height);
  const by = clamped(factor, least, most);
  const [width, height] = [area.width * by, area.height * by];
  return {
    x: clamped(area.x + (area.width - width) / 2, 0, 1 - width),
    y: clamped(area.y + (area.height - height) / 2, 0, 1 - height),
    width,
    height,
  };
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se';
export const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

/** With one corner dragged to a place, and the opposite one where it was. */
export function resizedTo(
  area: Area,
  corner: Corner,
  to: Point,
  shape: number | null,
  pictureShape: number,
): Area {
  const isLeft = corner.endsWith('w');
  const isTop = corner.startsWith('n');
  const fixed = { x: isLeft ? area.x + area.width : area.x, y: isTop ? area.y + area.height : area.y };
  const room = { x: isLeft ? fixed.x : 1 - fixed.x, y: isTop ? fixed.y : 1 - fixed.y };
  let width = clamped(isLeft ? fixed.x - to.x : to.x - fixed.x, leastSide, room.x);
  let height = clamped(isTop ? fixed.y - to.y : to.y - fixed.y, leastSide, room.y);
  if (shape !== null) {
    const ratio = pictureShape / shape; // height for each of width
    width = Math.min(Math.max(width, height / ratio), room.x, room.y / ratio);
    height = width * ratio;
  }
  return { x: isLeft ? fixed.x - width : fixed.x, y: isTop ? fixed.y - height : fixed.y, width, height };
}
