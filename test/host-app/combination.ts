// One app, before Marque, with it, and after it.
// cspell:ignore tgisinternal proname
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { account } from '../host/account.ts';
import { answersOf, sent, type Answer, type Sent } from '../host/answers.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { HostApp, type IdType, type Running, type Server } from './app.ts';
import { prefix } from './asking.ts';
import { checkCampaigns } from './campaigns/check.ts';
import { addCampaigns } from './campaigns/install.ts';
import { checkDevelopment } from './development.ts';
import { checkMarque, demandSvg } from './marque.ts';
import { otherPlugins, sourceOf } from './other-plugins.ts';
import { demandSame, pages } from './pages.ts';
import type { Tally } from './tally.ts';
import { dependenciesAt, root, type End } from './versions.ts';

export interface Combination {
  ids: IdType;
  payload: End;
  /** Under `next dev`, too, which compiles for minutes. */
  inDevelopment: boolean;
}

const sitesHost = 'sites.localhost';
/** The build takes the host of sites, too. */
const marqueEnv = { SITES_HOST: sitesHost };

/** What is sent to the app, which has these packages. */
const requestsTo = (dependencies: Record<string, string>): Sent[] => [
  ...sent,
  ...otherPlugins.filter(({ name }) => name in dependencies).flatMap((plugin) => plugin.sent),
  ...pages,
];

/** Without Marque: what it answers, its build, and the migration of its tables. */
async function before(
  tally: Tally,
  app: HostApp,
  databases: TestDatabase[],
  requests: readonly Sent[],
): Promise<Answer[]> {
  await tally.step('the app has its import map and tables', async () => {
    await app.generateImportMap();
    await app.writeMigration('initial', databases[0]?.url ?? '');
    for (const { url } of databases) await app.migrate(url);
  });
  await tally.step('it builds', () => app.build());
  const answers = await tally.step('it answers', async () => {
    // Its uploads would be in the way of those of the app with Marque.
    const running = await app.start('next start', databases[0]?.url ?? '', {
      DATA_DIR: `${app.folder}/data-before`,
    });
    try {
      return await answersOf(running.url, requests);
    } finally {
      await running.stop();
    }
  });
  // The comparison would be of nothing if everything were refused.
  const good = answers.filter(({ status }) => status === 200 || status === 201);
  assert.ok(good.length > 35, `Only ${good.length} of ${answers.length} requests succeed without Marque.`);
  await app.move('.next', '.next-before');
  return answers;
}

/** As docs/agencies/install.md says. */
async function install(tally: Tally, app: HostApp, database: TestDatabase): Promise<void> {
  await tally.step('marque init', async () => {
    const { stdout } = await app.command('marque', ['init']);
    assert.match(stdout, /go below \/dam/);
    const sources = await app.sources();
    const config = sources.get('src/payload.config.ts') ?? '';
    assert.match(config, /plugins: \[forms, \.\.\.others, marque\(\), agents\(\)\]/);
    assert.match(sources.get('next.config.ts') ?? '', /withMarque\(nextConfig, \{ prefix: '\/dam' \}\)/);
    const again = await app.command('marque', ['init']);
    assert.deepEqual(await app.sources(), sources, again.stdout);
  });
  await tally.step('a module of an agency is added', () => addCampaigns(app));
  await tally.step('payload migrate adds their tables', async () => {
    await app.writeMigration('marque', database.url);
    await app.migrate(database.url);
  });
  await tally.step('it builds with Marque', () =>
    app.build({ ...marqueEnv, STANDALONE: '1', CHECK_TYPES: '1' }),
  );
}

async function compare(tally: Tally, answers: readonly Answer[], expected: readonly Answer[]): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    const other = expected[index];
    if (other) await tally.check(`as before: ${answer.sent}`, async () => demandSame(answer, other));
  }
}

async function tokenOf({ url }: Running): Promise<string> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await response.json()) as { token: string }).token;
}

/** The story of the demo, told by a person of the app. */
async function runDemo(url: string): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'demo', '--', '--url', url, '--login', '/api/users/login'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, `${stdout}${stderr}`);
}

interface Compared {
  requests: readonly Sent[];
  /** The answers without Marque. */
  expected: readonly Answer[];
}

async function withMarque(
  tally: Tally,
  app: HostApp,
  database: TestDatabase,
  { requests, expected }: Compared,
): Promise<void> {
  const running = await tally.step('next start', () => app.start('next start', database.url, marqueEnv));
  try {
    await compare(tally, await answersOf(running.url, requests), expected);
    // The app logs what it refuses; Marque does nothing to log.
    const logged = running.output().length;
    const token = await tokenOf(running);
    await checkMarque(tally, { url: running.url, sitesHost, token });
    await checkCampaigns(tally, app, { url: running.url, databaseUrl: database.url, token });
    await tally.check('marque doctor finds no problem', async () => {
      const env = { DATABASE_URL: database.url, SERVER_URL: running.url, ...marqueEnv };
      await app.command('marque', ['doctor', '--url', running.url], env);
    });
    await tally.check('no error of it is logged', async () => {
      assert.doesNotMatch(running.output().slice(logged), /ERROR|"level":(?:50|60)|⨯/);
    });
  } finally {
    await running.stop();
  }
}

