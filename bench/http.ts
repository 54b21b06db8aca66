// What a call costs on top of its statement: record reads and file deliveries, each compared with a bare
// server that does the minimum, and with the same service behind Next.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { freePort, startServer, type RunningServer } from '../demo/start-server.ts';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import { edition } from '../src/assets/delivery/renditions.ts';
import { blobKey, renditionKey } from '../src/core/storage/contract.ts';
import { DiskStorage } from '../src/core/storage/disk.ts';
import type { BareOptions } from './bare-server.ts';
import { startChild } from './children.ts';
import { fillLibrary, type BenchLibrary, type Picture } from './library.ts';
import { callMs, compare, filesPerSecond, median, medianMs } from './measure.ts';
import { atLeast, atMost, beside, type Row, type SuiteOptions, type SuiteResult } from './suite.ts';

/** A rendition of about 20 KB and one of about 2 MB, both of the large picture. */
const keptRenditions = { small: 'w_320,q_85,f_webp', large: 'w_2400,q_95' };

const clients = 16;

/** Requests a minute: counted as usual, but high enough never to be reached. */
const unlimited = '1000000000';

/** Resident memory of a process, in MiB. */
async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}

async function reads(
  server: RunningServer,
  bare: string,
  throughNext: string,
  library: BenchLibrary,
  options: SuiteOptions,
): Promise<Row[]> {
  const headers = { authorization: `Bearer ${library.key}` };
  const ids = library.records.slice(0, 200);
  const asked = [
    {
      name: 'description',
      ours: ids.map((id) => `/api/v1/assets/${id}/description`),
      bare: ids.map((id) => `/descriptions/${id}`),
    },
    { name: '/api/v1/workspaces', ours: ['/api/v1/workspaces'], bare: ['/workspaces'] },
  ];
  const rows: Row[] = [];
  for (const { name, ...paths } of asked) {
    const found = await compare(
      {
        ours: { origin: server.url, paths: paths.ours, headers },
        reference: { origin: bare, paths: paths.bare },
        next: { origin: throughNext, paths: paths.ours, headers },
      },
      { clients, ...options },
    );
    rows.push(beside(`${name}, beside the bare statement`, found, 0.4));
    const times = found.ours / found.next;
    rows.push({
      name: `${name}, beside the same through Next`,
      ours: found.ours,
      reference: found.next,
      unit: '/s',
      ratio: times,
      target: '≥ 5 ×',
      ok: times >= 5,
    });
    if (name === 'description') {
      const p50 = await medianMs({ origin: server.url, paths: paths.ours, headers }, 1000);
      rows.push(
        atLeast(`${name}, ${clients} clients`, found.ours, 1200),
        atMost(`${name}, one client, p50`, p50, 3, 'ms'),
      );
    }
  }
  return rows;
}

async function deliveries(
  server: RunningServer,
  bare: string,
  files: { name: string; label: string; ours: string; picture: Picture; bytes: number }[],
  options: SuiteOptions,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, label, ours, picture, bytes } of files) {
    const found = await compare(
      {
        ours: { origin: server.url, paths: [ours] },
        reference: { origin: bare, paths: [`/files/${name}/${picture.id}`] },
      },
      { clients, ...options, load: filesPerSecond },
    );
    rows.push(beside(`${label}, ${Math.round(bytes / 1000)} KB`, found, 0.5));
  }
  return rows;
}

/**
 * Widths that were never requested: each is rendered once by the service and once by sharp alone, taking
 * turns to go first.
 */
