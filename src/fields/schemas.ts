// Custom fields as the interface shows them: definitions, and values by key.
import { z } from 'zod';
import { fieldKinds, FieldTypeName, type FieldKind } from './types.ts';

export const FieldKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    'A key is a lowercase letter, then up to 39 lowercase letters, digits or underscores.',
  );

export const FieldValue = z.union([z.string().max(5000), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof FieldValue>;
export type FieldValues = Record<string, FieldValue>;

/** A definition as it is answered. What is of Marque's own types says no more than the interface. */
export const FieldAnswer = z
  .object({
    key: z.string(),
    label: z.string(),
    type: FieldTypeName,
    options: z.array(z.string()).describe('The values a select takes; empty for other kinds'),
    required: z.boolean().describe('Must be set before an asset can become active'),
    kind: z
      .enum(fieldKinds)
      .optional()
      .describe(
        'What its values are stored, searched, counted and compared as; only of a type that a plugin added',
      ),
    takes: z.string().optional().describe('What a value must be; only of a type that a plugin added'),
  })
  .meta({ id: 'Field' });
export type FieldAnswer = z.infer<typeof FieldAnswer>;

/** A definition as it works: the kind of one of Marque's own types is the type itself. */
export type Field = Required<FieldAnswer>;

/** A definition as it is stored: the kind stands there for a type that a plugin added. */
export type StoredField = Omit<Field, 'kind' | 'takes'> & { kind: FieldKind | null };

const options = z.array(z.string().trim().min(1).max(200)).max(500);

export const FieldPatch = z
  .strictObject({
    label: z.string().trim().min(1).max(100),
    type: FieldTypeName,
    options: options.describe('All of them, in their order. Left out with a type other than select: none'),
    required: z.boolean(),
  })
  .partial();

export const FieldInput = z.strictObject({
  key: FieldKey,
  label: z.string().trim().min(1).max(100),
  type: FieldTypeName,
  options: options.optional(),
  required: z.boolean().optional(),
});
