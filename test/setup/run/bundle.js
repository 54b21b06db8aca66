// Scripts that run outside of jest, as one JavaScript file each; packages stay outside. Loading some six hundred
// TypeScript files one by one takes eight times as much of a processor, for every process that a test starts.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * @param {string} file a TypeScript file, relative to the root
 * @returns {string} the path of its bundle, below the root, where imports of packages are found
 */
export function bundle(file) {
  const [target] = bundleAll([file]);
  if (target === undefined) throw new Error(`Nothing was bundled for ${file}.`);
  return target;
}

/**
 * Bundles scripts that load each other at run time: what they share stays one module.
 * @param {string[]} files TypeScript files, relative to the root
 * @returns {string[]} the paths of their bundles, in the same order
 */
export function bundleAll(files) {
  const names = files.map((file) => file.replaceAll('/', '-'));
  const { outputFiles } = buildSync({
    entryPoints: files.map((file, index) => ({ in: file, out: names[index] ?? file })),
    outdir: path.join(root, '.data/scripts'),
    outExtension: { '.js': '.mjs' },
    absWorkingDir: root,
    bundle: true,
    splitting: files.length > 1,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    jsx: 'automatic',
  });
  for (const { path: target, contents } of outputFiles) {
    const written = `${target}.${process.pid}`;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(written, contents);
    // Another worker may be loading the one that's there.
    renameSync(written, target);
  }
  return names.map((name) => path.join(root, '.data/scripts', `${name}.mjs`));
}
