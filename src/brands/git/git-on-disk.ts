// A bare repository in a folder that the operator allowed. Objects are read in place; a push adds new ones
// and moves the branch under Git's own lock, so that concurrent pushes find a consistent repository. No
// program is run, hooks included: a repository with hooks can't be pushed to.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import git from 'isomorphic-git';
import { isInFolders, pathInFolders, pathOfUrl } from '../../core/net/folders.ts';
import { maxRepositoryBytes, refused, type Remote } from './remote.ts';

/** Hooks that could refuse a push, or that someone relies on after one (githooks(5)). */
const pushHooks = [
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'reference-transaction',
];

export const isOnDisk = (remote: string): boolean => remote.startsWith('file:');

/** @throws ApiError for a path that FETCH_ALLOW doesn't allow, whether or not it exists. */
export function demandFolder(remote: string, allow: readonly string[]): void {
  if (!isInFolders(pathOfUrl(remote) ?? '', allow)) throw notAllowed();
}

const notAllowed = () =>
  refused(
    "Repositories on the server's disk must be allowed by the operator in FETCH_ALLOW, such as file:///srv/git/. Ask for that, or use an address that begins with https://.",
  );

const notThere = () =>
  refused("There is no bare Git repository at this path. Check the path; you can't push to a working copy.");

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** @throws ApiError if it isn't a bare repository, or is of an unsupported kind. */
async function openBare(remote: string, allow: readonly string[]): Promise<string> {
  demandFolder(remote, allow);
  const given = pathOfUrl(remote) ?? '';
  const gitdir = await pathInFolders(given, allow);
  if (gitdir === null) throw (await isThere(given)) ? notAllowed() : notThere();
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => isThere(path.join(/* turbopackIgnore: true */ gitdir, name))),
  );
  if (parts.includes(false) || (await git.getConfig({ fs, gitdir, path: 'core.bare' })) !== true)
    throw notThere();
  const config = await readFile(path.join(gitdir, 'config'), 'utf8');
  if (/^\s*\[extensions/im.test(config) || (await isThere(path.join(gitdir, 'objects/info/alternates'))))
    throw refused(
      "This repository's format isn't supported by path (extensions, or objects stored elsewhere). Connect it over HTTP.",
    );
  const packs = path.join(gitdir, 'objects/pack');
  const names = (await readdir(packs).catch(() => [])).filter((name) => name.endsWith('.pack'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(packs, name))).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > maxRepositoryBytes)
    throw refused(
      `This repository has more than ${maxRepositoryBytes} bytes, too many to read by path. Connect it over HTTP.`,
    );
  return gitdir;
}

async function headOf(gitdir: string, branch: string): Promise<string | null> {
  try {
    return await git.resolveRef({ fs, gitdir, ref: `refs/heads/${branch}` });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'NotFoundError') return null;
    throw error;
  }
}

/** @throws ApiError for a repository with hooks that run on push. */
async function demandNoHooks(gitdir: string): Promise<void> {
  const elsewhere: unknown = await git.getConfig({ fs, gitdir, path: 'core.hooksPath' });
  const runs = (name: string): Promise<boolean> =>
    access(path.join(gitdir, 'hooks', name), constants.X_OK).then(
      () => true,
      () => false,
    );
  const found = (await Promise.all(pushHooks.map(async (name) => ((await runs(name)) ? name : [])))).flat();
  if (elsewhere !== undefined || found.length > 0)
    throw refused(
      `This repository has hooks${found.length > 0 ? ` (${found.join(', ')})` : ''}, which a push by path would not run. Connect it over HTTP.`,
    );
}

/** Copies every object of one repository into another, each atomically. */
async function copyObjects(from: string, to: string): Promise<void> {
  const folders = (await readdir(path.join(from, 'objects'))).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const folder of folders) {
    const target = path.join(to, 'objects', folder);
    await mkdir(target, { recursive: true });
    const names = await readdir(path.join(from, 'objects', folder));
    await Promise.all(
      names.map(async (name) => {
        if (await isThere(path.join(target, name))) return;
        const unfinished = path.join(to, 'objects', `tmp_obj_${randomBytes(6).toString('hex')}`);
        await copyFile(path.join(from, 'objects', folder, name), unfinished);
        await rename(unfinished, path.join(target, name));
      }),
    );
  }
}

/** How long to wait for a branch lock: Git itself holds one only while it writes a line. */
const lockTries = 40;
const lockPauseMs = 50;

/** Locks a branch as Git does, with a file beside its own. */
async function hold(lock: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (await open(lock, 'wx')).close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (attempt === lockTries)
      throw refused(
        `The branch is locked by the file ${path.basename(lock)}. If no Git process is running, delete that file.`,
      );
    await pause(lockPauseMs);
  }
}

async function moveBranch(gitdir: string, branch: string, from: string | null, to: string): Promise<boolean> {
  const others = await git.listBranches({ fs, gitdir });
  const crossed = others.find((one) => one.startsWith(`${branch}/`) || branch.startsWith(`${one}/`));
  if (crossed !== undefined)
    throw refused(`The branch "${branch}" can't be created because there is a branch "${crossed}".`);
  const file = path.join(gitdir, 'refs/heads', branch);
  await mkdir(path.dirname(file), { recursive: true });
  if (!`${await realpath(path.dirname(file))}/`.startsWith(`${gitdir}/refs/heads/`)) throw notAllowed();
  const lock = `${file}.lock`;
  await hold(lock);
  let moved = false;
  try {
    if ((await headOf(gitdir, branch)) !== from) return false;
    if ((await readFile(file, 'utf8').catch(() => '')).startsWith('ref:'))
      throw refused(`The branch "${branch}" is a symbolic reference. Connect the branch it points to.`);
    const written = await open(lock, 'w');
    await written.writeFile(`${to}\n`);
    await written.sync();
    await written.close();
    await rename(lock, file);
    moved = true;
    return true;
  } finally {
    // Once renamed, a lock of this name belongs to someone else.
    if (!moved) await rm(lock, { force: true });
  }
}

const denied = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

export function onDisk(remote: string, allow: readonly string[]): Remote {
  return {
    async look(branch) {
      const gitdir = await openBare(remote, allow);
      return { head: await headOf(gitdir, branch), branches: await git.listBranches({ fs, gitdir }) };
    },
    async fetch(branch) {
      const objects = await openBare(remote, allow);
      const head = await headOf(objects, branch);
      if (head === null) throw refused(`The branch "${branch}" was just deleted. Try again.`);
      return { head, objects };
    },
    async push(branch, from, to, gitdir) {
      const bare = await openBare(remote, allow);
      await demandNoHooks(bare);
      try {
        await copyObjects(gitdir, bare);
        return await moveBranch(bare, branch, from, to);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined || !denied.has(code)) throw error;
        throw refused(
          `The server can't write to this repository (${code}). Grant it write access, or only pull.`,
        );
      }
    },
  };
}
