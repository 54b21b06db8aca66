// What Marque and its modules add to Payload's panel.
import type { Config } from 'payload';
import type { Module } from '../../src/core/module.ts';

type Admin = NonNullable<Config['admin']>;

/** The logo of src/panel/shell/Brand.tsx as a favicon. Inline, so that it needs no route. */
const icon = {
  rel: 'icon',
  type: 'image/svg+xml',
  url: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="2" y="2" width="20" height="20" rx="5" fill="#4f46e5"/><path d="m7 17V8.5l5 5.6 5-5.6V17" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  )}`,
};

/** The app's own panel parts come after Marque's, and replace those with the same name. */
export function withPanel(incoming: Admin | undefined, installed: readonly Module[]): Admin {
  const theirs = incoming?.components;
  const views = Object.assign({}, ...installed.map(({ panel }) => panel?.views ?? {})) as object;
  return {
    ...incoming,
    user: 'users',
    // Payload's default sends a hash of the person's email address to Gravatar.
    avatar: incoming?.avatar ?? 'default',
    meta: { titleSuffix: ' · Marque', icons: [icon], ...incoming?.meta },
    components: {
      ...theirs,
      graphics: {
        Logo: 'marque/client-components#Logo',
        Icon: 'marque/client-components#Icon',
        ...theirs?.graphics,
      },
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
        ...(theirs?.afterNavLinks ?? []),
      ],
      views: {
        dashboard: { Component: 'marque/client-components#Dashboard' },
        ...views,
        ...theirs?.views,
      },
    },
  };
}
