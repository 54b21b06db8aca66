'use client';
// The navigation link to the settings, for admins.
import { useMe } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';

export function SettingsLink() {
  const me = useMe();
  if (me?.scope !== 'admin' && me?.organizationScope !== 'admin') return null;
  return <NavLink label="Settings" path="/settings" />;
}
