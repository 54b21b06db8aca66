// One branch of a Git repository, fetched without history into its own folder: its brand files, and a commit
// on top.
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import git, { type TreeEntry } from 'isomorphic-git';
import { sizesIn, type Demand } from './object-sizes.ts';
import { kindOf } from './read-files.ts';
import { refused, type Remote } from './remote.ts';

/** Larger texts aren't brand files. */
const maxTextBytes = 1024 * 1024;
/** A folder of about a million files. */
const maxTreeBytes = 8 * 1024 * 1024;
/** Larger files are neither pushed nor pulled. */
export const maxAssetBytes = 20 * 1024 * 1024;
const maxFiles = 5000;
/** Number of concurrent disk reads. */
const atOnce = 64;

export interface Place {
  remote: string;
  branch: string;
  /** The folder, without leading or trailing slashes; '' for the whole repository. */
  path: string;
}

export interface Checkout {
  /** Null if the branch doesn't exist. */
  head: string | null;
  /** The other branches. */
  branches: string[];
  /** Texts of the brand's files, by path in the folder. */
  files: Record<string, string>;
  /** Object id of each file under assets/, by path in the folder. */
  assets: Map<string, string>;
  readAsset(at: string, oid: string): Promise<Uint8Array>;
  /**
   * Commits and pushes.
   * @param changes by path in the folder; null deletes a file.
   * @returns the commit's id; null if someone else was faster.
   * @throws ApiError invalid if the repository refuses.
   */
  push(
    changes: ReadonlyMap<string, Uint8Array | null>,
    about: { message: string; author: { name: string; email: string } },
  ): Promise<string | null>;
}

interface Opened {
  remote: Remote;
  place: Place;
  /** Where new objects are written. */
  gitdir: string;
  /** Where the branch's objects are read. */
  objects: string;
  /** Checked before each of them is read. */
  demand: Demand;
  /** isomorphic-git's cache of parsed packs. */
  cache: object;
}

/** Fetches a branch, runs work on it, and cleans up. */
export async function withRepository<T>(
  place: Place,
  remote: Remote,
  use: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const gitdir = await mkdtemp(path.join(os.tmpdir(), 'marque-git-'));
  try {
    await git.init({ fs, gitdir, bare: true, defaultBranch: place.branch });
    return await use(await open(place, remote, gitdir));
  } finally {
    await rm(gitdir, { recursive: true, force: true });
  }
}

async function open(place: Place, remote: Remote, gitdir: string): Promise<Checkout> {
  const { head: seen, branches } = await remote.look(place.branch);
  const fetched = seen === null ? null : await remote.fetch(place.branch, gitdir);
  const head = fetched?.head ?? null;
  const objects = fetched?.objects ?? gitdir;
  const opened: Opened = { remote, place, gitdir, objects, demand: await sizesIn(objects), cache: {} };
  const found =
    head === null ? { files: {}, assets: new Map<string, string>() } : await readFolder(opened, head);
  return {
    head,
    branches,
    ...found,
    readAsset: (at, oid) => blobOf(opened, at, oid, maxAssetBytes),
    push: (changes, about) => push(opened, head, changes, about),
  };
}

/** isomorphic-git's codes for missing or invalid objects. */
const unreadable = new Set(['NotFoundError', 'InternalError', 'ObjectTypeError', 'DecompressionError']);

/** @throws ApiError if the repository lacks an object or has a corrupt one. */
async function read<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!unreadable.has(String(code))) throw error;
    const readable = refused(
      'An object of the repository is missing or corrupt. Check the repository with git fsck.',
    );
    readable.cause = error;
    throw readable;
  }
}

async function blobOf(
  { objects, demand, cache }: Opened,
  at: string,
  oid: string,
  maxBytes: number,
): Promise<Uint8Array> {
  await demand(oid, maxBytes, at);
  return (await read(git.readBlob({ fs, gitdir: objects, oid, cache }))).blob;
}

async function entriesOf({ objects, demand, cache }: Opened, oid: string): Promise<TreeEntry[]> {
  await demand(oid, maxTreeBytes, 'A folder of the repository');
  return (await read(git.readTree({ fs, gitdir: objects, oid, cache }))).tree;
}

async function topOf({ objects, demand, cache }: Opened, head: string): Promise<string> {
  await demand(head, maxTextBytes, 'The last commit of the branch');
  return (await read(git.readCommit({ fs, gitdir: objects, oid: head, cache }))).commit.tree;
}

