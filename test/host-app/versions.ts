// The versions of Payload, Next and React that the package says it works with.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { otherPlugins } from './other-plugins.ts';
import { run } from './run-program.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** The end of the ranges that is tried. */
export type End = 'lowest' | 'highest';

interface Manifest {
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;

/** @throws Error if nothing that is published is in the range */
async function versionAt(end: End, name: string, range: string): Promise<string> {
  if (end === 'lowest') return semver.minVersion(range)?.version ?? range;
  const { stdout } = await run('npm', ['view', '--prefer-offline', `${name}@${range}`, 'version', '--json'], {
    cwd: root,
  });
  const published = [JSON.parse(stdout) as string | string[]].flat();
  const version = semver.maxSatisfying(published, range);
  if (version === null) throw new Error(`Nothing of ${name} is published in ${range}.`);
  return version;
}

/** Those of these packages that are published in this version. */
async function published(names: readonly string[], version: string): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      const { stdout } = await run('npm', ['view', '--prefer-offline', name, 'versions', '--json'], {
        cwd: root,
      });
      return [JSON.parse(stdout) as string | string[]].flat().includes(version);
    }),
  );
  return names.filter((_, index) => found[index]);
}

/** What an app at one end of the ranges depends on, besides Marque. */
export async function dependenciesAt(end: End): Promise<Record<string, string>> {
  const { peerDependencies: peers } = await readManifest();
  const at = (name: string): Promise<string> => versionAt(end, name, peers[name] ?? '*');
  const [payload, next, react, graphql] = await Promise.all(['payload', 'next', 'react', 'graphql'].map(at));
  const scoped = Object.keys(peers).filter((name) => name.startsWith('@payloadcms/'));
  const plugins = await published(
    otherPlugins.map(({ name }) => name),
    payload ?? '',
  );
  // Payload's packages only work in one version, and so do React's.
  return {
    ...Object.fromEntries(
      ['payload', '@payloadcms/plugin-form-builder', ...plugins, ...scoped].map((name) => [
        name,
        payload ?? '',
      ]),
    ),
    next: next ?? '',
    react: react ?? '',
    'react-dom': react ?? '',
    graphql: graphql ?? '',
  };
}
