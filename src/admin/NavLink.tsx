'use client';
// A link to a page of our own, below the collections in the panel's navigation.
import { Link } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { useAdminRoute } from './routes.ts';

export function NavLink({ label, path }: { label: string; path: `/${string}` }) {
  const route = useAdminRoute();
  const here = usePathname();
  const href = route(path);
  return (
    <Link
      className="nav__link mq-nav-link"
      href={href}
      prefetch={false}
      {...(here === href ? { 'aria-current': 'page' as const } : {})}
    >
      {here === href && <span className="nav__link-indicator" />}
      <span className="nav__link-label">{label}</span>
    </Link>
  );
}
