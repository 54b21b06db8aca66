import { z } from 'zod';
import { fieldsOf } from '../../fields/queries.ts';
import { checkPatch, hasValue } from '../../fields/rules.ts';
import { FieldValue, type FieldValues } from '../../fields/schemas.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import { asPatch, type ChangeKind } from './kind.ts';

const fieldsIn = (state: JsonRecord): FieldValues => (state.fields ?? {}) as FieldValues;
const fieldIn = (state: JsonRecord, key: string): FieldValue | null =>
  hasValue(fieldsIn(state), key) ? (fieldsIn(state)[key] ?? null) : null;

/** The asset's own values of custom fields; each part is a field key. */
export const fieldsKind: ChangeKind = {
  name: 'fields',
  counted: ['field value suggestion', 'field value suggestions'],
  described: { change: '{fields} by key; null clears one', after: '{fields} to set; null clears one' },
  tool: {
    schema: z.record(z.string(), FieldValue.nullable()).describe('Values by field key; null clears one'),
    toChange: (fields) => ({ fields }),
  },
  schema: z.strictObject({
    fields: z
      .record(z.string(), FieldValue.nullable())
      .refine((fields) => Object.keys(fields).length > 0, 'Send at least one.')
      .describe('Values by field key; null clears one'),
  }),
  current: ({ fields }) => fields ?? {},
  wanted: (change) => new Map(Object.entries(change.fields as object)),
  read: fieldIn,
  before: (asset, keys) => ({ fields: Object.fromEntries(keys.map((key) => [key, fieldIn(asset, key)])) }),
  after: (parts) => ({ fields: Object.fromEntries(parts) }),
  partsOf: (after) => new Map(Object.entries(fieldsIn(after))),
  apply: asPatch((_, parts) => ({ fields: Object.fromEntries(parts) as Record<string, FieldValue | null> })),
  check: async ({ db }, { asset }, change) =>
    checkPatch(
      await fieldsOf(db, asset.workspace_id),
      change.fields as Record<string, FieldValue | null>,
      asset.fields ?? {},
      'fields',
    ),
};
