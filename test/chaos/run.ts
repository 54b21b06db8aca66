// npm run chaos -- --kills 1000 [--minutes 30] [--seed 7] [--panel] [--writers 6]
// Kills the server, its PostgreSQL or both at random moments during writes of every kind, restarts them, and
// compares the stored state with what was acknowledged. Prints the figures, and exits with 1 if anything was
// lost, duplicated or stuck.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { unheldOf } from '../../src/assets/delivery/bytes.ts';
import { findEmbedded } from '../../src/lib/embedded-postgres/index.ts';
import { openPool } from '../../src/core/db/pool.ts';
import { freePort } from '../setup/children.ts';
import { Client } from './client.ts';
import { Ledger } from './ledger.ts';
import { Target, type Victim } from './target.ts';
import { Writes } from './writes.ts';
import { randomFrom } from '../setup/seeded-random.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    writers: { type: 'string', default: '6' },
    minutes: { type: 'string', default: 'Infinity' },
    panel: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);

/** After this long without a kill, nothing started before may still be running. */
const stuckMs = 60_000;
/**
 * A call whose process died can be sent again with its Idempotency-Key after a minute: it is answered soon
 * after that.
 */
const callMs = 90_000;
/** Files without a record for longer are removed by the sweep, which runs every hour. */
const graceMs = 26 * 3_600_000;
/** Between two full checks. */
const calmEvery = 100;

const random = randomFrom(seed);
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-chaos-'));
await mkdir(dataDir, { recursive: true });
const account = { email: 'chaos@example.com', password: 'a password for the chaos run' };
const target = new Target({ dataDir, port: await freePort(), panel: values.panel, account });
const client = new Client(target.url);
const ledger = new Ledger();
const writes = new Writes(client, ledger, random);
const killed: Record<Victim, number> = { server: 0, database: 0, both: 0 };
const stuck: string[] = [];
const doubled: string[] = [];
let longestSettleMs = 0;

/** Signs in and creates the key used for all calls. */
async function makeKey(): Promise<void> {
  const origin = { origin: target.url };
  let signedIn = await client.once({
    method: 'POST',
    path: '/api/auth/sign-in',
    body: account,
    headers: origin,
  });
  // It answers a little before it has created the account.
  for (let tries = 0; signedIn?.status !== 200 && tries < 20; tries += 1) {
    await pause(500);
    signedIn = await client.once({
      method: 'POST',
      path: '/api/auth/sign-in',
      body: account,
      headers: origin,
    });
  }
  const cookie =
    signedIn?.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ') ?? '';
  const made = await client.once({
    method: 'POST',
    path: '/api/v1/keys',
    body: { name: 'Chaos', scope: 'admin' },
    headers: { ...origin, cookie },
  });
  if (made?.status !== 201) throw new Error(`No key: ${made?.status} ${made?.bytes.toString()}`);
  client.key = made.body.data.secret as string;
}

interface Listed {
  id: string;
  state: string;
}

/** Forgets deployments that are no longer being processed. */
async function settled(): Promise<boolean> {
  for (const site of new Set([...writes.checking.values()].map((one) => one.site))) {
    const { body } = await client.sure({ method: 'GET', path: `/api/v1/sites/${site}/deployments` });
    for (const { id, state } of body.data as Listed[]) if (state !== 'checking') writes.checking.delete(id);
  }
  return writes.checking.size === 0;
}

/** Waits until running work is done, and reports what doesn't finish in time. */
async function calm(): Promise<void> {
  const began = Date.now();
  while (!(await settled()) && Date.now() - began < stuckMs) await pause(250);
  longestSettleMs = Math.max(longestSettleMs, Date.now() - began);
  for (const { id } of writes.checking.values()) stuck.push(`deployment ${id}`);
  writes.checking.clear();
}

async function strike(): Promise<void> {
  const draw = random();
  const victim: Victim = draw < 0.5 ? 'server' : draw < 0.8 ? 'database' : 'both';
  await pause(100 + random() * 1500);
  await target.kill(victim);
  killed[victim] += 1;
  await target.up();
}

/** Every name that the run used may exist once. */
async function findDoubles(): Promise<void> {
  const count = (list: string, found: readonly string[]): void => {
    const seen = new Set<string>();
    for (const name of found) {
      if (seen.has(name) && ledger.names.get(list)?.has(name)) doubled.push(`${list}: ${name}`);
      seen.add(name);
    }
  };
  const list = async (where: string): Promise<Record<string, string>[]> =>
    (await client.sure({ method: 'GET', path: where })).body.data as Record<string, string>[];
  for (const kind of ['keys', 'shares', 'sites', 'brands'] as const)
    count(
      kind,
      (await list(`/api/v1/${kind}`)).map((one) => one.name ?? ''),
    );
  for (const site of writes.sites)
    count(
      'deployments',
      (await list(`/api/v1/sites/${site}/deployments`)).map((one) => one.ref ?? ''),
    );
  const filenames: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const page = await list(`/api/v1/assets?limit=100&offset=${offset}`);
    filenames.push(...page.map((one) => `${(one.filename ?? '').replace(/\.bin$/, '')}`));
    if (page.length < 100) break;
  }
  count('assets', filenames);
}

