import { z } from 'zod';
import { linkIssues } from '../../assets/patch-asset.ts';
import { AssetPatch } from '../../assets/schemas.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import { asPatch, type ChangeKind } from './kind.ts';

const partsIn = (state: JsonRecord): JsonRecord => (state.provenance ?? {}) as JsonRecord;
const partIn = (state: JsonRecord, name: string): unknown => partsIn(state)[name] ?? null;

const Parts = AssetPatch.pick({ origin: true, parentAssetId: true, generator: true, prompt: true });

const normal = (name: string, value: unknown): unknown => {
  if (name === 'parentAssetId' && typeof value === 'string') return value.toLowerCase();
  return value === '' || value === undefined ? null : value;
};

/** Where an asset comes from; each part is one of its properties. */
export const provenanceKind: ChangeKind = {
  name: 'provenance',
  counted: ['change of origin', 'changes of origin'],
  described: {
    change:
      '{provenance} with origin, parentAssetId, generator, prompt, as far as they change; null clears one',
    after: '{provenance} with the parts to change; null clears one',
  },
  tool: {
    schema: z
      .strictObject({
        origin: AssetPatch.shape.origin,
        parentAssetId: z.string().nullable(),
        generator: z.string().nullable(),
        prompt: z.string().nullable(),
      })
      .partial(),
    toChange: (provenance) => ({ provenance }),
  },
  schema: z.strictObject({
    provenance: Parts.refine((parts) => Object.keys(parts).length > 0, 'Send at least one.').describe(
      'Only the parts you send change; null clears one',
    ),
  }),
  current: ({ provenance }) => provenance,
  wanted: (change) =>
    new Map(Object.entries(partsIn(change)).map(([name, value]) => [name, normal(name, value)])),
  read: partIn,
  before: (asset, names) => ({
    provenance: Object.fromEntries(names.map((name) => [name, partIn(asset, name)])),
  }),
  after: (parts) => ({ provenance: Object.fromEntries(parts) }),
  partsOf: (after) => new Map(Object.entries(partsIn(after))),
  check: async ({ accessTo }, { id, asset }, change) => {
    const { parentAssetId } = partsIn(change) as z.output<typeof Parts>;
    const issues = await linkIssues(accessTo, { id, workspaceId: asset.workspace_id }, { parentAssetId });
    return issues.map(({ path, message }) => ({ path: `provenance.${path}`, message }));
  },
  apply: asPatch((_, parts) => Object.fromEntries(parts)),
};
