// marque doctor: what it finds in broken installations, and what it says to do. test/host runs it on a working one.
import http from 'node:http';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkAddresses } from '../../src/commands/doctor/addresses.ts';
import { checkImportMap, checkSecret, checkServerUrl } from '../../src/commands/doctor/app.ts';
import { checkBuild } from '../../src/commands/doctor/build.ts';
import { checkDatabase } from '../../src/commands/doctor/database.ts';
import type { Finding, Installation } from '../../src/commands/doctor/finding.ts';
import { checkStorage } from '../../src/commands/doctor/storage.ts';
import { checkVersions } from '../../src/commands/doctor/versions.ts';
import { readEnv } from '../../src/env.ts';
import { withMarque } from '../../src/with-marque.mjs';
import { makeFolder } from '../setup/children.ts';
import { createDatabase } from '../setup/database.ts';

const folder = await makeFolder();
const closing: (() => Promise<unknown>)[] = [() => folder.remove()];
afterAll(() => Promise.all(closing.map((close) => close())));

/** An installation in which a check looks at one thing. */
function installation(about: {
  env?: Record<string, string>;
  config?: Record<string, unknown>;
  url?: string;
  database?: Installation['database'];
}): Installation {
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: path.join(folder.path, 'data'), ...about.env });
  const config = {
    secret: 's'.repeat(40),
    serverURL: '',
    admin: {},
    routes: { api: '/api' },
    collections: [],
    globals: [],
    ...about.config,
  };
  return {
    folder: folder.path,
    env,
    config: config as unknown as Installation['config'],
    database: about.database ?? {},
    url: about.url ?? env.serverUrl,
  };
}

const problems = (findings: Finding[]): Finding[] => findings.filter(({ status }) => status === 'problem');
const said = (findings: Finding[]): string =>
  findings.map(({ status, message, fix = '' }) => `${status}: ${message} ${fix}`).join('\n');

async function installed(versions: Record<string, string>): Promise<string> {
  const app = path.join(folder.path, `app-${Object.values(versions).join('-')}`);
  for (const [name, version] of Object.entries(versions)) {
    const at = path.join(app, 'node_modules', name);
    await mkdir(at, { recursive: true });
    await writeFile(path.join(at, 'package.json'), JSON.stringify({ name, version }));
  }
  await writeFile(path.join(app, 'package.json'), '{}');
  return app;
}

describe('versions', () => {
  it('of Payload must be the same, and in the range', async () => {
    const mixed = await checkVersions(await installed({ payload: '3.90.2', '@payloadcms/next': '3.90.1' }));
    expect(said(problems(mixed))).toMatch(/3\.90\.2 \(payload\); 3\.90\.1 \(@payloadcms\/next\)/);
    const old = await checkVersions(await installed({ payload: '3.0.0', '@payloadcms/next': '3.0.0' }));
    expect(said(problems(old))).toMatch(/payload is 3\.0\.0; Marque needs \^3.*npm install payload@/);
    expect(said(problems(old))).toMatch(/react isn't installed/);
  });

  it('of Node and of newer packages', async () => {
    const app = await installed({ payload: '4.0.0' });
    expect(said(await checkVersions(app, '18.20.0'))).toMatch(/problem: Node 18\.20\.0 is too old/);
    expect(said(await checkVersions(app))).toMatch(/warning: payload 4\.0\.0 is newer/);
    expect(said(await checkVersions(process.cwd()))).not.toMatch(/problem|warning/);
  });
});

describe('the config', () => {
  it('needs a long secret', () => {
    expect(problems(checkSecret(installation({})))).toEqual([]);
    expect(said(checkSecret(installation({ config: { secret: 'short' } })))).toMatch(/only 5 characters/);
    expect(said(checkSecret(installation({ config: { secret: '' } })))).toMatch(/no secret/);
  });

  it('needs one address, over TLS, and to know of its proxy', () => {
    const env = { SERVER_URL: 'https://dam.example' };
    expect(said(checkServerUrl(installation({ env })))).toMatch(/TRUST_PROXY/);
    expect(said(checkServerUrl(installation({ env: { ...env, TRUST_PROXY: '1' } })))).toBe(
      "ok: The app's address is https://dam.example. ",
    );
    const other = installation({ env, config: { serverURL: 'https://www.example' } });
    expect(said(checkServerUrl(other))).toMatch(
      /problem: SERVER_URL is https:\/\/dam\.example, but serverURL/,
    );
    expect(said(checkServerUrl(installation({ env: { SERVER_URL: 'http://dam.example' } })))).toMatch(
      /without TLS/,
    );
    expect(said(checkServerUrl(installation({})))).toMatch(/warning.*localhost/);
  });

  it('needs an import map with our components', async () => {
    const config = {
      admin: { components: { actions: ['marque/client-components#WorkspaceSwitch', 'theirs#Own'] } },
    };
    expect(said(await checkImportMap(installation({ config })))).toMatch(/no importMap\.js/);
    const file = path.join(folder.path, 'src/app/(payload)/admin/importMap.js');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'export const importMap = {}');
    expect(said(await checkImportMap(installation({ config })))).toMatch(
      /problem: 1 components are missing: marque\/client-components#WorkspaceSwitch/,
    );
    await writeFile(file, 'export const importMap = { "marque/client-components#WorkspaceSwitch": one }');
    expect(problems(await checkImportMap(installation({ config })))).toEqual([]);
  });
});

