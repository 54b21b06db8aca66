// How a portal looks: the themes of its brands, its own colors and icon.
import { contextsOf, emptyState, type BrandState } from '../../brands/publishing/state.ts';
import type { ContextColors } from '../../brands/pages/templates/contract.ts';
import { groundOf, themeAtWork } from '../../brands/theme/theme.ts';
import type { Service } from '../../core/service.ts';
import { lookOf, type Look } from '../../sharing/look.ts';
import { wholePublish } from '../published.ts';
import type { SignInTheme } from '../schemas.ts';
import type { PortalFacts } from '../visibility.ts';

/** The browser tab's icon: the organization's, or else the portal's logo. */
export const iconOf = ({ icon, logo }: SignInTheme): string | null => icon || logo || null;

/** Names of the context that a portal is read in at night. Fewer than `namesDark`: one for reversed logos isn't one for whole pages. */
const nightContexts = ['dark', 'dark-mode', 'dark-background', 'night'];

/** A portal's look with one of its brands; plain without one. */
export function lookWith(
  portal: Pick<PortalFacts, 'theme'>,
  state: BrandState | null,
  context: string | null = null,
): Look {
  const brand = state ?? emptyState('');
  const night = contextsOf(brand.rules).find((one) => nightContexts.includes(one));
  return lookOf(
    themeAtWork(brand, context).applied,
    portal.theme,
    night === undefined ? null : themeAtWork(brand, night).applied,
  );
}

/** The colors of each context of a brand, for sections that are shown in one. */
export function colorsOfContexts(
  { theme }: Pick<PortalFacts, 'theme'>,
  state: BrandState,
): (context: string) => ContextColors | null {
  const contexts = new Set(contextsOf(state.rules));
  const known = new Map<string, ContextColors>();
  return (context) => {
    if (!contexts.has(context)) return null;
    const { applied } = themeAtWork(state, context);
    const own = { accent: theme.accent, background: null };
    const colors = known.get(context) ?? lookOf({ ...applied, surface: groundOf(state, context) }, own).light;
    known.set(context, colors);
    return colors;
  };
}

/** The look of a portal's sign-in page: its first brand's. */
export async function portalLook(service: Service, portal: PortalFacts): Promise<Look> {
  const [first] = portal.brands;
  const state = first ? await wholePublish(service.db, first) : null;
  return lookWith(portal, state);
}