/** The contents of the connected folder; empty if it doesn't exist. */
async function entriesAt(opened: Opened, head: string): Promise<TreeEntry[]> {
  let entries = await entriesOf(opened, await topOf(opened, head));
  for (const name of opened.place.path.split('/').filter(Boolean)) {
    const below = entries.find((entry) => entry.path === name && entry.type === 'tree');
    if (!below) return [];
    entries = await entriesOf(opened, below.oid);
  }
  return entries;
}

async function readFolder(opened: Opened, head: string): Promise<Pick<Checkout, 'files' | 'assets'>> {
  const texts: [path: string, oid: string][] = [];
  const assets = new Map<string, string>();
  const note = (at: string, { type, oid }: TreeEntry): void => {
    if (type !== 'blob') return;
    if (at.startsWith('assets/')) assets.set(at, oid);
    else if (kindOf(at) !== null) texts.push([at, oid]);
  };
  for (const entry of await entriesAt(opened, head)) {
    note(entry.path, entry);
    if (entry.type !== 'tree' || !['rules', 'pages', 'assets'].includes(entry.path)) continue;
    for (const one of await entriesOf(opened, entry.oid)) note(`${entry.path}/${one.path}`, one);
  }
  if (texts.length > maxFiles) throw refused(`The folder contains more than ${maxFiles} brand files.`);
  const files: Record<string, string> = {};
  for (let from = 0; from < texts.length; from += atOnce)
    Object.assign(
      files,
      ...(await Promise.all(
        texts
          .slice(from, from + atOnce)
          .map(async ([at, oid]) => ({ [at]: await readText(opened, at, oid) })),
      )),
    );
  return { files, assets };
}

const readText = async (opened: Opened, at: string, oid: string): Promise<string> =>
  Buffer.from(await blobOf(opened, at, oid, maxTextBytes)).toString('utf8');

/** Writes a tree with some paths changed. @returns its id; null if it is empty. */
async function changedTree(
  opened: Opened,
  tree: string | null,
  changes: ReadonlyMap<string, Uint8Array | null>,
): Promise<string | null> {
  const { gitdir } = opened;
  const entries = new Map(
    (tree === null ? [] : await entriesOf(opened, tree)).map((entry) => [entry.path, entry]),
  );
  const inner = new Map<string, Map<string, Uint8Array | null>>();
  for (const [at, bytes] of changes) {
    const slash = at.indexOf('/');
    if (slash > 0) {
      const name = at.slice(0, slash);
      inner.set(
        name,
        (inner.get(name) ?? new Map<string, Uint8Array | null>()).set(at.slice(slash + 1), bytes),
      );
    } else if (bytes === null) entries.delete(at);
    else
      entries.set(at, {
        mode: '100644',
        path: at,
        oid: await git.writeBlob({ fs, gitdir, blob: bytes }),
        type: 'blob',
      });
  }
  for (const [name, below] of inner) {
    const before = entries.get(name);
    const oid = await changedTree(opened, before?.type === 'tree' ? before.oid : null, below);
    if (oid === null) entries.delete(name);
    else entries.set(name, { mode: '040000', path: name, oid, type: 'tree' });
  }
  return entries.size === 0 ? null : git.writeTree({ fs, gitdir, tree: [...entries.values()] });
}

async function push(
  opened: Opened,
  head: string | null,
  changes: ReadonlyMap<string, Uint8Array | null>,
  { message, author }: { message: string; author: { name: string; email: string } },
): Promise<string | null> {
  const { gitdir, place, remote } = opened;
  const prefix = place.path === '' ? '' : `${place.path}/`;
  const inRepository = new Map([...changes].map(([at, bytes]) => [`${prefix}${at}`, bytes]));
  const top = head === null ? null : await topOf(opened, head);
  const tree =
    (await changedTree(opened, top, inRepository)) ?? (await git.writeTree({ fs, gitdir, tree: [] }));
  const who = { ...author, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 };
  const oid = await git.writeCommit({
    fs,
    gitdir,
    commit: {
      tree,
      parent: head === null ? [] : [head],
      author: who,
      committer: who,
      message: `${message}\n`,
    },
  });
  return (await remote.push(place.branch, head, oid, gitdir)) ? oid : null;
}
