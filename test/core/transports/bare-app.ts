// The bare app of test/bare-app as a process: built when its sources change, started with `next start` on its
// own database.
import { execFile, spawn } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildPanel } from '../../../src/build.ts';
import { buildDist } from '../../../src/dist.mjs';
import { createDatabase } from '../../setup/database.ts';
import { freePort, kill, listenTo, makeFolder, until } from '../../setup/children.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'test/bare-app');

export interface BareApp {
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** Everything it has written so far. */
  output: () => string;
  close: () => Promise<void>;
}

interface Packed {
  files: { path: string }[];
}

/** The import map with what campaigns add: their own components, and Marque's for pages of modules. */
function withAgency(importMap: string): string {
  const added = {
    'example-agency/panel': ['Campaigns', 'CampaignAsset'],
    'marque/rsc': ['ModulePage'],
  };
  const imports = Object.entries(added).map(
    ([from, names]) => `import { ${names.join(', ')} } from '${from}'\n`,
  );
  const entries = Object.entries(added).flatMap(([from, names]) =>
    names.map((name) => `  "${from}#${name}": ${name},`),
  );
  const start = 'export const importMap = {';
  return `${imports.join('')}${importMap.replace(start, [start, ...entries].join('\n'))}`;
}

async function installSources(name: string, from: string, modules: string): Promise<void> {
  const to = path.join(modules, name);
  await cp(path.join(root, from), to, { recursive: true });
  const manifest = { name, type: 'module', exports: { '.': './index.ts', './panel': './panel.tsx' } };
  await writeFile(path.join(to, 'package.json'), JSON.stringify(manifest));
}

/**
 * Installs the files that belong to the package, and no others, into the app's node_modules, as `npm install`
 * would.
 */
async function install(): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  await rm(modules, { recursive: true, force: true });
  await buildDist({ declarations: false });
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
  });
  const [packed] = JSON.parse(stdout) as [Packed];
  for (const { path: file } of packed.files)
    await cp(path.join(root, file), path.join(modules, 'marque', file));
  // As `payload generate:importmap` would write it: the components are those of our own app.
  const importMap = 'app/(payload)/admin/importMap.js';
  const components = await readFile(path.join(root, 'src', importMap), 'utf8');
  await writeFile(path.join(folder, importMap), withAgency(components));
  // An agency that keeps its modules in packages of their own.
  await installSources('example-agency', 'plugins/example-agency', modules);
  await installSources('example-house', 'test/agency/house', modules);
}

/**
 * Builds the app if its sources have changed, and starts it.
 * @param by Next's own server, or ours
 */
export async function startBareApp(
  env: Record<string, string>,
  by: 'next start' | 'marque start' = 'next start',
): Promise<BareApp> {
  await buildPanel(root, folder, { prepare: install });
  const database = await createDatabase({ empty: true });
  const data = await makeFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    by === 'marque start'
      ? [path.join(folder, 'node_modules/marque/dist/src/commands/cli.js'), 'start']
      : [
          path.join(root, 'node_modules/next/dist/bin/next'),
          'start',
          '-p',
          String(port),
          '-H',
          '127.0.0.1',
          // Longer than any pause between two calls: a connection that the server closes just then breaks a call.
          '--keepAliveTimeout',
          '120000',
        ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        [by === 'marque start' ? 'DATABASE_URI' : 'DATABASE_URL']: database.url,
        DATA_DIR: data.path,
        SERVER_URL: url,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...env,
      },
    },
  );
  const output = listenTo(child);
  const close = async (): Promise<void> => {
    await kill(child);
    await database.drop();
    await data.remove();
  };
  await until(async () => {
    if (child.exitCode !== null) {
      await close();
      throw new Error(`The bare app ended: ${output()}`);
    }
    return fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
  });
  return {
    url,
    databaseUrl: database.url,
    dataDir: data.path,
    output,
    close,
  };
}
