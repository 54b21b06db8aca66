// The panel in a browser, on a built server with 5,000 assets: how soon a view is there, how much JavaScript it takes, and how it keeps
// up with somebody who types, selects, scrolls and uploads.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startServer } from '../demo/start-server.ts';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import { launchBrowser } from '../test/setup/browser.ts';
import { signUp } from './library.ts';
import { fillBrand, fillQueue } from './panel-content.ts';
import { addRecords, drawNewest, versionOf } from './panel-library.ts';
import { signedIn, viewRows, warmUp, type Opened, type View } from './panel-views.ts';
import { allCards, droppingRow, manyRows, twiceRows, typingRow } from './panel-work.ts';
import { plainPayloadBytes } from './plain-payload.ts';
import { seedLibrary } from './seed-library.ts';
import type { Row, SuiteOptions, SuiteResult } from './suite.ts';

const assets = 5_000;
const pictures = 1_000;
const brand = 'bench';
/** What takes longer waits for something that doesn't come. */
const stepMs = 20 * 60_000;

/** Says what is being done, since all of it takes minutes. @throws Error if it doesn't end */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  console.error(`${name} …`);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`"${name}" didn't end.`)), stepMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Filled {
  cookie: string;
  /** An asset with a picture. */
  first: string;
}

/** What can be measured alone. */
interface Part {
  name: string;
  rows: () => Promise<Row[]>;
}

const views = (first: string): View[] => [
  { name: 'Library', at: '/admin/collections/assets' },
  { name: 'Asset', at: `/admin/collections/assets/${first}` },
  { name: 'Review', at: '/admin/review' },
  { name: 'Brand', at: `/admin/brands/${brand}` },
];

const viewParts = (opened: Opened, databaseUrl: string, first: string): Part[] => {
  let plainBytes: Promise<number> | undefined;
  return views(first).map((view) => ({
    name: view.name,
    rows: async () => {
      plainBytes ??= plainPayloadBytes(opened.browser, databaseUrl);
      return viewRows(opened, view, await plainBytes);
    },
  }));
};

/** @param only the name of the part that is measured. @throws Error if there is none of that name */
async function measure(opened: Opened, databaseUrl: string, first: string, only?: string): Promise<Row[]> {
  const context = await signedIn(opened);
  const page = await context.newPage();
  const parts: Part[] = [
    ...viewParts(opened, databaseUrl, first),
    { name: 'Typing', rows: async () => [await typingRow(page, opened)] },
    { name: 'Thumbnails', rows: () => twiceRows(context, opened) },
    { name: 'Dropping files', rows: async () => [await droppingRow(page, opened)] },
    {
      name: 'Many cards',
      rows: async () => {
        await addRecords(databaseUrl, first, allCards);
        return manyRows(context, opened);
      },
    },
  ];
  const chosen = parts.filter(({ name }) => only === undefined || name.toLowerCase() === only.toLowerCase());
  if (chosen.length === 0)
    throw new Error(`No part is called ${only}: --only ${parts.map(({ name }) => `"${name}"`).join('|')}`);
  await step('Every view once', () => warmUp(opened, views(first)));
  const rows: Row[] = [];
  for (const { name, rows: measured } of chosen) rows.push(...(await step(name, measured)));
  await context.close();
  return rows;
}

/** Fills a folder, as a service finds it that is started again. */
async function fill(dataDir: string, env: Record<string, string>): Promise<Filled> {
  const server = await startServer({ dataDir, port: await freePort(), env });
  try {
    const { key, workspaceId, cookie } = await signUp(server.url);
    const databaseUrl = (await findEmbedded(dataDir)) ?? '';
    await seedLibrary(databaseUrl, workspaceId, assets);
    const pictured = await drawNewest(databaseUrl, dataDir, pictures);
    const service = { url: server.url, key };
    await fillBrand(service, brand, pictured);
    await fillQueue(service, pictured);
    return { cookie, first: pictured[0] ?? '' };
  } finally {
    await server.stop();
  }
}

/** Runs the suite on a service of its own. */
export async function runPanel({ rounds, only }: SuiteOptions): Promise<SuiteResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  const env = { RATE_LIMIT: '0' };
  try {
    const { cookie, first } = await step('A library (and the panel, if it has to be built)', () =>
      fill(dataDir, env),
    );
    const server = await startServer({ dataDir, port: await freePort(), env });
    const browser = await launchBrowser();
    try {
      const databaseUrl = (await findEmbedded(dataDir)) ?? '';
      const opened = { browser, url: server.url, cookie, rounds };
      return {
        rows: await measure(opened, databaseUrl, first, only),
        postgres: await versionOf(databaseUrl),
      };
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
