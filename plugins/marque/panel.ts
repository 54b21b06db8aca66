// What Marque and its modules add to Payload's panel.
import type { Config } from 'payload';
import { collectionSlug } from '../../src/core/collection-names.ts';
import type { Module } from '../../src/core/module.ts';
import { pageViews } from './install.ts';

type Admin = NonNullable<Config['admin']>;

interface PanelFacts {
  slugPrefix: string;
  /** True: the app has people of its own, who sign in to its panel. */
  hasPeople: boolean;
}

/** The app's own panel parts come after Marque's, and replace those with the same name. */
export function withPanel(
  incoming: Admin | undefined,
  installed: readonly Module[],
  { slugPrefix, hasPeople }: PanelFacts,
): Admin {
  const theirs = incoming?.components;
  const views = installed.flatMap(({ panel }) => Object.entries(panel?.views ?? {}));
  return {
    ...incoming,
    ...(hasPeople ? {} : { user: incoming?.user ?? collectionSlug('users') }),
    // For addresses that the panel's components make.
    custom: { ...incoming?.custom, marqueSlugPrefix: slugPrefix, marqueAppPeople: hasPeople },
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
      views: {
        ...Object.fromEntries(views),
        ...Object.fromEntries(installed.flatMap((module) => Object.entries(pageViews(module)))),
        ...theirs?.views,
      },
    },
  };
}
