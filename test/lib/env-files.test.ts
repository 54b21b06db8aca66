// The files that set variables: the same ones as Next reads, in the same order.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeFolder } from '../setup/children.ts';

const script = `
import { loadEnvFiles, setVariables } from './src/lib/env-files.ts';
loadEnvFiles(process.argv[1]);
setVariables({ MADE_HERE: 'yes' });
if (process.argv[2] === 'reload') {
  const { createRequire } = await import('node:module');
  const next = createRequire(createRequire(process.cwd() + '/package.json').resolve('next/package.json'));
  next('@next/env').loadEnvConfig(process.argv[1], true, console, true);
}
const { LOCAL, MODE, BOTH, BASE, GIVEN, MADE_HERE } = process.env;
console.log(JSON.stringify({ LOCAL, MODE, BOTH, BASE, GIVEN, MADE_HERE }));
`;

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
  const files = {
    '.env': 'BASE=env\nMODE=env\nBOTH=env\nLOCAL=env\nGIVEN=env\n',
    '.env.production': 'MODE=production\nBOTH=production\nLOCAL=production\n',
    '.env.development': 'MODE=development\nBOTH=development\nLOCAL=development\n',
    '.env.local': 'BOTH=local\nLOCAL=local\n',
    '.env.production.local': 'LOCAL=production.local\n',
    '.env.development.local': 'LOCAL=development.local\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder.path, name), text);
});
afterAll(() => folder.remove());

async function read(at: string, env: Record<string, string>, ...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, at, ...args],
    { env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

it.each<[string, Record<string, string>]>([
  ['production', {}],
  ['production', { NODE_ENV: 'production' }],
  ['development', { NODE_ENV: 'development' }],
])('those of %s come first, and the environment before all (%j)', async (mode, env) => {
  expect(await read(folder.path, { ...env, GIVEN: 'environment' })).toEqual({
    LOCAL: `${mode}.local`,
    BOTH: 'local',
    MODE: mode,
    BASE: 'env',
    GIVEN: 'environment',
    MADE_HERE: 'yes',
  });
});

it('may be missing', async () => {
  const empty = path.join(folder.path, 'empty');
  await mkdir(empty);
  expect(await read(empty, { GIVEN: '' })).toEqual({ GIVEN: '', MADE_HERE: 'yes' });
});

it("don't take away what the process has set itself, when next dev reads them again", async () => {
  expect(await read(folder.path, { NODE_ENV: 'development' }, 'reload')).toMatchObject({
    LOCAL: 'development.local',
    MADE_HERE: 'yes',
  });
});
