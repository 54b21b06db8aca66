'use client';
// A link to one of our own pages, below the collections in the panel's navigation.
import { Link } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { useAdminRoute } from './routes.ts';

interface Props {
  label: string;
  path: `/${string}`;
  /** The number of waiting items; 0 is not shown. */
  count?: number;
  /** Other views that belong to it. */
  also?: readonly `/${string}`[];
}

export function NavLink({ label, path, count = 0, also = [] }: Props) {
  const route = useAdminRoute();
  const here = usePathname();
  const href = route(path);
  const isHere = here === href;
  const isInside = isHere || also.some((one) => route(one) === here);
  return (
    <Link
      className="nav__link mq-nav-link"
      href={href}
      prefetch={false}
      {...(isInside ? { 'aria-current': isHere ? ('page' as const) : ('true' as const) } : {})}
    >
      {isInside && <span className="nav__link-indicator" />}
      <span className="nav__link-label">{label}</span>
      {count > 0 && (
        <span className="mq-nav-count">
          {count}
          <span className="mq-sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}
