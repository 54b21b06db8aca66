// The focal point of an asset's picture, and crops drawn for presets: what callers send, and how it's stored. All numbers are fractions
// of the upright picture's sides, so that they hold for every size of it.
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { mostPresets, PresetName } from './presets.ts';

const fraction = z.number().min(0).max(1);

export const Point = z.strictObject({
  x: fraction.describe('From the left edge'),
  y: fraction.describe('From the top edge'),
});
export type Point = z.infer<typeof Point>;

const Area = z.strictObject({
  x: fraction.describe('Left edge'),
  y: fraction.describe('Top edge'),
  width: fraction.gt(0),
  height: fraction.gt(0),
});
export type Area = z.infer<typeof Area>;

/** Sums of fractions such as 0.1 + 0.9 aren't exact. */
const tolerance = 1e-9;

export const AreaInput = Area.superRefine(({ x, y, width, height }, issues) => {
  const beyond = (side: 'width' | 'height', sum: number, edge: string): void => {
    if (sum > 1 + tolerance)
      issues.addIssue({ code: 'custom', path: [side], message: `Extends past the ${edge} edge.` });
  };
  beyond('width', x + width, 'right');
  beyond('height', y + height, 'bottom');
});

export const CropsInput = z.strictObject({
  focalPoint: Point.nullish().describe(
    'Where renditions with fit=cover are cropped around; null: the center',
  ),
  presets: z
    .record(PresetName, AreaInput)
    .refine((crops) => Object.keys(crops).length <= mostPresets, `At most ${mostPresets} crops.`)
    .nullish()
    .describe('What is cut out of the picture for a preset, by its name; null: nothing'),
});
export type CropsInput = z.infer<typeof CropsInput>;

export const AssetCrops = z
  .object({
    focalPoint: Point.describe('The center unless it was set'),
    presets: z.record(z.string(), Area).describe('By preset name'),
    suggested: Point.nullable().describe(
      'The point that draws the eye, found automatically; null if there is no picture',
    ),
  })
  .meta({ id: 'AssetCrops' });
export type AssetCrops = z.infer<typeof AssetCrops>;

/** As they are stored: null for the center. */
export interface StoredCrops {
  focalPoint: Point | null;
  presets: Record<string, Area>;
}

export const center: Point = { x: 0.5, y: 0.5 };

/** A ten-thousandth is less than a pixel of most pictures, and keeps the names of renditions short. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const roundedPoint = ({ x, y }: Point): Point => ({ x: rounded(x), y: rounded(y) });

/** Rounded so that it stays within the picture, and never becomes empty. */
function roundedArea({ x, y, width, height }: Area): Area {
  const [left, top] = [Math.min(rounded(x), 0.9999), Math.min(rounded(y), 0.9999)];
  const side = (start: number, length: number): number =>
    rounded(Math.max(0.0001, Math.min(rounded(length), 1 - start)));
  return { x: left, y: top, width: side(left, width), height: side(top, height) };
}

/** What is stored of an input. */
export function storedCropsOf({ focalPoint, presets }: CropsInput): StoredCrops {
  const point = focalPoint ? roundedPoint(focalPoint) : null;
  const isCenter = point !== null && point.x === center.x && point.y === center.y;
  const areas = Object.entries(presets ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    focalPoint: isCenter ? null : point,
    presets: Object.fromEntries(areas.map(([name, area]) => [name, roundedArea(area)])),
  };
}

/** The crops of asset `a`, a `StoredCrops`; null for none. */
export const cropsSql = (
  a: string,
): string => `(select json_build_object('focalPoint', cr.focal_point, 'presets', cr.presets)
    from marque.asset_crops cr where cr.asset_id = ${a}.id)`;

/** Text that changes with the crops of asset `a`, and is empty for none. */
export const cropsVersionSql = (
  a: string,
): string => `coalesce((select cr.focal_point::text || cr.presets::text from marque.asset_crops cr
    where cr.asset_id = ${a}.id and (cr.focal_point is not null or cr.presets <> '{}')), '')`;

const read = statement(
  'crops:read',
  `select focal_point as "focalPoint", presets, suggested from marque.asset_crops where asset_id = $1`,
);
const write = statement(
  'crops:write',
  `insert into marque.asset_crops (asset_id, focal_point, presets) values ($1, $2::jsonb, $3::jsonb)
   on conflict (asset_id) do update set focal_point = excluded.focal_point, presets = excluded.presets`,
);
const suggest = statement(
  'crops:suggest',
  `insert into marque.asset_crops (asset_id, suggested) select a.id, $2::jsonb from payload.assets a where a.id = $1
   on conflict (asset_id) do update set suggested = excluded.suggested`,
);

export async function cropsOf(db: Db, assetId: string): Promise<AssetCrops> {
  const [row] = await db.query<StoredCrops & { suggested: Point | null }>(read, [assetId]);
  // jsonb has an order of its own.
  const point = ({ x, y }: Point): Point => ({ x, y });
  const areas = Object.entries(row?.presets ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    focalPoint: point(row?.focalPoint ?? center),
    presets: Object.fromEntries(
      areas.map(([name, { x, y, width, height }]) => [name, { x, y, width, height }]),
    ),
    suggested: row?.suggested ? point(row.suggested) : null,
  };
}

/** Replaces the focal point and all crops. The asset must be locked. */
export async function saveCrops(
  db: Db,
  assetId: string,
  { focalPoint, presets }: StoredCrops,
): Promise<void> {
  await db.query(write, [assetId, focalPoint && JSON.stringify(focalPoint), JSON.stringify(presets)]);
}

export async function saveSuggestion(db: Db, assetId: string, point: Point): Promise<void> {
  await db.query(suggest, [assetId, JSON.stringify(roundedPoint(point))]);
}