/** The same build by the other servers. */
async function byOthers(tally: Tally, app: HostApp, database: TestDatabase): Promise<void> {
  const same = [
    '/',
    '/c/Winter',
    '/api/posts',
    '/admin/login',
    `${prefix}/c/nothing`,
    '/nothing',
    '/robots.txt',
    // The app's own, at addresses where Marque has some, too; and Marque's beside them.
    '/api/health',
    '/api/auth/acme',
    '/api/health/live',
    '/.well-known/nothing',
  ];
  const asked = same.map((path) => ({ path, anonymous: true }));
  const on = async <T>(by: Server, work: (running: Running) => Promise<T>): Promise<T> => {
    const running = await app.start(by, database.url, marqueEnv);
    try {
      return await work(running);
    } finally {
      await running.stop();
    }
  };
  const answer = async ({ url }: Running) =>
    (await answersOf(url, asked)).map(({ sent: request, status, text }) => [request, status, text]);
  const expected = await on('next start', answer);
  await app.deploy();
  await tally.check('standalone output answers as next start does', async () => {
    assert.deepEqual(await on('standalone', answer), expected);
  });
  await tally.check('it renders SVG in a process of its own', () =>
    on('standalone', async (running) => demandSvg(running.url, await tokenOf(running))),
  );
  await tally.check('the whole demo runs over it', () => on('standalone', ({ url }) => runDemo(url)));
  await tally.check('marque start answers as next start does', async () => {
    assert.deepEqual(await on('marque start', answer), expected);
  });
}

/** As docs/agencies/install.md says. */
async function remove(
  tally: Tally,
  app: HostApp,
  database: TestDatabase,
  original: ReadonlyMap<string, string>,
): Promise<void> {
  await tally.step('Marque is removed', async () => {
    await app.write(original);
    await app.generateImportMap();
    assert.deepEqual(await app.sources(), original);
    await app.writeMigration('remove-marque', database.url);
    // Payload's migration drops constraints after the tables that they belong to.
    const file = `src/migrations/${(await app.migrations()).at(-1) ?? ''}`;
    const migration = await readFile(path.join(app.folder, file), 'utf8');
    await app.write(
      new Map([[file, migration.replaceAll('DROP CONSTRAINT "', 'DROP CONSTRAINT IF EXISTS "')]]),
    );
    await app.migrate(database.url);
    await app.move('.next-before', '.next');
    await app.move('node_modules/marque', 'marque-removed');
  });
  await tally.check('nothing is left in the database', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query('drop schema marque cascade; drop schema marque_jobs cascade');
      const { rows } = await client.query(
        `select relname as name from pg_class where relname like 'marque%' or relname like 'campaigns%'
         union all select typname from pg_type where typname like '%marque%'
         union all select tgname from pg_trigger where not tgisinternal
         union all select proname from pg_proc where proname like '%marque%'`,
      );
      assert.deepEqual(rows, []);
    } finally {
      await client.end();
    }
  });
  const running = await tally.step('the app starts without it', () => app.start('next start', database.url));
  try {
    const token = await tokenOf(running);
    const authorization = `JWT ${token}`;
    for (const path of [
      '/',
      '/admin',
      '/c/Winter',
      '/api/posts',
      '/api/media/file/sent.png',
      '/api/users/me',
    ])
      await tally.check(`${path} still answers`, async () => {
        const response = await fetch(`${running.url}${path}`, { headers: { authorization } });
        assert.equal(response.status, 200, await response.text());
      });
    await tally.check('and posts are still written', async () => {
      const response = await fetch(`${running.url}/api/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'After' }),
      });
      assert.equal(response.status, 201, await response.text());
    });
    await tally.check("Marque's addresses are gone", async () => {
      for (const path of ['/api/v1/me', `${prefix}/a/x`])
        assert.equal((await fetch(`${running.url}${path}`, { headers: { authorization } })).status, 404);
    });
  } finally {
    await running.stop();
  }
}

/** @throws StepFailed if a step fails without which the others can't be taken */
export async function runCombination(
  tally: Tally,
  tarball: string,
  { ids, payload, inDevelopment }: Combination,
): Promise<void> {
  const app = await HostApp.copy(ids);
  const databases = [await createDatabase({ empty: true }), await createDatabase({ empty: true })];
  const [, database] = databases;
  /** `next dev` makes its tables itself. */
  const development = await createDatabase({ empty: true });
  try {
    const dependencies = await dependenciesAt(payload);
    const named = ['payload', 'next', 'react']
      .map((name) => `${name} ${dependencies[name] ?? ''}`)
      .join(', ');
    await tally.step(`npm install with ${named}`, () => app.install(tarball, dependencies));
    const plugins = otherPlugins.filter(({ name }) => name in dependencies);
    const others = ['forms', ...plugins.map(({ name }) => name.replace('@payloadcms/plugin-', ''))];
    await tally.step(`other plugins: ${others.join(', ')}`, () =>
      app.write(new Map([['src/others.ts', sourceOf(plugins)]])),
    );
    const requests = requestsTo(dependencies);
    const expected = await before(tally, app, databases, requests);
    const original = await app.sources();
    if (!database) throw new Error('There is no database.');
    await install(tally, app, database);
    await withMarque(tally, app, database, { requests, expected });
    await byOthers(tally, app, database);
    if (inDevelopment)
      await checkDevelopment(tally, app, development.url, { requests, expected, sitesHost, tokenOf });
    await remove(tally, app, database, original);
  } finally {
    for (const { drop } of [...databases, development]) await drop();
    await app.remove();
  }
}
