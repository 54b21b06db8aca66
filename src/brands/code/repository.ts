// One branch of a Git repository, fetched without its past into a folder of its own: the files of a brand in it, and a commit on top.
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import git, { type HttpClient, type TreeEntry } from 'isomorphic-git';
import { Refusal } from '../../refusal.ts';
import { kindOf } from './read-files.ts';

/** A text larger than this is no file of a brand. */
const maxTextBytes = 1_000_000;
const maxFiles = 5000;
/** How many are read at once: each waits for the disk. */
const atOnce = 64;

export interface Place {
  remote: string;
  branch: string;
  /** The folder, without slashes at its ends; '' for the whole repository. */
  path: string;
}

export interface Checkout {
  /** Null where the branch is not there. */
  head: string | null;
  /** Other branches that are there. */
  branches: string[];
  /** Texts of the brand's files, by path in the folder. */
  files: Record<string, string>;
  /** Object of each file under assets/, by path in the folder. */
  assets: Map<string, string>;
  readBlob(oid: string): Promise<Uint8Array>;
  /**
   * Puts a commit on top and pushes it.
   * @param changes by path in the folder; null takes a file away.
   * @returns its id; null where somebody else was faster.
   * @throws Refusal invalid where the repository refuses it.
   */
  push(
    changes: ReadonlyMap<string, Uint8Array | null>,
    about: { message: string; author: { name: string; email: string } },
  ): Promise<string | null>;
}

interface Opened {
  dir: string;
  http: HttpClient;
  place: Place;
  /** Of isomorphic-git: what it has read of the pack. */
  cache: object;
}

const refused = (message: string): Refusal =>
  new Refusal('invalid', message, { issues: [{ path: 'remote', message }] });

/** What went wrong with a repository, in words for whoever connected it; never the token. */
export function toldOf(error: unknown, hasToken: boolean): Refusal | null {
  if (error instanceof Refusal) return error;
  const { code, data } = error as { code?: unknown; data?: { statusCode?: unknown } };
  if (code === 'HttpError') {
    const status = Number(data?.statusCode);
    if (status === 401 || status === 403)
      return refused(
        hasToken
          ? 'The repository refused the token. Give one that may read it, and write it for a push.'
          : 'The repository wants a token. Give one that may read it, and write it for a push.',
      );
    if (status === 404 || status === 410)
      return refused('There is no repository at this address, or none for this token. Check both.');
    return refused(`The repository answered with status ${status}. Try again later.`);
  }
  if (code === 'SmartHttpError' || code === 'ParseError' || code === 'EmptyServerResponseError')
    return refused('There is something at this address, but no Git repository over HTTP. Check the address.');
  if (code === 'GitPushError' || code === 'PushRejectedError')
    return refused(
      'The repository did not take the push: the branch may be protected, or the token may only read.',
    );
  return null;
}

/** Fetches a branch, has it used, and clears away behind itself. */
export async function withRepository<T>(
  place: Place,
  http: HttpClient,
  use: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'marque-git-'));
  try {
    return await use(await open({ dir, http, place, cache: {} }));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function open(opened: Opened): Promise<Checkout> {
  const { dir, http, place } = opened;
  const { remote, branch } = place;
  const refs = await git.listServerRefs({ http, url: remote, prefix: 'refs/heads/', protocolVersion: 1 });
  const branches = refs.flatMap(({ ref }) => (ref.startsWith('refs/heads/') ? [ref.slice(11)] : []));
  const head = refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.oid ?? null;
  await git.init({ fs, dir, defaultBranch: branch });
  await git.addRemote({ fs, dir, remote: 'origin', url: remote });
  let fetched = head;
  if (head !== null) {
    const { fetchHead } = await git.fetch({
      fs,
      http,
      dir,
      url: remote,
      remote: 'origin',
      ref: branch,
      remoteRef: branch,
      singleBranch: true,
      depth: 1,
      tags: false,
      cache: opened.cache,
    });
    fetched = fetchHead ?? head;
  }
  const found =
    fetched === null ? { files: {}, assets: new Map<string, string>() } : await readFolder(opened, fetched);
  return {
    head: fetched,
    branches,
    ...found,
    readBlob: async (oid) => (await git.readBlob({ fs, dir, oid, cache: opened.cache })).blob,
    push: (changes, about) => push(opened, fetched, changes, about),
  };
}

async function entriesOf(
  { dir, cache }: Opened,
  oid: string,
  filepath?: string,
): Promise<TreeEntry[] | null> {
  try {
    const { tree } = await git.readTree({ fs, dir, oid, cache, ...(filepath ? { filepath } : {}) });
    return tree;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'NotFoundError') return null;
    throw error;
  }
}

