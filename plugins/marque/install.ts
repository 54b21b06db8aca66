// Installs modules in a config: those that are there when Marque is, and those that other plugins add after it.
import type { CollectionConfig, Config } from 'payload';
import { leaveUnprefixed } from '../../src/core/collection-names.ts';
import { registerModule, type AppFacts, type Module, type ProposalKindPart } from '../../src/core/module.ts';
import { withResources } from '../../src/core/resource.ts';
import { withRestGuards } from '../../src/core/access/payload/payload-rest.ts';
import { withSettingForms } from '../../src/core/settings/forms.ts';
import { withOurIds, withOwnId } from './ids.ts';
import { withOurSlugs } from './slugs.ts';

/** The panel's navigation sections, in order. Other groups follow. */
const sections = ['Library', 'Brand', 'Publishing', 'Access'];

/** The collections of modules, by section; within a section, later modules first. */
export function collectionsOf(modules: readonly Module[], app: AppFacts): CollectionConfig[] {
  const all = modules
    .toReversed()
    .flatMap(({ collections = [] }) => (typeof collections === 'function' ? collections(app) : collections));
  const placeOf = ({ admin }: CollectionConfig): number => {
    const place = sections.indexOf(typeof admin?.group === 'string' ? admin.group : '');
    return place < 0 ? sections.length : place;
  };
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** In someone else's panel, Marque's collections share one group of the navigation. */
export function inOneGroup(collection: CollectionConfig): CollectionConfig {
  const { admin } = collection;
  return admin?.group === false ? collection : { ...collection, admin: { ...admin, group: 'Marque' } };
}

/** A module of the app's, with what its resources bring. Its collections keep their names. */
export function prepared(module: Module): Module {
  const whole = withResources(module);
  leaveUnprefixed(collectionsOf([whole], { isSecure: false, hasPeople: false }).map(({ slug }) => slug));
  return whole;
}

interface Installed {
  /** True: the app's ids are numbers, so collections bring their own. */
  needsIds: boolean;
  /** Our names of our collections, which the module's may refer to. */
  ourSlugs: readonly string[];
}

/** The panel's parts of a module come before those that are there, except for views: an existing one stays. */
function withPanelOf(module: Module, admin: Config['admin']): NonNullable<Config['admin']> {
  const { panel } = module;
  const components = admin?.components;
  return {
    ...admin,
    components: {
      ...components,
      providers: [...(panel?.providers ?? []), ...(components?.providers ?? [])],
      actions: [...(panel?.actions ?? []), ...(components?.actions ?? [])],
      afterNavLinks: [
        ...(panel?.navigation ?? []),
        ...pageLinks(module),
        ...(components?.afterNavLinks ?? []),
      ],
      views: { ...panel?.views, ...pageViews(module), ...components?.views },
    },
  };
}

type Parts = NonNullable<NonNullable<Config['admin']>['components']>;

/** The views of a module's pages, which Marque frames. */
export const pageViews = ({ panel }: Module): NonNullable<Parts['views']> =>
  Object.fromEntries(
    (panel?.pages ?? []).map(({ path, component }) => [
      `marque-page-${path.slice(1)}`,
      {
        Component: { path: 'marque/rsc#ModulePage', serverProps: { component, path } },
        path,
        exact: true,
      },
    ]),
  );

/** The links to a module's pages. */
export const pageLinks = ({ panel }: Module): NonNullable<Parts['afterNavLinks']> =>
  (panel?.pages ?? []).map(({ label, path }) => ({
    path: 'marque/client-components#ModuleLink',
    clientProps: { label, path },
  }));

/** Tells the panel which types of files modules draw pictures of. */
export function withDrawnTypes(
  admin: NonNullable<Config['admin']>,
  modules: readonly Module[],
): NonNullable<Config['admin']> {
  const before = (admin.custom?.marqueDrawnTypes ?? []) as readonly string[];
  const added = modules.flatMap(({ previewers = [] }) =>
    previewers.flatMap(({ types }) => Object.keys(types)),
  );
  return { ...admin, custom: { ...admin.custom, marqueDrawnTypes: [...before, ...added] } };
}

/** Names the components of pages and proposals, for Payload's import map. */
export function withComponents(
  admin: NonNullable<Config['admin']>,
  modules: readonly Module[],
): NonNullable<Config['admin']> {
  const paths = modules.flatMap(({ proposalKinds = [] }) =>
    proposalKinds.flatMap(({ name, component }) => (component ? [[name, component] as const] : [])),
  );
  const pages = modules.flatMap(({ panel }) => panel?.pages ?? []);
  const added = [
    ...paths.map(([name, path]) => [`marque-proposal-${name}`, { path, type: 'component' }] as const),
    ...pages.map(
      ({ path, component }) => [`marque-page-${path}`, { path: component, type: 'component' }] as const,
    ),
  ];
  return { ...admin, dependencies: { ...admin.dependencies, ...Object.fromEntries(added) } };
}

/** `custom` of a config with the kinds of proposals of more modules: the review page reads them there. */
export function withProposalKinds(
  custom: Config['custom'],
  modules: readonly Module[],
): NonNullable<Config['custom']> {
  const before = (custom?.marqueProposalKinds ?? []) as readonly ProposalKindPart[];
  const added = modules.flatMap(({ proposalKinds = [] }) =>
    proposalKinds.map(({ name, label, component }): ProposalKindPart => ({ name, label, component })),
  );
  return { ...custom, marqueProposalKinds: [...before, ...added] };
}

/** Adds a module to a config that Marque is installed in. */
export function addModule(config: Config, module: Module, { needsIds, ourSlugs }: Installed): Config {
  registerModule(module);
  const collections = withOurSlugs(collectionsOf([module], { isSecure: false, hasPeople: false }), ourSlugs)
    .map(withRestGuards)
    .map((one) => (needsIds ? withOwnId(one) : one));
  return {
    ...config,
    collections: [...(config.collections ?? []), ...collections],
    db: needsIds ? withOurIds(config.db, collections) : config.db,
    admin: withDrawnTypes(withComponents(withPanelOf(module, config.admin), [module]), [module]),
    custom: withProposalKinds(withSettingForms(config.custom, module.settings ?? []), [module]),
  };
}
