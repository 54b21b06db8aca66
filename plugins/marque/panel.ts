// What Marque and its modules add to Payload's panel.
import type { Config } from 'payload';
import { collectionSlug } from '../../src/core/collection-names.ts';
import type { Module } from '../../src/core/module.ts';
import { pageLinks, pageViews } from './install.ts';

type Admin = NonNullable<Config['admin']>;

interface AppFacts {
  slugPrefix: string;
  /** True: the app has people of its own, who sign in to its panel. */
  hasPeople: boolean;
}

/** The app's own panel parts come after Marque's, and replace those with the same name. */
export function withPanel(
  incoming: Admin | undefined,
  installed: readonly Module[],
  { slugPrefix, hasPeople }: AppFacts,
): Admin {
  const theirs = incoming?.components;
  const views = installed
    .flatMap(({ panel }) => Object.entries(panel?.views ?? {}))
    // Those without a path replace Payload's own, such as the account page: the app's people have theirs.
    .filter(([, view]) => !hasPeople || view.path !== undefined);
  return {
    ...incoming,
    ...(hasPeople ? {} : { user: incoming?.user ?? collectionSlug('users') }),
    // For addresses that the panel's components make.
    custom: { ...incoming?.custom, marqueSlugPrefix: slugPrefix },
    components: {
      ...theirs,
      providers: [
        'marque/client-components#PanelProviders',
        ...installed.flatMap(({ panel }) => panel?.providers ?? []),
        ...(theirs?.providers ?? []),
      ],
      actions: [
        'marque/client-components#WorkspaceSwitch',
        ...installed.flatMap(({ panel }) => panel?.actions ?? []),
        ...(theirs?.actions ?? []),
      ],
      afterNavLinks: [
        ...installed.flatMap(({ panel }) => panel?.navigation ?? []),
        ...installed.flatMap(pageLinks),
        ...(theirs?.afterNavLinks ?? []),
      ],
      views: {
        ...Object.fromEntries(views),
        ...Object.fromEntries(installed.flatMap((module) => Object.entries(pageViews(module)))),
        ...theirs?.views,
      },
    },
  };
}
