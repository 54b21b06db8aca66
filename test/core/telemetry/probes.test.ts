// `/livez` and `/readyz`: who is told what, and how much of it reaches the database.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { parts } from '../../../src/core/telemetry/readiness.ts';
import { probesOf } from '../../../src/core/telemetry/probes.ts';
import { startService } from '../../setup/service.ts';

const marque = await startService();
const { service } = marque;
let isDraining = false;
let asked = 0;

/** As our own server answers, which the tests' doesn't start. A service of its own, so that nothing is kept from the test before. */
let probes = probesOf(service, () => isDraining);
const server = http.createServer((request, response) => {
  const probe = probes(request.url ?? '');
  if (probe) probe(request, response);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  server.close();
  await marque.close();
});

type Part = 'db' | 'storage' | 'jobs';
function withBroken(broken: Partial<Record<Part, object>>): void {
  const db = {
    ...service.db,
    query: (...all: Parameters<typeof service.db.query>) => {
      asked += 1;
      return service.db.query(...all);
    },
  };
  probes = probesOf(
    Object.assign(Object.create(service) as typeof service, { db }, broken),
    () => isDraining,
  );
}

beforeEach(() => {
  isDraining = false;
  asked = 0;
  withBroken({});
});

async function ask(
  path: string,
  method = 'GET',
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${url}${path}`, { method });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const fails = { query: () => Promise.reject(new Error('password authentication failed for user "secret"')) };

it('both answer anybody', async () => {
  expect(await ask('/livez')).toMatchObject({ status: 200, text: '{"ok":true}' });
  const { status, text, headers } = await ask('/readyz');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    ok: true,
    database: true,
    storage: true,
    migrations: true,
    jobs: true,
    failing: [],
  });
  expect(headers.get('cache-control')).toBe('no-store');
});

it.each([
  ['the database', { db: fails }, ['database', 'migrations']],
  ['the storage', { storage: { healthy: () => Promise.resolve(false) } }, ['storage']],
  ['a storage that never answers', { storage: { healthy: () => new Promise(() => undefined) } }, ['storage']],
  ['a migration', { db: { query: () => Promise.resolve([{ applied: 3 }]) } }, ['migrations']],
  ['the queue', { jobs: { ready: () => false } }, ['jobs']],
])('without %s, the process lives and is not ready', async (_, broken, failing) => {
  withBroken(broken);
  const { status, text } = await ask('/readyz');
  expect(status).toBe(503);
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).toMatchObject({ ok: false, failing });
  for (const part of parts) expect(body[part]).toBe(!failing.includes(part));
  expect(text).not.toContain('secret');
  expect((await ask('/livez')).status).toBe(200);
});

it('a process that is to stop is not ready, and lives', async () => {
  isDraining = true;
  expect(JSON.parse((await ask('/readyz')).text)).toMatchObject({ ok: false, draining: true, failing: [] });
  expect((await ask('/livez')).status).toBe(200);
});

it('a hundred at once reach the database once', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/readyz')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(asked).toBe(1);
  await ask('/livez');
  expect(asked).toBe(1);
});

it('HEAD has no body, and nothing can be sent', async () => {
  expect(await ask('/readyz', 'HEAD')).toMatchObject({ status: 200, text: '' });
  for (const path of ['/livez', '/readyz']) {
    const { status, headers } = await ask(path, 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});
