'use client';
// The portals that Ctrl+K finds.
import { useFound, useIsAsked } from '../shell/finder/finding.ts';
import { Matching } from '../shell/finder/Matching.tsx';
import { useWords } from '../words/useWords.ts';

export function PortalsFound() {
  const { t } = useWords();
  const portals = useFound('list_portals', useIsAsked('write') ? {} : null);
  const among = portals?.map(({ id, name }) => ({
    id,
    label: name,
    path: `/collections/portals/${id}` as const,
  }));
  return <Matching heading={t('portals:title')} among={among} />;
}