async function firstRenditions(
  server: RunningServer,
  { key, large }: BenchLibrary,
  file: string,
  count: number,
): Promise<Row> {
  const headers = { authorization: `Bearer ${key}` };
  const alone = async (width: number): Promise<number> => {
    const began = performance.now();
    await sharp(file, { autoOrient: true })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    return performance.now() - began;
  };
  await alone(1000);
  await callMs(`${server.url}/a/${large.id}/w_1000,f_webp`, headers);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const width = 1210 + index;
    const own = async (): Promise<void> => {
      ours.push(await callMs(`${server.url}/a/${large.id}/w_${width},f_webp`, headers));
    };
    if (index % 2 === 0) await own();
    reference.push(await alone(width));
    if (index % 2 === 1) await own();
  }
  const [oursMs, referenceMs] = [median(ours), median(reference)];
  const ratio = referenceMs / oursMs;
  return {
    name: 'rendition made for the first time, beside sharp alone',
    ours: oursMs,
    reference: referenceMs,
    unit: 'ms',
    ratio,
    target: '≥ 90 %',
    ok: ratio >= 0.9,
  };
}

/** Restarts the server as in daily use: already built, with its database in place. */
async function startTwice(
  dataDir: string,
  env: Record<string, string>,
): Promise<{ server: RunningServer; rows: Row[] }> {
  const options = { dataDir, port: await freePort(), env };
  await (await startServer(options)).stop();
  const server = await startServer(options);
  const seconds = server.readyMs / 1000;
  const memory = await residentMiB(server.pid);
  const rows = [
    atMost('start, already built', seconds, 5, 's'),
    atMost('resident after start', memory, 450, 'MiB'),
  ];
  return { server, rows };
}

/** A file to deliver: an original or a kept rendition. */
interface DeliveredFile {
  name: string;
  label: string;
  /** Its path in storage. */
  key: string;
  /** Its address on the service. */
  ours: string;
  picture: Picture;
}

function filesToDeliver({ small, large }: BenchLibrary): DeliveredFile[] {
  return [
    {
      name: 'small',
      label: 'original',
      key: blobKey(small.sha256),
      ours: `/a/${small.id}`,
      picture: small,
    },
    {
      name: 'large',
      label: 'original',
      key: blobKey(large.sha256),
      ours: `/a/${large.id}`,
      picture: large,
    },
    ...(['small', 'large'] as const).map((size) => ({
      name: `${size}-rendition`,
      label: 'rendition again',
      key: renditionKey(large.sha256, `${keptRenditions[size]}.${edition}`),
      ours: `/a/${large.id}/${keptRenditions[size]}`,
      picture: large,
    })),
  ];
}

/** Starts the same service behind Next, on the same database and data folder. */
async function startBehindNext(
  server: RunningServer,
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
) {
  const secret = (await readFile(path.join(dataDir, 'secret'), 'utf8')).trim();
  return startChild('./next-server.ts', {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET: secret,
      SERVER_URL: server.url,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: unlimited,
    },
  });
}

/** Runs the suite on its own service. */
export async function runRoute(options: SuiteOptions): Promise<SuiteResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const { server, rows } = await startTwice(dataDir, { RATE_LIMIT: unlimited });
    stops.push(() => server.stop());
    const databaseUrl = (await findEmbedded(dataDir)) ?? '';
    const library = await fillLibrary(server.url, databaseUrl);

    const storage = new DiskStorage(dataDir);
    const files = filesToDeliver(library);
    for (const { ours } of files) await callMs(`${server.url}${ours}`);
    const sized = await Promise.all(
      files.map(async (file) => ({ ...file, bytes: (await stat(storage.localPath(file.key))).size })),
    );

    const message: BareOptions = {
      databaseUrl,
      dataDir,
      key: library.key,
      files: Object.fromEntries(files.map((file) => [file.name, file.key])),
    };
    const bare = await startChild('./bare-server.ts', { message });
    stops.push(() => bare.stop());
    const throughNext = await startBehindNext(server, { databaseUrl, dataDir });
    stops.push(() => throughNext.stop());

    rows.push(...(await reads(server, bare.origin, throughNext.origin, library, options)));
    await throughNext.stop();
    stops.pop();
    rows.push(...(await deliveries(server, bare.origin, sized, options)));
    rows.push(
      await firstRenditions(
        server,
        library,
        storage.localPath(blobKey(library.large.sha256)),
        options.rounds >= 5 ? 30 : 10,
      ),
    );
    return { rows, postgres: library.postgres };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
