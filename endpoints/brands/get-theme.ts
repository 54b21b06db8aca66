import { toLoaded, wholeQuery } from '../../src/brands/queries.ts';
import { themeView } from '../../src/brands/theme/write-theme.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, readsBrand, OneTheme } from './schemas.ts';

export const getTheme = defineOperation({
  name: 'get_theme',
  http: {
    route: 'GET /api/v1/brands/{slug}/theme',
    tag: 'brands',
  },
  summary: "Get a brand's theme: the rule for each role, contrast checks and the colors applied",
  description:
    'Text and links need a contrast of 4.5:1, marks 3:1 (WCAG 2.2). Where a pair fails, applied holds a readable color instead.',
  access: readsBrand,
  query: wholeQuery,
  input: { path: brandPath },
  output: OneTheme,
  agent: {
    title: "Read a brand's theme",
    description:
      "Reads which of a brand's rules are used for accent, surface, ink, headlines, text and logo, with contrast checks. Build with the colors in applied: each is readable on its background. Roles in assumed were matched by rule name; those in unset don't come from the brand.",
    readOnly: true,
  },
  run: async ({ row }) => ({ data: themeView(toLoaded(row).state) }),
});
