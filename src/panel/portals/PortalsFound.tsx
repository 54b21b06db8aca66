'use client';
// The portals that Ctrl+K finds.
import { RecordsFound } from '../sharing/RecordsFound.tsx';
import { useFound, useIsAsked } from '../shell/finder/finding.ts';

export function PortalsFound() {
  const portals = useFound('list_portals', useIsAsked('write') ? {} : null);
  return <RecordsFound noun="portal" listedAt="/collections/portals" records={portals} />;
}
