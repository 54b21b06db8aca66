// The look of a portal's sign-in page: its own logo and colors, or else the first brand's, or else the
// organization's.
import { brandingOf } from '../assets/branding.ts';
import { signedAddress } from '../assets/delivery/signed-media.ts';
import { themeAtWork } from '../brands/theme/theme.ts';
import type { BrandState } from '../brands/publishing/state.ts';
import type { Service } from '../core/service.ts';
import { mediaNamed, type MediaRow } from './media.ts';
import { wholePublish, type PortalBrand } from './published.ts';
import type { SignInTheme, PortalTheme } from './schemas.ts';

const logoTransform = 'w_480';

/** The accent of a brand, from its theme or by a rule's name; null if it has none. */
function accentOf(state: BrandState): string | null {
  const { applied, unset } = themeAtWork(state);
  return unset.includes('accent') ? null : applied.accent;
}

export async function signInTheme(
  service: Service,
  portal: {
    workspaceId: string;
    organizationId: string;
    theme: PortalTheme;
    brands: readonly PortalBrand[];
  },
): Promise<SignInTheme> {
  const { db } = service;
  const { theme, workspaceId } = portal;
  const [first] = portal.brands;
  const state = first ? await wholePublish(db, first) : null;
  const ofBrand = state && themeAtWork(state).applied.logo;
  const [media, branding] = await Promise.all([
    mediaNamed(
      db,
      workspaceId,
      [theme.logo, ofBrand?.id].flatMap((id) => id ?? []),
    ),
    brandingOf(service, db, portal.organizationId, { signed: true }),
  ]);
  const shown = (id: string | null | undefined, transform: string | null): string | null => {
    const row: MediaRow | undefined = id ? media.get(id) : undefined;
    return row ? signedAddress(service, row, transform) : null;
  };
  return {
    logo:
      shown(theme.logo, logoTransform) ??
      shown(ofBrand?.id, ofBrand?.rendition ?? logoTransform) ??
      branding.logo ??
      '',
    accent: theme.accent ?? (state && accentOf(state)) ?? branding.accent ?? '',
    background: theme.background ?? '',
    icon: branding.icon ?? '',
    product: branding.product ?? '',
  };
}
