// Two copies of a library, one kept by the change feed and one by webhooks, through random writes by eight writers, restarts of both sides
// and a lost network. In the end both are what the library is.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeAsset } from '../assets/library.ts';
import { kill, makeFolder, startScript, until, untilItSays } from '../setup/children.ts';
import { loseJobs } from '../setup/jobs.ts';
import { randomFrom } from '../setup/seeded-random.ts';
import { startService, type Place, type TestService } from '../setup/service.ts';
import { hurry } from '../webhooks/receiver.ts';
import { Client, FeedMirror, kinds, WebhookMirror, type Copies } from './mirrors.ts';
import { openNetwork, type Network } from './network.ts';

const writers = 8;
const writesOfEach = 25;

let marque: TestService;
let place: Place;
let folder: { path: string; remove(): Promise<void> };
/** The way to Marque, and the way to the receiver of webhooks. */
let toMarque: Network, toReceiver: Network;
let child: ChildProcess;
let admin: { key: string }, reader: { key: string };

/** A process of Marque, which the mirror calls. */
async function startProcess(): Promise<void> {
  child = startScript('test/core/transports/another-process.ts');
  const output = await untilItSays(child, ';');
  toMarque.leadTo(Number(/listens on (\d+)/.exec(output)?.[1] ?? 0));
}

beforeAll(async () => {
  const settings = { RATE_LIMIT: '0', FETCH_ALLOW: '127.0.0.1' };
  // For the other process, which sends webhooks, too.
  Object.assign(process.env, settings);
  marque = await startService(settings);
  place = await marque.makePlace('Acme');
  admin = await marque.makeKey(place, 'admin');
  reader = await marque.makeKey(place, 'read');
  folder = await makeFolder();
  [toMarque, toReceiver] = [await openNetwork(), await openNetwork()];
  await startProcess();
});
afterAll(async () => {
  if (child) await kill(child);
  await marque?.close();
  await toMarque?.close();
  await toReceiver?.close();
  await folder?.remove();
});

/** What can be written to: what anyone has made so far. */
const made: Record<string, string[]> = { asset: [], collection: [] };

/** One write; what another writer deleted meanwhile is a 404, and nothing happens. */
async function writeSomething(random: () => number, label: string): Promise<void> {
  const one = (kind: string): string | undefined => made[kind]?.[Math.floor(random() * made[kind].length)];
  const call = (method: string, address: string, body?: unknown) =>
    marque.call(method, `/api/v1${address}`, { as: admin, ...(body === undefined ? {} : { body }) });
  const [asset, collection] = [one('asset'), one('collection')];
  const chance = random();
  if (chance < 0.2 || !asset) {
    made.asset?.push(((await makeAsset(marque, admin, { filename: `${label}.png` })) as { id: string }).id);
  } else if (chance < 0.35 || !collection) {
    const { body } = await call('POST', '/collections', { name: label, private: random() < 0.3 });
    made.collection?.push((body.data as { id: string }).id);
  } else if (chance < 0.5) await call('PATCH', `/assets/${asset}`, { title: label, tags: [label] });
  else if (chance < 0.6) await call('PATCH', `/assets/${asset}`, { private: random() < 0.5 });
  else if (chance < 0.68) await call('DELETE', `/assets/${asset}`);
  else if (chance < 0.72) await call('POST', `/assets/${asset}/restore`);
  else if (chance < 0.82) await call('POST', `/collections/${collection}/assets`, { add: [asset] });
  else if (chance < 0.86) await call('POST', `/collections/${collection}/assets`, { remove: [asset] });
  else if (chance < 0.92)
    await call('PATCH', `/collections/${collection}`, { name: label, private: random() < 0.4 });
  else if (chance < 0.96) await call('DELETE', `/collections/${collection}`);
  else await call('PATCH', `/collections/${collection}`, { description: label });
}

async function writeMuch(writer: number): Promise<void> {
  const random = randomFrom(20 * writer + 1);
  for (let write = 0; write < writesOfEach; write += 1) await writeSomething(random, `w${writer}n${write}`);
}

/** What a caller finds in the library. */
async function sourceFor({ key }: { key: string }): Promise<Copies> {
  const client = new Client(() => marque.url, key);
  return Object.assign({}, ...(await Promise.all(kinds.map((kind) => client.list(kind))))) as Copies;
}

const byKey = (copies: Copies): [string, unknown][] =>
  Object.entries(copies).sort(([one], [other]) => (one < other ? -1 : 1));

it('both copies equal the library, whatever stops in between', async () => {
  let secret = '';
  const byFeed = (): FeedMirror =>
    new FeedMirror(
      new Client(() => `http://127.0.0.1:${toMarque.port}`, reader.key),
      path.join(folder.path, 'feed.json'),
    );
  let feed = byFeed();
  const hooks = new WebhookMirror(path.join(folder.path, 'webhooks.json'), () => secret);
  toReceiver.leadTo(await hooks.start());
  const { status, body } = await marque.call('POST', '/api/v1/webhooks', {
    as: admin,
    body: { url: `http://127.0.0.1:${toReceiver.port}/`, types: ['asset.*', 'collection.*'] },
  });
  expect(status).toBe(201);
  ({ secret } = body.data as { secret: string });
  feed.start();

  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => writeMuch(writer)));
  const enough = (share: number): Promise<void> =>
    until(async () => {
      const [row] = await marque.service.db.query<{ events: number }>(
        `select count(*) as events from marque.events where workspace_id = $1`,
        [place.workspaceId],
      );
      return (row?.events ?? 0) >= share * writers * writesOfEach;
    });

  // The network is lost, on both ways.
  await enough(0.15);
  toMarque.lose();
  toReceiver.lose();
  await enough(0.25);
  toMarque.mend();
  toReceiver.mend();
  // The services that keep the copies restart.
  await enough(0.35);
  await feed.stop();
  await hooks.stop();
  await enough(0.45);
  feed = byFeed();
  feed.start();
  toReceiver.leadTo(await hooks.start());
  // A process of Marque is killed, and another one started.
  await enough(0.55);
  await kill(child);
  await loseJobs(marque.service.db);
  await startProcess();
  await writing;

  const [forReader, forAdmin] = [await sourceFor(reader), await sourceFor(admin)];
  expect(Object.keys(forReader).length).toBeGreaterThan(10);
  expect(Object.keys(forAdmin).length).toBeGreaterThan(Object.keys(forReader).length);
  const text = (copies: Copies): string => JSON.stringify(byKey(copies));
  const deadline = Date.now() + 40_000;
  while (Date.now() < deadline) {
    if (text(feed.copies) === text(forReader) && text(hooks.copies) === text(forAdmin)) break;
    await hurry(marque);
    await pause(250);
  }
  await feed.stop();
  await hooks.stop();
  expect(byKey(feed.copies)).toEqual(byKey(forReader));
  expect(byKey(hooks.copies)).toEqual(byKey(forAdmin));
}, 120_000);
