// Brands, their rules, pages and themes as the interface shows them, and what callers send.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';

export const ruleTypes = ['color', 'text', 'number', 'list', 'font'] as const;
export type RuleType = (typeof ruleTypes)[number];

/** Who a page or section is for, from the widest to the narrowest: each also reads what is for those before it. */
export const audiences = ['everyone', 'partners', 'members'] as const;
export type Audience = (typeof audiences)[number];

export const layouts = ['book', 'landing'] as const;

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

// ---- brands

export const Brand = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    default: z.boolean().describe('The brand of the workspace that is meant where none is named'),
    private: z.boolean(),
    rules: z.int().describe('How many rules it has, those for a context included'),
    pages: z.int().describe('How many pages it has, hidden ones included'),
    published: maybe(z.int()).describe('The version that readers see; null before the first publish'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Brand' });
export type Brand = z.infer<typeof Brand>;

// ---- rules

/** What a value can be, whatever its type; `checkRule` holds it to the type. */
const Value = z
  .union([
    z.string(),
    z.number(),
    z.array(z.union([z.string(), z.number()])),
    z.looseObject({ family: z.string() }),
  ])
  .describe(
    'color: #rrggbb or #rrggbbaa. text: Markdown. number: a number. list: 1 to 100 texts or numbers. font: {family, size?, weight?}',
  );

export const specWords =
  'color: group, pair (the key of the colour that goes with it), cmyk, pantone, ral, tints, gradient. number: unit, of. font: role, lineHeight, tracking, case, source, license, fallback. text: copy, max.';

export const Rule = z
  .object({
    id: Id,
    brand: z.string().describe("The brand's slug"),
    key: z.string(),
    label: z.string(),
    context: maybe(z.string()).describe('Where it holds, such as dark-background; null: everywhere else'),
    type: z.enum(ruleTypes),
    value: Value,
    spec: z.record(z.string(), z.unknown()).describe(specWords),
    usage: maybe(z.string()).describe('How to use it, Markdown'),
    assets: z.array(
      z.object({
        id: Id,
        rendition: maybe(z.string()).describe('The transform to use it in; null: the original'),
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
  contexts: z.array(z.string()).describe('Every context that a rule of the brand is for'),
});

export const RuleAssetInput = z.strictObject({
  id: Id,
  rendition: z.string().max(200).nullable().optional().describe('A transform, such as w_800,f_webp'),
});

const about = {
  label: z.string().trim().min(1).max(200).optional().describe('Left out: made from the key'),
  usage: z.string().trim().max(20_000).nullable().optional(),
  spec: z.record(z.string(), z.unknown()).nullable().optional().describe(specWords),
  assets: z.array(RuleAssetInput).max(50).optional(),
};
const key = z.string().describe('Dotted camelCase, up to 120: color.primary, logo.minClearSpace');
const context = z
  .string()
  .nullable()
  .optional()
  .describe('A slug such as dark-background; null or left out: the rule that holds everywhere else');

/** A rule as a caller sends it. What is left out stays as it is, where there is one with this key and context. */
export const RuleInput = z.strictObject({
  key,
  context,
  type: z.enum(ruleTypes).optional().describe('Never changes; may be left out for a rule there is'),
  value: Value.optional(),
  ...about,
});
export type RuleInput = z.infer<typeof RuleInput>;

export const RulePatch = z.strictObject({
  key: key.optional(),
  context,
  type: z.enum(ruleTypes).optional().describe('Only the one it has'),
  value: Value.optional(),
  ...about,
});
export type RulePatch = z.infer<typeof RulePatch>;

/** Rules in one call, set and removed together. */
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
        message: `Up to ${maxRulesAtOnce} rules in one call.`,
      });
  });
export type RuleChanges = z.infer<typeof RuleChanges>;

/** How a caller names a brand: its slug in the workspace, or its id. */
export const BrandName = z.string().min(1).max(100);
export const ContextName = z.string().max(100);
