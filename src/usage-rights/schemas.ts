// Input and verdicts of check_use.
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
  'mining',
  'no_rights',
  'license',
  'credit',
  'terms',
  'ai_generated',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

const word = z.string().trim().min(1).max(100);

const maxAssets = 200;
const maxVerdicts = 500;

/** The channels that rights usually name; they can name any. */
export const usualChannels = ['web', 'print', 'social', 'editorial', 'ai-training'];

const useFields = {
  channel: word
    .nullish()
    .describe(`Where it will appear, as its rights call it: ${usualChannels.join(', ')}`),
  territory: word
    .nullish()
    .describe('An ISO code (DE, DEU), an English country name, EU, EEA, DACH or worldwide'),
  date: z.iso.date().nullish().describe('Day of use, UTC; defaults to today'),
  context: word.nullish().describe("What it is used in or on, in the brand's words"),
  brand: word.nullish().describe('The brand it is used for'),
};

/** A use as sent by the caller. */
const UseFields = z.strictObject(useFields);
export type UseFields = z.infer<typeof UseFields>;

export const UseInput = z
  .strictObject({
    asset: Id.optional().describe('The asset to check; use assets for several'),
    assets: z.array(Id).min(1).max(maxAssets).optional().describe('Several at once, all in one workspace'),
    ...useFields,
    uses: z
      .array(UseFields)
      .min(1)
      .max(maxAssets)
      .optional()
      .describe('Several uses at once, instead of channel, territory, date, context and brand'),
  })
  .check(({ value, issues }) => {
    const addIssue = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value });
    if (value.asset === undefined && value.assets === undefined)
      addIssue('asset', 'Send asset, or assets for several.');
    if (value.asset !== undefined && value.assets !== undefined)
      addIssue('assets', 'Send either asset or assets, not both.');
    if (value.uses === undefined) return;
    for (const name of Object.keys(useFields))
      if (value[name as keyof typeof useFields] !== undefined)
        addIssue(name, 'Send this in each of uses instead.');
    if ((value.assets?.length ?? 1) * value.uses.length > maxVerdicts)
      addIssue('uses', `A call can return up to ${maxVerdicts} verdicts: assets times uses.`);
  });
export type UseInput = z.infer<typeof UseInput>;

/** The use that was checked; null for what it didn't specify. */
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
  blocking: z
    .boolean()
    .describe(
      "False for a restriction that the use doesn't specify, and for what only has to be honored or told: license, credit, terms, ai_generated",
    ),
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

/** A single verdict for one asset and one use, a list for several. */
export const Verdicts = z.union([Verdict, z.object({ data: z.array(Verdict) })]);
