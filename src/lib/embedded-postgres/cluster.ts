// The embedded cluster: its location, its owner, and its creation, atomically and once.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { canEnter, findAccount, isRoot, type Account } from './account.ts';
import { prepareBinaries, type Binaries } from './binaries.ts';

const run = promisify(execFile);

/** The major version of the PostgreSQL from npm; a cluster works with exactly one. */
const majorVersion = '18';

/** Location of clusters of inaccessible data folders (see `placeAsRoot`). */
const openFolder = '/var/lib';

/** A cluster on disk, ready for a server. */
export interface Cluster {
  /** Real path of PostgreSQL's data directory. */
  dir: string;
  binaries: Binaries;
  password: string;
  account: Account | undefined;
}

/** The one role and the one database of an embedded cluster. */
export const roleName = 'marque';

/**
 * Finds the cluster of a data folder, or creates one.
 * @param options.durable false skips flushing to disk, for tests
 * @throws Error for the server admin: no account to run as, another user's cluster, a missing one
 */
export async function openCluster(options: {
  dataDir: string;
  durable: boolean;
  log: Logger;
}): Promise<Cluster> {
  const { dataDir, durable, log } = options;
  await mkdir(dataDir, { recursive: true });
  const password = await keepPassword(dataDir);
  const { dir, account } = isRoot()
    ? await placeAsRoot(dataDir, log)
    : { dir: path.join(dataDir, 'postgres') };
  const home = path.dirname(dir);
  await removeUnfinished(home);
  const binaries = await prepareBinaries(home, account);
  if (!(await exists(dir))) await initialize({ dir, account, binaries, password, durable });
  await checkUsable(dir);
  return { dir: await realpath(dir), binaries, password, account };
}

/** Reads the password of a data folder's cluster; `undefined` before its first start. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(path.join(dataDir, 'postgres-password'), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Written before the cluster is created, so that no cluster has an unknown password. */
async function keepPassword(dataDir: string): Promise<string> {
  const kept = await readPassword(dataDir);
  if (kept) return kept;
  if (await exists(path.join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error(`${dataDir}/postgres-password is missing, so the database can't be opened. Restore it.`);
  }
  const password = randomBytes(32).toString('base64url');
  const passing = path.join(dataDir, 'postgres-password.new');
  await rm(passing, { force: true });
  await writeFile(passing, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(passing, path.join(dataDir, 'postgres-password'));
  return password;
}

/**
 * For root, the database runs as another account, which needs access to its files. `{dataDir}/postgres` is the cluster if that account
 * can enter the data folder; under a closed home (/root) it is a symbolic link to a folder in /var/lib.
 */
async function placeAsRoot(dataDir: string, log: Logger): Promise<{ dir: string; account: Account }> {
  const dir = path.join(dataDir, 'postgres');
  const found = await lstat(dir).catch(() => undefined);
  if (found?.isSymbolicLink()) return placeElsewhere(await readlink(dir), dataDir);

  // We may open the data folder for passing through, not for listing; the folders above it are not ours.
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, mode | 0o001);

  const account = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : await findAccount();
  if (await canEnter(account, dataDir)) return { dir, account };
  if (found) {
    throw new Error(
      `The account that ran the database in ${dir} (user ${account.uid}) can no longer access that folder. ` +
        `Open the folders above it (chmod o+x), or move DATA_DIR back to where it was.`,
    );
  }

  await mkdir(openFolder, { recursive: true, mode: 0o755 });
  const home = await mkdtemp(path.join(openFolder, 'marque-'));
  await chmod(home, 0o711);
  await writeFile(path.join(home, 'README'), `The database of ${dataDir}, which only root can enter.\n`);
  await symlink(path.join(home, 'postgres'), dir);
  log.info(
    { folder: home },
    `${dataDir} can't be accessed by the account that runs the database, so it's kept in ${home}`,
  );
  return { dir: path.join(home, 'postgres'), account };
}

/** A missing folder means a lost database: starting empty beside existing blobs would hide that. */
async function placeElsewhere(dir: string, dataDir: string): Promise<{ dir: string; account: Account }> {
  if (!(await exists(path.dirname(dir)))) {
    throw new Error(
      `The database of ${dataDir} was kept in ${dir}, which is gone. Restore that folder, ` +
        `or delete ${dataDir} to start over. To keep everything in one place, use a DATA_DIR that the account can access.`,
    );
  }
  const owner = await stat(dir).catch(() => undefined);
  return { dir, account: owner ? { uid: owner.uid, gid: owner.gid } : await findAccount() };
}

/** initdb writes into a temporary folder that is renamed at the end, so that an interrupted start leaves nothing behind. */
async function initialize(options: {
  dir: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
  durable: boolean;
}): Promise<void> {
  const { dir, account, binaries, password, durable } = options;
  const passing = await mkdtemp(`${dir}.new-`);
  const passwordFile = path.join(passing, 'password');
  const cluster = path.join(passing, 'cluster');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await mkdir(cluster, { mode: 0o700 });
    if (account)
      for (const file of [passing, passwordFile, cluster]) await chown(file, account.uid, account.gid);
    // macOS has no C.UTF-8 of its own; sorting and case are PostgreSQL's own (builtin) everywhere.
    const locale =
      process.platform === 'darwin' ? ['--locale=C', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];
    await run(
      binaries.initdb,
      [
        `--pgdata=${cluster}`,
        `--username=${roleName}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        ...locale,
        // In a container with huge pages but no share of them, initdb would die of SIGBUS.
        '--set=huge_pages=off',
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: '/', env: cleanEnv, ...account },
    );
    await rename(cluster, dir);
    if (durable) await flushFolder(path.dirname(dir));
  } catch (error) {
    throw explain(error, account);
  } finally {
    await rm(passing, { recursive: true, force: true });
  }
}

function explain(error: unknown, account: Account | undefined): Error {
  const { code, stderr } = error as { code?: string | number; stderr?: string };
  if (account && code === 'EPERM') {
    return new Error(
      `Marque runs as root but can't switch to another user, and PostgreSQL can't run as root. ` +
        `Start it as an ordinary user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  return new Error(`PostgreSQL's initdb failed: ${stderr?.trim() ?? String(error)}`, { cause: error });
}

async function checkUsable(dir: string): Promise<void> {
  const { uid } = await stat(dir);
  const me = process.getuid?.();
  if (me !== undefined && me !== 0 && uid !== me) {
    throw new Error(
      `The database in ${dir} belongs to user ${uid}. Start Marque as that user (or root), or change its owner.`,
    );
  }
  const version = (await readFile(path.join(dir, 'PG_VERSION'), 'utf8')).trim();
  if (version !== majorVersion) {
    throw new Error(
      `The database in ${dir} was created by PostgreSQL ${version}, and this is ${majorVersion}. Dump it there and restore it here.`,
    );
  }
}

/** Leftovers of killed starts; no one else uses them, since the caller has locked the data folder. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!/^postgres(-binaries-[^/]*)?\.new-/.test(name)) continue;
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes a rename survive a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** PGDATA, PGPORT or a LANG that isn't installed would each change or break what is started. */
export const cleanEnv = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
