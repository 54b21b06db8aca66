// How long every kind of search takes over HTTP with a read key: one client, one call after the other, a page
// of a hundred records with its facets. The targets apply to a library of 100,000; ten times that may take
// two and a half times as long.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort, startServer } from '../demo/start-server.ts';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import { createKey, signUp } from './library.ts';
import { callMs, requestsPerSecond } from './measure.ts';
import { seedLibrary, type SeededLibrary } from './seed-library.ts';
import { atLeast, atMost, type Row, type SuiteOptions, type SuiteResult } from './suite.ts';

const clients = 8;
const readers = 16;
const search = '/api/v1/assets';

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

/** Seeds a library, starts the service on it as in daily use, and waits until its index is loaded. */
async function startOn(dataDir: string, assets: number, stops: (() => Promise<void>)[]) {
  const options = { dataDir, port: await freePort(), env: { RATE_LIMIT: '0', LOG_LEVEL: 'debug' } };
  const first = await startServer(options);
  const { cookie, workspaceId } = await signUp(first.url);
  const databaseUrl = (await findEmbedded(dataDir)) ?? '';
  const key = await createKey(first.url, cookie, { name: 'Reader', scope: 'read' });
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
  return { server, key, seeded, bytesAnAsset: bytes / indexed };
}

/** A running service to measure: a reader's calls, how often each is repeated, and the targets. */
interface Measured {
  url: string;
  headers: Record<string, string>;
  key: string;
  /** Calls of each kind. */
  calls: number;
  /** Seconds that each load takes. */
  seconds: number;
  /** The most milliseconds: the median and the 99th of a hundred. */
  most: { p50: number; p99: number };
}

/** The two rows of one kind of call. */
async function timeRows(
  { headers, calls, most }: Measured,
  name: string,
  url: string | ((call: number) => string),
  body?: object,
): Promise<Row[]> {
  const { p50, p99 } = await times(url, headers, calls, body);
  return [atMost(`${name}, p50`, p50, most.p50, 'ms'), atMost(`${name}, p99`, p99, most.p99, 'ms')];
}

/** Each kind of search, over and over. */
async function repeatedSearches(
  measured: Measured,
  { tag, season, collection }: { tag: string; season: string; collection: string },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, route] of [
    ['newest 100', search],
    ['one common word', `${search}?q=logo`],
    ['two words', `${search}?q=logo%20keba`],
    ['the prefix of a rare word', `${search}?q=stovelba`],
    ['a tag', `${search}?tag=${tag}`],
    ['a field value', `${search}?f.season=${season}`],
    ['a field range with a type', `${search}?f.year.gte=2015&f.year.lte=2018&type=image`],
    ['a collection', `${search}?collection=${encodeURIComponent(collection)}`],
    ['words, tag and field', `${search}?q=logo&tag=${tag}&f.season=${season}`],
    ['archived only', `${search}?status=archived`],
    ['offset 10,000', `${search}?offset=10000`],
  ] as const)
    rows.push(...(await timeRows(measured, name, `${measured.url}${route}`)));
  return rows;
}

/** Answers and records are cached until something changes, so these use values that were never requested. */
async function newSearches(measured: Measured): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, route] of [
    ['new to it: page after page of all', (call: number) => `${search}?offset=${100 + 61 * call}`],
    ['new to it: page after page of a word', (call: number) => `${search}?q=logo&offset=${7 * call}`],
    [
      'new to it: a range and a type',
      (call: number) => `${search}?f.year.gte=${2009.5 - call / 1e6}&type=image&offset=${call}`,
    ],
  ] as const)
    rows.push(...(await timeRows(measured, name, (call) => `${measured.url}${route(call)}`)));
  return rows;
}

/** Words inside files, which are asked of PostgreSQL: the same again, and page after page. */
async function wordsInside(measured: Measured, { common, rare }: SeededLibrary['inside']): Promise<Row[]> {
  const limits = { ...measured, most: { p50: 25, p99: 75 } };
  const at = (q: string): string => `${measured.url}${search}?q=${q}`;
  // Below everything that is found by its record: only there pages are looked up.
  const { total } = await json<{ total: number }>(measured.url, `${search}?q=${common}`, measured.key);
  const last = (call: number): string => `${at(common)}&offset=${Math.max(0, total - 200 - call)}`;
  return [
    ...(await timeRows(limits, 'a rare word inside files', at(rare))),
    ...(await timeRows(limits, 'a common word inside files', at(common))),
    ...(await timeRows(limits, 'new to it: page after page of a word inside files', last)),
    ...(await timeRows(
      limits,
      'new to it: two words, one inside files',
      (call) => `${at(`${rare}%20${common}`)}&offset=${call}`,
    )),
  ];
}

