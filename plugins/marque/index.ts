// Marque as one Payload plugin: adds what its modules contribute to the app's config.
import type { Config, Payload, Plugin } from 'payload';
import { apiEndpoints, lastEndpoints, orderEndpoints } from '../../src/core/transports/payload.ts';
import { isHttps, readEnv, variablesNamed, type Env } from '../../src/env.ts';
import { answerFailures } from '../../src/core/access/payload/payload-failures.ts';
import { withRestGuards } from '../../src/core/access/payload/payload-rest.ts';
import { openFirst } from '../../src/identity/first-use.ts';
import type { AccessOfUser, ActivityOfUser } from '../../src/identity/app-people/people.ts';
import { setNames, takeTables } from '../../src/core/collection-names.ts';
import { hideValuesOf } from '../../src/core/db/query-errors.ts';
import { registerModule, type AppFacts, type Module } from '../../src/core/module.ts';
import { addressProblems, rewrittenPanelPath, setPrefix } from '../../src/core/public-paths.ts';
import { extensionsOf, withInstaller } from '../../src/extend.ts';
import { modules as ownModules } from './modules/index.ts';
import { isOwnProcess, type Service } from '../../src/core/service.ts';
import { hasUuids, withOurIds, withOwnId } from './ids.ts';
import { adoptUsers } from './app-users.ts';
import { demandFreeSlugs, demandOwnNames, withFreeTables } from './clashes.ts';
import {
  addModule,
  collectionsOf,
  grouped,
  slugsOf,
  withComponents,
  withDrawnTypes,
  withFacts,
} from './install.ts';
import { installable, withoutLosses, type LeftOut } from './left-out.ts';
import { withPanel } from './panel.ts';
import { followReloads, withStarter, type Starter } from './reload.ts';
import { schemaOf, tablesIn, withOurSlugs } from './slugs.ts';
import { startService } from './start.ts';
import { demandPanelPath } from './views.ts';
import { withWords } from './words.ts';

export type { AccessOfUser, ActivityOfUser } from '../../src/identity/app-people/people.ts';
export type { AppGrant } from '../../src/identity/app-people/wanted-grants.ts';

