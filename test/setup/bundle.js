// Scripts that run outside of jest, as one JavaScript file each; packages stay outside. Loading some six hundred
// TypeScript files one by one takes eight times as much of a processor, for every process that a test starts.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * @param {string} file a TypeScript file, relative to the root
 * @returns {string} the path of its bundle, below the root, where imports of packages are found
 */
export function bundle(file) {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    absWorkingDir: root,
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    jsx: 'automatic',
  });
  const target = path.join(root, '.data/scripts', `${file.replaceAll('/', '-')}.mjs`);
  const written = `${target}.${process.pid}`;
  mkdirSync(path.dirname(target), { recursive: true });
  for (const { contents } of outputFiles) writeFileSync(written, contents);
  // Another worker may be loading the one that's there.
  renameSync(written, target);
  return target;
}
