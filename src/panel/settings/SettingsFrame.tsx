'use client';
// What the views under "Settings" have in common: the title, and links to those that the person can use.
import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import type { ReactNode } from 'react';
import { useMe, type Who } from '../client/me.tsx';
import { useAdminRoute, useHasAgents } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';
import './settings.css';

interface Section {
  label: string;
  path: `/${string}`;
}

export const isAdmin = ({ scope, organizationScope }: Who): boolean =>
  scope === 'admin' || organizationScope === 'admin';

/** The settings views that a person can do something in. */
export function sectionsOf(me: Who, hasAgents: boolean, t: Translate): Section[] {
  return [
    ...(isAdmin(me) ? [{ label: t('settings:general'), path: '/settings' } as const] : []),
    ...(isAdmin(me) ? [{ label: t('settings:workspaces'), path: '/collections/workspaces' } as const] : []),
    ...(me.scope === 'write' || me.scope === 'admin'
      ? [{ label: t('settings:fields'), path: '/collections/fields' } as const]
      : []),
    // Otherwise keys are with the agents that use them.
    ...(me.workspace && !hasAgents
      ? [{ label: t('settings:keys'), path: '/collections/keys' } as const]
      : []),
    ...(me.workspace && isAdmin(me) ? [{ label: t('settings:webhooks'), path: '/webhooks' } as const] : []),
  ];
}

/** @param title null: "Settings" alone */
export function SettingsFrame({ title, children }: { title: string | null; children: ReactNode }) {
  const { t } = useWords();
  const me = useMe();
  const route = useAdminRoute();
  const here = usePathname();
  const hasAgents = useHasAgents();
  const sections = me ? sectionsOf(me, hasAgents, t) : [];
  return (
    <main>
      <SetStepNav nav={[{ label: t('settings:title') }, ...(title === null ? [] : [{ label: title }])]} />
      <Gutter className="mq-settings">
        <h1>{title ?? t('settings:title')}</h1>
        {sections.length > 1 && (
          <nav className="mq-switch" aria-label={t('settings:title')}>
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
