// What the process says about itself: probes and metrics on its port and on one of their own, and its log.
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildPanel } from '../../src/build.ts';
import { freePort, makeFolder, until } from '../setup/children.ts';
import { startServer, type Running } from './process.ts';

const token = 'a-token-for-prometheus';
const metricsPort = await freePort();
const folder = await makeFolder();
let server: Running;

beforeAll(async () => {
  await buildPanel(path.resolve(import.meta.dirname, '../..'));
  server = await startServer({
    env: {
      DATA_DIR: path.join(folder.path, 'data'),
      ACCESS_LOG: '1',
      METRICS_TOKEN: token,
      METRICS_PORT: String(metricsPort),
    },
  });
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended();
  await folder.remove();
});

const authorization = `Bearer ${token}`;

it('answers probes before everything else, and metrics to whoever has the token', async () => {
  const alive = await fetch(`${server.url}/livez`);
  expect([alive.status, await alive.text()]).toEqual([200, '{"ok":true}']);
  expect(alive.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const ready = await fetch(`${server.url}/readyz?verbose`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { ok: true, failing: [] }]);

  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  await (await fetch(`${server.url}/admin/login`)).arrayBuffer();
  for (const url of [server.url, `http://127.0.0.1:${metricsPort}`]) {
    const response = await fetch(`${url}/metrics`, { headers: { authorization } });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/^marque_ready\{part="database"\} 1$/m);
    expect(text).toMatch(
      /^marque_request_duration_seconds_count\{operation="panel",status="200",transport="http"\} /m,
    );
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  }
});

it('leaves hosts of sites to the sites', async () => {
  const { port } = new URL(server.url);
  const { default: http } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    const headers = { host: `nobody.sites.localhost:${port}` };
    http
      .get(`${server.url}/livez`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });
  expect(status).toBe(404);
});

it('writes a line per request, also of the panel, and never the token', async () => {
  const response = await fetch(`${server.url}/admin/login?token=opens-something`, {
    headers: { 'x-request-id': 'from-the-proxy-1' },
  });
  await response.arrayBuffer();
  expect(response.headers.get('x-request-id')).toBe('from-the-proxy-1');

  await until(async () => server.output().includes('from-the-proxy-1'));
  const line = server
    .output()
    .split('\n')
    .find((one) => one.includes('from-the-proxy-1'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: 'request',
    requestId: 'from-the-proxy-1',
    operation: 'panel',
    method: 'GET',
    status: expect.any(Number),
  });
  expect(server.output()).not.toMatch(/opens-something|a-token-for/);
});
