// May this asset be used so? What is asked, and the verdict.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';

export const reasonCodes = [
  'not_approved',
  'deleted',
  'archived',
  'superseded',
  'embargoed',
  'expired',
  'territory',
  'channel',
  'model_release',
  'context',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

const word = z.string().trim().min(1).max(100);

export const UseInput = z.strictObject({
  asset: Id,
  channel: word
    .nullish()
    .describe('Where it will appear, as the rights name it: web, print, social, editorial'),
  territory: word.nullish().describe('Where in the world, as the rights name it: DE, US, worldwide'),
  date: z.iso.date().nullish().describe('The day of use, UTC; today when left out'),
  context: word.nullish().describe('What it is used in or on, as the brand names it'),
  brand: word.nullish().describe('The brand it is used for'),
});
export type UseInput = z.infer<typeof UseInput>;

/** A use as it was asked for: null where it is silent. */
export const Use = z.object({
  channel: z.string().nullable(),
  territory: z.string().nullable(),
  date: z.iso.date().nullable(),
  context: z.string().nullable(),
  brand: z.string().nullable(),
});
export type Use = z.infer<typeof Use>;

export const Reason = z.object({
  code: z.enum(reasonCodes),
  message: z.string(),
  blocking: z.boolean().describe('False for a restriction that the use says nothing about'),
});
export type Reason = z.infer<typeof Reason>;

const Named = z.object({ id: Id, title: z.string(), url: z.string() });

export const Verdict = z
  .object({
    allowed: z.boolean().describe('True when no reason blocks'),
    asset: Named,
    use: Use,
    reasons: z.array(Reason),
    suggest: z.array(Named.extend({ why: z.string() })).describe('What to use instead'),
  })
  .meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof Verdict>;
