'use client';
// Leads to the Settings view, in the panel's navigation, for those who may set something.
import { Link } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { useMe } from './me.tsx';
import { useAdminRoute } from './routes.ts';

export function SettingsLink() {
  const me = useMe();
  const route = useAdminRoute();
  const here = usePathname();
  if (me?.scope !== 'admin' && me?.organizationScope !== 'admin') return null;
  const href = route('/settings');
  return (
    <Link
      className="nav__link mq-nav-link"
      href={href}
      prefetch={false}
      {...(here === href ? { 'aria-current': 'page' as const } : {})}
    >
      {here === href && <span className="nav__link-indicator" />}
      <span className="nav__link-label">Settings</span>
    </Link>
  );
}
