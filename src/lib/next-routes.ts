// What a built Next app has of its own at an address: a page, a route, or a file of its public folder.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface NextRoutes {
  /** The page, as Next calls it (`/c/[slug]`), or the file at a path; null: the app has nothing there. */
  at(pathname: string): string | null;
}

/** The part of Next's routes-manifest.json that is read here, in the order in which Next asks. */
interface Manifest {
  staticRoutes: readonly Route[];
  dynamicRoutes: readonly Route[];
}
interface Route {
  page: string;
  regex: string;
}

/** Next's files that may be missing. */
const ifThere = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** The addresses of the files in a public folder. */
async function publicFiles(folder: string): Promise<Set<string>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifThere)) ?? [];
  const files = entries.filter((entry) => !entry.isDirectory());
  const names = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  return new Set(names.map((name) => `/${name.split(path.sep).join('/')}`));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Reads what `next build` has found.
 * @param folder of the app. Without a build in its `.next`, there is nothing at any address.
 */
export async function readNextRoutes(folder: string): Promise<NextRoutes> {
  const [text, files] = await Promise.all([
    readFile(path.join(folder, '.next/routes-manifest.json'), 'utf8').catch(ifThere),
    publicFiles(path.join(folder, 'public')),
  ]);
  const { staticRoutes, dynamicRoutes }: Manifest =
    text === null ? { staticRoutes: [], dynamicRoutes: [] } : (JSON.parse(text) as Manifest);
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    page,
    pattern: new RegExp(regex),
  }));
  return {
    at: (pathname) => {
      const file = decoded(pathname);
      if (files.has(file)) return file;
      return routes.find(({ pattern }) => pattern.test(pathname))?.page ?? null;
    },
  };
}
