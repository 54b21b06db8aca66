// The packages that the service loads, as a few files instead of three thousand: each test file loads all of its modules anew, and
// that takes longest. test/setup/run/resolver.cjs puts them in place of the packages.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

/** ES modules. Built together, so that what they share stays one module. */
const modules = [
  '@modelcontextprotocol/sdk/server/index.js',
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js',
  '@modelcontextprotocol/sdk/types.js',
  '@modelcontextprotocol/server',
  '@payloadcms/db-postgres',
  '@payloadcms/db-postgres/drizzle/node-postgres',
  'hono',
  'jose',
  'nodemailer',
  'payload',
  'payload/shared',
  'style-dictionary',
  'zod',
  'zod-openapi',
];

/** CommonJS, each one file. */
const scripts = [
  '@aws-sdk/client-s3',
  'console-table-printer',
  'isomorphic-git',
  'prompts',
  'rate-limiter-flexible',
  'undici',
  'yaml',
];

const fileOf = (name) => fileURLToPath(import.meta.resolve(name));

/** Whether Node loads a file as an ES module: by its ending, or as the nearest package.json says. */
function isModule(file) {
  if (!/\.m?js$/.test(file)) return false;
  if (file.endsWith('.mjs')) return true;
  for (let folder = path.dirname(file); folder !== root; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
  }
  return false;
}

/** Leaves everything but ES modules outside, at the path where it is: other versions may be installed elsewhere. */
const onlyModules = {
  name: 'only-modules',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /./ }, async ({ path: asked, ...from }) => {
      if (from.pluginData === 'resolving' || from.kind === 'entry-point') return undefined;
      const { path: file, errors, external } = await resolve(asked, { ...from, pluginData: 'resolving' });
      // Optional packages that aren't installed are imported where they are needed, in a try.
      if (errors.length > 0) return { path: asked, external: true };
      if (external || isModule(file) || file.endsWith('.json')) return undefined;
      return { path: file, external: true };
    });
    // Packages read files beside their own.
    onLoad({ filter: /\.m?js$/ }, ({ path: file }) => {
      const contents = readFileSync(file, 'utf8');
      if (!contents.includes('import.meta')) return undefined;
      const own = JSON.stringify(pathToFileURL(file).href);
      return { contents: contents.replaceAll('import.meta.url', own), loader: 'js' };
    });
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  keepNames: true,
  legalComments: 'none',
  logLevel: 'error',
};

/**
 * Bundles the packages if their versions changed.
 * @returns {Promise<void>} when test/setup/run/resolver.cjs can read which file stands in for which
 */
export async function bundlePackages() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const own = readFileSync(fileURLToPath(import.meta.url));
  const version = createHash('sha256').update(lock).update(own).digest('hex').slice(0, 16);
  const folder = path.join(root, '.data/test-packages');
  const table = path.join(folder, 'table.json');
  if (existsSync(table) && JSON.parse(readFileSync(table, 'utf8')).version === version) return;

  rmSync(folder, { recursive: true, force: true });
  const name = (one) => one.replaceAll(/[^a-z0-9]+/gi, '-');
  const entryPoints = (names) => names.map((one) => ({ in: fileOf(one), out: name(one) }));
  await build({
    ...shared,
    entryPoints: entryPoints(modules),
    outdir: path.join(folder, version),
    outExtension: { '.js': '.mjs' },
    splitting: true,
    format: 'esm',
    plugins: [onlyModules],
  });
  for (const script of scripts)
    await build({
      ...shared,
      entryPoints: entryPoints([script]),
      outdir: path.join(folder, version),
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
    });
  const files = Object.fromEntries([
    ...modules.map((one) => [fileOf(one), path.join(folder, version, `${name(one)}.mjs`)]),
    ...scripts.map((one) => [fileOf(one), path.join(folder, version, `${name(one)}.cjs`)]),
  ]);
  writeFileSync(`${table}.new`, JSON.stringify({ version, files }));
  renameSync(`${table}.new`, table);
}
