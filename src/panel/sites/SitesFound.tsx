'use client';
// The sites that Ctrl+K finds.
import { RecordsFound } from '../sharing/RecordsFound.tsx';
import { useFound, useIsAsked } from '../shell/finder/finding.ts';

export function SitesFound() {
  const sites = useFound('list_sites', useIsAsked('write') ? {} : null);
  return <RecordsFound noun="site" listedAt="/collections/sites" records={sites} />;
}
