// `/metrics`: who may read it, what it counts, and that the dashboard and the alert rules ask for nothing that isn't there.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { listenForMetrics, probesOf } from '../../../src/core/telemetry/probes.ts';
import { freePort, until } from '../../setup/children.ts';
import { startService } from '../../setup/service.ts';

const token = 'a-token-for-prometheus';
const metricsPort = await freePort();
const marque = await startService({ METRICS_TOKEN: token, METRICS_PORT: String(metricsPort) });
const { service } = marque;
const place = await marque.makePlace('Acme');
const key = await marque.makeKey(place, 'write');

/** As our own server answers, which the tests' doesn't start. */
const probes = probesOf(service, () => false);
const server = http.createServer((request, response) => {
  const probe = probes(request.url ?? '');
  if (probe) probe(request, response);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
const onPort = await listenForMetrics(service);
afterAll(async () => {
  server.close();
  onPort?.close();
  await marque.close();
});

const as = (secret: string): RequestInit => ({ headers: { authorization: `Bearer ${secret}` } });

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads Prometheus' text format. @throws Error for a line that isn't in it */
function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line): Sample[] => {
    if (line === '' || /^# (?:HELP|TYPE) [a-z_]\w* ./.test(line)) return [];
    const [, name, inner = '', value] =
      /^([a-z_]\w*)(?:\{((?:[a-z_]\w*="(?:[^"\\]|\\.)*",?)*)\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/i.exec(line) ??
      [];
    if (name === undefined) throw new Error(`Not a line of Prometheus' format: ${line}`);
    const labels = [...inner.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi)];
    return [{ name, labels: Object.fromEntries(labels.map(([, of, is]) => [of, is])), value: Number(value) }];
  });
}

async function scrape(): Promise<Sample[]> {
  const response = await fetch(url, as(token));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return samplesIn(await response.text());
}

const valueOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([of, is]) => one.labels[of] === is))
    .reduce((sum, { value }) => sum + value, 0);

describe('who may read it', () => {
  it.each([
    {},
    as('another-token-entirely'),
    as(''),
    { headers: { authorization: `Basic ${token}` } },
    as(key.key),
  ])('not %j', async (init) => {
    for (const at of [url, `http://127.0.0.1:${metricsPort}/metrics`]) {
      const response = await fetch(at, init);
      expect(response.status).toBe(401);
      expect(await response.text()).toBe('{"ok":false}');
    }
  });

  it('whoever has the token, at both addresses', async () => {
    await scrape();
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`, as(token))).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/api/v1/me`, as(token))).status).toBe(404);
    expect((await fetch(url, { ...as(token), method: 'DELETE' })).status).toBe(405);
  });

  it('nobody on the server’s own port without a token, and nothing is measured without both', async () => {
    const open = Object.assign(Object.create(service) as typeof service, {
      env: { ...service.env, metricsToken: undefined },
    });
    expect(probesOf(open, () => false)('/metrics')).toBeNull();
    const off = Object.assign(Object.create(service) as typeof service, { metrics: null });
    expect(probesOf(off, () => false)('/metrics')).toBeNull();
    expect(await listenForMetrics(off)).toBeNull();
  });
});

describe('what it counts', () => {
  it('requests by operation, status and transport, without what is in their addresses', async () => {
    const me = { operation: 'get_me', status: '200', transport: 'http' };
    const name = 'marque_request_duration_seconds_count';
    const before = valueOf(await scrape(), name, me);
    for (let call = 0; call < 3; call += 1) await marque.call('GET', '/api/v1/me', { as: key });
    for (let call = 0; call < 30; call += 1)
      await marque.call('GET', `/api/v1/assets/6f1d7c1e-1111-4111-8111-1111111111${call + 10}`, { as: key });
    for (let call = 0; call < 30; call += 1) await marque.call('GET', `/no/such/address/${call}`);
    await until(async () => valueOf(await scrape(), 'marque_requests_in_flight') === 0);

    const samples = await scrape();
    expect(valueOf(samples, name, me)).toBe(before + 3);
    expect(valueOf(samples, name, { operation: 'get_asset', status: '404' })).toBe(30);
    expect(valueOf(samples, name, { operation: 'none', status: '404' })).toBe(30);
    const operations = new Set(samples.flatMap(({ labels }) => labels.operation ?? []));
    const known = [...service.operations.map((one) => one.name), ...service.routes.map(({ route }) => route)];
    for (const operation of operations)
      expect([...known, 'none', 'metrics', 'livez', 'readyz']).toContain(operation);
  });

  it('the parts that are ready, the pools, and every job', async () => {
    const samples = await scrape();
    for (const part of ['database', 'storage', 'migrations', 'jobs'])
      expect(valueOf(samples, 'marque_ready', { part })).toBe(1);
    expect(valueOf(samples, 'marque_db_connections_max', { pool: 'reads' })).toBe(
      service.env.databasePoolSize,
    );
    const jobs = new Set(samples.flatMap(({ name, labels }) => (name === 'marque_jobs' ? labels.job : [])));
    expect([...jobs]).toEqual(expect.arrayContaining(['sweep']));
  });

  it('jobs that wait, and what a job took', async () => {
    await service.jobs.send('sweep');
    await until(
      async () => valueOf(await scrape(), 'marque_job_duration_seconds_count', { job: 'sweep' }) > 0,
    );
  });

  it('goes on without a gauge that fails, or that takes too long', async () => {
    let isBroken = true;
    const never = new Promise<void>(() => undefined);
    service.metrics?.gauge('never_answers', 'A test', ['part'], () => (isBroken ? never : undefined));
    service.metrics?.gauge('always_fails', 'A test', ['part'], (set) => {
      set({ part: 'half' }, 1);
      throw new Error('This gauge is broken.');
    });
    const samples = await scrape();
    isBroken = false;
    expect(valueOf(samples, 'marque_db_connections_max', { pool: 'reads' })).toBeGreaterThan(0);
    expect(samples.filter(({ name }) => /^(?:never_answers|always_fails)$/.test(name))).toEqual([]);
  });
});

