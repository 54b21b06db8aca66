// Writes the package's JavaScript to dist. Plain JavaScript itself: it runs before there is any.
//   node src/dist.mjs          everything, with declarations: what is published
//   buildDist({ ... })         only if the sources have changed: what `npm start` runs
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const target = path.join(root, 'dist');
const stampFile = 'stamp.json';

const sources = ['src', 'collections', 'endpoints', 'plugins'];
const settings = ['payload.config.ts', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
/** What the compiler leaves where it is, and JavaScript imports. */
const copied = /\.css$/;

/** @param {string} folder @returns {AsyncGenerator<string>} files, relative to the root */
async function* filesBelow(folder) {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

async function digestOfSources() {
  const hash = createHash('sha256');
  const add = async (/** @type {string} */ file) =>
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  for (const file of settings) await add(file);
  for (const folder of sources) for await (const file of filesBelow(folder)) await add(file);
  return hash.digest('hex');
}

/** @returns {Promise<{ sources?: string, declarations?: boolean }>} what the existing dist was made from */
async function readStamp() {
  const text = await readFile(path.join(target, stampFile), 'utf8').catch(() => '{}');
  return JSON.parse(text);
}

/** @param {string[]} args */
function compile(args) {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    const takeAlong = () => void child.kill();
    process.once('exit', takeAlong);
    child.once('error', reject).once('exit', (code) => {
      process.off('exit', takeAlong);
      if (code === 0) resolve(undefined);
      else reject(new Error('TypeScript could not be compiled. Run `npm ci` if packages are missing.'));
    });
  });
}

/** TypeScript leaves the sources' names in declarations: `.ts` in imports, and style sheets. Published ones have to name what's published. */
async function nameDeclarations(/** @type {string} */ folder) {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.name.endsWith('.d.ts')) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const text = await readFile(file, 'utf8');
    const named = text
      .replace(/^import '[^']+\.css';\n/gm, '')
      .replace(/((?:from |import\(|import |declare module )["']\.{1,2}\/[^"']+)\.tsx?(["'])/g, '$1.js$2');
    if (named !== text) await writeFile(file, named);
  }
}

/** Removes the declarations that no entry point of the package leads to: nobody could import them. */
async function pruneDeclarations(/** @type {string} */ folder) {
  const { exports } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const kept = new Set();
  const keep = async (/** @type {string} */ file) => {
    if (kept.has(file)) return;
    const text = await readFile(file, 'utf8').catch(ignoreMissing);
    if (text === undefined) return;
    kept.add(file);
    for (const [, name = ''] of text.matchAll(/["'](\.{1,2}\/[^"']+\.m?js)["']/g))
      await keep(path.resolve(path.dirname(file), name.replace(/\.(m?)js$/, '.d.$1ts')));
  };
  for (const { types } of Object.values(exports))
    if (types) await keep(path.join(folder, path.relative('dist', types)));
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (/\.d\.m?ts$/.test(file) && !kept.has(file)) await rm(file);
  }
}

/** Source maps name the sources from where they were compiled, which is deeper than dist: stack traces would name files beside the package. */
async function nameSources(/** @type {string} */ folder) {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.name.endsWith('.map')) continue;
    const from = entry.parentPath ?? entry.path;
    const file = path.join(from, entry.name);
    const map = JSON.parse(await readFile(file, 'utf8'));
    const to = path.join(target, path.relative(folder, from));
    const sources = map.sources.map((/** @type {string} */ source) =>
      path.relative(to, path.resolve(from, source)).replaceAll(path.sep, '/'),
    );
    await writeFile(file, JSON.stringify({ ...map, sources }));
  }
}

/** Puts the folder in dist's place, complete: what is there is never half of one build and half of another. */
async function install(/** @type {string} */ folder) {
  const old = `${folder}-old`;
  await rename(target, old).catch(ignoreMissing);
  await rename(folder, target).catch((error) => {
    // Another process was faster, with the same content.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(old, { recursive: true, force: true });
}

function ignoreMissing(/** @type {NodeJS.ErrnoException} */ error) {
  if (error.code !== 'ENOENT') throw error;
}

/** Removes what processes that were killed while compiling have left. */
export async function removeLeftovers(/** @type {string} */ data) {
  for (const name of await readdir(data)) {
    const pid = Number(/^dist-(\d+)(?:-old)?$/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) await rm(path.join(data, name), { recursive: true, force: true });
  }
}

function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another account's process may not be signalled, but is there.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** True if dist was made from these sources, with declarations if they're wanted. */
async function isCurrent(/** @type {string} */ digest, /** @type {boolean} */ declarations) {
  const stamp = await readStamp();
  return stamp.sources === digest && (stamp.declarations || !declarations);
}

/**
 * Compiles the sources to dist, unless dist was made from them. A process that's killed meanwhile leaves dist as it was.
 * @param {{ declarations: boolean, onBuild?: () => void }} options `declarations`: also checks types, and writes declarations and
 *   source maps; `onBuild` is called before it begins.
 * @throws Error if the compiler fails, which has then said why
 */
export async function buildDist({ declarations, onBuild }) {
  const digest = await digestOfSources();
  if (await isCurrent(digest, declarations)) return;
  onBuild?.();
  const folder = path.join(root, '.data', `dist-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await removeLeftovers(path.dirname(folder));
  try {
    const quick = ['--noCheck', '--declaration', 'false'];
    await compile(['--outDir', folder, ...(declarations ? [] : quick)]);
    if (declarations) {
      await nameDeclarations(folder);
      await pruneDeclarations(folder);
    }
    await nameSources(folder);
    for (const source of sources)
      for await (const file of filesBelow(source))
        if (copied.test(file)) await cp(path.join(root, file), path.join(folder, file));
    await writeFile(path.join(folder, stampFile), JSON.stringify({ sources: digest, declarations }));
    // Several processes that start at once all compile. Those that come later must not move what the first is loading.
    if (!(await isCurrent(digest, declarations))) await install(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDist({ declarations: true });
