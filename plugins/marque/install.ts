// Installs modules in a config: those that are there when Marque is, and those that other plugins add after it.
import type { CollectionConfig, Config } from 'payload';
import { collectionOf } from '../../src/core/collection-names.ts';
import {
  registerModule,
  type AppFacts,
  type MenuEntry,
  type Module,
  type PanelParts,
  type ProposalKindPart,
} from '../../src/core/module.ts';
import { missingOf } from '../../src/assets/metadata/by-type.ts';
import { privateField } from '../../src/core/access/payload/workspace-field.ts';
import { withRestGuards } from '../../src/core/access/payload/payload-rest.ts';
import { withSettingForms } from '../../src/core/settings/forms.ts';
import { hint, label } from '../../src/words/index.ts';
import { demandFreeSlugs, demandOwnNames, ownedBy } from './clashes.ts';
import { withOwnId } from './ids.ts';
import { modules as ownModules } from './modules/index.ts';
import { withOurSlugs } from './slugs.ts';
import { demandFreeViews, viewsOf, withPlaces } from './views.ts';
import { withModuleWords } from './words.ts';

/** The sections of Payload's dashboard and navigation, in order. Other groups follow. */
const sections = ['Library', 'Brand', 'Publishing', 'Access'];

/** The core knows no words, so the field that it adds to the resources of modules gets them here. */
const withWordsForPrivate = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  fields: collection.fields.map((field) =>
    field === privateField
      ? {
          ...privateField,
          label: label('records:private'),
          admin: { ...privateField.admin, description: hint('records:privateHint') },
        }
      : field,
  ),
});

