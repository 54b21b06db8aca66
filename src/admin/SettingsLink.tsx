'use client';
// Leads to the Settings view, in the panel's navigation, for those who may set something.
import { useMe } from './me.tsx';
import { NavLink } from './NavLink.tsx';

export function SettingsLink() {
  const me = useMe();
  if (me?.scope !== 'admin' && me?.organizationScope !== 'admin') return null;
  return <NavLink label="Settings" path="/settings" />;
}
