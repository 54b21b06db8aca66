// Packages that every worker loads once, outside of jest's modules: jest would load their three thousand files anew for each test file,
// which took more of a processor than most tests. test/setup/run/environment.mjs loads them, and test/setup/run/resolver.cjs puts a small
// file in place of each that hands over what was loaded. Marque's own modules are still loaded for each test file.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * What the service imports, and what it is tested with, where it takes time to load. Of a package, all entries that are imported: what its
 * classes make is only known as such among them.
 */
const names = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@hono/node-server',
  '@hono/node-server/utils/response',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/client/stdio',
  '@modelcontextprotocol/sdk/client/auth.js',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client/stdio.js',
  '@modelcontextprotocol/sdk/client/streamableHttp.js',
  '@modelcontextprotocol/sdk/server/index.js',
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js',
  '@modelcontextprotocol/sdk/types.js',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/server/stdio',
  '@payloadcms/db-postgres',
  '@payloadcms/db-postgres/drizzle/node-postgres',
  '@payloadcms/translations',
  '@payloadcms/translations/languages/de',
  '@payloadcms/translations/languages/en',
  '@payloadcms/translations/languages/fr',
  'busboy',
  'exifreader',
  'file-type',
  'hono',
  'hono/utils/mime',
  'hono/utils/url',
  'isomorphic-git',
  'jose',
  'markdown-it',
  'nodemailer',
  'payload',
  'payload/node',
  'payload/shared',
  'pg',
  'pg-boss',
  'pino',
  'playwright-core',
  'rate-limiter-flexible',
  'semver',
  'sharp',
  'style-dictionary',
  'tldts',
  'undici',
  'yaml',
  'yauzl',
  'yazl',
  'zod',
  'zod-openapi',
];

/** The global by which test/setup/run/environment.mjs hands the packages over. */
export const globalName = 'packagesOfWorker';

const fileOf = (name) => fileURLToPath(import.meta.resolve(name));

/** Whether Node loads a file as an ES module: by its ending, or as the nearest package.json says. */
function isModule(file) {
  if (file.endsWith('.mjs')) return true;
  if (!file.endsWith('.js')) return false;
  for (let folder = path.dirname(file); folder !== root; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
  }
  return false;
}

/** A file that hands over a package. */
function standIn(name, exported) {
  const loaded = `globalThis.${globalName}[${JSON.stringify(name)}]`;
  if (!isModule(fileOf(name))) return { ending: 'cjs', text: `module.exports = ${loaded}.default;\n` };
  const lines = Object.keys(exported).map(
    (key, index) =>
      `const v${index} = all[${JSON.stringify(key)}]; export { v${index} as ${JSON.stringify(key)} };`,
  );
  return { ending: 'mjs', text: [`const all = ${loaded};`, ...lines, ''].join('\n') };
}

/** @returns {Promise<Record<string, object>>} what each package exports, by name */
export async function loadPackages() {
  const loaded = {};
  for (const name of names) loaded[name] = await import(name);
  return loaded;
}

/**
 * Writes the stand-ins, if the packages' versions changed.
 * @returns {Promise<void>} when test/setup/run/resolver.cjs can read which file stands in for which
 */
export async function writeStandIns() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const own = readFileSync(fileURLToPath(import.meta.url));
  const version = createHash('sha256').update(lock).update(own).digest('hex').slice(0, 16);
  const folder = path.join(root, '.data/test-packages');
  const table = path.join(folder, 'table.json');
  if (existsSync(table) && JSON.parse(readFileSync(table, 'utf8')).version === version) return;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, version), { recursive: true });
  const files = {};
  for (const [name, exported] of Object.entries(await loadPackages())) {
    const { ending, text } = standIn(name, exported);
    const file = path.join(folder, version, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.${ending}`);
    writeFileSync(file, text);
    files[fileOf(name)] = file;
  }
  writeFileSync(`${table}.new`, JSON.stringify({ version, files }));
  renameSync(`${table}.new`, table);
}
