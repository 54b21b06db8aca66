'use client';
// The navigation link to the agents page, for everyone who has a workspace.
import { useMe } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';
import { agentsPath } from '../shell/routes.ts';

export function AgentsLink() {
  return useMe()?.workspace ? <NavLink label="Agents" path={agentsPath} /> : null;
}
