'use client';
// What the views under "Settings" have in common: the title, and links to those that the person can use.
import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import type { ReactNode } from 'react';
import { useMe, type Who } from '../client/me.tsx';
import { useAdminRoute, useHasAgents } from '../shell/routes.ts';
import './settings.css';

interface Section {
  label: string;
  path: `/${string}`;
}

export const isAdmin = ({ scope, organizationScope }: Who): boolean =>
  scope === 'admin' || organizationScope === 'admin';

/** The settings views that a person can do something in. */
export function sectionsOf(me: Who, hasAgents: boolean): Section[] {
  return [
    ...(isAdmin(me) ? [{ label: 'General', path: '/settings' } as const] : []),
    ...(isAdmin(me) ? [{ label: 'Workspaces', path: '/collections/workspaces' } as const] : []),
    ...(me.scope === 'write' || me.scope === 'admin'
      ? [{ label: 'Fields', path: '/collections/fields' } as const]
      : []),
    // Otherwise keys are with the agents that use them.
    ...(me.workspace && !hasAgents ? [{ label: 'Keys', path: '/collections/keys' } as const] : []),
  ];
}

/** @param title null: "Settings" alone */
export function SettingsFrame({ title, children }: { title: string | null; children: ReactNode }) {
  const me = useMe();
  const route = useAdminRoute();
  const here = usePathname();
  const hasAgents = useHasAgents();
  const sections = me ? sectionsOf(me, hasAgents) : [];
  return (
    <main>
      <SetStepNav nav={[{ label: 'Settings' }, ...(title === null ? [] : [{ label: title }])]} />
      <Gutter className="mq-settings">
        <h1>{title ?? 'Settings'}</h1>
        {sections.length > 1 && (
          <nav className="mq-switch" aria-label="Settings">
            {sections.map(({ label, path }) => (
              <Link
                key={path}
                href={route(path)}
                prefetch={false}
                {...(route(path) === here ? { 'aria-current': 'page' as const } : {})}
              >
                {label}
              </Link>
            ))}
          </nav>
        )}
        {children}
      </Gutter>
    </main>
  );
}