async function readFolder(opened: Opened, head: string): Promise<Pick<Checkout, 'files' | 'assets'>> {
  const texts: [path: string, oid: string][] = [];
  const assets = new Map<string, string>();
  const note = (at: string, { type, oid }: TreeEntry): void => {
    if (type !== 'blob') return;
    if (at.startsWith('assets/')) assets.set(at, oid);
    else if (kindOf(at) !== null) texts.push([at, oid]);
  };
  for (const entry of (await entriesOf(opened, head, opened.place.path)) ?? []) {
    note(entry.path, entry);
    if (entry.type !== 'tree' || !['rules', 'pages', 'assets'].includes(entry.path)) continue;
    for (const one of (await entriesOf(opened, entry.oid)) ?? []) note(`${entry.path}/${one.path}`, one);
  }
  if (texts.length > maxFiles) throw refused(`The folder holds more than ${maxFiles} files of a brand.`);
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

async function readText({ dir, cache }: Opened, at: string, oid: string): Promise<string> {
  const { blob } = await git.readBlob({ fs, dir, oid, cache });
  if (blob.byteLength > maxTextBytes) throw refused(`${at} is larger than ${maxTextBytes} bytes.`);
  return Buffer.from(blob).toString('utf8');
}

/** Writes a tree with some paths changed. @returns its id; null where nothing is left in it. */
async function changedTree(
  opened: Opened,
  tree: string | null,
  changes: ReadonlyMap<string, Uint8Array | null>,
): Promise<string | null> {
  const { dir } = opened;
  const entries = new Map(
    ((tree === null ? null : await entriesOf(opened, tree)) ?? []).map((entry) => [entry.path, entry]),
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
        oid: await git.writeBlob({ fs, dir, blob: bytes }),
        type: 'blob',
      });
  }
  for (const [name, below] of inner) {
    const before = entries.get(name);
    const oid = await changedTree(opened, before?.type === 'tree' ? before.oid : null, below);
    if (oid === null) entries.delete(name);
    else entries.set(name, { mode: '040000', path: name, oid, type: 'tree' });
  }
  return entries.size === 0 ? null : git.writeTree({ fs, dir, tree: [...entries.values()] });
}

async function push(
  opened: Opened,
  head: string | null,
  changes: ReadonlyMap<string, Uint8Array | null>,
  { message, author }: { message: string; author: { name: string; email: string } },
): Promise<string | null> {
  const { dir, http, place } = opened;
  const prefix = place.path === '' ? '' : `${place.path}/`;
  const inRepository = new Map([...changes].map(([at, bytes]) => [`${prefix}${at}`, bytes]));
  const top = head === null ? null : (await git.readCommit({ fs, dir, oid: head })).commit.tree;
  const tree = (await changedTree(opened, top, inRepository)) ?? (await git.writeTree({ fs, dir, tree: [] }));
  const who = { ...author, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 };
  const oid = await git.writeCommit({
    fs,
    dir,
    commit: {
      tree,
      parent: head === null ? [] : [head],
      author: who,
      committer: who,
      message: `${message}\n`,
    },
  });
  const ref = `refs/heads/${place.branch}`;
  await git.writeRef({ fs, dir, ref, value: oid, force: true });
  try {
    await git.push({
      fs,
      http,
      dir,
      url: place.remote,
      remote: 'origin',
      ref,
      remoteRef: ref,
      cache: opened.cache,
    });
    return oid;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'PushRejectedError' && code !== 'GitPushError') throw error;
    // Whoever moved the branch in between was faster; on a branch that stands where it stood, the push is refused for what it is.
    const refs = await git.listServerRefs({ http, url: place.remote, prefix: ref, protocolVersion: 1 });
    const now = refs.find((one) => one.ref === ref)?.oid ?? null;
    if (now === oid) return oid;
    if (now !== head) return null;
    throw error;
  }
}
