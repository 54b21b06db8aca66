// What Marque and its modules add to Payload's panel.
import type { Config } from 'payload';
import { collectionSlug } from '../../src/core/collection-names.ts';
import type { Module } from '../../src/core/module.ts';
import { demandFreeViews, viewsOf, withPlaces } from './views.ts';

type Admin = NonNullable<Config['admin']>;

interface PanelFacts {
  slugPrefix: string;
  panelPath: string;
  /** The slugs of collections of the app's own modules. */
  unprefixed: readonly string[];
  /** True: the app has people of its own, who sign in to its panel. */
  hasPeople: boolean;
  /** True: the panel begins with Marque's. */
  dashboard: boolean;
}

/** What records of modules show. It's in every import map, so that a module that only adds records needs no new one. */
const ofRecords = { path: 'marque/client-components#WhoCanReach', type: 'component' } as const;

export const ownDashboard = { Component: 'marque/client-components#Dashboard' };

/** The app's own panel parts come after Marque's. Its views replace those of Payload's that Marque replaces, such as `account`. */
export function withPanel(
  incoming: Admin | undefined,
  installed: readonly Module[],
  { slugPrefix, panelPath, hasPeople, dashboard, unprefixed }: PanelFacts,
): Admin {
  const theirs = incoming?.components;
  const views = viewsOf(installed, panelPath);
  demandFreeViews(views, theirs?.views, panelPath);
  const places = { marqueSlugPrefix: slugPrefix, marquePanelPath: panelPath };
  return {
    ...incoming,
    dependencies: { ...incoming?.dependencies, marqueWhoCanReach: ofRecords },
    ...(hasPeople ? {} : { user: incoming?.user ?? collectionSlug('users') }),
    // For addresses that the panel's components make.
    custom: withPlaces({ ...incoming?.custom, ...places, marqueAppPeople: hasPeople }, installed, unprefixed),
    components: {
      ...theirs,
      providers: [
        'marque/rsc#PanelRoot',
        ...installed.flatMap(({ panel }) => panel?.providers ?? []),
        ...(theirs?.providers ?? []),
      ],
      actions: [
        'marque/rsc#SearchAction',
        'marque/client-components#WorkspaceSwitch',
        ...installed.flatMap(({ panel }) => panel?.actions ?? []),
        ...(theirs?.actions ?? []),
      ],
      afterNavLinks: ['marque/rsc#MenuLinks', ...(theirs?.afterNavLinks ?? [])],
      views: { ...views, ...theirs?.views, ...(dashboard && { dashboard: ownDashboard }) },
    },
  };
}
