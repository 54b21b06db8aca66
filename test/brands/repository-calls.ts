// A brand's repository in a test: connecting it, syncing, and what is in it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { actAsSystem } from '../../src/core/access/actor.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { untilLockWaits } from '../core/access/resources.ts';
import type { Calls } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import type { TestService } from '../setup/service.ts';
import type { GitServer } from './git-server.ts';

export interface Sync {
  id: string;
  state: string;
  error: string | null;
  problems: { path: string; message: string }[];
  commit: string;
  conflicts: { file: string; path: string }[];
  pushed: number;
}

export interface Synced {
  marque: TestService;
  server: GitServer;
  reader: Calls;
  write: Calls;
  /** The brand. */
  slug: string;
  /** Its repository's name on the server. */
  repository: string;
  /** How it is connected; by URL unless given. */
  way?: 'url' | 'path';
}

/** A colour as a rule. */
export const ink = (value: string) => ({ key: 'color.ink', type: 'color', value });
/** The same as a file. */
export const color = (value: string) => `# Ours\ncolor.ink:\n  type: color\n  value: "${value}"\n`;

/** @param on returns the brand and repository of the running test */
export function repositoryCalls(on: () => Synced) {
  const at = (rest = '') => `/brands/${on().slug}/source${rest}`;
  const connect = async (more: object = {}) =>
    (
      await on().write.done('PUT', at(), {
        remote: (await on().server.makeRepository(on().repository))[on().way ?? 'url'],
        ...more,
      })
    ).body.data;
  const source = async () => (await on().reader.done('GET', at())).body.data.source;

  async function ask(direction: string, as = on().write): Promise<void> {
    const asked = await as.call('POST', at('/sync'), { direction });
    expect([asked.status, asked.body.data?.state]).toEqual([202, 'waiting']);
  }
  /** The result of the requested sync. */
  async function outcome(): Promise<Sync> {
    let now: Sync | undefined;
    await until(async () => {
      now = (await on().write.done('GET', at('/sync'))).body.data as Sync;
      return now.state === 'done' || now.state === 'failed';
    });
    return now as Sync;
  }
  async function sync(direction: string): Promise<Sync> {
    await ask(direction);
    return outcome();
  }
  /** A sync that has fetched the repository, and continues once `work` is done. */
  async function syncAround(direction: string, work: () => Promise<unknown>, as = on().write): Promise<Sync> {
    await inTransaction(on().marque.payload, actAsSystem, async (_, db) => {
      await db.query('lock table marque.brand_agreements in access exclusive mode');
      await ask(direction, as);
      await untilLockWaits(on().marque);
      await work();
    });
    return outcome();
  }
  async function done(direction: string): Promise<Sync> {
    const result = await sync(direction);
    expect(result.error).toBeNull();
    return result;
  }
  const failed = async (direction: string): Promise<string> => {
    const result = await sync(direction);
    expect(result.state).toBe('failed');
    return result.error ?? '';
  };
  const set = (...rules: object[]) =>
    on().write.done('PATCH', `/brand/rules?brand=${on().slug}`, { set: rules });
  const valueOf = async (key: string): Promise<unknown> =>
    (await on().write.done('GET', `/brand/rules?brand=${on().slug}`)).body.data.find(
      (rule: { key: string }) => rule.key === key,
    )?.value;
  const shown = (file: string, branch = 'main') =>
    on().server.git(on().repository, 'show', `${branch}:${file}`);
  const commits = async (branch = 'main') =>
    Number(await on().server.git(on().repository, 'rev-list', '--count', branch));
  const put = (files: Record<string, string | Buffer>, branch = 'main') =>
    on().server.inClone(
      on().repository,
      async (dir) => {
        for (const [file, text] of Object.entries(files)) {
          await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
          await writeFile(path.join(dir, file), text);
        }
      },
      branch,
    );

  return {
    at,
    connect,
    source,
    ask,
    outcome,
    sync,
    syncAround,
    done,
    failed,
    set,
    valueOf,
    shown,
    commits,
    put,
  };
}
