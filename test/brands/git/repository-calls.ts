// The brand's repository: connecting it, syncing, and what is in it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { actAsSystem } from '../../../src/core/access/actor.ts';
import { inTransaction } from '../../../src/core/db/transaction.ts';
import { untilLockWaits } from '../../core/access/resources.ts';
import { callsAs } from '../../setup/callers.ts';
import { until } from '../../setup/children.ts';
import { marque, reader, repository, server, slug, way, write } from './repository-each.ts';

export interface Sync {
  id: string;
  state: string;
  error: string | null;
  problems: { path: string; message: string }[];
  commit: string;
  conflicts: { file: string; path: string }[];
  pushed: number;
}

export const at = (rest = '') => `/brands/${slug}/source${rest}`;

export const connect = async (more: object = {}) =>
  (
    await write.done('PUT', at(), {
      remote: (await server.makeRepository(repository))[way],
      ...more,
    })
  ).body.data;

export const source = async () => (await callsAs(marque, reader).done('GET', at())).body.data.source;

async function ask(direction: string, as = write): Promise<void> {
  const asked = await as.call('POST', at('/sync'), { direction });
  expect([asked.status, asked.body.data?.state]).toEqual([202, 'waiting']);
}

/** The result of the requested sync. */
async function outcome(): Promise<Sync> {
  let now: Sync | undefined;
  await until(async () => {
    now = (await write.done('GET', at('/sync'))).body.data as Sync;
    return now.state === 'done' || now.state === 'failed';
  });
  return now as Sync;
}

export async function sync(direction: string): Promise<Sync> {
  await ask(direction);
  return outcome();
}

/** A sync that has fetched the repository, and continues once `work` is done. */
export async function syncAround(direction: string, work: () => Promise<unknown>, as = write): Promise<Sync> {
  await inTransaction(marque.payload, actAsSystem, async (_, db) => {
    await db.query('lock table marque.brand_agreements in access exclusive mode');
    await ask(direction, as);
    await untilLockWaits(marque);
    await work();
  });
  return outcome();
}

export async function done(direction: string): Promise<Sync> {
  const result = await sync(direction);
  expect(result.error).toBeNull();
  return result;
}

export const failed = async (direction: string): Promise<string> => {
  const result = await sync(direction);
  expect(result.state).toBe('failed');
  return result.error ?? '';
};

export const shown = (file: string, branch = 'main') => server.git(repository, 'show', `${branch}:${file}`);

export const commits = async (branch = 'main') =>
  Number(await server.git(repository, 'rev-list', '--count', branch));

export const put = (files: Record<string, string | Buffer>, branch = 'main') =>
  server.inClone(
    repository,
    async (dir) => {
      for (const [file, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
        await writeFile(path.join(dir, file), text);
      }
    },
    branch,
  );
