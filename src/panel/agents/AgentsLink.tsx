'use client';
// Leads to the agents, in the panel's navigation, for everybody who works somewhere.
import { useMe } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';
import { agentsPath } from '../shell/routes.ts';

export function AgentsLink() {
  return useMe()?.workspace ? <NavLink label="Agents" path={agentsPath} /> : null;
}
