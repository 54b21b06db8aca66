// Marque as one Payload plugin: collections, operations, endpoints and jobs.
import type { CollectionConfig, Config, Plugin } from 'payload';
import { assets } from '../../collections/assets.ts';
import { brandComments } from '../../collections/brand-comments.ts';
import { brandPages } from '../../collections/brand-pages.ts';
import { brandRules } from '../../collections/brand-rules.ts';
import { brands } from '../../collections/brands.ts';
import { collections } from '../../collections/collections.ts';
import { fields } from '../../collections/fields.ts';
import { grants } from '../../collections/grants.ts';
import { groups } from '../../collections/groups.ts';
import { keys } from '../../collections/keys.ts';
import { organizations } from '../../collections/organizations.ts';
import { portals } from '../../collections/portals.ts';
import { sites } from '../../collections/sites.ts';
import { users } from '../../collections/users.ts';
import { workspaces } from '../../collections/workspaces.ts';
import { operations as ownOperations } from '../../endpoints/index.ts';
import { marqueEndpoints } from '../../src/core/transports/payload.ts';
import { ownOrigins, readEnv, variablesNamed, type Env } from '../../src/env.ts';
import { answerBadRequests, withRestGuards } from '../../src/core/access/payload-rest.ts';
import { openFirstAccount } from '../../src/identity/accounts/accounts.ts';
import { extensionsOf } from '../../src/extend.ts';
import type { AnyOperation } from '../../src/core/operation.ts';
import { isOwnProcess } from '../../src/core/service.ts';
import { settings as ownSettings } from '../../src/core/settings/definitions.ts';
import type { SettingDefinition } from '../../src/core/settings/schemas.ts';
import { startService } from './start.ts';

const brandView = 'marque/panel/brands/BrandView#BrandView';
/** Views of a brand; Payload matches whole paths, so each depth is listed. */
const brandViews = {
  brand: { Component: brandView, path: '/brands/:slug', exact: true },
  brandPart: { Component: brandView, path: '/brands/:slug/:part', exact: true },
  brandPage: { Component: brandView, path: '/brands/:slug/:part/:page', exact: true },
} as const;

export interface MarqueOptions {
  /** Defaults to the environment. */
  env?: Env;
  /** Operations of other plugins, added after Marque's own. */
  operations?: readonly AnyOperation[];
  /** Settings of other plugins, likewise. */
  settings?: readonly SettingDefinition[];
}

