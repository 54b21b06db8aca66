import { z } from 'zod';
import { changeCrops } from '../../assets/crops/change-crops.ts';
import {
  AreaInput,
  center,
  Point,
  cropsOf,
  storedCropsOf,
  type Area,
  type CropsInput,
} from '../../assets/crops/crops.ts';
import { mostPresets, PresetName, unknownPreset } from '../../assets/crops/presets.ts';
import { renditions } from '../../assets/settings.ts';
import { serviceOf } from '../../core/service.ts';
import { settingIn } from '../../core/settings/read.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import type { ChangeKind, Parts } from './kind.ts';

/** What changes; a preset that is null has its crop removed. */
interface Crops {
  focalPoint?: Point | null;
  presets?: Record<string, Area | null> | null;
  /** Names of the presets that there are; only in the current state. */
  known?: string[];
}

const cropsIn = (state: JsonRecord): Crops => state.crops ?? {};

const pointPart = 'focalPoint';
/** No name of a preset has a dot. */
const partOf = (preset: string): string => `presets.${preset}`;

/** As they would be stored. */
function partsIn(state: JsonRecord): Map<string, Point | Area | null> {
  const { focalPoint, presets } = cropsIn(state);
  const areas = Object.entries(presets ?? {});
  const drawn = Object.fromEntries(areas.filter(([, area]) => area !== null)) as Record<string, Area>;
  const stored = storedCropsOf({ focalPoint, presets: drawn });
  return new Map<string, Point | Area | null>([
    ...(focalPoint === undefined ? [] : [[pointPart, stored.focalPoint ?? center] as const]),
    ...areas.map(([name]) => [partOf(name), stored.presets[name] ?? null] as const),
  ]);
}

function byPreset(parts: Parts): Crops {
  const crops: Crops = {};
  for (const [part, value] of parts) {
    if (part === pointPart) crops.focalPoint = value as Point;
    else crops.presets = { ...crops.presets, [part.slice(partOf('').length)]: value as Area | null };
  }
  return crops;
}

function cropIn(state: JsonRecord, part: string): Point | Area | null {
  const { focalPoint, presets } = cropsIn(state);
  if (part === pointPart) return focalPoint ?? null;
  const name = part.slice(partOf('').length);
  return (presets && Object.hasOwn(presets, name) ? presets[name] : null) ?? null;
}

/** The focal point, and what is cut out for presets; each of them is a part. */
export const cropsKind: ChangeKind = {
  name: 'crops',
  counted: ['change of crops', 'changes of crops'],
  described: {
    change: '{crops} with focalPoint and presets, as far as they change; null removes one',
    after: '{crops}, as far as they change; null removes one',
  },
  tool: {
    schema: z.record(z.string(), z.unknown()).describe('focalPoint, presets'),
    toChange: (crops) => ({ crops }),
  },
  schema: z.strictObject({
    crops: z
      .strictObject({
        focalPoint: Point.nullish().describe('null: the center'),
        presets: z
          .record(PresetName, AreaInput.nullable())
          .refine((areas) => Object.keys(areas).length <= mostPresets, `At most ${mostPresets} crops.`)
          .optional()
          .describe('By preset name; null removes the crop'),
      })
      .refine((crops) => partsIn({ crops }).size > 0, 'Send a focal point or a crop.')
      .describe('Fractions of the sides of the picture. Only what you send changes'),
  }),
  more: async ({ req, db }, id, { workspace_id: workspaceId }) => {
    const place = { organizationId: null, workspaceId };
    const { presets } = await settingIn(serviceOf(req.payload), db, renditions, place);
    const { focalPoint, presets: areas } = await cropsOf(db, id);
    return { crops: { focalPoint, presets: areas, known: presets.map(({ name }) => name) } };
  },
  current: ({ crops }) => crops,
  wanted: partsIn,
  read: cropIn,
  before: (asset, parts) => ({ crops: byPreset(new Map(parts.map((part) => [part, cropIn(asset, part)]))) }),
  after: (parts) => ({ crops: byPreset(parts) }),
  partsOf: partsIn,
  check: (_, { asset }, change) => {
    const { known = [], presets = {} } = asset.crops ?? {};
    return Object.keys(cropsIn(change).presets ?? {})
      .filter((name) => !known.includes(name) && !Object.hasOwn(presets, name))
      .map((name) => ({ path: `crops.presets.${name}`, message: unknownPreset(name, known) }));
  },
  apply: async ({ req, db }, id, asset, parts) => {
    const { known = [], ...now } = cropsIn(asset);
    const changed = byPreset(parts);
    const areas = Object.entries({ ...now.presets, ...changed.presets }).filter(([, area]) => area !== null);
    await changeCrops(
      req,
      db,
      id,
      { ...now, ...changed, presets: Object.fromEntries(areas) } as CropsInput,
      known,
    );
  },
};
