// The panel in a browser, on a built server with 5,000 assets: how soon a view is there, how much JavaScript it takes, and how it keeps
// up with somebody who types, selects, scrolls and uploads.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort, startServer } from '../demo/start-server.ts';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import { launchBrowser } from '../test/setup/browser.ts';
import { signUp } from './library.ts';
import { median } from './measure.ts';
import { addRecords, drawNewest, versionOf } from './panel-library.ts';
import {
  keyToResultsMs,
  largestPaintMs,
  scriptBytes,
  scrollToEnd,
  watched,
  watchTasks,
} from './panel-page.ts';
import { plainPayloadBytes } from './plain-payload.ts';
import { seedLibrary } from './seed-library.ts';
import { atMost, type Row, type SuiteOptions, type SuiteResult } from './suite.ts';

const assets = 5_000;
const pictures = 1_000;
const dropped = 60;
const manyCards = 1_000;
const allCards = 10_000;
const brand = 'bench';

interface Opened {
  browser: Browser;
  url: string;
  /** Of the first person's session. */
  cookie: string;
  rounds: number;
}

async function signedIn({ browser, url, cookie }: Opened): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

interface View {
  name: string;
  at: string;
}

async function viewRows(opened: Opened, { name, at }: View, plainBytes: number): Promise<Row[]> {
  const [cold, warm]: [number[], number[]] = [[], []];
  let bytes = NaN;
  for (let round = 0; round < opened.rounds; round += 1) {
    const context = await signedIn(opened);
    const page = await context.newPage();
    cold.push(await largestPaintMs(page, `${opened.url}${at}`));
    bytes = await scriptBytes(page);
    warm.push(await largestPaintMs(page, `${opened.url}${at}`));
    await context.close();
  }
  return [
    atMost(`${name}: largest paint, warm`, median(warm), 800, 'ms'),
    atMost(`${name}: largest paint, cold`, median(cold), 1800, 'ms'),
    {
      ...atMost(`${name}: JavaScript`, bytes / 1000, plainBytes / 1000 + 150, 'KB'),
      reference: plainBytes / 1000,
      target: '≤ 150 KB more',
    },
  ];
}

async function openLibrary(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/collections/assets`, { waitUntil: 'networkidle' });
  await page.locator('[data-asset]').first().waitFor();
}

async function typingRow(page: Page, { url, rounds }: Opened): Promise<Row> {
  await openLibrary(page, url);
  await page.getByRole('searchbox').first().focus();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await keyToResultsMs(page, ['k', 'l', 'm', 'b', 't'][round] ?? 'b'));
    await page.waitForLoadState('networkidle');
  }
  return atMost('Keystroke to results, with a pause of 100 ms', median(times), 250, 'ms');
}

/** The number of list requests while files arrive. */
async function droppingRow(page: Page, { url }: Opened): Promise<Row> {
  await openLibrary(page, url);
  let lists = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/v1/assets') lists += 1;
  });
  const files = Array.from({ length: dropped }, (_, at) => ({
    name: `dropped-${at}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`dropped ${at} ${Math.random()}`),
  }));
  await page.getByLabel('Files to upload').setInputFiles(files);
  await page.getByText(`${dropped} files uploaded`).waitFor();
  await page.waitForTimeout(3_000);
  return atMost(`List requests while ${dropped} files arrive`, lists, 5, '');
}

/** How many pictures are fetched again by somebody who goes to an asset, back, and loads the page again. */
async function twiceRow(context: BrowserContext, { url }: Opened): Promise<Row> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const fetched = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ response }) => {
    if (!response.url.includes('/content/') || response.fromDiskCache || response.status !== 200) return;
    fetched.set(response.url, (fetched.get(response.url) ?? 0) + 1);
  });
  await openLibrary(page, url);
  await page.locator('[data-asset] a').first().click();
  await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await page.locator('[data-asset]').first().waitFor();
  await page.reload({ waitUntil: 'networkidle' });
  await page.close();
  const twice = [...fetched.values()].filter((times) => times > 1).length;
  return atMost(`Thumbnails fetched twice, of ${fetched.size}`, twice, 0, '');
}