export interface MarqueOptions {
  /** What the environment variables say, for an app that reads them elsewhere. The environment unless given. */
  env?: Env;
  /** Modules of Marque to leave out, by name: `['sites']`. Everything else works without them. */
  without?: readonly string[];
  /**
   * What the slugs of Marque's collections begin with, so that they don't clash with the app's; their tables follow. `marque-` unless
   * given; `''` for none. Can't change once there's data.
   */
  slugPrefix?: string;
  /**
   * The path below which files, portals and share links are, such as `/dam`, for an app with pages of its own at `/a`, `/c`, `/p` or
   * `/s`. That of `withMarque` unless given; needed only where addresses are made outside Next, by scripts of the app.
   */
  prefix?: string;
  /**
   * The path below which Marque's views are in the panel, such as `/marque`, for an app with views of its own at `/settings`, `/brands` or
   * the like. That of `withMarque` unless given.
   */
  panelPath?: string;
  /** The app's own modules, added after Marque's; see `defineModule` of `marque/extend`. */
  modules?: readonly Module[];
  /**
   * The app's auth collection, whose users are Marque's people: they sign in to the app. Unless given, the one that signs in to the
   * panel; where the app has none, Marque brings its own.
   */
  users?: string;
  /**
   * What a user of the app may do in Marque, on top of the grants that admins give there. It's asked with each of their requests, and
   * what it no longer returns is taken away. Without it, the first person who opens Marque in the panel becomes its admin.
   */
  access?: AccessOfUser;
  /**
   * Whether a user of the app may use Marque at all, for an app that disables people without deleting them:
   * `({ user }) => !user.disabled`. It's asked with each of their requests, when they change, and hourly; whoever may not loses their
   * keys and agents. Everyone whom the app signs in may, unless given.
   */
  isActive?: ActivityOfUser;
  /**
   * True: the panel begins with Marque's dashboard, in place of Payload's or the app's own. False unless given.
   */
  dashboard?: boolean;
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

/** The environment; without SERVER_URL, the app's `serverURL` is this server's address. */
const environmentOf = ({ serverURL }: Config): NodeJS.ProcessEnv => ({
  ...process.env,
  SERVER_URL: process.env.SERVER_URL || serverURL,
});

/** Marque's modules but those left out. @throws Error for an unknown name */
function chosen(without: readonly string[]): Module[] {
  const unknown = without.find((name) => !ownModules.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new Error(
      `There is no module "${unknown}". There are ${ownModules.map(({ name }) => name).join(', ')}.`,
    );
  return ownModules.filter(({ name }) => !without.includes(name));
}

/** The app's own modules, without those that are left out, and all of them. */
function modulesOf(
  incoming: Config,
  { modules = [], without = [] }: MarqueOptions,
  app: AppFacts,
  leftOut: LeftOut[],
): { theirs: Module[]; installed: Module[] } {
  const theirs = [...modules, ...extensionsOf(incoming)].flatMap((module) =>
    installable(module, app, leftOut),
  );
  const ours = chosen([...without, ...(app.hasPeople ? ['accounts'] : [])]);
  return { theirs, installed: [...ours, ...theirs] };
}

interface Installed {
  options: MarqueOptions;
  env: Env;
  slugPrefix: string;
  /** Our collections and those of modules, as this app calls them. Asked at the start: other plugins may add some after Marque. */
  slugs: () => readonly string[];
  /** The same. */
  modules: () => readonly Module[];
  /** The same. */
  leftOut: readonly LeftOut[];
}

/** Starts the service as this config has it. */
function starterFor({ options, env, slugPrefix, slugs, modules, leftOut }: Installed): Starter {
  return async (payload) => {
    setNames({ slugPrefix, schema: schemaOf(payload) });
    takeTables(
      payload.config.collections.map(({ slug }) => slug),
      tablesIn(payload),
    );
    orderEndpoints(payload.config);
    const all = modules();
    const service = await startService(payload, {
      env: options.env ?? withVariablesOf(env, all),
      modules: all,
      leftOut,
    });
    hideValuesOf(payload, slugs());
    answerFailures(payload, slugs());
    return service;
  };
}

/** Says what is left to do where nobody else does. */
async function welcome(payload: Payload, service: Service): Promise<void> {
  // In someone else's app: commands and tests don't run in Next, and our own server prints it on startup.
  if (process.env.NEXT_RUNTIME !== 'nodejs' || isOwnProcess()) return;
  for (const problem of addressProblems(payload.config)) service.log.error(problem);
  await openFirst(service);
}

/**
 * Installs Marque in a Payload config.
 *
 * @throws Error if the app has a collection with the same name as one of Marque's or of its modules.
 */
export function marque(options: MarqueOptions = {}): Plugin {
  return (incoming: Config): Config => {
    const env = options.env ?? readEnv(environmentOf(incoming));
    const { slugPrefix = 'marque-', panelPath = rewrittenPanelPath() ?? '', dashboard = false } = options;
    demandPanelPath(panelPath);
    setNames({ slugPrefix, schema: null });
    setPrefix(options.prefix ?? null);
    const { hasPeople, collections } = adoptUsers(incoming, options);
    const app = { isSecure: isHttps(env.serverUrl), hasPeople };
    const leftOut: LeftOut[] = [];
    const { theirs, installed } = modulesOf(incoming, options, app, leftOut);
    installed.forEach(registerModule);
    const late: Module[] = [];
    const ourSlugs = collectionsOf(ownModules, app).map(({ slug }) => slug);
    const own = grouped(withOurSlugs(collectionsOf(installed, app), ourSlugs), installed, {
      hasPeople,
      ours: ourSlugs,
    });
    demandOwnNames(collectionsOf(theirs, app), ourSlugs);
    demandFreeSlugs(own, incoming.collections ?? [], slugPrefix);
    const needsIds = !hasUuids(incoming.db);
    const facts = { slugPrefix, panelPath, hasPeople, dashboard, unprefixed: slugsOf(theirs) };
    const start = starterFor({
      options,
      env,
      slugPrefix,
      slugs: () => [...own.map(({ slug }) => slug), ...slugsOf(late)],
      modules: () => [...installed, ...late],
      leftOut,
    });
    return {
      ...incoming,
      custom: withInstaller(withStarter(withFacts(incoming.custom, installed), start), (config, module) => {
        const added = installable(module, app, leftOut);
        late.push(...added);
        const place = { needsIds, ourSlugs, panelPath, slugPrefix };
        return added.reduce((to, one) => addModule(to, one, place), config);
      }),
      admin: withDrawnTypes(
        withComponents(withPanel(incoming.admin, installed, facts), installed),
        installed,
      ),
      i18n: withWords(incoming.i18n, installed),
      db: withoutLosses(
        withFreeTables(needsIds ? withOurIds(incoming.db) : incoming.db, slugPrefix),
        leftOut,
      ),
      collections: [
        // The app's come first: without `admin.user`, the first with `auth` signs in to the panel.
        ...collections,
        ...own.map(withRestGuards).map((one) => (needsIds ? withOwnId(one) : one)),
      ],
      endpoints: [...apiEndpoints, ...(incoming.endpoints ?? []), ...lastEndpoints],
      onInit: async (payload) => {
        await incoming.onInit?.(payload);
        await welcome(payload, await start(payload));
        followReloads(payload);
      },
    };
  };
}
