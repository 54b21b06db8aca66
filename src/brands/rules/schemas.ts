// Rules as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../../assets/schemas.ts';
import { StateVersion } from '../schemas.ts';

export const ruleTypes = ['color', 'text', 'number', 'list', 'font'] as const;
export type RuleType = (typeof ruleTypes)[number];

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

/** A value of any type; `checkRule` validates it by type. */
export const Value = z
  .union([
    z.string(),
    z.number(),
    z.array(z.union([z.string(), z.number()])),
    z.looseObject({ family: z.string() }),
  ])
  .describe(
    'color: #rrggbb or #rrggbbaa. text: Markdown. list: 1 to 100 texts or numbers. font: {family, size?, weight?}',
  );

export const specWords =
  'color: group, pair (the key of the color to pair with it), cmyk, pantone, ral, tints, gradient. number: unit, of. font: role, lineHeight, tracking, case, source, license, fallback. text: copy, max.';

export const Rule = z
  .object({
    id: Id,
    brand: z.string().describe("The brand's slug"),
    key: z.string(),
    label: z.string(),
    context: maybe(z.string()).describe('Where it applies, such as dark-background; null: everywhere else'),
    type: z.enum(ruleTypes),
    value: Value,
    spec: z.record(z.string(), z.unknown()).describe(specWords),
    usage: maybe(z.string()).describe('How to use it, Markdown'),
    assets: z.array(
      z.object({
        id: Id,
        rendition: maybe(z.string()).describe('The transform to use; null: the original'),
        title: maybe(z.string()),
        filename: z.string(),
        mime: z.string(),
        width: maybe(z.int()),
        height: maybe(z.int()),
      }),
    ),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Rule' });
export type Rule = z.infer<typeof Rule>;

export const RuleList = z.object({
  data: z.array(Rule),
  contexts: z.array(z.string()).describe("Every context that the brand's rules use"),
  version: StateVersion.describe('Of all rules of the brand, not only those listed here'),
});

export const RuleAssetInput = z.strictObject({
  id: Id,
  rendition: z.string().max(200).nullable().optional().describe('A transform, such as w_800,f_webp'),
});

const about = {
  label: z.string().trim().min(1).max(200).optional().describe('Default: generated from the key'),
  usage: z.string().trim().max(20_000).nullable().optional(),
  spec: z.record(z.string(), z.unknown()).nullable().optional().describe(specWords),
  assets: z.array(RuleAssetInput).max(50).optional(),
};
const key = z.string().describe('Dotted camelCase, up to 120 characters: color.primary, logo.minClearSpace');
const context = z
  .string()
  .nullable()
  .optional()
  .describe('A slug such as dark-background; null or omitted: the rule for everywhere else');

/** A rule as input. Omitted fields of an existing rule with this key and context stay. */
export const RuleInput = z.strictObject({
  key,
  context,
  type: z.enum(ruleTypes).optional().describe("Can't change; optional for an existing rule"),
  value: Value.optional(),
  ...about,
});
export type RuleInput = z.infer<typeof RuleInput>;

export const RulePatch = z.strictObject({
  key: key.optional(),
  context,
  type: z.enum(ruleTypes).optional().describe("Can't change: only the current type is accepted"),
  value: Value.optional(),
  ...about,
});
export type RulePatch = z.infer<typeof RulePatch>;

/** Rules to set and remove in one call. */
export const maxRulesAtOnce = 100;

export const RuleChanges = z
  .strictObject({
    set: z.array(RuleInput).max(maxRulesAtOnce).optional(),
    remove: z
      .array(z.strictObject({ key: z.string(), context }))
      .max(maxRulesAtOnce)
      .optional(),
  })
  .superRefine(({ set = [], remove = [] }, issues) => {
    if (set.length + remove.length === 0)
      issues.addIssue({ code: 'custom', path: ['set'], message: 'Send set, remove or both.' });
    if (set.length + remove.length > maxRulesAtOnce)
      issues.addIssue({
        code: 'custom',
        path: ['set'],
        message: `Up to ${maxRulesAtOnce} rules per call.`,
      });
  });
export type RuleChanges = z.infer<typeof RuleChanges>;

export const ContextName = z.string().max(100);
