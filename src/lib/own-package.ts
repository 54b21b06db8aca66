// Where this package's own files are, wherever the code runs: from its sources, from dist, or inside a bundle of Next.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

interface Manifest {
  name?: string;
  version: string;
}

/** The working folder is the app's: in a bundle of Next, files aren't where they were written. */
const startingPoints = (): string[] => [import.meta.url, path.join(process.cwd(), 'package.json')];

/**
 * The path of a file that the package exports, such as `decoder`.
 * @throws Error if the package isn't installed where the app runs
 */
export function ownFile(name: string): string {
  for (const from of startingPoints()) {
    try {
      return createRequire(from).resolve(/* turbopackIgnore: true */ `marque/${name}`);
    } catch {
      // It may be resolvable from the other place.
    }
  }
  throw new Error(`marque/${name} can't be found. Install marque where the app runs.`);
}

/** The folder of the package: of the repository, or in node_modules. */
export function ownFolder(): string {
  return path.dirname(ownFile('package.json'));
}

let version: string | undefined;

/** This release, from package.json. */
export function ownVersion(): string {
  version ??= (
    JSON.parse(readFileSync(/* turbopackIgnore: true */ ownFile('package.json'), 'utf8')) as Manifest
  ).version;
  return version;
}
