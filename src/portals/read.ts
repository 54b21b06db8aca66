// A portal as visitors see it first: its texts, brands and collections, and a page of its assets.
import type { Service } from '../core/service.ts';
import { portalAssets, type AssetQuery } from './assets.ts';
import type { EnteredPortal } from './visibility.ts';
import { addressOf } from './rules.ts';
import type { PortalView } from './schemas.ts';
import { signInTheme } from './theme.ts';

export async function readPortal(
  service: Service,
  portal: EnteredPortal,
  query: AssetQuery,
): Promise<PortalView> {
  const [theme, { assets, total, next }] = await Promise.all([
    signInTheme(service, portal),
    portalAssets(service, portal, query),
  ]);
  return {
    slug: portal.slug,
    name: portal.name,
    intro: portal.intro,
    access: portal.access,
    expiresAt: portal.expiresAt?.toISOString() ?? null,
    terms: portal.terms,
    indexed: portal.indexed,
    url: addressOf(service.env, portal.slug),
    theme,
    audience: portal.audience,
    brands: portal.brands.map(({ slug, name, version, publishedAt }) => ({
      slug,
      name,
      version,
      publishedAt: publishedAt?.toISOString() ?? null,
    })),
    collections: portal.collections,
    assets,
    total,
    next,
  };
}
