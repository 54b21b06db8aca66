// Whether Node and the packages of the app are those that this release works with.
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { ownFolder } from '../../lib/own-package.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

interface Manifest {
  version: string;
  engines?: { node?: string };
  peerDependencies?: Record<string, string>;
}

const check = 'versions';

const manifestOf = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** The version that is installed for the app; null: none. Not by resolving: most packages don't export their package.json. */
function installedVersion(folder: string, name: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      return manifestOf(path.join(at, 'node_modules', name, 'package.json')).version;
    } catch {
      if (at === path.dirname(at)) return null;
    }
  }
}

/** Payload refuses to run with packages of different versions, but not in production. */
async function payloadPackages(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  const scoped = await readdir(path.join(folder, 'node_modules/@payloadcms')).catch(() => []);
  const named = Object.keys(dependencies).filter((name) => name.startsWith('@payloadcms/'));
  return [...new Set(['payload', ...named, ...scoped.map((name) => `@payloadcms/${name}`)])];
}

async function samePayload(folder: string): Promise<Finding> {
  const versions = new Map<string, string[]>();
  for (const name of await payloadPackages(folder)) {
    const version = installedVersion(folder, name);
    if (version !== null) versions.set(version, [...(versions.get(version) ?? []), name]);
  }
  const [[version] = []] = versions;
  if (versions.size <= 1) return ok(check, `All packages of Payload are ${version ?? 'missing'}.`);
  const parts = [...versions].map(([one, names]) => `${one} (${names.join(', ')})`);
  return problem(
    check,
    `Payload's packages have different versions: ${parts.join('; ')}.`,
    'Install all of them in one version: npm install payload@VERSION @payloadcms/…@VERSION.',
  );
}

/** @param nodeVersion such as `20.19.1` */
export async function checkVersions(folder: string, nodeVersion = process.versions.node): Promise<Finding[]> {
  const { engines, peerDependencies = {} } = manifestOf(path.join(ownFolder(), 'package.json'));
  const node = engines?.node ?? '*';
  const findings = [
    semver.satisfies(nodeVersion, node)
      ? ok(check, `Node ${nodeVersion}`)
      : problem(check, `Node ${nodeVersion} is too old.`, `Install Node ${node}.`),
    await samePayload(folder),
  ];
  for (const [name, range] of Object.entries(peerDependencies)) {
    const version = installedVersion(folder, name);
    if (version === null) {
      if (name !== 'typescript')
        findings.push(problem(check, `${name} isn't installed.`, `npm install ${name}@"${range}"`));
    } else if (!semver.satisfies(version, range, { includePrerelease: true }))
      findings.push(
        semver.gtr(version, range)
          ? warning(
              check,
              `${name} ${version} is newer than this release was tested with (${range}).`,
              'Look for a newer release of Marque.',
            )
          : problem(check, `${name} is ${version}; Marque needs ${range}.`, `npm install ${name}@"${range}"`),
      );
  }
  return findings;
}
