'use client';
// The group that holds the menu in another app's panel. People without a workspace have no use for it.
import { NavGroup } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import { useMe } from '../../client/me.tsx';

export function MenuGroup({ children }: { children: ReactNode }) {
  if (!useMe()?.workspace) return null;
  return (
    <NavGroup label="Marque">
      <ul className="mq-nav__list">{children}</ul>
    </NavGroup>
  );
}
