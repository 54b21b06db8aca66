'use client';
// The sites that Ctrl+K finds.
import { useFound, useIsAsked } from '../shell/finder/finding.ts';
import { Matching } from '../shell/finder/Matching.tsx';
import { useWords } from '../words/useWords.ts';

export function SitesFound() {
  const { t } = useWords();
  const sites = useFound('list_sites', useIsAsked('write') ? {} : null);
  const among = sites?.map(({ id, name }) => ({
    id,
    label: name,
    path: `/collections/sites/${id}` as const,
  }));
  return <Matching heading={t('sites:title')} among={among} />;
}
