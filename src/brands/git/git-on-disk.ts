// A bare repository in a folder that the operator let through. Objects are read where they lie; a push puts new ones beside them and
// moves the branch under Git's own lock, so that whoever else pushes to it meets a repository as Git leaves it. No program is run,
// also not the repository's hooks: one that has some takes no push here.
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

/** What a hook could refuse, or be waited for by somebody, when a branch is pushed (githooks(5)). */
const pushHooks = [
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'reference-transaction',
];

export const isOnDisk = (remote: string): boolean => remote.startsWith('file:');

/** @throws Refusal for a repository on disk that FETCH_ALLOW doesn't let through, whether or not it is there. */
export function demandFolder(remote: string, allow: readonly string[]): void {
  if (!isInFolders(pathOfUrl(remote) ?? '', allow)) throw notAllowed();
}

const notAllowed = () =>
  refused(
    "A repository on the server's disk is reached only where whoever runs the server names its folder in FETCH_ALLOW, such as file:///srv/git/. Ask for that, or give an address that begins with https://.",
  );

const notThere = () =>
  refused('There is no bare Git repository at this path. Check it; a working copy can not be pushed to.');

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** @throws Refusal for what is no bare repository, or one of a kind that can't be read here. */
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
      'This repository is kept in a way that can not be read by its path (extensions, or objects elsewhere). Connect it over HTTP.',
    );
  const packs = path.join(gitdir, 'objects/pack');
  const names = (await readdir(packs).catch(() => [])).filter((name) => name.endsWith('.pack'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(packs, name))).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > maxRepositoryBytes)
    throw refused(
      `This repository holds more than ${maxRepositoryBytes} bytes, which is too much to read by its path. Connect it over HTTP.`,
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

/** @throws Refusal for a repository whose owner has programs run at a push. */
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
      `This repository has hooks${found.length > 0 ? ` (${found.join(', ')})` : ''}, which a push by its path would not run. Connect it over HTTP.`,
    );
}

/** Puts every object of one repository into another, each whole or not at all. */
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

/** How long others may hold a branch: Git itself holds it for as long as it takes to write a line. */
const lockTries = 40;
const lockPauseMs = 50;

/** Holds a branch as git does, by a file beside its own. */
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
        `Something holds the branch: ${path.basename(lock)} is in the way. Where nothing is running, take that file away.`,
      );
    await pause(lockPauseMs);
  }
}

async function moveBranch(gitdir: string, branch: string, from: string | null, to: string): Promise<boolean> {
  const others = await git.listBranches({ fs, gitdir });
  const crossed = others.find((one) => one.startsWith(`${branch}/`) || branch.startsWith(`${one}/`));
  if (crossed !== undefined)
    throw refused(`There is a branch "${crossed}", beside which there can be none called "${branch}".`);
  const file = path.join(gitdir, 'refs/heads', branch);
  await mkdir(path.dirname(file), { recursive: true });
  if (!`${await realpath(path.dirname(file))}/`.startsWith(`${gitdir}/refs/heads/`)) throw notAllowed();
  const lock = `${file}.lock`;
  await hold(lock);
  let moved = false;
  try {
    if ((await headOf(gitdir, branch)) !== from) return false;
    if ((await readFile(file, 'utf8').catch(() => '')).startsWith('ref:'))
      throw refused(`The branch "${branch}" only stands for another. Connect that one.`);
    const written = await open(lock, 'w');
    await written.writeFile(`${to}\n`);
    await written.sync();
    await written.close();
    await rename(lock, file);
    moved = true;
    return true;
  } finally {
    // Once moved, a lock of this name is somebody else's.
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
      if (head === null) throw refused(`The branch "${branch}" went away a moment ago. Try again.`);
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
          `The server may not write to this repository (${code}). Give it the right to, or pull only.`,
        );
      }
    },
  };
}
