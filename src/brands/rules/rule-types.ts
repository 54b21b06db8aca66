// The types of rules: the schema of each value and spec, one row per type. Everything else is the same for
// all rules.
import { z } from 'zod';
import type { RuleType } from './schemas.ts';

const word = z.string().trim().min(1).max(120);

export const Hex = z
  .string()
  .regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i, 'Must be #rrggbb or #rrggbbaa.')
  .transform((hex) => hex.toLowerCase());

const percent = z.number().min(0).max(100);
const cmykText = /^\s*(?:\d{1,3}(?:\.\d+)?\s*%?\s*[,/ ]\s*){3}\d{1,3}(?:\.\d+)?\s*%?\s*$/;

const Cmyk = z.preprocess(
  (given) =>
    typeof given === 'string' && given.length <= 60 && cmykText.test(given)
      ? [...given.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number))
      : given,
  z.tuple([percent, percent, percent, percent], {
    error: 'Must be four percentages: [cyan, magenta, yellow, black].',
  }),
);

/** The key of another rule, or a color itself; whether the key exists is checked against the brand. */
const ColorOrKey = z.union([
  Hex,
  z
    .string()
    .regex(/^[a-z]/, 'Must be a color, or the key of one.')
    .max(120),
]);

const ColorSpec = z.strictObject({
  group: word.optional().describe('Colors with the same group are shown together'),
  pair: z.string().max(120).optional().describe('The key of the color to pair with it'),
  cmyk: Cmyk.optional(),
  pantone: word.optional(),
  ral: word.optional(),
  tints: z
    .array(
      z.union([Hex, z.number().gt(0).lt(100)], {
        error: 'Must be percentages between 0 and 100, or colors.',
      }),
    )
    .max(20)
    .optional(),
  gradient: z
    .strictObject({
      angle: z.number().min(0).max(360).optional(),
      stops: z
        .array(z.strictObject({ color: ColorOrKey, at: percent.optional() }))
        .min(2)
        .max(10),
    })
    .optional(),
});
export type ColorSpec = z.output<typeof ColorSpec>;

const NumberSpec = z.strictObject({
  unit: z.string().trim().min(1).max(20).optional(),
  of: word.optional().describe('What it is a fraction or multiple of'),
});

const FontSpec = z.strictObject({
  role: word.optional(),
  lineHeight: z.number().positive().max(1000).optional(),
  tracking: z.union([z.number().min(-1000).max(1000), word]).optional(),
  case: z.enum(['none', 'upper', 'lower', 'title']).optional(),
  source: z.string().trim().min(1).max(500).optional().describe('Where to get it: a foundry or an address'),
  license: z.string().trim().min(1).max(500).optional(),
  fallback: z
    .preprocess(
      (given) => (typeof given === 'string' ? given.split(',').map((family) => family.trim()) : given),
      z.array(word).min(1).max(10),
    )
    .optional(),
});

const TextSpec = z.strictObject({
  copy: z.union([z.boolean(), word]).optional().describe('Use it verbatim; or the kind of copy it is'),
  max: z.int().min(1).max(100_000).optional().describe('Maximum number of characters'),
});

const size = z.union([
  z.number().positive().max(10_000),
  z
    .string()
    .regex(
      /^\d{1,5}(?:\.\d+)?(?:px|rem|em|pt|%)$/,
      'Must be a number, or a number with a unit: 16px, 1.25rem.',
    ),
]);

const Font = z.strictObject({
  family: z.string().trim().min(1).max(200),
  size: size.optional(),
  weight: z.int().min(1).max(1000).optional(),
});
export type Font = z.output<typeof Font>;

/** The value and spec of each type. Parsing also normalizes them: colors in lower case. */
export const typesOfRules = {
  color: { value: Hex, spec: ColorSpec },
  text: { value: z.string().trim().min(1, "Can't be empty.").max(20_000), spec: TextSpec },
  number: { value: z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER), spec: NumberSpec },
  list: {
    value: z
      .array(
        z.union([z.string().trim().min(1).max(2000), z.number()], { error: 'Must be a text or a number.' }),
      )
      .min(1, 'A list needs at least one entry.')
      .max(100, 'A list can have up to 100 entries.'),
    spec: z.strictObject({}),
  },
  font: { value: Font, spec: FontSpec },
} as const satisfies Record<RuleType, { value: z.ZodType; spec: z.ZodType }>;

export type RuleValue = { [T in RuleType]: z.output<(typeof typesOfRules)[T]['value']> }[RuleType];
