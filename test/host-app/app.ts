// The app of app/ as its author has it: in a folder of its own, with packages from the registry and Marque's from its tarball.
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort, kill, killGroup, listenTo, makeFolder, until } from '../setup/children.ts';
import { run, type Ended } from './run-program.ts';
import { readManifest, root } from './versions.ts';

export type IdType = 'serial' | 'uuid';

/** What installing Marque and a module changes. */
const changed = [
  'src/payload.config.ts',
  'next.config.ts',
  'tsconfig.json',
  'src/app/(payload)/admin/importMap.js',
] as const;

/** Payload's command sometimes ends without having done anything. */
const mostTries = 3;

/** How an app is served: by Next, by Marque's own server, by what Next puts out to be copied without packages, or from its sources. */
const servers = {
  'next start': ['node_modules/.bin/next', 'start', '-H', '127.0.0.1', '--keepAliveTimeout', '120000'],
  'marque start': ['node_modules/.bin/marque', 'start'],
  standalone: ['server.js'],
  'next dev': ['node_modules/.bin/next', 'dev', '-H', '127.0.0.1'],
} as const;
export type Server = keyof typeof servers;

export interface Running {
  url: string;
  output: () => string;
  stop: () => Promise<void>;
}

export class HostApp {
  private constructor(
    readonly folder: string,
    /** Where its standalone output is deployed, not below the app, whose packages it would find there. */
    private readonly standalone: string,
    private readonly idType: IdType,
    readonly remove: () => Promise<void>,
  ) {}

  /** Copies the app into an empty folder outside of the repository. */
  static async copy(idType: IdType): Promise<HostApp> {
    const place = await makeFolder();
    const folder = path.join(place.path, 'app');
    await cp(path.join(import.meta.dirname, 'app'), folder, { recursive: true });
    // Payload's own routes, as its template has them.
    const payloadRoutes = path.join(folder, 'src/app/(payload)');
    await cp(path.join(root, 'test/bare-app/app/(payload)'), payloadRoutes, {
      recursive: true,
      filter: (file) => !path.basename(file).startsWith('importMap'),
    });
    await writeFile(path.join(payloadRoutes, 'admin/importMap.js'), 'export const importMap = {};\n');
    // A theme of its own, as in docs/agencies/theming.md.
    const layout = path.join(payloadRoutes, 'layout.tsx');
    await writeFile(layout, `import '../../theme.css';\n${await readFile(layout, 'utf8')}`);
    return new HostApp(folder, path.join(place.path, 'deployed'), idType, () => place.remove());
  }

  async install(tarball: string, dependencies: Record<string, string>): Promise<void> {
    const file = path.join(this.folder, 'package.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
    const { devDependencies: ours } = await readManifest();
    const names = ['@types/node', '@types/react', '@types/react-dom', 'typescript'];
    const devDependencies = Object.fromEntries(names.map((name) => [name, ours[name]]));
    const all = { ...dependencies, marque: `file:${tarball}` };
    await writeFile(file, JSON.stringify({ ...manifest, dependencies: all, devDependencies }, null, 2));
    await this.npmInstall();
  }

  /** @param packages more than those of its package.json */
  async npmInstall(...packages: string[]): Promise<void> {
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
      cwd: this.folder,
      env: this.env(),
    });
  }

  /** The environment of the app's programs; nothing of who runs the tests. */
  private env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'].map((name) => [name, process.env[name]]);
    // As npm is configured here, by files or by the environment.
    const npm = Object.entries(process.env).filter(([name]) => /^(?:npm_config_|https?_proxy$)/i.test(name));
    return {
      ...(Object.fromEntries([...kept, ...npm]) as NodeJS.ProcessEnv),
      npm_config_loglevel: 'error',
      NEXT_TELEMETRY_DISABLED: '1',
      SECRET: 'a secret of the host app, long enough',
      ID_TYPE: this.idType,
      DATA_DIR: path.join(this.folder, 'data'),
      LOG_LEVEL: 'warn',
      ...more,
    };
  }

  /** Runs a command of an installed package, as npx does. */
  command(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    const bin = path.join(this.folder, 'node_modules/.bin', name);
    return run(bin, args, { cwd: this.folder, env: this.env(env) });
  }

  /** @throws Error if its output doesn't have `says` in it */
  async payload(args: readonly string[], says: string, env: Record<string, string> = {}): Promise<void> {
    let output = '';
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { stdout, stderr } = await this.command('payload', args, env);
      output = `${stdout}${stderr}`;
      if (output.includes(says)) return;
    }
    throw new Error(`payload ${args.join(' ')} didn't say "${says}":\n${output}`);
  }

  generateImportMap(): Promise<void> {
    return this.payload(['generate:importmap'], 'import map');
  }

  async writeMigration(name: string, databaseUrl: string): Promise<void> {
    await this.payload(['migrate:create', name], 'Migration created', { DATABASE_URL: databaseUrl });
  }

  migrate(databaseUrl: string): Promise<void> {
    return this.payload(['migrate'], 'Done', { DATABASE_URL: databaseUrl });
  }

  async build(env: Record<string, string> = {}): Promise<void> {
    await this.command('next', ['build'], env);
  }

  /** Serves the build, or the sources. */
  async start(by: Server, databaseUrl: string, env: Record<string, string> = {}): Promise<Running> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const [file, ...args] = servers[by];
    const cwd = by === 'standalone' ? this.standalone : this.folder;
    const fromSources = by === 'next dev';
    const child = spawn(process.execPath, [path.join(cwd, file), ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // It serves in a child of its own, which is ended with it.
      detached: fromSources,
      env: this.env({
        NODE_ENV: fromSources ? 'development' : 'production',
        DATABASE_URL: databaseUrl,
        SERVER_URL: url,
        HOST: '127.0.0.1',
        HOSTNAME: '127.0.0.1',
        PORT: `${port}`,
        // Longer than any pause between two calls: a connection that the server closes just then breaks a call.
        KEEP_ALIVE_TIMEOUT: '120000',
        ...env,
      }),
    });
    const output = listenTo(child);
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`The app ended: ${output()}`);
      return fetch(`${url}/robots.txt`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return { url, output, stop: () => (fromSources ? killGroup(child) : kill(child)) };
  }

  /** Deploys the standalone output as Next's documentation says. */
  async deploy(): Promise<void> {
    await rename(path.join(this.folder, '.next/standalone'), this.standalone);
    for (const name of ['.next/static', 'public'])
      await cp(path.join(this.folder, name), path.join(this.standalone, name), { recursive: true });
  }

  /** The files that installing Marque and a module changes. */
  async sources(): Promise<Map<string, string>> {
    const texts = changed.map(
      async (name) => [name, await readFile(path.join(this.folder, name), 'utf8')] as const,
    );
    return new Map(await Promise.all(texts));
  }

  async write(sources: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, text] of sources) {
      const file = path.join(this.folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  /** Puts a file or folder elsewhere in the app. */
  async move(from: string, to: string): Promise<void> {
    await rm(path.join(this.folder, to), { recursive: true, force: true });
    await rename(path.join(this.folder, from), path.join(this.folder, to));
  }

  async migrations(): Promise<string[]> {
    const names = await readdir(path.join(this.folder, 'src/migrations'));
    return names.filter((name) => /^\d.*\.ts$/.test(name)).sort();
  }
}