describe('the build', () => {
  const built = async (env: Record<string, string>, options?: Parameters<typeof withMarque>[1]) => {
    const rewrites = options && (await withMarque({}, options).rewrites?.());
    const file = path.join(folder.path, '.next/routes-manifest.json');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ rewrites: rewrites ?? { beforeFiles: [] } }));
    return said(await checkBuild(installation({ env })));
  };

  it('may be elsewhere', async () => {
    expect(said(await checkBuild(installation({})))).toMatch(/^skipped: There is no build/);
  });

  it('must have been made for these addresses', async () => {
    const env = { SERVER_URL: 'https://dam.example', SITES_HOST: 'sites.example.net:8443' };
    expect(await built(env, { sitesHost: 'sites.example.net' })).toMatch(/^ok/);
    expect(await built(env)).toMatch(/^problem: The build doesn't forward Marque's addresses.*withMarque/);
    expect(await built(env, { sitesHost: 'sites.localhost' })).toMatch(
      /^problem: The build serves sites below sites\.localhost, but SITES_HOST is sites\.example\.net.*SITES_HOST=sites\.example\.net:8443/,
    );
    expect(await built(env, { sitesHost: 'sites.example.net', apiRoute: '/cms' })).toMatch(
      /^problem: The build forwards to \/cms, but routes\.api of the Payload config is \/api/,
    );
  });
});

describe('the database', () => {
  const at = (connectionString: string): Pick<Installation, 'database'> => ({
    database: { poolOptions: { connectionString } },
  });

  it('must be named by the Payload config', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(said(await checkDatabase(installation({})))).toMatch(
      /problem: The Payload config names no database/,
    );
    expect(said(await checkDatabase(installation({ env })))).toMatch(/problem: The Payload config names no/);
    expect(said(await checkDatabase(installation({ database: { name: 'sqlite' } })))).toMatch(
      /problem: .*needs PostgreSQL/,
    );
  });

  it('must answer', async () => {
    expect(said(await checkDatabase(installation(at('postgres://nobody@127.0.0.1:1/none'))))).toMatch(
      /ok: .* use 127\.0\.0\.1:1\/none.*problem: The database doesn't answer:.*ECONNREFUSED/s,
    );
  });

  it('must be migrated', async () => {
    const [empty, full] = [await createDatabase({ empty: true }), await createDatabase()];
    closing.push(
      () => empty.drop(),
      () => full.drop(),
    );
    expect(said(await checkDatabase(installation(at(empty.url))))).toMatch(
      /problem: The table assets is missing/,
    );
    const found = await checkDatabase(installation(at(full.url)));
    expect(found.map(({ check, status }) => [check, status])).toEqual([
      ['database', 'ok'],
      ['database', 'ok'],
      ['clock', 'ok'],
      ['database', 'ok'],
      ['schema', 'ok'],
      ['ids', 'ok'],
    ]);
  });
});

it('the storage must take files', async () => {
  expect(problems(await checkStorage(installation({})))).toEqual([]);
  const file = path.join(folder.path, 'a-file');
  await writeFile(file, 'no folder');
  expect(said(await checkStorage(installation({ env: { DATA_DIR: file } })))).toMatch(
    /can't be stored.*DATA_DIR/,
  );
});

describe('addresses', () => {
  /** An app that answers what its routes say, and a page with 404 otherwise. */
  async function app(routes: Record<string, { status?: number; body: unknown }>): Promise<string> {
    const server = http.createServer((request, response) => {
      const route = routes[request.url ?? ''];
      response.setHeader('content-type', route ? 'application/json' : 'text/html');
      response
        .writeHead(route ? (route.status ?? 200) : 404)
        .end(route ? JSON.stringify(route.body) : '<h1>404</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const check = async (url: string, config = {}): Promise<string> =>
    said(await checkAddresses(installation({ url, config })));
  const health = { '/api/health/ready': { body: { ok: true } } };
  const openapi = {
    '/api/v1/openapi.json': { body: { servers: [{ url: 'http://x' }], paths: { '/dam/a/{id}': {} } } },
  };

  it('must answer at all', async () => {
    expect(await check('http://127.0.0.1:1')).toMatch(
      /problem: http:\/\/127\.0\.0\.1:1 doesn't answer.*--url/,
    );
    expect(await check(await app(health))).toMatch(/\/api\/v1 isn't answered by Marque.*marque\(\)/);
  });

  it('need withMarque', async () => {
    const found = await check(await app({ ...health, ...openapi }));
    expect(found).toMatch(/Something else answers at \/dam\/a, \/dam\/c, \/dam\/p, \/dam\/s.*withMarque/);
    const agents = await check(await app({ ...health, ...openapi }), {
      admin: { custom: { marqueAgents: true } },
    });
    expect(agents).toMatch(/oauth-protected-resource answers with 404/);
  });

  it('need the host by which they were called', async () => {
    const url = await app({
      ...health,
      ...openapi,
      '/.well-known/oauth-protected-resource/api/v1/mcp': { body: {} },
      '/api/v1/mcp': { status: 403, body: { error: { code: 'forbidden' } } },
    });
    expect(await check(url, { admin: { custom: { marqueAgents: true } } })).toMatch(
      /Let the proxy pass on the Host/,
    );
  });
});

it('refuses an address that is none, and prints its usage', async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/commands/cli.ts', 'doctor', '--url', 'dam.example'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, NODE_ENV: 'test' },
    },
  );
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  expect(await text(child.stderr)).toMatch(/--url must be an origin.*Usage: npx marque doctor/s);
  expect(await ended).toBe(1);
});
