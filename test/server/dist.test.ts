// Compiling the sources to dist.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { removeLeftovers } from '../../src/dist.mjs';
import { makeFolder } from '../setup/children.ts';

it('removes what a process that was killed while compiling has left, and nothing else', async () => {
  const ended = spawn(process.execPath, ['--eval', '']);
  await once(ended, 'exit');
  const folder = await makeFolder();
  const kept = [`dist-${process.pid}`, 'dist-mine', 'postgres'];
  for (const name of [...kept, `dist-${ended.pid}`, `dist-${ended.pid}-old`])
    await mkdir(path.join(folder.path, name, 'src'), { recursive: true });
  await removeLeftovers(folder.path);
  expect((await readdir(folder.path)).sort()).toEqual(kept.sort());
  await folder.remove();
});
