'use client';
// The navigation link to the activity page, for everyone who has a workspace.
import { useMe } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';

export function ActivityLink() {
  return useMe()?.workspace ? <NavLink label="Activity" path="/activity" /> : null;
}
