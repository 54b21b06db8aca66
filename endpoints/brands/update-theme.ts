import { z } from 'zod';
import { demandExpected, expectedQuery } from '../../src/brands/expected.ts';
import { ThemePatch } from '../../src/brands/theme/schemas.ts';
import { setTheme } from '../../src/brands/theme/write-theme.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, lockBrandState, onBrand, OneTheme } from './schemas.ts';

export const updateTheme = defineOperation({
  name: 'update_theme',
  http: {
    route: 'PATCH /api/v1/brands/{slug}/theme',
    tag: 'brands',
  },
  summary: 'Set which rule is used for each role, and radius, width and density',
  description:
    'null clears a role. Color pairs with too little contrast are accepted, listed in checks, and replaced by a readable color when shown.',
  access: {
    scope: 'write',
    target: onBrand,
    proposedBy: ['propose_changes'],
  },
  lock: lockBrandState,
  input: { path: brandPath, query: z.object(expectedQuery), body: ThemePatch },
  output: OneTheme,
  errors: ['conflict', 'invalid'],
  agent: {
    title: "Set a brand's theme",
    description:
      "Sets which rule is used for each role of a brand's theme (accent, surface, ink, head, body, logo), and its radius, width and density. The response checks the contrasts. Read get_theme first and send its version as expected; readers see the theme after the next publish.",
    destructive: true,
    idempotent: true,
  },
  run: async (context, { query, body }) => {
    const id = context.access.id ?? '';
    await demandExpected(context.db, id, 'theme', query.expected);
    return { data: await setTheme(context, id, body) };
  },
});
