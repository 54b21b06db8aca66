import { z } from 'zod';
import { changeUsage } from '../../assets/change-usage.ts';
import { UsageInput, type AssetUsage } from '../../assets/usage.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import type { ChangeKind } from './kind.ts';

const termsIn = (state: JsonRecord): JsonRecord => (state.usage ?? {}) as JsonRecord;
const termIn = (state: JsonRecord, name: string): unknown => termsIn(state)[name] ?? null;

const Terms = UsageInput.refine((usage) => Object.keys(usage).length > 0, 'Send at least one.').describe(
  'Only the parts you send change; null clears one',
);

/** Usage terms; each part is one of them. */
export const usageKind: ChangeKind = {
  name: 'usage',
  counted: ['change of usage terms', 'changes of usage terms'],
  described: {
    change: '{usage} with the parts to change; null clears one',
    after: '{usage} with the parts to change; null clears one',
  },
  tool: {
    // Without what the schema of the operation says about each.
    schema: z.strictObject({
      credit: z.string().nullish(),
      terms: z.string().nullish(),
      licensorUrl: z.string().nullish(),
      mining: UsageInput.shape.mining.meta({ description: undefined }),
    }),
    toChange: (usage) => ({ usage }),
  },
  schema: z.strictObject({ usage: Terms }),
  current: ({ usage }) => usage,
  wanted: (change) => new Map(Object.entries(termsIn(change)).map(([name, value]) => [name, value ?? null])),
  read: termIn,
  before: (asset, names) => ({ usage: Object.fromEntries(names.map((name) => [name, termIn(asset, name)])) }),
  after: (parts) => ({ usage: Object.fromEntries(parts) }),
  partsOf: (after) => new Map(Object.entries(termsIn(after))),
  apply: async ({ req, db }, id, asset, parts) => {
    await changeUsage(req, db, id, { ...(asset.usage as AssetUsage), ...Object.fromEntries(parts) });
  },
};
