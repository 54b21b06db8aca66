'use client';
// Leads to what happened, in the panel's navigation, for everybody who works somewhere.
import { useMe } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';

export function ActivityLink() {
  return useMe()?.workspace ? <NavLink label="Activity" path="/activity" /> : null;
}
