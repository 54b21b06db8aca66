// Building what isn't built: Next's production build of the panel, done again when what it was made from has changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const sources = [
  'src',
  'collections',
  'endpoints',
  'plugins',
  'payload.config.ts',
  'next.config.mjs',
  'package-lock.json',
];

async function* filesBelow(place: string): AsyncGenerator<string> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    yield place;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    yield* filesBelow(path.join(place, entry.name));
  }
}

async function digest(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for await (const file of filesBelow(path.join(root, source))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file).catch(() => Buffer.alloc(0)));
    }
  }
  return hash.digest('hex');
}

const stampOf = (root: string): string => path.join(root, '.next', 'marque-build');

/** True when the build that is there was made from the sources that are there. */
export async function panelIsBuilt(root: string): Promise<boolean> {
  const stamp = await readFile(stampOf(root), 'utf8').catch(() => null);
  return stamp !== null && stamp === (await digest(root));
}

/**
 * Builds the panel.
 * @throws Error when the build fails; its own words have gone to the terminal by then.
 */
export async function buildPanel(root: string): Promise<void> {
  const made = await digest(root);
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    child.once('error', reject).once('exit', resolve);
  });
  if (code !== 0) throw new Error('the panel could not be built');
  await writeFile(stampOf(root), made);
}
