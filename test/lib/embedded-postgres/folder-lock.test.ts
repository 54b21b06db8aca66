// Two servers on one data folder would overwrite each other: one holds the lock, and a dead one doesn't.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDir } from '../../../src/lib/embedded-postgres/folder-lock.ts';
import { kill, makeFolder, startScript, untilItSays } from '../../setup/children.ts';

let folder: { path: string; remove(): Promise<void> };
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  if (child) await kill(child);
  child = undefined;
  await folder.remove();
});

async function hold(): Promise<ChildProcess> {
  child = startScript('test/lib/embedded-postgres/hold.ts', [folder.path, 'lock']);
  await untilItSays(child, 'holding');
  return child;
}

describe('a data folder', () => {
  it('is refused to a second process, with the process id of the first', async () => {
    const { pid } = await hold();

    await expect(lockDataDir(folder.path)).rejects.toThrow(`PID ${pid}`);
  });

  it('is refused to a second caller in the same process', async () => {
    const lock = await lockDataDir(folder.path);

    await expect(lockDataDir(folder.path)).rejects.toThrow('in use');
    await lock.release();
  });

  it('is free again once released, and nothing is left behind', async () => {
    await (await lockDataDir(folder.path)).release();
    await (await lockDataDir(folder.path)).release();

    expect(await readdir(path.join(folder.path, 'lock'))).toEqual([]);
  });

  it('is reported as lost once its lock was removed and another process has it', async () => {
    const lock = await lockDataDir(folder.path);
    expect(await lock.isHeld()).toBe(true);
    await rm(path.join(folder.path, 'lock'), { recursive: true });
    expect(await lock.isHeld()).toBe(false);
    await hold();
    expect(await lock.isHeld()).toBe(false);
    await lock.release();
  });

  it('is free again once its holder was killed', async () => {
    await kill(await hold());

    await (await lockDataDir(folder.path)).release();
  });

  it("stays refused while its holder is paused and can't answer", async () => {
    const holder = await hold();
    holder.kill('SIGSTOP');

    await expect(lockDataDir(folder.path)).rejects.toThrow('in use');
  });

  it('goes to one of many that ask at once, also when a killed one left its name', async () => {
    await kill(await hold());

    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(folder.path)));

    const won = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.release();
  });

  it('can have a path longer than that of a socket', async () => {
    const deep = path.join(folder.path, 'a'.repeat(120));
    await mkdir(deep);
    const lock = await lockDataDir(deep);

    await expect(lockDataDir(deep)).rejects.toThrow('in use');
    await lock.release();
  });
});
