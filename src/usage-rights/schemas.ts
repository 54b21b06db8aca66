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
  'no_rights',
  'license',
  'credit',
  'terms',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

const word = z.string().trim().min(1).max(100);

const maxAssets = 100;
const maxVerdicts = 500;

const useFields = {
  channel: word
    .nullish()
    .describe('Where it will appear, as the rights name it: web, print, social, editorial'),
  territory: word
    .nullish()
    .describe(
      'Where in the world: an ISO code (DE, DEU), a country by its English name, EU, EEA, DACH or worldwide',
    ),
  date: z.iso.date().nullish().describe('The day of use, UTC; today when left out'),
  context: word.nullish().describe('What it is used in or on, as the brand names it'),
  brand: word.nullish().describe('The brand it is used for'),
};

/** A use as a caller says it. */
const UseFields = z.strictObject(useFields);
export type UseFields = z.infer<typeof UseFields>;

export const UseInput = z
  .strictObject({
    asset: Id.optional().describe('The asset to check; for several send assets'),
    assets: z.array(Id).min(1).max(maxAssets).optional().describe('Several at once, of one workspace'),
    ...useFields,
    uses: z
      .array(UseFields)
      .min(1)
      .max(maxAssets)
      .optional()
      .describe('Several uses at once, in place of channel, territory, date, context and brand'),
  })
  .check(({ value, issues }) => {
    const say = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value });
    if (value.asset === undefined && value.assets === undefined)
      say('asset', 'Name an asset, or several as assets.');
    if (value.asset !== undefined && value.assets !== undefined) say('assets', 'Either asset or assets.');
    if (value.uses === undefined) return;
    for (const name of Object.keys(useFields))
      if (value[name as keyof typeof useFields] !== undefined)
        say(name, 'Beside uses, say it in each of them.');
    if ((value.assets?.length ?? 1) * value.uses.length > maxVerdicts)
      say('uses', `Up to ${maxVerdicts} verdicts at once: the number of assets times that of uses.`);
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
  blocking: z
    .boolean()
    .describe(
      'False for a restriction that the use says nothing about, and for what only has to be honoured: license, credit, terms',
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

/** One verdict where one asset and one use were asked about, a list of them where several were. */
export const Verdicts = z.union([Verdict, z.object({ data: z.array(Verdict) })]);