/** One asset, its description and a usage check: alone, and by several clients at once. */
async function singleAsset(measured: Measured, id: string): Promise<Row[]> {
  const { url, headers, seconds, most } = measured;
  const rows: Row[] = [];
  for (const [name, route, body] of [
    ['one asset', `${search}/${id}`, undefined],
    ['a description', `${search}/${id}/description`, undefined],
    ['a verdict', '/api/v1/check', { asset: id, channel: 'web', territory: 'DE', date: '2026-06-01' }],
  ] as const) {
    rows.push(...(await timeRows({ ...measured, most: { ...most, p50: 3 } }, name, `${url}${route}`, body)));
    const load = { origin: url, paths: [route], headers, ...(body ? { body } : {}) };
    rows.push(atLeast(`${name}, ${readers} clients`, await requestsPerSecond(load, readers, seconds), 1200));
  }
  return rows;
}

/** Near-duplicates of one asset after another, and page after page of all groups. */
async function nearDuplicates(measured: Measured, key: string): Promise<Row[]> {
  const { url } = measured;
  const { data } = await json<{ data: { id: string }[] }>(url, `${search}?limit=100`, key);
  const similarTo = (call: number): string => `${url}${search}/${data[call % data.length]?.id ?? ''}/similar`;
  const duplicates = `${search}/duplicates`;
  const begun = performance.now();
  await json(url, duplicates, key);
  const firstMs = performance.now() - begun;
  return [
    ...(await timeRows(
      { ...measured, most: { p50: 15, p99: 50 } },
      'near-duplicates of an asset',
      similarTo,
    )),
    atMost('groups of near-duplicates, the first time', firstMs, 3000, 'ms'),
    ...(await timeRows(
      { ...measured, calls: 20, most: { p50: 300, p99: 600 } },
      'groups of near-duplicates, the same again',
      `${url}${duplicates}`,
    )),
  ];
}

/** One color, and one color after another, each with its facets. */
async function byColor(measured: Measured): Promise<Row[]> {
  const limits = { ...measured, most: { p50: 10, p99: 50 } };
  const hex = (call: number): string => ((call * 7_368_787) % 0xffffff).toString(16).padStart(6, '0');
  return [
    ...(await timeRows(limits, 'a color', `${measured.url}${search}?color=e4003a`)),
    ...(await timeRows(
      limits,
      'new to it: one color after another',
      (call) => `${measured.url}${search}?color=${hex(call)}`,
    )),
    ...(await timeRows(
      limits,
      'new to it: a color and a type, page after page',
      (call) => `${measured.url}${search}?color=808080&type=image&offset=${7 * call}`,
    )),
  ];
}

async function pagesPerSecond({ url, headers, seconds }: Measured): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [size, route] of [
    [100, `${search}?q=logo`],
    [24, `${search}?q=logo&limit=24`],
  ] as const) {
    const rate = await requestsPerSecond({ origin: url, paths: [route], headers }, clients, seconds * 2);
    rows.push(atLeast(`q=logo, ${clients} clients, pages of ${size}`, rate, 600));
  }
  return rows;
}

/** A tag, a field value and an asset of the library, as its own search returns them. */
async function examplesOf(url: string, key: string, seeded: SeededLibrary) {
  const { data, facets } = await json<{ data: { id: string }[]; facets: Facets }>(
    url,
    `${search}?limit=1`,
    key,
  );
  return {
    tag: encodeURIComponent(facets.tags[3]?.value ?? ''),
    season: facets.fields.season?.[1]?.value ?? '',
    id: data[0]?.id ?? seeded.assetId,
    collection: seeded.collection,
  };
}

async function postgresVersion(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const shown = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return shown.rows[0]?.server_version ?? '';
}

/** Runs the suite on its own service. */
export async function runSearch(options: SuiteOptions): Promise<SuiteResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const { server, key, seeded, bytesAnAsset } = await startOn(dataDir, options.assets, stops);
    const measured: Measured = {
      url: server.url,
      headers: { authorization: `Bearer ${key}` },
      key,
      calls: options.rounds * 100,
      seconds: options.seconds,
      most: options.assets > 200_000 ? { p50: 25, p99: 75 } : { p50: 10, p99: 25 },
    };
    const examples = await examplesOf(server.url, key, seeded);
    const rows = [
      ...(await repeatedSearches(measured, examples)),
      ...(await newSearches(measured)),
      ...(await wordsInside(measured, seeded.inside)),
      ...(await singleAsset(measured, examples.id)),
      ...(await byColor(measured)),
      ...(await nearDuplicates(measured, key)),
      ...(await pagesPerSecond(measured)),
      atMost('memory of the index, an asset', bytesAnAsset, 320, 'bytes'),
    ];
    return { rows, postgres: await postgresVersion((await findEmbedded(dataDir)) ?? '') };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