/** The logo of src/panel/shell/Brand.tsx as a favicon. Inline, so that it needs no route. */
const icon = {
  rel: 'icon',
  type: 'image/svg+xml',
  url: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="2" y="2" width="20" height="20" rx="5" fill="#4f46e5"/><path d="m7 17V8.5l5 5.6 5-5.6V17" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  )}`,
};

/** Adds the environment variables of other plugins' settings. */
function withVariablesOf(env: Env, settings: readonly SettingDefinition[]): Env {
  const names = settings.flatMap(({ environment = {} }) => Object.values(environment));
  const variables = variablesNamed(names.filter((name) => name !== undefined));
  return { ...env, settings: { ...variables, ...env.settings } };
}

/** True if the cookie can have the `__Host-` prefix: browsers then only accept it from this very host. */
function isSecure(env: Env): boolean {
  return env.serverUrl.startsWith('https:');
}

/**
 * Installs Marque in a Payload config.
 *
 * @throws Error if the app has a collection with the same name as one of Marque's.
 */
export function marque(options: MarqueOptions = {}): Plugin {
  return (incoming: Config): Config => {
    const env = options.env ?? readEnv();
    const own: CollectionConfig[] = [
      assets,
      collections,
      fields,
      brands,
      brandRules,
      brandPages,
      brandComments,
      portals,
      sites,
      workspaces,
      organizations,
      users({ secureCookies: isSecure(env) }),
      groups,
      grants,
      keys,
    ];
    const taken = own
      .filter(({ slug }) => incoming.collections?.some((one) => one.slug === slug))
      .map(({ slug }) => slug);
    if (taken.length > 0)
      throw new Error(`Marque already has the collections ${taken.join(', ')}. Rename or remove yours.`);
    const theirs = incoming.admin?.components;
    return {
      ...incoming,
      admin: {
        ...incoming.admin,
        user: 'users',
        // Payload's default sends a hash of the person's email address to Gravatar.
        avatar: incoming.admin?.avatar ?? 'default',
        meta: { titleSuffix: ' · Marque', icons: [icon], ...incoming.admin?.meta },
        components: {
          ...theirs,
          graphics: {
            Logo: 'marque/panel/shell/Brand#Logo',
            Icon: 'marque/panel/shell/Brand#Icon',
            ...theirs?.graphics,
          },
          providers: ['marque/panel/shell/PanelProviders#PanelProviders', ...(theirs?.providers ?? [])],
          actions: ['marque/panel/shell/WorkspaceSwitch#WorkspaceSwitch', ...(theirs?.actions ?? [])],
          afterNavLinks: [
            'marque/panel/events/ActivityLink#ActivityLink',
            'marque/panel/settings/SettingsLink#SettingsLink',
            ...(theirs?.afterNavLinks ?? []),
          ],
          views: {
            dashboard: { Component: 'marque/panel/shell/Dashboard#Dashboard' },
            createFirstUser: { Component: 'marque/panel/shell/Welcome#Welcome' },
            ...brandViews,
            activity: {
              Component: 'marque/panel/events/EventsPage#EventsPage',
              path: '/activity',
              exact: true,
            },
            settings: { Component: 'marque/panel/settings/SettingsPage#SettingsPage', path: '/settings' },
            account: { Component: 'marque/panel/identity/Account#Account' },
            forgot: { Component: 'marque/panel/shell/ForgottenPassword#ForgottenPassword' },
            // Targets of links in emails: accessible without signing in, as Payload allows for custom views.
            reset: {
              Component: 'marque/panel/shell/ResetPassword#ResetPassword',
              path: '/reset',
              exact: true,
            },
            invite: {
              Component: 'marque/panel/identity/TakeInvitation#TakeInvitation',
              path: '/invite',
              exact: true,
            },
            ...theirs?.views,
          },
        },
      },
      collections: [...own.map(withRestGuards), ...(incoming.collections ?? [])],
      hooks: {
        ...incoming.hooks,
        afterError: [...(incoming.hooks?.afterError ?? []), answerBadRequests],
      },
      endpoints: [...marqueEndpoints, ...(incoming.endpoints ?? [])],
      cookiePrefix: incoming.cookiePrefix ?? (isSecure(env) ? '__Host-mq' : 'mq'),
      csrf: [...new Set([...(incoming.csrf ?? []), ...ownOrigins(env.serverUrl)])],
      defaultDepth: 0,
      maxDepth: 2,
      graphQL: { disable: true, ...incoming.graphQL },
      telemetry: false,
      // Payload's own forms accept no files: bytes go through our uploads, streamed and hashed.
      upload: {
        ...incoming.upload,
        limits: { ...incoming.upload?.limits, files: 0 },
        abortOnLimit: true,
        requestSizeLimit: 4 * 1024 * 1024,
      },
      onInit: async (payload) => {
        await incoming.onInit?.(payload);
        const extensions = extensionsOf(payload.config);
        const theirSettings = [
          ...(options.settings ?? []),
          ...extensions.flatMap(({ settings = [] }) => settings),
        ];
        const service = await startService(payload, {
          env: options.env ?? withVariablesOf(env, theirSettings),
          operations: [
            ...ownOperations,
            ...(options.operations ?? []),
            ...extensions.flatMap(({ operations = [] }) => operations),
          ],
          settings: [...ownSettings, ...theirSettings],
          routes: extensions.flatMap(({ routes = [] }) => routes),
          listeners: extensions.flatMap(({ listeners = [] }) => listeners),
        });
        // In someone else's app: commands and tests don't run in Next, and our own server prints it on startup.
        if (process.env.NEXT_RUNTIME === 'nodejs' && !isOwnProcess()) await openFirstAccount(service);
      },
    };
  };
}
