// Marque as one Payload plugin: adds what its modules contribute to the app's config.
import type { CollectionConfig, Config, Plugin } from 'payload';
import { marqueEndpoints } from '../../src/core/transports/payload.ts';
import { ownOrigins, readEnv, variablesNamed, type Env } from '../../src/env.ts';
import { answerBadRequests, withRestGuards } from '../../src/core/access/payload-rest.ts';
import { openFirstAccount } from '../../src/identity/accounts/accounts.ts';
import { registerModule, type Module } from '../../src/core/module.ts';
import { extensionsOf } from '../../src/extend.ts';
import { modules as ownModules } from './modules/index.ts';
import { isOwnProcess } from '../../src/core/service.ts';
import type { SettingDefinition } from '../../src/core/settings/schemas.ts';
import { startService } from './start.ts';

/** The panel's navigation sections, in order. Other groups follow. */
const sections = ['Library', 'Brand', 'Publishing', 'Access'];

export interface MarqueOptions {
  /** Defaults to the environment. */
  env?: Env;
  /** Modules of Marque to leave out, by name: `['sites']`. Everything else works without them. */
  without?: readonly string[];
  /** The app's own modules, added after Marque's. */
  modules?: readonly Module[];
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

/** Marque's modules but those left out. @throws Error for an unknown name */
function chosen(without: readonly string[]): Module[] {
  const unknown = without.find((name) => !ownModules.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new Error(
      `There is no module "${unknown}". There are ${ownModules.map(({ name }) => name).join(', ')}.`,
    );
  return ownModules.filter(({ name }) => !without.includes(name));
}

/** The collections of modules, by section; within a section, later modules first. */
function collectionsOf(modules: readonly Module[], secure: boolean): CollectionConfig[] {
  const all = modules
    .toReversed()
    .flatMap(({ collections = [] }) =>
      typeof collections === 'function' ? collections({ isSecure: secure }) : collections,
    );
  const placeOf = ({ admin }: CollectionConfig): number => {
    const place = sections.indexOf(typeof admin?.group === 'string' ? admin.group : '');
    return place < 0 ? sections.length : place;
  };
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Installs Marque in a Payload config.
 *
 * @throws Error if the app has a collection with the same name as one of Marque's.
 */
export function marque(options: MarqueOptions = {}): Plugin {
  return (incoming: Config): Config => {
    const env = options.env ?? readEnv();
    const installed = [...chosen(options.without ?? []), ...(options.modules ?? [])];
    installed.forEach(registerModule);
    const own = collectionsOf(installed, isSecure(env));
    const views = Object.assign({}, ...installed.map(({ panel }) => panel?.views ?? {})) as object;
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
          providers: [
            'marque/panel/shell/PanelProviders#PanelProviders',
            ...installed.flatMap(({ panel }) => panel?.providers ?? []),
            ...(theirs?.providers ?? []),
          ],
          actions: [
            'marque/panel/shell/WorkspaceSwitch#WorkspaceSwitch',
            ...installed.flatMap(({ panel }) => panel?.actions ?? []),
            ...(theirs?.actions ?? []),
          ],
          afterNavLinks: [
            ...installed.flatMap(({ panel }) => panel?.navigation ?? []),
            ...(theirs?.afterNavLinks ?? []),
          ],
          views: {
            dashboard: { Component: 'marque/panel/shell/Dashboard#Dashboard' },
            ...views,
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
        const modules = [...installed, ...extensionsOf(payload.config)];
        const theirSettings = modules
          .filter((one) => !ownModules.includes(one))
          .flatMap(({ settings = [] }) => settings);
        const service = await startService(payload, {
          env: options.env ?? withVariablesOf(env, theirSettings),
          modules,
        });
        // In someone else's app: commands and tests don't run in Next, and our own server prints it on startup.
        if (process.env.NEXT_RUNTIME === 'nodejs' && !isOwnProcess()) await openFirstAccount(service);
      },
    };
  };
}
