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
  /** Everything it has written so far. */
  output: () => string;
  close: () => Promise<void>;
}

interface Packed {
  files: { path: string }[];
}

/** The import map with the components of campaigns. */
function withAgency(importMap: string): string {
  const names = ['Campaigns', 'CampaignAsset'];
  const entries = names.map((name) => `  "example-agency/panel#${name}": ${name},`).join('\n');
  return `import { ${names.join(', ')} } from 'example-agency/panel'\n${importMap.replace('export const importMap = {', `export const importMap = {\n${entries}`)}`;
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

/** Builds the app if its sources have changed, and starts it. */
export async function startBareApp(env: Record<string, string>): Promise<BareApp> {
  await buildPanel(root, folder, { prepare: install });
  const database = await createDatabase({ empty: true });
  const data = await makeFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    // Keeps connections longer than any pause between two calls: one that the server closes just then breaks
    // a call.
    [
      path.join(root, 'node_modules/next/dist/bin/next'),
      'start',
      '-p',
      String(port),
      '-H',
      '127.0.0.1',
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
        DATABASE_URL: database.url,
        DATA_DIR: data.path,
        SERVER_URL: url,
        LOG_LEVEL: 'warn',
        ...env,
      },
    },
  );
  const output = listenTo(child);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The bare app ended: ${output()}`);
    return fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
  });
  return {
    url,
    databaseUrl: database.url,
    output,
    close: async () => {
      await kill(child);
      await database.drop();
      await data.remove();
    },
  };
}
