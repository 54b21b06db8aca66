'use client';
// The navigation link to the settings, for everyone who can change some of them.
import { useMe } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';
import { useHasAgents } from '../shell/routes.ts';
import { sectionsOf } from './SettingsFrame.tsx';

export function SettingsLink() {
  const me = useMe();
  const hasAgents = useHasAgents();
  const [first, ...others] = me ? sectionsOf(me, hasAgents) : [];
  if (!first) return null;
  return <NavLink label="Settings" path={first.path} also={others.map(({ path }) => path)} />;
}
