'use client';
// A link of the menu: an icon, a name, and a number where something is waiting.
import { Link } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import type { ReactNode } from 'react';
import type { Scope } from '../../../core/access/ladder.ts';
import { isAllowed, useMe } from '../../client/me.tsx';
import { useFinding } from '../finder/finding.ts';
import { useAdminRoute } from '../routes.ts';
import { useWords } from '../../words/useWords.ts';

export interface MenuLinkProps {
  label: string;
  path: `/${string}`;
  /** Other views that belong to it, with everything below their paths. */
  also: readonly `/${string}`[];
  /** The lowest scope on the workspace that it takes; null: any access to it. */
  scope: Scope | null;
  /** Null for entries below others. */
  icon: ReactNode;
}

interface NavLinkProps extends Omit<MenuLinkProps, 'scope'> {
  /** The number of waiting items; 0 is not shown. */
  count?: number;
}

/** `page`: it's this very view. `true`: the view is one of those that belong to it. */
function useCurrent(path: `/${string}`, also: readonly `/${string}`[]): 'page' | 'true' | null {
  const route = useAdminRoute();
  const here = usePathname();
  if (here === route(path)) return 'page';
  return [path, ...also].some((one) => here === route(one) || here.startsWith(`${route(one)}/`))
    ? 'true'
    : null;
}

/** For everyone. In Ctrl+K, it is one of the views to open. */
export function NavLink(props: NavLinkProps) {
  const finding = useFinding();
  const { label, path, icon } = props;
  return finding ? finding.offer({ id: path, label, path, picture: icon }) : <LinkInMenu {...props} />;
}

function LinkInMenu({ label, path, also, icon, count = 0 }: NavLinkProps) {
  const { t, number } = useWords();
  const route = useAdminRoute();
  const current = useCurrent(path, also);
  return (
    <Link
      className="mq-nav__link"
      href={route(path)}
      prefetch={false}
      {...(current ? { 'aria-current': current } : {})}
    >
      {icon}
      <span className="mq-nav__label">{label}</span>
      {count > 0 && (
        <span className="mq-nav__count">
          <span aria-hidden="true">{number(count)}</span>
          <span className="mq-sr-only">{t('shell:waitingSpoken', { count })}</span>
        </span>
      )}
    </Link>
  );
}

/** For people who have a workspace, and the scope that it takes. */
export function MenuLink({ scope, ...link }: MenuLinkProps) {
  const me = useMe();
  return me?.workspace && isAllowed(me, scope) ? <NavLink {...link} /> : null;
}
