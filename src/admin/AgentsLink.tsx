'use client';
// Leads to the agents, in the panel's navigation, for everybody who works somewhere.
import { useMe } from './me.tsx';
import { NavLink } from './NavLink.tsx';
import { agentsPath } from './routes.ts';

export function AgentsLink() {
  return useMe()?.workspace ? <NavLink label="Agents" path={agentsPath} /> : null;
}
