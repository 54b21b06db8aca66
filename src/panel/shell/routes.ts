'use client';
// Where the panel hangs: an app that installs the plugin may have moved it.
import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useCallback } from 'react';

/** Makes an address of the panel from a path below it. */
export function useAdminRoute(): (path: `/${string}` | '') => string {
  const { config } = useConfig();
  const adminRoute = config.routes.admin;
  return useCallback((path) => formatAdminURL({ adminRoute, path: path || null }), [adminRoute]);
}

export const reviewPath = '/review';
export const agentsPath = '/agents';

/** True where the plugin of the agents is installed, which brings the queue and the page of the agents. */
export function useHasAgents(): boolean {
  return Boolean(useConfig().config.admin.custom?.marqueAgents);
}
