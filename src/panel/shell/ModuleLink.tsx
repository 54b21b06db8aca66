'use client';
// The navigation link to a page of another module, for everyone who has a workspace.
import { useMe } from '../client/me.tsx';
import { NavLink } from './NavLink.tsx';

export function ModuleLink({ label, path }: { label: string; path: `/${string}` }) {
  return useMe()?.workspace ? <NavLink label={label} path={path} /> : null;
}
