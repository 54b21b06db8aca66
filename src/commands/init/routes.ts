// Pages of the app that would answer for Marque's addresses.
import { readdir } from 'node:fs/promises';
import path from 'node:path';

const kinds = ['a', 'c', 'p', 's'];

/** Addresses of every depth that Marque has. */
const ours = kinds.flatMap((kind) => [
  [kind, 'x'],
  [kind, 'x', 'y'],
  [kind, 'x', 'y', 'z'],
]);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** The segments of the address at which the app router serves a file; null: at none. */
function routeOfApp(file: string): string[] | null {
  const segments = file.split(path.sep);
  if (!/^(?:page|route)\.[a-z]+$/.test(segments.pop() ?? '')) return null;
  // `(group)` and `@slot` aren't part of an address; `(.)photo` intercepts those of others, and `_folder` is private.
  if (segments.some((one) => one.startsWith('_') || /^\(\.+\)/.test(one))) return null;
  return segments.filter((one) => !/^(?:\(.*\)|@.*)$/.test(one));
}

/** The same for the pages router. */
function routeOfPages(file: string): string[] | null {
  const name = file.replace(/\.[jt]sx?$/, '');
  if (name === file || /^_(?:app|document|error)$/.test(name)) return null;
  return name.split(path.sep).filter((one, at, all) => !(one === 'index' && at === all.length - 1));
}

/** Next's order: a fixed segment, `[one]`, `[...some]`, `[[...some or none]]`. */
function matches([segment, ...route]: readonly string[], address: readonly string[]): boolean {
  if (segment === undefined) return address.length === 0;
  if (segment.startsWith('[[...')) return true;
  if (segment.startsWith('[...')) return address.length > 0;
  const [part, ...rest] = address;
  if (part === undefined) return false;
  return (segment.startsWith('[') || segment === part) && matches(route, rest);
}

export interface AppRoutes {
  /** Pages that answer at addresses of Marque, such as `/c/[slug]`. */
  clashing: string[];
  /** Fixed first segments: no prefix may be one of them. */
  roots: Set<string>;
}

/** The addresses of the Next app in a folder. */
export async function routesIn(folder: string): Promise<AppRoutes> {
  const routers = [
    { names: ['app', 'src/app'], routeOf: routeOfApp },
    { names: ['pages', 'src/pages'], routeOf: routeOfPages },
  ];
  const found = await Promise.all(
    routers.flatMap(({ names, routeOf }) =>
      names.map(async (name) => (await filesBelow(path.join(folder, name))).map(routeOf)),
    ),
  );
  const routes = found.flat().filter((route) => route !== null);
  const clashing = routes.filter((route) => ours.some((address) => matches(route, address)));
  return {
    clashing: [...new Set(clashing.map((route) => `/${route.join('/')}`))].sort(),
    roots: new Set(routes.flatMap(([first]) => (first && !first.startsWith('[') ? [first] : []))),
  };
}

/** A prefix at which the app has nothing; null: it needs none. */
export function prefixFor({ clashing, roots }: AppRoutes): string | null {
  if (clashing.length === 0) return null;
  const free = ['dam', 'marque', 'brand-assets'].find((name) => !roots.has(name));
  return `/${free ?? 'marque-assets'}`;
}
