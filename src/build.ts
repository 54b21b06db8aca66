// Runs Next's production build of the panel when its sources have changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDirHeld, lockDataDir, type DataDirLock } from './lib/embedded-postgres/folder-lock.ts';

const sources = [
  'src',
  'collections',
  'endpoints',
  'plugins',
  'payload.config.ts',
  'next.config.mjs',
  'package.json',
  'package-lock.json',
];

/** Next writes the declarations during a build: with them, its own output would count as a change of the sources. */
const notSources = ['.next', 'node_modules', 'next-env.d.ts'];

async function* filesBelow(place: string): AsyncGenerator<string> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    yield place;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!notSources.includes(entry.name)) yield* filesBelow(path.join(place, entry.name));
  }
}

async function digest(root: string, app: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of app === root ? sources : [...sources, path.relative(root, app)]) {
    for await (const file of filesBelow(path.join(root, source))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file).catch(() => Buffer.alloc(0)));
    }
  }
  return hash.digest('hex');
}

const stampOf = (app: string): string => path.join(app, '.next', 'marque-build');

/**
 * True if the existing build was made from the current sources.
 * @param app the folder of the Next app, if it isn't the root of the sources.
 */
async function panelIsBuilt(root: string, app = root): Promise<boolean> {
  const stamp = await readFile(stampOf(app), 'utf8').catch(() => null);
  return stamp !== null && stamp === (await digest(root, app));
}

/**
 * Builds the panel unless the existing build is current. If several processes start in one folder, one builds and the others wait.
 * @param hooks `onBuild` is called once, before this process builds or waits; `prepare` before it builds, while the others wait.
 * @throws Error if the build fails; its output has been printed by then.
 */
export async function buildPanel(
  root: string,
  app = root,
  { onBuild, prepare }: { onBuild?: () => void; prepare?: () => Promise<void> } = {},
): Promise<void> {
  if (await panelIsBuilt(root, app)) return;
  onBuild?.();
  const lock = await takeTurn(app);
  try {
    if (await panelIsBuilt(root, app)) return;
    await prepare?.();
    await build(root, app);
  } finally {
    await lock.release();
  }
}

/** Next keeps the `cache` folder when it cleans up. */
async function takeTurn(app: string): Promise<DataDirLock> {
  for (;;) {
    try {
      return await lockDataDir(path.join(app, '.next', 'cache', 'marque'));
    } catch (error) {
      if (!(error instanceof DataDirHeld)) throw error;
      await pause(500);
    }
  }
}

async function build(root: string, app: string): Promise<void> {
  const made = await digest(root, app);
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: app,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    // If the server is stopped during the build, the build stops too.
    const takeAlong = (): void => void child.kill();
    process.once('exit', takeAlong);
    child.once('error', reject).once('exit', (exitCode) => {
      process.off('exit', takeAlong);
      resolve(exitCode);
    });
  });
  if (code !== 0) throw new Error('the panel build failed');
  await writeFile(stampOf(app), made);
}