interface Asked {
  name: string;
  labels: Record<string, string>;
}

const words = /^(?:sum|min|max|by|rate|increase|topk|histogram_quantile|min_over_time|label_values)$/;

/** The metrics that an expression asks for, with the labels that it names. */
function askedIn(expression: string): Asked[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, all = '']) => all.split(/,\s*/));
  const rest = expression.replace(/\bby \([^)]*\)/g, '').replace(/\[\d+[smh]\]/g, '');
  return [...rest.matchAll(/([a-z_]\w*)\s*(?:\{([^}]*)\})?/g)]
    .filter(([, name = '']) => !words.test(name))
    .map(([, name = '', inner = '']) => ({
      name,
      labels: Object.fromEntries([
        ...grouped.map((label) => [label, '']),
        ...[...inner.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label, value]) => [label, value]),
      ]) as Record<string, string>,
    }));
}

/** Those that Prometheus adds to each target. */
const ofTargets = ['instance'];

/** What `/metrics` has beside samples: a histogram has its parts before anything is observed, except for labels. */
async function described(): Promise<Map<string, Set<string>>> {
  const known = new Map<string, Set<string>>([['up', new Set(['job'])]]);
  for (const { name, labels } of await scrape()) {
    const of = known.get(name) ?? new Set<string>();
    for (const label of Object.keys(labels)) of.add(label);
    known.set(name, of);
  }
  return known;
}

async function expectKnown(expressions: string[]): Promise<void> {
  const known = await described();
  const samples = await scrape();
  for (const expression of expressions) {
    const asked = askedIn(expression);
    expect(asked.length).toBeGreaterThan(0);
    for (const { name, labels } of asked) {
      expect([...known.keys()]).toContain(name);
      for (const [label, value] of Object.entries(labels)) {
        if (ofTargets.includes(label)) continue;
        // Labels of what hasn't happened here, such as failures of the storage, are found on its other samples.
        expect([name, ...(known.get(name) ?? [])]).toContain(label);
        if (['pool', 'state', 'transport', 'call'].includes(label) && value !== '')
          expect(samples.map((one) => one.labels[label])).toContain(value);
      }
    }
  }
}

describe('what asks for it', () => {
  beforeAll(async () => {
    // Something of everything.
    await service.metrics?.rendition(() => Promise.resolve());
    await service.metrics?.job('sweep', () => Promise.resolve());
    service.metrics?.storage('put', 'ok', 1);
    service.metrics?.cache('renditions', true);
  });

  it('the dashboard', async () => {
    const { panels } = JSON.parse(await readFile('docs/operating/dashboard.json', 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    await expectKnown(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  });

  it('the alert rules, each of which the page says what to do about', async () => {
    const { groups } = parse(await readFile('docs/operating/alerts.yaml', 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    await expectKnown(rules.map(({ expr }) => expr));
    const page = await readFile('docs/operating/watching.md', 'utf8');
    const explained = [...page.matchAll(/^\| `(Marque\w+)` \|/gm)].map(([, name]) => name);
    expect(explained).toEqual(rules.map(({ alert }) => alert));
  });

  it('the page names every metric, and no other', async () => {
    const page = await readFile('docs/operating/watching.md', 'utf8');
    const named = new Set([...page.matchAll(/`(marque_\w+)`/g)].map(([, name = '']) => name));
    const there = [...(await described()).keys()]
      .filter((name) => name.startsWith('marque_'))
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...named].sort()).toEqual([...new Set(there)].sort());
  });
});
