'use client';
// The brands that Ctrl+K finds.
import { useFound, useIsAsked } from '../shell/finder/finding.ts';
import { Matching } from '../shell/finder/Matching.tsx';
import { useWords } from '../words/useWords.ts';

export function BrandsFound() {
  const { t } = useWords();
  const brands = useFound('list_brands', useIsAsked() ? {} : null);
  const among = brands?.map(({ slug, name }) => ({
    id: slug,
    label: name,
    path: `/brands/${slug}` as const,
  }));
  return <Matching heading={t('menu:brands')} among={among} />;
}
