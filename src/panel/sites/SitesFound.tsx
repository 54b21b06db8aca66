'use client';
// The sites that Ctrl+K finds.
import { useFound, useIsAsked } from '../shell/finder/finding.ts';
import { Matching } from '../shell/finder/Matching.tsx';

export function SitesFound() {
  const sites = useFound('list_sites', useIsAsked('write') ? {} : null);
  const among = sites?.map(({ id, name }) => ({
    id,
    label: name,
    path: `/collections/sites/${id}` as const,
  }));
  return <Matching heading="Sites" among={among} />;
}
