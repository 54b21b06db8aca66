'use client';
// Stands in for Payload's forms of brands and their parts, and takes people to the brand's own views.
import { useDocumentInfo } from '@payloadcms/ui';
import { ProductView } from '../shell/ProductView.tsx';
import { brandPathOf, brandsPath } from './paths.ts';

/** Of a brand: its room; of a new one, the form that creates it. */
export function BrandRecord() {
  const { id } = useDocumentInfo();
  return <ProductView path={id === undefined ? `${brandsPath}?new=1` : brandPathOf(String(id))} />;
}

/** Of a rule or page: the brand it's in. */
export function BrandPartRecord() {
  const { id, initialData, collectionSlug } = useDocumentInfo();
  const { brand, slug } = (initialData ?? {}) as { brand?: unknown; slug?: unknown };
  if (id === undefined || typeof brand !== 'string') return <ProductView path={brandsPath} />;
  const isPage = collectionSlug?.endsWith('brand-pages') && typeof slug === 'string';
  return <ProductView path={isPage ? brandPathOf(brand, `pages/${slug}`) : brandPathOf(brand)} />;
}
