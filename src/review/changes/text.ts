// A text of an asset's metadata.
import { z } from 'zod';
import type { textNames } from '../../assets/schemas.ts';
import { asPatch, type ChangeKind } from './kind.ts';

type TextName = (typeof textNames)[number];

export function textKind(name: TextName, maxLength: number): ChangeKind {
  const text = z
    .string()
    .trim()
    .max(maxLength)
    .nullable()
    .transform((value) => (value === '' ? null : value));
  return {
    name,
    counted: [`${name} change`, `${name} changes`],
    described: { change: 'the text, or null', after: 'the text, null for none' },
    tool: { schema: z.string().nullable(), toChange: (value) => ({ [name]: value }), first: true },
    schema: z.strictObject({ [name]: text.describe('null clears it') }),
    current: ({ metadata }) => metadata?.[name] ?? null,
    wanted: (change) => new Map([[name, change[name]]]),
    read: (state) => state[name] ?? null,
    before: (asset) => ({ [name]: asset[name] ?? null }),
    after: (parts) => ({ [name]: parts.get(name) ?? null }),
    partsOf: (after) => new Map([[name, after[name] ?? null]]),
    apply: asPatch((_, parts) => ({ [name]: parts.get(name) ?? null })),
  };
}
