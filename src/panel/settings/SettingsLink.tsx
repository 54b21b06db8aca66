'use client';
// The menu's entry for the settings, for everyone who can change some of them. It leads to the first that they can.
import { useMe } from '../client/me.tsx';
import { NavLink, type MenuLinkProps } from '../shell/menu/MenuLink.tsx';
import { useHasAgents } from '../shell/routes.ts';
import { sectionsOf } from './SettingsFrame.tsx';
import { useWords } from '../words/useWords.ts';

export function SettingsLink({ label, icon }: MenuLinkProps) {
  const { t } = useWords();
  const me = useMe();
  const hasAgents = useHasAgents();
  const [first, ...others] = me ? sectionsOf(me, hasAgents, t) : [];
  if (!first) return null;
  return <NavLink label={label} path={first.path} also={others.map(({ path }) => path)} icon={icon} />;
}
