// A proposed change of a brand's theme: some of its roles and measures.
import { demandLockedBrand } from '../brands/queries.ts';
import { ThemePatch } from '../brands/theme/schemas.ts';
import { themeIssues } from '../brands/theme/theme.ts';
import { setTheme } from '../brands/theme/write-theme.ts';
import { carriedOut } from '../proposals/queue.ts';
import { defineProposalKind } from './module-kinds.ts';
import { namedIn } from './patch-parts.ts';

export const proposedTheme = defineProposalKind<ThemePatch>({
  name: 'theme',
  on: 'brand',
  label: 'Theme',
  counted: ['theme change', 'theme changes'],
  described: 'the parts of the theme to change, as in get_theme; null clears a role',
  value: ThemePatch.refine((patch) => Object.keys(patch).length > 0, 'Send at least one part.'),
  isPatch: true,
  current: async (db, id, patch) => namedIn((await demandLockedBrand(db, id)).state.theme, patch),
  check: async ({ db }, id, patch) => themeIssues(patch, (await demandLockedBrand(db, id)).state.rules),
  accept: async ({ req, db, caller }, id, patch) => {
    const proposal = carriedOut(req);
    await setTheme({ req, db, caller }, id, patch, proposal ? { proposals: [proposal] } : {});
  },
});
