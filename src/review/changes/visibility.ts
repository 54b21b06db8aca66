import { z } from 'zod';
import type { JsonRecord } from '../../proposals/queue.ts';
import { asPatch, type ChangeKind } from './kind.ts';

const partsIn = (state: JsonRecord): JsonRecord => (state.visibility ?? {}) as JsonRecord;
const partIn = (state: JsonRecord, name: string): boolean => partsIn(state)[name] === true;

const Parts = z.strictObject({ private: z.boolean(), public: z.boolean() }).partial();

/** Who can see an asset, beside those with grants: each part is one of its two settings. */
export const visibilityKind: ChangeKind = {
  name: 'visibility',
  counted: ['change of visibility', 'changes of visibility'],
  described: {
    change: '{visibility} with private or public, or both',
    after: '{visibility} with the parts to change',
  },
  tool: { schema: Parts, toChange: (visibility) => ({ visibility }) },
  schema: z.strictObject({
    visibility: Parts.refine((parts) => Object.keys(parts).length > 0, 'Send at least one.'),
  }),
  current: ({ visibility }) => visibility,
  wanted: (change) => new Map(Object.entries(partsIn(change))),
  read: partIn,
  before: (asset, names) => ({
    visibility: Object.fromEntries(names.map((name) => [name, partIn(asset, name)])),
  }),
  after: (parts) => ({ visibility: Object.fromEntries(parts) }),
  partsOf: (after) => new Map(Object.entries(partsIn(after))),
  apply: asPatch((_, parts) => Object.fromEntries(parts)),
};
