// Which files the decoding process may read: its own code, and the packages that it loads. What it decodes comes through a pipe.
// cspell:ignore libc
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** What the decoders import. A test compares this list with their code. */
export const decoderPackages: readonly string[] = [
  '@contentauth/c2pa-wasm',
  '@hyzyla/pdfium',
  'fontkit',
  'libheif-js',
  'music-metadata',
  'saxes',
  'sharp',
  'yaml',
  'yauzl',
];

/** By these, sharp finds out which of its binaries it needs. */
const signsOfLibc: readonly string[] = ['/proc/self/exe', '/usr/bin/ldd'];

interface Manifest {
  dependencies?: object;
  optionalDependencies?: object;
  peerDependencies?: object;
}

/**
 * Paths for Node's `--allow-fs-read`. Packages one by one, and not the folder that they're in: links of a workspace lead from there to the
 * apps in it, with their data.
 *
 * @param decoder the real path of the program
 */
export function readableFiles(decoder: string): string[] {
  const folder = path.dirname(decoder);
  const packages = new Packages();
  for (const name of decoderPackages) packages.add(name, folder);
  return [
    everythingIn(folder),
    ...manifestsAbove(folder),
    ...packages.allowed,
    ...(process.platform === 'linux' ? signsOfLibc : []),
    ...(looksFreely(process.versions.node) ? [] : packageFoldersAbove(folder)),
  ];
}

const everythingIn = (folder: string): string => path.join(folder, '*');

/** Packages and what they depend on, found as Node finds them. */
class Packages {
  readonly allowed = new Set<string>();
  readonly #seen = new Set<string>();

  add(name: string, from: string): void {
    for (const folder of packageFolders(from)) {
      if (!exists(folder)) continue;
      const found = path.join(folder, name);
      // Also where it isn't: Node looks there first.
      this.allowed.add(everythingIn(found));
      const manifest = path.join(found, 'package.json');
      if (exists(manifest)) return this.#addFound(found, manifest);
    }
    // An optional one that isn't installed here.
  }

  #addFound(found: string, manifest: string): void {
    const real = realpathSync(/* turbopackIgnore: true */ found);
    this.allowed.add(everythingIn(real));
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(/* turbopackIgnore: true */ manifest, 'utf8'),
    ) as Manifest;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      this.add(name, real);
  }
}

function exists(file: string): boolean {
  return existsSync(/* turbopackIgnore: true */ file);
}

/** The folder, and those above it. */
function* upwards(folder: string): Generator<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    yield at;
    if (at === path.dirname(at)) return;
  }
}

/** Where Node looks for the packages of a file, in this order. */
function* packageFolders(from: string): Generator<string> {
  for (const at of upwards(from))
    if (path.basename(at) !== 'node_modules') yield path.join(at, 'node_modules');
}

/** Node reads them to know which package the decoders belong to. */
function manifestsAbove(folder: string): string[] {
  const manifests: string[] = [];
  for (const at of upwards(path.dirname(folder))) {
    const manifest = path.join(at, 'package.json');
    manifests.push(manifest);
    if (exists(manifest)) break;
  }
  return manifests;
}

const packageFoldersAbove = (folder: string): string[] => [...packageFolders(folder)].map(everythingIn);

/** Whether Node looks for packages without a permission to read the folders that they're in: since 20.19.5 and 22.13. */
export function looksFreely(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major === 20) return minor > 19 || (minor === 19 && patch >= 5);
  return major > 23 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13);
}