/** Shows more until so many are there. Works with and without a list that reads on by itself. */
async function load(page: Page, count: number): Promise<void> {
  for (;;) {
    const shown = await page.evaluate(() => {
      const last = [...document.querySelectorAll('[data-asset]')].at(-1);
      return Number(last?.getAttribute('aria-posinset') ?? document.querySelectorAll('[data-asset]').length);
    });
    if (shown >= count) return;
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const more = page.getByRole('button', { name: 'Show more' });
    if ((await more.count()) === 0) return;
    await more.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(50);
  }
}

async function manyRows(context: BrowserContext, { url, rounds }: Opened): Promise<Row[]> {
  const page = await context.newPage();
  await openLibrary(page, url);
  await load(page, manyCards);
  await page.evaluate(() => window.scrollTo(0, 0));
  await watchTasks(page);
  for (let round = 0; round < rounds; round += 1) {
    await page.locator('[data-asset] input[type="checkbox"]').nth(round).click();
    await page.locator('[data-asset] a').nth(round).focus();
    await page.keyboard.press('Tab');
  }
  const { events } = await watched(page);
  await load(page, allCards);
  await page.waitForLoadState('networkidle');
  await watchTasks(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await scrollToEnd(page);
  const { tasks } = await watched(page);
  await page.close();
  return [
    atMost(`Interaction to next paint, ${manyCards} cards`, Math.max(0, ...events), 100, 'ms'),
    atMost(`Longest task while ${allCards} cards are scrolled`, Math.max(0, ...tasks), 50, 'ms'),
  ];
}

async function measure(opened: Opened, databaseUrl: string, dataDir: string) {
  const [first = ''] = await drawNewest(databaseUrl, dataDir, pictures);
  const plainBytes = await plainPayloadBytes(opened.browser, databaseUrl);
  const views: View[] = [
    { name: 'Library', at: '/admin/collections/assets' },
    { name: 'Asset', at: `/admin/collections/assets/${first}` },
    { name: 'Review', at: '/admin/review' },
    { name: 'Brand', at: `/admin/brands/${brand}` },
  ];
  // Renditions are made once, and the first answers warm the server.
  const warming = await signedIn(opened);
  for (const { at } of views) await largestPaintMs(await warming.newPage(), `${opened.url}${at}`);
  await warming.close();
  const rows: Row[] = [];
  for (const view of views) rows.push(...(await viewRows(opened, view, plainBytes)));
  const context = await signedIn(opened);
  const page = await context.newPage();
  rows.push(await typingRow(page, opened));
  rows.push(await twiceRow(context, opened));
  rows.push(await droppingRow(page, opened));
  await page.close();
  await addRecords(databaseUrl, first, allCards - assets);
  rows.push(...(await manyRows(context, opened)));
  await context.close();
  return rows;
}

/** Fills a folder, as a service finds it that is started again. */
async function fill(dataDir: string, env: Record<string, string>): Promise<string> {
  const server = await startServer({ dataDir, port: await freePort(), env });
  const { key, workspaceId, cookie } = await signUp(server.url);
  await seedLibrary((await findEmbedded(dataDir)) ?? '', workspaceId, assets);
  await fetch(`${server.url}/api/v1/brands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', slug: brand }),
  });
  await server.stop();
  return cookie;
}

/** Runs the suite on a service of its own. */
export async function runPanel({ rounds }: SuiteOptions): Promise<SuiteResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  const env = { RATE_LIMIT: '0' };
  try {
    const cookie = await fill(dataDir, env);
    const server = await startServer({ dataDir, port: await freePort(), env });
    const browser = await launchBrowser();
    try {
      const databaseUrl = (await findEmbedded(dataDir)) ?? '';
      const opened = { browser, url: server.url, cookie, rounds };
      return { rows: await measure(opened, databaseUrl, dataDir), postgres: await versionOf(databaseUrl) };
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
