// marque init: the lines that it adds to an app's configs, what it leaves to the app's author, and what it finds in the app's routes.
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { buildDist } from '../../src/dist.mjs';
import { wrapped, type Wrapping } from '../../src/commands/init/next-config.ts';
import {
  databaseOf,
  isWithoutAgents,
  routesOf,
  withPlugins,
} from '../../src/commands/init/payload-config.ts';
import { prefixFor, routesIn } from '../../src/commands/init/routes.ts';
import { parse, type Change } from '../../src/commands/init/source.ts';
import { makeFolder } from '../setup/children.ts';

const plugin = (config: string): Change => withPlugins(parse(ts, 'payload.config.ts', config));
const wrap = (config: string, wrapping: Wrapping = {}): Change =>
  wrapped(parse(ts, 'next.config.mjs', config), wrapping);
const imported = `import { buildConfig } from 'payload'\n`;

const ours = `import { marque } from 'marque'\nimport { agents } from 'marque/agents'\n`;

describe('a Payload config', () => {
  it.each([
    [
      'without plugins',
      'buildConfig({\n  collections: [],\n})',
      'buildConfig({\n  collections: [],\n  plugins: [marque(), agents()],\n})',
    ],
    ['with an empty list', 'buildConfig({ plugins: [] })', 'buildConfig({ plugins: [marque(), agents()] })'],
    [
      'with plugins',
      'buildConfig({ plugins: [seo()] })',
      'buildConfig({ plugins: [seo(), marque(), agents()] })',
    ],
    [
      'with a plugin on each line',
      'buildConfig({\n  plugins: [\n    seo(),\n    // storage\n  ],\n})',
      'buildConfig({\n  plugins: [\n    seo(),\n    marque(),\n    agents(),\n    // storage\n  ],\n})',
    ],
    [
      'with a list from elsewhere',
      'buildConfig({ plugins })',
      'buildConfig({ plugins: [...plugins, marque(), agents()] })',
    ],
    [
      'with a spread list',
      'buildConfig({ plugins: [...plugins] })',
      'buildConfig({ plugins: [...plugins, marque(), agents()] })',
    ],
    [
      'with only a comment, as of a template',
      'buildConfig({\n  plugins: [\n    // storage\n  ],\n})',
      'buildConfig({\n  plugins: [\n    // storage\n    marque(),\n    agents(),\n  ],\n})',
    ],
    [
      'with only a comment in its line',
      'buildConfig({ plugins: [/* none */] })',
      'buildConfig({ plugins: [/* none */ marque(), agents()] })',
    ],
    [
      'with a comment about the last plugin',
      'buildConfig({\n  plugins: [\n    seo(), // for search, mostly\n  ],\n})',
      'buildConfig({\n  plugins: [\n    seo(), // for search, mostly\n    marque(),\n    agents(),\n  ],\n})',
    ],
    [
      'with a comment and no last comma',
      'buildConfig({\n  plugins: [\n    seo() // for search\n  ]\n})',
      'buildConfig({\n  plugins: [\n    seo(), // for search\n    marque(),\n    agents()\n  ]\n})',
    ],
    [
      'that is a constant',
      'const config: Config = { plugins: [] } satisfies Config\nexport default buildConfig(config)',
      'const config: Config = { plugins: [marque(), agents()] } satisfies Config\nexport default buildConfig(config)',
    ],
  ])('%s gets both plugins, and their imports', (_, before, after) => {
    const changed = plugin(imported + before);
    expect(changed).toEqual({ kind: 'change', text: `${imported}${ours}${after}` });
    expect(plugin((changed as { text: string }).text)).toEqual({ kind: 'done' });
  });

  it("keeps its author's quotes and semicolons", () => {
    expect(plugin('import { buildConfig } from "payload";\nexport default buildConfig({});\n')).toEqual({
      kind: 'change',
      text: 'import { buildConfig } from "payload";\nimport { marque } from "marque";\nimport { agents } from "marque/agents";\nexport default buildConfig({ plugins: [marque(), agents()] });\n',
    });
  });

  it('keeps what its author has by the same names', () => {
    const before = `${imported}import { agents } from './agents' // people\nbuildConfig({ plugins: [agents] })`;
    expect(plugin(before)).toEqual({
      kind: 'change',
      text: `${imported}import { agents } from './agents' // people
import { marque } from 'marque'
import { agents as marqueAgents } from 'marque/agents'
buildConfig({ plugins: [agents, marque(), marqueAgents()] })`,
    });
  });

  it('is left without agents if its author has it so, and only gets what is missing', () => {
    const without = `${imported}import { marque } from 'marque'\nbuildConfig({ plugins: [marque()] })`;
    expect(plugin(without)).toEqual({ kind: 'done' });
    expect(isWithoutAgents(parse(ts, 'payload.config.ts', without))).toBe(true);
    const first = `${imported}import { agents as ours } from 'marque/agents'\nbuildConfig({ plugins: [ours()] })`;
    expect(plugin(first)).toEqual({
      kind: 'change',
      text: expect.stringContaining('plugins: [ours(), marque()]'),
    });
  });

  it.each([
    ['made by a function', 'export default buildConfig(make())'],
    ['made twice', 'buildConfig({}); buildConfig({})'],
    ['with what another spreads', 'buildConfig({ ...base })'],
    ['with plugins that are computed', 'buildConfig({ plugins: pluginsFor(env) })'],
    ['that is none', 'export default {}'],
  ])('%s is left to its author', (_, config) => {
    expect(plugin(imported + config).kind).toBe('by hand');
  });

  it('says which database and which routes the app has', () => {
    const source = parse(
      ts,
      'payload.config.ts',
      `import { mongooseAdapter } from '@payloadcms/db-mongodb'\nbuildConfig({ routes: { api: '/cms', admin } })`,
    );
    expect(databaseOf(source)).toBe('@payloadcms/db-mongodb');
    expect(routesOf(source)).toEqual({ api: '/cms' });
  });
});

