// Custom fields as the interface shows them: definitions, and values by key.
import { z } from 'zod';

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'select'] as const;
export type FieldType = (typeof fieldTypes)[number];

export const FieldKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    'A key is a lowercase letter, then up to 39 lowercase letters, digits or underscores.',
  );

export const FieldValue = z.union([z.string().max(5000), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof FieldValue>;
export type FieldValues = Record<string, FieldValue>;

export const Field = z
  .object({
    key: z.string(),
    label: z.string(),
    type: z.enum(fieldTypes),
    options: z.array(z.string()).describe('The values a select takes; empty for other types'),
    required: z.boolean().describe('Must be set before an asset can become active'),
  })
  .meta({ id: 'Field' });
export type Field = z.infer<typeof Field>;

const options = z.array(z.string().trim().min(1).max(200)).max(500);

export const FieldPatch = z
  .strictObject({
    label: z.string().trim().min(1).max(100),
    type: z.enum(fieldTypes),
    options: options.describe('All of them, in their order. Left out with a type other than select: none'),
    required: z.boolean(),
  })
  .partial();

export const FieldInput = z.strictObject({
  key: FieldKey,
  label: z.string().trim().min(1).max(100),
  type: z.enum(fieldTypes),
  options: options.optional(),
  required: z.boolean().optional(),
});
