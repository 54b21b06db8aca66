// How long every kind of search takes over HTTP with a read key: one client, one call after the other, a page
// of a hundred records with its facets. The targets apply to a library of 100,000; ten times that may take
// two and a half times as long.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort, startServer } from '../demo/start-server.ts';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import type { SuiteOptions, SuiteResult } from './door.ts';
import { signUp } from './library.ts';
import { callMs, requestsPerSecond, type Row } from './measure.ts';
import { seedLibrary } from './seed-library.ts';

const clients = 8;
/** The library size that the targets apply to. */
const readers = 16;

interface Facets {
  tags: { value: string }[];
  fields: Record<string, { value: string }[]>;
}

async function json<T>(server: string, route: string, key: string, body?: object): Promise<T> {
  const response = await fetch(`${server}${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/**
 * Calls one after the other.
 * @param url the URL to call, or a function of the call's number
 * @returns milliseconds: the median and the 99th of a hundred
 */
async function times(
  url: string | ((call: number) => string),
  headers: Record<string, string>,
  calls: number,
  body?: object,
): Promise<{ p50: number; p99: number }> {
  const asked = typeof url === 'string' ? () => url : url;
  for (let call = 0; call < 20; call += 1) await callMs(asked(call), headers, body); // warm
  const measured: number[] = [];
  for (let call = 0; call < calls; call += 1) measured.push(await callMs(asked(20 + call), headers, body));
  measured.sort((a, b) => a - b);
  return { p50: quantile(measured, 0.5), p99: quantile(measured, 0.99) };
}

function bounded(name: string, ours: number, most: number, unit: string): Row {
  return { name, ours, reference: null, unit, ratio: null, target: `≤ ${most}`, ok: ours <= most };
}

function atLeast(name: string, ours: number, least: number): Row {
  return { name, ours, reference: null, unit: '/s', ratio: null, target: `≥ ${least}`, ok: ours >= least };
}

/** Seeds a library, starts the service on it as in daily use, and waits until its index is loaded. */
async function startOn(dataDir: string, assets: number, stops: (() => Promise<void>)[]) {
  const options = { dataDir, port: await freePort(), env: { RATE_LIMIT: '0', LOG_LEVEL: 'debug' } };
  const first = await startServer(options);
  const { key, workspaceId } = await signUp(first.url);
  const databaseUrl = (await findEmbedded(dataDir)) ?? '';
  const { data } = await json<{ data: { secret: string } }>(first.url, '/api/v1/keys', key, {
    name: 'Reader',
    scope: 'read',
    own: true,
  });
  const seeded = await seedLibrary(databaseUrl, workspaceId, assets);
  await first.stop();

  let output = '';
  let built: (line: string) => void = () => undefined;
  const index = new Promise<string>((resolve) => {
    built = resolve;
  });
  const server = await startServer({
    ...options,
    onOutput: (text) => {
      output = (output + text).slice(-100_000);
      const line = output.split('\n').find((each) => each.includes('search index built'));
      if (line) built(line);
    },
  });
  stops.push(() => server.stop());
  const { bytes, assets: indexed } = JSON.parse(await index) as { bytes: number; assets: number };
  return { server, key: data.secret, seeded, bytesAnAsset: bytes / indexed };
}

/** Runs the suite on its own service. */
export async function runSearch(options: SuiteOptions): Promise<SuiteResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const { server, key, seeded, bytesAnAsset } = await startOn(dataDir, options.assets, stops);
    const headers = { authorization: `Bearer ${key}` };
    const { data, facets } = await json<{ data: { id: string }[]; facets: Facets }>(
      server.url,
      '/api/v1/assets?limit=1',
      key,
    );
    const tag = encodeURIComponent(facets.tags[3]?.value ?? '');
    const season = facets.fields.season?.[1]?.value ?? '';
    const id = data[0]?.id ?? seeded.assetId;
    const search = '/api/v1/assets';
    const [most, mostOfAll] = options.assets > 200_000 ? [25, 75] : [10, 25];
    const rows: Row[] = [];
    for (const [name, route] of [
      ['newest 100', search],
      ['one common word', `${search}?q=logo`],
      ['two words', `${search}?q=logo%20keba`],
      ['the prefix of a rare word', `${search}?q=stovelba`],
      ['a tag', `${search}?tag=${tag}`],
      ['a field value', `${search}?f.season=${season}`],
      ['a field range with a type', `${search}?f.year.gte=2015&f.year.lte=2018&type=image`],
      ['a collection', `${search}?collection=${encodeURIComponent(seeded.collection)}`],
      ['words, tag and field', `${search}?q=logo&tag=${tag}&f.season=${season}`],
      ['archived only', `${search}?status=archived`],
      ['offset 10,000', `${search}?offset=10000`],
    ] as const) {
      const { p50, p99 } = await times(`${server.url}${route}`, headers, options.rounds * 100);
      rows.push(bounded(`${name}, p50`, p50, most, 'ms'), bounded(`${name}, p99`, p99, mostOfAll, 'ms'));
    }
    // Answers and records are cached until something changes, so these use values that were never requested.
    for (const [name, route] of [
      ['new to it: page after page of all', (call: number) => `${search}?offset=${100 + 61 * call}`],
      ['new to it: page after page of a word', (call: number) => `${search}?q=logo&offset=${7 * call}`],
      [
        'new to it: a range and a type',
        (call: number) => `${search}?f.year.gte=${2009.5 - call / 1e6}&type=image&offset=${call}`,
      ],
    ] as const) {
      const { p50, p99 } = await times(
        (call) => `${server.url}${route(call)}`,
        headers,
        options.rounds * 100,
      );
      rows.push(bounded(`${name}, p50`, p50, most, 'ms'), bounded(`${name}, p99`, p99, mostOfAll, 'ms'));
    }
    for (const [name, route, body] of [
      ['one asset', `${search}/${id}`, undefined],
      ['a description', `${search}/${id}/description`, undefined],
      ['a verdict', '/api/v1/check', { asset: id, channel: 'web', territory: 'DE', date: '2026-06-01' }],
    ] as const) {
      const { p50, p99 } = await times(`${server.url}${route}`, headers, options.rounds * 100, body);
      rows.push(bounded(`${name}, p50`, p50, 3, 'ms'), bounded(`${name}, p99`, p99, mostOfAll, 'ms'));
      const load = { origin: server.url, paths: [route], headers, ...(body ? { body } : {}) };
      rows.push(
        atLeast(`${name}, ${readers} clients`, await requestsPerSecond(load, readers, options.seconds), 1200),
      );
    }
    const rate = await requestsPerSecond(
      { origin: server.url, paths: [`${search}?q=logo`], headers },
      clients,
      options.seconds * 2,
    );
    rows.push(atLeast(`q=logo, ${clients} clients, pages of 100`, rate, 600));
    const few = await requestsPerSecond(
      { origin: server.url, paths: [`${search}?q=logo&limit=24`], headers },
      clients,
      options.seconds * 2,
    );
    rows.push(atLeast(`q=logo, ${clients} clients, pages of 24`, few, 600));
    rows.push(bounded('memory of the index, an asset', bytesAnAsset, 300, 'bytes'));
    const client = new pg.Client({ connectionString: (await findEmbedded(dataDir)) ?? '' });
    await client.connect();
    const shown = await client.query<{ server_version: string }>('show server_version');
    await client.end();
    return { rows, postgres: shown.rows[0]?.server_version ?? '' };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
