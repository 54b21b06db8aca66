// Schemas of custom fields: definitions, and values by key.
import { z } from 'zod';
import { fieldKinds, FieldTypeName, type FieldKind } from './types.ts';

export const FieldKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    'Use a lowercase letter, then up to 39 lowercase letters, digits or underscores.',
  );

export const FieldValue = z.union([z.string().max(5000), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof FieldValue>;
export type FieldValues = Record<string, FieldValue>;

export const FieldValuesPatch = z
  .record(z.string(), FieldValue.nullable())
  .describe('Merged into the existing values; null clears one');

/** A definition as returned by the API. `kind` and `takes` are only there for types added by plugins. */
export const FieldAnswer = z
  .object({
    key: z.string(),
    label: z.string(),
    type: FieldTypeName,
    options: z.array(z.string()).describe('The allowed values of a select; empty for other kinds'),
    required: z.boolean().describe('Must be set before an asset can become active'),
    translated: z
      .boolean()
      .describe('Assets have a value in each language of the workspace, at …/texts; only for text'),
    kind: z
      .enum(fieldKinds)
      .optional()
      .describe(
        'The kind its values are stored, searched, counted and compared as; only for types added by plugins',
      ),
    takes: z.string().optional().describe('What a value must be; only for types added by plugins'),
  })
  .meta({ id: 'Field' });
export type FieldAnswer = z.infer<typeof FieldAnswer>;

/** A resolved definition. For Marque's own types, the kind is the type itself. */
export type Field = Required<FieldAnswer>;

/** A definition as stored. `kind` is only set for types added by plugins. */
export type StoredField = Omit<Field, 'kind' | 'takes'> & { kind: FieldKind | null };

const options = z.array(z.string().trim().min(1).max(200)).max(500);

export const FieldPatch = z
  .strictObject({
    label: z.string().trim().min(1).max(100),
    type: FieldTypeName,
    options: options.describe(
      'All options, in order. Cleared if you leave it out while changing to a type other than select',
    ),
    required: z.boolean(),
    translated: z.boolean().describe('Can have a value in each language; text fields only'),
  })
  .partial();

export const FieldInput = z.strictObject({
  key: FieldKey,
  label: z.string().trim().min(1).max(100),
  type: FieldTypeName,
  options: options.optional(),
  required: z.boolean().optional(),
  translated: FieldPatch.shape.translated,
});
