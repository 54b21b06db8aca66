'use client';
// The panel's addresses: an app that installs the plugin may have moved the panel or our views, and our collections carry a prefix there.
import { useConfig } from '@payloadcms/ui';
import type { CollectionSlug } from 'payload';
import { useCallback } from 'react';
import { panelAddress, placesIn } from '../../core/panel-address.ts';

/** Of our collections' slugs in this app; none in our own. */
function useSlugPrefix(): string {
  return placesIn(useConfig().config).marqueSlugPrefix ?? '';
}

/** Our own name of the collection with this slug: `marque-assets` is `assets`. */
export function useCollectionName(slug: string | undefined): string {
  const prefix = useSlugPrefix();
  return slug?.startsWith(prefix) ? slug.slice(prefix.length) : '';
}

/** The slug of one of our collections in this app. */
export function useCollectionSlug<Slug extends CollectionSlug>(name: Slug): Slug {
  return `${useSlugPrefix()}${name}` as Slug;
}

/** Returns `panelAddress` for this app. */
export function useAdminRoute(): (path: `/${string}` | '') => string {
  const { config } = useConfig();
  return useCallback((path) => panelAddress(config, path), [config]);
}

/** True if people sign in to the app that Marque is installed in: their accounts and passwords are the app's. */
export function useHasAppPeople(): boolean {
  return Boolean(useConfig().config.admin.custom?.marqueAppPeople);
}

export const reviewPath = '/review';
export const agentsPath = '/agents';

/** True if the agents plugin is installed, which adds the review queue and the agents page. */
export function useHasAgents(): boolean {
  return Boolean(useConfig().config.admin.custom?.marqueAgents);
}
