// The views of modules in the panel: at its root, or below the option `panelPath`.
import type { Config } from 'payload';
import type { Module } from '../../src/core/module.ts';
import type { PanelPlaces } from '../../src/core/panel-address.ts';
import { rewrittenPanelPath } from '../../src/core/public-paths.ts';

type Views = NonNullable<NonNullable<NonNullable<Config['admin']>['components']>['views']>;

/** Payload's own, which can't be above others. */
const taken =
  /^\/(?:collections|globals|account|create-first-user|forgot|login|logout|logout-inactivity|reset|unauthorized|verify)(?:\/|$)/;

/** @throws Error unless it's a path with a leading and no trailing slash, at which Payload has nothing */
export function demandPanelPath(panelPath: string): void {
  if (!/^(?:(?:\/[A-Za-z0-9_-]+)+)?$/.test(panelPath))
    throw new Error(`panelPath "${panelPath}" must be a path such as /marque, or '' for none.`);
  if (taken.test(panelPath))
    throw new Error(`panelPath "${panelPath}" is taken by Payload. Use another path, such as /marque.`);
}

/** The views of a module's pages, which Marque frames. */
const pageViews = ({ panel }: Module): Views =>
  Object.fromEntries(
    (panel?.pages ?? []).map(({ path, component }) => [
      `page-${path.slice(1)}`,
      {
        Component: { path: 'marque/rsc#ModulePage', serverProps: { component, path } },
        path,
        exact: true,
      },
    ]),
  );

const allViews = (modules: readonly Module[]): [string, Views[string]][] =>
  modules.flatMap((module) => Object.entries({ ...module.panel?.views, ...pageViews(module) }));

/** All views of modules. Those at a path of their own can't be mistaken for views of the app by their names. */
export const viewsOf = (modules: readonly Module[], panelPath: string): Views =>
  Object.fromEntries(
    allViews(modules).map(([name, view]) =>
      view.path === undefined
        ? [name, view]
        : [`marque-${name}`, { ...view, path: `${panelPath}${view.path}` as `/${string}` }],
    ),
  );

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/**
 * `admin.custom` of a config that says where views and collections of more modules are.
 * @param unprefixed the slugs of collections of the app's own modules
 */
export function withPlaces(
  custom: NonNullable<Config['admin']>['custom'],
  modules: readonly Module[],
  unprefixed: readonly string[],
): NonNullable<NonNullable<Config['admin']>['custom']> {
  const before = (custom ?? {}) as Partial<PanelPlaces>;
  const roots = allViews(modules).flatMap(([, { path }]) => (path === undefined ? [] : [firstSegment(path)]));
  const places = {
    marqueViews: [...new Set([...(before.marqueViews ?? []), ...roots])],
    marqueModuleSlugs: [...(before.marqueModuleSlugs ?? []), ...unprefixed],
  } satisfies Partial<PanelPlaces>;
  return { ...custom, ...places };
}

/**
 * Payload opens the first view that fits, so one of them would be lost. Scripts show no panel, and don't know what `withMarque` says.
 * @throws Error if the app has views of the panel where Marque's would be
 */
export function demandFreeViews(ours: Views, present: Views | undefined, panelPath: string): void {
  if (rewrittenPanelPath() === undefined) return;
  const rootOf = (path: string): string => firstSegment(path.slice(panelPath.length));
  const roots = new Set(
    Object.values(ours).flatMap(({ path }) => (path === undefined ? [] : [rootOf(path)])),
  );
  const clash = Object.entries(present ?? {}).find(
    ([name, { path }]) =>
      path?.startsWith(`${panelPath}/`) && !name.startsWith('marque-') && roots.has(rootOf(path)),
  );
  if (clash)
    throw new Error(
      `This app and Marque both have a view of the panel at ${clash[1].path}. Move Marque's: withMarque(nextConfig, { panelPath: '/marque' }) in your Next config.`,
    );
}