/** Files under a folder, with their age. */
async function* filesIn(folder: string): AsyncGenerator<{ name: string; ageMs: number }> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(at);
    else yield { name: entry.name, ageMs: Date.now() - (await stat(at)).mtimeMs };
  }
}

/** Files that the sweep removes after a day, and files it should already have removed. */
async function looseBytes(): Promise<{ blobs: number; staged: number; old: number }> {
  const loose = { blobs: 0, staged: 0, old: 0 };
  const url = await findEmbedded(dataDir);
  if (url === undefined) throw new Error('The database is gone before its blobs were looked through.');
  const db = openPool(url, { max: 1, onError: () => undefined });
  try {
    const ages = new Map<string, number>();
    for await (const { name, ageMs } of filesIn(path.join(dataDir, 'blobs'))) ages.set(name, ageMs);
    const unheld = await unheldOf(db, [...ages.keys()]);
    loose.blobs = unheld.length;
    loose.old = unheld.filter((name) => (ages.get(name) ?? 0) > graceMs).length;
  } finally {
    await db.close();
  }
  for await (const { ageMs } of filesIn(path.join(dataDir, 'staged'))) {
    loose.staged += 1;
    if (ageMs > 2 * graceMs) loose.old += 1;
  }
  return loose;
}

/**
 * Writes that wait longer than usual for an answer, as they do for a minute after a kill; others start
 * meanwhile.
 */
const waiting = new Set<Promise<void>>();
const patienceMs = 2000;
const maxWaiting = 150;

async function write(): Promise<void> {
  while (running) {
    const one = writes.one().finally(() => waiting.delete(one));
    waiting.add(one);
    await Promise.race([one, pause(patienceMs)]);
    while (running && waiting.size > maxWaiting) await pause(100);
  }
}

async function finish(): Promise<void> {
  running = false;
  const upSince = Date.now();
  const overdue = (): string[] =>
    [...client.open]
      .filter(([, since]) => Date.now() - Math.max(since, upSince) > callMs)
      .map(([call]) => call);
  while (waiting.size > 0 && overdue().length === 0) await pause(200);
  stuck.push(...overdue().map((call) => `call ${call}`));
  client.ending = true;
  await Promise.all(waiting);
  client.ending = false;
  client.open.clear();
  await calm();
  await ledger.check(random);
  await findDoubles();
  loose = await looseBytes();
}

console.log(
  `chaos: ${kills} kills, seed ${seed}, ${values.panel ? 'npm start' : 'without the panel'}, ${dataDir}`,
);
const beganAt = Date.now();
let running = true;
let loose = { blobs: 0, staged: 0, old: 0 };
let failed = false;
try {
  await target.up();
  await makeKey();
  for (let writer = 0; writer < Number(values.writers); writer += 1) void write();
  const endAt = beganAt + Number(values.minutes) * 60_000;
  for (let kill = 1; kill <= kills && Date.now() < endAt; kill += 1) {
    await strike();
    await ledger.check(random, 10);
    await settled();
    if (kill % calmEvery === 0) await calm();
    if (kill % 10 === 0)
      console.log(
        `  ${kill} kills, ${ledger.size} acknowledged, ${ledger.lost.length} lost, ${stuck.length} stuck, ${Math.round((Date.now() - beganAt) / 1000)} s`,
      );
  }
  await finish();
} catch (error) {
  failed = true;
  console.error(error);
} finally {
  running = false;
  client.ending = true;
  await target.stop().catch((error: unknown) => {
    failed = true;
    console.error(error);
  });
}

const lost = [...new Set(ledger.lost)];
const problems = [...new Set(client.problems)];
const print = (title: string, all: readonly string[]): void => {
  if (all.length > 0)
    console.log(
      `${title}:\n${all
        .slice(0, 20)
        .map((one) => `  ${one}`)
        .join('\n')}`,
    );
};
print('Lost', lost);
print('Doubled', doubled);
print('Stuck', stuck);
print('Unexpected answers', problems);
console.log(
  `acknowledged: ${Object.entries(ledger.counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')}`,
);
console.log(
  `kills ${killed.server + killed.database + killed.both} (server ${killed.server}, database ${killed.database}, both ${killed.both}); calls ${client.counts.sent}, sent again ${client.counts.sentAgain}; ` +
    `left for the sweep: ${loose.blobs} blobs, ${loose.staged} staged files; longest wait for deployments ${(longestSettleMs / 1000).toFixed(1)} s; ${Math.round((Date.now() - beganAt) / 1000)} s`,
);
console.log(
  `acknowledged ${ledger.size}, lost ${lost.length}, doubled ${doubled.length}, stuck ${stuck.length}, unexpected ${problems.length}, swept too late ${loose.old}`,
);
const isClean = !failed && lost.length + doubled.length + stuck.length + problems.length + loose.old === 0;
if (isClean) await rm(dataDir, { recursive: true, force: true });
else console.log(`Its folder is kept: ${dataDir} (repeat with --seed ${seed})`);
process.exit(isClean ? 0 : 1);
