// Uses as the API shows them, and what callers send: where an asset is used outside of Marque.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';

/** Of one asset. */
export const maxUses = 1000;

const text = (most: number) => z.string().trim().min(1).max(most);

export const NewUse = z.strictObject({
  asset: Id,
  url: z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address.' })
    .max(2000)
    .describe('URL of the page, document or product that uses it')
    .meta({ examples: ['https://www.example.com/about'] }),
  title: text(300)
    .optional()
    .describe('Name of that page or product. Left out of a later report, it stays the same'),
  context: text(500)
    .optional()
    .describe(
      'How the asset is used there, such as `hero image`. Left out of a later report, it stays the same',
    ),
});
export type NewUse = z.infer<typeof NewUse>;

const parts = {
  id: Id,
  url: z.string(),
  title: z.string().nullable(),
  context: z.string().nullable(),
  by: z
    .object({ kind: z.string().describe('person or key'), id: Id.nullable(), name: z.string() })
    .describe('Who reported it first'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('When it was last reported'),
};

/** Without the asset, where that is clear. */
export const PlaceOutside = z.object(parts).meta({ id: 'PlaceOutside' });
export type PlaceOutside = z.infer<typeof PlaceOutside>;

export const Use = z.object({ ...parts, asset: Id }).meta({ id: 'Use' });
export type Use = z.infer<typeof Use>;
