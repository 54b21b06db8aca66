// Setting a brand's theme, and reading it with its contrasts.
import { invalid } from '../../core/errors.ts';
import { changeBrand } from '../change-brand.ts';
import { themeVersion } from '../expected.ts';
import type { ThemePatch, ThemeView } from './schemas.ts';
import type { BrandState } from '../publishing/state.ts';
import { themeAtWork, themeIssues } from './theme.ts';
import type { Writer } from '../rules/write-rules.ts';

export function themeView(state: Pick<BrandState, 'theme' | 'rules'>): ThemeView {
  return { ...state.theme, ...themeAtWork(state), version: themeVersion(state.theme) };
}

/**
 * Sets parts of a theme; null clears a role. An untouched role may keep referring to a deleted rule.
 *
 * @param detail more detail for the event.
 */
export async function setTheme(
  writer: Writer,
  brandId: string,
  patch: ThemePatch,
  detail: Record<string, unknown> = {},
): Promise<ThemeView> {
  const { after } = await changeBrand(
    writer.req,
    writer.db,
    brandId,
    { event: 'brand.theme_changed', detail: { parts: Object.keys(patch), ...detail } },
    (brand) => {
      const issues = themeIssues(patch, brand.state.rules);
      if (issues.length > 0) throw invalid(issues);
      const theme = { ...brand.state.theme, ...patch };
      return { state: { ...brand.state, theme }, summary: 'Changed the theme' };
    },
  );
  return themeView(after);
}
