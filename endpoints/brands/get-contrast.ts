import { z } from 'zod';
import { checkedContrast, ContrastCheck } from '../../src/brands/rules/check-contrast.ts';
import { ContextName } from '../../src/brands/rules/schemas.ts';
import { tokenSourceOf } from '../../src/brands/tokens/read-tokens.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandQuery, readsTokens } from './schemas.ts';

const color = z.string().trim().min(1).max(150);

export const getContrast = defineOperation({
  name: 'get_contrast',
  http: {
    route: 'GET /api/v1/brand/contrast',
    tag: 'brands',
  },
  summary: 'Check the contrast of two colors by WCAG 2.2, tokens of a brand or hex values',
  description:
    "The contrast of a gradient is that of its worst stop. If the contrast is too low, instead is the brand's token closest to the color that passes. A translucent color is blended with the background, and a translucent background with white.",
  ...readsTokens,
  input: {
    query: brandQuery.extend({
      color: color.describe('A token, such as color.primary, or #rrggbb'),
      background: color.describe('The same'),
      context: ContextName.optional(),
    }),
  },
  output: z.object({ data: ContrastCheck }),
  errors: ['invalid'],
  agent: {
    name: 'check_contrast',
    title: 'Check the contrast of two colors',
    description:
      'WCAG 2.2 contrast of a color on a background: ratio, AA and AAA for text and UI, and the closest token of the brand that passes if it fails.',
    readOnly: true,
  },
  run: ({ row }, { query }) =>
    Promise.resolve({ data: checkedContrast(tokenSourceOf(row, query.context ?? null), query) }),
});
