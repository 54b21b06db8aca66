'use client';
// The menu's entry for the queue with its count, for people who can propose or review.
import { usePolicy } from '../client/me.tsx';
import { useWaiting } from '../client/waiting.ts';
import { NavLink, type MenuLinkProps } from '../shell/menu/MenuLink.tsx';

export function ReviewLink({ label, path, also, icon }: MenuLinkProps) {
  const policy = usePolicy();
  const waiting = useWaiting(policy);
  if (!policy?.review.proposes) return null;
  return <NavLink label={label} path={path} also={also} icon={icon} count={waiting ?? 0} />;
}
