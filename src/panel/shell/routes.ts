'use client';
// The panel's addresses: an app that installs the plugin may have moved the panel.
import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useCallback } from 'react';

/** Returns a function that turns a panel path into an address. */
export function useAdminRoute(): (path: `/${string}` | '') => string {
  const { config } = useConfig();
  const adminRoute = config.routes.admin;
  return useCallback((path) => formatAdminURL({ adminRoute, path: path || null }), [adminRoute]);
}

export const reviewPath = '/review';
export const agentsPath = '/agents';

/** True if the agents plugin is installed, which adds the review queue and the agents page. */
export function useHasAgents(): boolean {
  return Boolean(useConfig().config.admin.custom?.marqueAgents);
}