describe('a Next config', () => {
  const top = `import { withPayload } from '@payloadcms/next/withPayload'\n`;
  it.each([
    [
      'that is a constant',
      'const nextConfig = {}\nexport default withPayload(nextConfig)',
      'withPayload(withMarque(nextConfig))',
    ],
    [
      'in place',
      'export default withPayload({ a: 1 }, { b: 2 })',
      'withPayload(withMarque({ a: 1 }), { b: 2 })',
    ],
    [
      'inside other wrappers',
      'const config: NextConfig = {}\nexport default withIntl(withPayload(config))',
      'withIntl(withPayload(withMarque(config)))',
    ],
  ])('%s is wrapped', (_, before, after) => {
    const changed = wrap(top + before);
    expect(changed).toEqual({ kind: 'change', text: expect.stringContaining(after) });
    expect((changed as { text: string }).text).toContain(`${top}import { withMarque } from 'marque/next'\n`);
    expect(wrap((changed as { text: string }).text)).toEqual({ kind: 'done' });
  });

  it('is told the prefix, and where Payload is', () => {
    const wrapping = { prefix: '/dam', apiRoute: '/cms' };
    expect(wrap(`${top}export default withPayload({})`, wrapping)).toEqual({
      kind: 'change',
      text: expect.stringContaining("withPayload(withMarque({}, { prefix: '/dam', apiRoute: '/cms' }))"),
    });
  });

  it.each([
    ['that is a function', 'const make = (phase) => ({})\nexport default withPayload(make)'],
    ['that another wrapper makes', 'export default withPayload(withSentry({}))'],
    ['without Payload', 'export default {}'],
    ['in CommonJS', `module.exports = withPayload({})`],
  ])('%s is left to its author', (_, config) => {
    expect(wrap((config.startsWith('module') ? '' : top) + config).kind).toBe('by hand');
  });
});