/** The collections of modules, by section; within a section, later modules first. */
export function collectionsOf(modules: readonly Module[], app: AppFacts): CollectionConfig[] {
  const all = modules
    .toReversed()
    .flatMap((module) => {
      const { name, collections = [] } = module;
      const owner = ownModules.includes(module) ? null : name;
      const ofModule = typeof collections === 'function' ? collections(app) : collections;
      return ofModule.map((one) => ownedBy(owner, one));
    })
    .map(withWordsForPrivate);
  const placeOf = ({ admin }: CollectionConfig): number => {
    const place = sections.indexOf(typeof admin?.group === 'string' ? admin.group : '');
    return place < 0 ? sections.length : place;
  };
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Collections that an entry of the menu leads to are in none of Payload's groups. In someone else's panel, our others share one, and those of
 * modules stay where their authors have put them.
 * @param ours our names of our collections
 */
export function grouped(
  collections: readonly CollectionConfig[],
  modules: readonly Module[],
  { hasPeople, ours }: Pick<AppFacts, 'hasPeople'> & { ours: readonly string[] },
): CollectionConfig[] {
  const paths = new Set<string>(modules.flatMap(menuOf).map(({ path }) => path));
  return collections.map((collection) => {
    const { admin, slug } = collection;
    const isListed = paths.has(`/collections/${collectionOf(slug) ?? slug}`);
    const isOurs = ours.includes(collectionOf(slug) ?? '');
    if (admin?.group === false || !(isListed || (hasPeople && isOurs))) return collection;
    return { ...collection, admin: { ...admin, group: isListed ? false : 'Marque' } };
  });
}

/** The slugs of collections, which keep their names, of the app's own modules. */
export const slugsOf = (modules: readonly Module[]): string[] =>
  collectionsOf(modules, { isSecure: false, hasPeople: false }).map(({ slug }) => slug);

interface Installed {
  /** True: the app's ids are numbers, so collections bring their own. */
  needsIds: boolean;
  /** Our names of our collections, which the module's may refer to. */
  ourSlugs: readonly string[];
  /** The path below which views are. */
  panelPath: string;
  slugPrefix: string;
}

/** The panel's parts of a module come before those that are there, except for views: an existing one stays. */
function withPanelOf(
  module: Module,
  admin: Config['admin'],
  panelPath: string,
): NonNullable<Config['admin']> {
  const { panel } = module;
  const components = admin?.components;
  const views = viewsOf([module], panelPath);
  demandFreeViews(views, components?.views, panelPath);
  return {
    ...admin,
    custom: withPlaces(admin?.custom, [module], slugsOf([module])),
    components: {
      ...components,
      providers: [...(panel?.providers ?? []), ...(components?.providers ?? [])],
      actions: [...(panel?.actions ?? []), ...(components?.actions ?? [])],
      views: { ...views, ...components?.views },
    },
  };
}

/** After Sites, before Agents. */
const orderOfPages = 55;

type SearchParts = Required<Pick<PanelParts, 'commands' | 'searches'>>;

/** A module's entries in the menu. */
export const menuOf = ({ panel }: Module): MenuEntry[] => [
  ...(panel?.menu ?? []),
  ...(panel?.pages ?? []).map(({ path, label, icon, order = orderOfPages }): MenuEntry => ({
    path,
    label,
    order,
    ...(icon === undefined ? {} : { icon }),
  })),
];

/** `custom` of a config with the entries of more modules: the menu is drawn from there. */
function withMenu(custom: Config['custom'], modules: readonly Module[]): NonNullable<Config['custom']> {
  const before = (custom?.marqueMenu ?? []) as readonly MenuEntry[];
  return { ...custom, marqueMenu: [...before, ...modules.flatMap(menuOf)] };
}

/** Tells the panel which types of files modules draw pictures of. */
export function withDrawnTypes(
  admin: NonNullable<Config['admin']>,
  modules: readonly Module[],
): NonNullable<Config['admin']> {
  const before = (admin.custom?.marqueDrawnTypes ?? []) as readonly string[];
  const added = modules.flatMap(({ previewers = [] }) =>
    previewers.flatMap((one) => (missingOf(one) === undefined ? Object.keys(one.types) : [])),
  );
  return { ...admin, custom: { ...admin.custom, marqueDrawnTypes: [...before, ...added] } };
}

/** Names the components of pages, the menu, the search and proposals, for Payload's import map. */
export function withComponents(
  admin: NonNullable<Config['admin']>,
  modules: readonly Module[],
): NonNullable<Config['admin']> {
  const paths = modules.flatMap(({ proposalKinds = [] }) =>
    proposalKinds.flatMap(({ name, component }) => (component ? [[name, component] as const] : [])),
  );
  const pages = modules.flatMap(({ panel }) => panel?.pages ?? []);
  const drawn = [
    ...modules.flatMap(menuOf).flatMap(({ icon, component, children }) => [icon, component, children]),
    ...modules.flatMap(({ panel }) => [...(panel?.commands ?? []), ...(panel?.searches ?? [])]),
  ].filter((path) => typeof path === 'string');
  const added = [
    ...drawn.map((path) => [`marque-part-${path}`, { path, type: 'component' }] as const),
    ...paths.map(([name, path]) => [`marque-proposal-${name}`, { path, type: 'component' }] as const),
    ...pages.map(
      ({ path, component }) => [`marque-page-${path}`, { path: component, type: 'component' }] as const,
    ),
  ];
  return { ...admin, dependencies: { ...admin.dependencies, ...Object.fromEntries(added) } };
}

/** `custom` of a config with the kinds of proposals of more modules: the review page reads them there. */
function withProposalKinds(
  custom: Config['custom'],
  modules: readonly Module[],
): NonNullable<Config['custom']> {
  const before = (custom?.marqueProposalKinds ?? []) as readonly ProposalKindPart[];
  const added = modules.flatMap(({ proposalKinds = [] }) =>
    proposalKinds.map(({ name, label, component, showsOnce }): ProposalKindPart => ({
      name,
      label,
      component,
      showsOnce,
    })),
  );
  return { ...custom, marqueProposalKinds: [...before, ...added] };
}

/** `custom` of a config with what more modules contribute to the search in the header. */
function withSearch(custom: Config['custom'], modules: readonly Module[]): NonNullable<Config['custom']> {
  const before = custom?.marqueSearch as SearchParts | undefined;
  const marqueSearch: SearchParts = {
    commands: [...(before?.commands ?? []), ...modules.flatMap(({ panel }) => panel?.commands ?? [])],
    searches: [...(before?.searches ?? []), ...modules.flatMap(({ panel }) => panel?.searches ?? [])],
  };
  return { ...custom, marqueSearch };
}

/** `custom` of a config with what its views need to know of more modules. */
export const withFacts = (
  custom: Config['custom'],
  modules: readonly Module[],
): NonNullable<Config['custom']> =>
  [withProposalKinds, withMenu, withSearch].reduce<NonNullable<Config['custom']>>(
    (known, add) => add(known, modules),
    withSettingForms(
      custom,
      modules.flatMap(({ settings = [] }) => settings),
    ),
  );

/**
 * Adds a module to a config that Marque is installed in.
 * @throws Error if one of its collections has the slug of another
 */
export function addModule(
  config: Config,
  module: Module,
  { needsIds, ourSlugs, panelPath, slugPrefix }: Installed,
): Config {
  registerModule(module);
  const added = collectionsOf([module], { isSecure: false, hasPeople: false });
  demandOwnNames(added, ourSlugs);
  const collections = withOurSlugs(added, ourSlugs)
    .map(withRestGuards)
    .map((one) => (needsIds ? withOwnId(one) : one));
  demandFreeSlugs(collections, config.collections ?? [], slugPrefix);
  return {
    ...config,
    collections: [...(config.collections ?? []), ...collections],
    admin: withDrawnTypes(withComponents(withPanelOf(module, config.admin, panelPath), [module]), [module]),
    custom: withFacts(config.custom, [module]),
    i18n: withModuleWords(config.i18n, [module]),
  };
}
