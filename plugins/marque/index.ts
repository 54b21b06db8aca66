// Marque as one Payload plugin: adds what its modules contribute to the app's config.
import type { CollectionConfig, Config, Plugin } from 'payload';
import { marqueEndpoints } from '../../src/core/transports/payload.ts';
import { isHttps, readEnv, variablesNamed, type Env } from '../../src/env.ts';
import { withRestGuards } from '../../src/core/access/payload-rest.ts';
import { openFirstAccount } from '../../src/identity/accounts/accounts.ts';
import { setNames } from '../../src/core/collection-names.ts';
import { registerModule, type Module } from '../../src/core/module.ts';
import { extensionsOf, withInstaller } from '../../src/extend.ts';
import { modules as ownModules } from './modules/index.ts';
import { withSettingForms } from '../../src/core/settings/forms.ts';
import { isOwnProcess } from '../../src/core/service.ts';
import { hasUuids, withOurIds, withOwnId } from './ids.ts';
import { addModule, collectionsOf, prepared, withComponents, withProposalKinds } from './install.ts';
import { withPanel } from './panel.ts';
import { schemaOf, withOurSlugs } from './slugs.ts';
import { startService } from './start.ts';

export interface MarqueOptions {
  /** Defaults to the environment. */
  env?: Env;
  /** Modules of Marque to leave out, by name: `['sites']`. Everything else works without them. */
  without?: readonly string[];
  /**
   * What the slugs of Marque's collections begin with, so that they don't clash with the app's; their tables follow. `marque-` unless
   * given; `''` for none. Can't change once there's data.
   */
  slugPrefix?: string;
  /** The app's own modules, added after Marque's. */
  modules?: readonly Module[];
}

/** Adds the environment variables of other plugins' settings. */
function withVariablesOf(env: Env, modules: readonly Module[]): Env {
  const names = modules
    .filter((one) => !ownModules.includes(one))
    .flatMap(({ settings = [] }) => settings)
    .flatMap(({ environment = {} }) => Object.values(environment));
  const variables = variablesNamed(names.filter((name) => name !== undefined));
  return { ...env, settings: { ...variables, ...env.settings } };
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

/** @throws Error if the app has a collection with the same name as one of Marque's */
function demandFreeSlugs(own: readonly CollectionConfig[], incoming: Config, slugPrefix: string): void {
  const taken = own
    .filter(({ slug }) => incoming.collections?.some((one) => one.slug === slug))
    .map(({ slug }) => slug);
  if (taken.length > 0)
    throw new Error(
      `This app and Marque both have the collections ${taken.join(', ')}. Choose other names for Marque's, for example marque({ slugPrefix: 'dam-' }); it's "${slugPrefix}" now.`,
    );
}

/**
 * Installs Marque in a Payload config.
 *
 * @throws Error if the app has a collection with the same name as one of Marque's.
 */
export function marque(options: MarqueOptions = {}): Plugin {
  return (incoming: Config): Config => {
    const env = options.env ?? readEnv();
    const { slugPrefix = 'marque-' } = options;
    setNames({ slugPrefix, schema: null });
    const early = extensionsOf(incoming);
    const installed = [
      ...chosen(options.without ?? []),
      ...[...(options.modules ?? []), ...early].map(prepared),
    ];
    installed.forEach(registerModule);
    const late: Module[] = [];
    const ourSlugs = collectionsOf(ownModules, false).map(({ slug }) => slug);
    const own = withOurSlugs(collectionsOf(installed, isHttps(env.serverUrl)), ourSlugs);
    demandFreeSlugs(own, incoming, slugPrefix);
    const needsIds = !hasUuids(incoming.db);
    const hasPeople = incoming.collections?.some(({ auth }) => Boolean(auth)) ?? false;
    return {
      ...incoming,
      custom: withInstaller(
        withProposalKinds(
          withSettingForms(
            incoming.custom,
            installed.flatMap(({ settings = [] }) => settings),
          ),
          installed,
        ),
        (config, module) => {
          const added = prepared(module);
          late.push(added);
          return addModule(config, added, { needsIds, ourSlugs });
        },
      ),
      admin: withComponents(withPanel(incoming.admin, installed, { slugPrefix, hasPeople }), installed),
      db: needsIds ? withOurIds(incoming.db, own) : incoming.db,
      collections: [
        // The app's come first: without `admin.user`, the first with `auth` signs in to the panel.
        ...(incoming.collections ?? []),
        ...own.map(withRestGuards).map((one) => (needsIds ? withOwnId(one) : one)),
      ],
      endpoints: [...marqueEndpoints, ...(incoming.endpoints ?? [])],
      onInit: async (payload) => {
        await incoming.onInit?.(payload);
        setNames({ slugPrefix, schema: schemaOf(payload) });
        const modules = [...installed, ...late];
        const service = await startService(payload, {
          env: options.env ?? withVariablesOf(env, modules),
          modules,
        });
        // In someone else's app: commands and tests don't run in Next, and our own server prints it on startup.
        if (process.env.NEXT_RUNTIME === 'nodejs' && !isOwnProcess()) await openFirstAccount(service);
      },
    };
  };
}