describe("the app's routes", () => {
  async function appWith(...files: string[]): Promise<{ clashing: string[]; prefix: string | null }> {
    const made = await makeFolder();
    const folder = made.path;
    for (const file of files) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), '');
    }
    const routes = await routesIn(folder);
    await made.remove();
    return { clashing: routes.clashing, prefix: prefixFor(routes) };
  }

  it.each([
    ['a page like ours', ['src/app/(frontend)/c/[slug]/page.tsx'], ['/c/[slug]']],
    ['a catch-all', ['app/(site)/[[...slug]]/page.tsx'], ['/[[...slug]]']],
    ['a locale before every page', ['app/[locale]/[...rest]/page.tsx'], ['/[locale]/[...rest]']],
    ['a handler', ['app/s/[id]/route.ts'], ['/s/[id]']],
    ['the pages router', ['pages/p/[id].tsx'], ['/p/[id]']],
  ])('with %s move ours below a prefix', async (_, files, clashing) => {
    expect(await appWith(...files)).toEqual({ clashing, prefix: '/dam' });
  });

  it('at other places leave ours where they are', async () => {
    const files = [
      'src/app/(payload)/admin/[[...segments]]/page.tsx',
      'src/app/(payload)/api/[...slug]/route.ts',
      'src/app/(frontend)/[slug]/page.tsx',
      'src/app/(frontend)/a/page.tsx',
      'src/app/c/_parts/x/page.tsx',
      'src/app/p/[id]/layout.tsx',
      'pages/_app.tsx',
      'pages/index.tsx',
    ];
    expect(await appWith(...files)).toEqual({ clashing: [], prefix: null });
  });

  it('never share a prefix with a page', async () => {
    expect((await appWith('app/[...all]/page.tsx', 'app/dam/page.tsx')).prefix).toBe('/marque');
  });
});

describe('in an app', () => {
  // Below this folder, Payload and TypeScript are found as in an app that has them installed.
  const folder = path.resolve('.data', `init-${process.pid}`);
  const files = ['payload.config.ts', 'next.config.mjs', 'app/(payload)/admin/importMap.js'];
  const contents = (): Promise<string[]> =>
    Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));

  async function init(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const cli = path.resolve('dist/src/commands/cli.js');
    const child = spawn(process.execPath, [cli, 'init', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_ENV: 'test', SECRET: 'only for generating the import map' },
    });
    const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, stdout, stderr };
  }

  beforeAll(async () => {
    await buildDist({ declarations: false });
    await cp('test/bare-app/app', path.join(folder, 'app'), { recursive: true });
    await mkdir(path.join(folder, 'app/c/[slug]'), { recursive: true });
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(process.cwd(), path.join(folder, 'node_modules/marque'));
    const written = {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@payload-config": ["./payload.config.ts"] } } }',
      'app/c/[slug]/page.tsx': 'export default () => null',
      'app/(payload)/admin/importMap.js': 'export const importMap = {}\n',
      'next.config.mjs': `import { withPayload } from '@payloadcms/next/withPayload'\n\nexport default withPayload({})\n`,
      'payload.config.ts': `import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig } from 'payload'

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({ pool: {} }),
  collections: [{ slug: 'users', auth: true, fields: [] }],
  typescript: { autoGenerate: false },
})
`,
    };
    for (const [name, content] of Object.entries(written)) await writeFile(path.join(folder, name), content);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('shows what it would change, and changes nothing', async () => {
    const before = await contents();
    const dry = await init('--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, '']);
    expect(dry.stdout).toContain(
      "\n+import { marque } from 'marque'\n+import { agents } from 'marque/agents'\n",
    );
    expect(dry.stdout).toContain("\n+export default withPayload(withMarque({}, { prefix: '/dam' }))");
    expect((await init('--print')).stdout).toContain('plugins: [marque(), agents()]');
    expect((await init('--print')).stdout).toContain("withMarque(nextConfig, { prefix: '/dam' })");
    expect((await init('--force')).stderr).toMatch(/--force.*Usage: npx marque init/s);
    expect(await contents()).toEqual(before);
  });

  it('installs the plugin once', async () => {
    const first = await init();
    expect([first.code, first.stderr, first.code === 0 ? '' : first.stdout]).toEqual([0, '', '']);
    expect(first.stdout).toContain('/c/[slug]');
    expect(first.stdout).toContain('npx marque doctor');
    const installed = await contents();
    expect(installed[0]).toContain('plugins: [marque(), agents()]');
    expect(installed[1]).toContain("withMarque({}, { prefix: '/dam' })");
    expect(installed[2]).toContain('marque/client-components');
    const second = await init();
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('payload.config.ts: installed already'),
    });
    expect(await contents()).toEqual(installed);
  });

  it('refuses an app on another database, and leaves it as it is', async () => {
    const config = path.join(folder, 'payload.config.ts');
    const theirs = `import { mongooseAdapter } from '@payloadcms/db-mongodb'\nexport default buildConfig({})\n`;
    await writeFile(config, theirs);
    expect(await init()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Marque needs PostgreSQL'),
    });
    expect(await readFile(config, 'utf8')).toBe(theirs);
  });
});
