import { toLoaded, wholeQuery } from '../../src/brands/queries.ts';
import { themeView } from '../../src/brands/theme/write-theme.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, onBrand, OneTheme } from './schemas.ts';

export const getTheme = defineOperation({
  name: 'get_theme',
  route: 'GET /api/v1/brands/{slug}/theme',
  tag: 'brands',
  summary: 'Which rule plays which part, how readable that is, and what is shown',
  description:
    'Text and links need a contrast of 4.5:1, marks 3:1 (WCAG 2.2). Where a pair fails, applied names a colour that is readable instead.',
  scope: 'read',
  target: onBrand,
  query: wholeQuery,
  input: { path: brandPath },
  output: OneTheme,
  tool: {
    title: "Read a brand's theme",
    description:
      "Tells which of a brand's rules play accent, surface, ink, headlines, text and logo, with contrast checks. Use applied for the colours to build with: each is readable on what it stands on. Parts in assumed follow a rule by its name; parts in unset are defaults and say nothing about the brand.",
    readOnly: true,
  },
  run: async ({ row }) => ({ data: themeView(toLoaded(row).state) }),
});
