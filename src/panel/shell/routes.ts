'use client';
// The panel's addresses: an app that installs the plugin may have moved the panel, and our collections carry a prefix there.
import { useConfig } from '@payloadcms/ui';
import type { CollectionSlug } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { useCallback } from 'react';

/** Of our collections' slugs in this app; none in our own. */
function useSlugPrefix(): string {
  return String(useConfig().config.admin.custom?.marqueSlugPrefix ?? '');
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

/** Returns a function that turns a panel path into an address. It names our collections as we do: `/collections/assets`. */
export function useAdminRoute(): (path: `/${string}` | '') => string {
  const { config } = useConfig();
  const adminRoute = config.routes.admin;
  const prefix = useSlugPrefix();
  return useCallback(
    (path) => {
      const here = path.replace(/^\/collections\//, `/collections/${prefix}`) as typeof path;
      return formatAdminURL({ adminRoute, path: here || null });
    },
    [adminRoute, prefix],
  );
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
