// How the panel keeps up with somebody who types, selects, scrolls and uploads.
import type { BrowserContext, Page } from 'playwright-core';
import { median } from './measure.ts';
import { keyToResultsMs, scrollToEnd, watched, watchTasks } from './panel-page.ts';
import type { Opened } from './panel-views.ts';
import { atMost, type Row } from './suite.ts';

const dropped = 60;
const manyCards = 1_000;
export const allCards = 10_000;

async function openLibrary(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/collections/assets`, { waitUntil: 'networkidle' });
  await page.locator('[data-asset]').first().waitFor();
}

/** Letters that begin a word of some assets, and not of all: only then the count on the page tells when the results are there. */
async function tellingKeys(page: Page, url: string, count: number): Promise<string[]> {
  const totalOf = async (query: string): Promise<number> => {
    const response = await page.request.get(`${url}/api/v1/assets?limit=1${query}`);
    return ((await response.json()) as { total: number }).total;
  };
  const all = await totalOf('');
  const keys: string[] = [];
  for (const key of [...'klm', ...'btd', ...'fgh', ...'jcp']) {
    if (keys.length === count) break;
    const found = await totalOf(`&q=${key}`);
    if (found > 0 && found < all) keys.push(key);
  }
  if (keys.length === 0) throw new Error('No key finds some of the assets.');
  return keys;
}

/** Each key is typed into an empty search: one after another would soon find nothing, as before. */
export async function typingRow(page: Page, { url, rounds }: Opened): Promise<Row> {
  await openLibrary(page, url);
  const search = page.getByRole('searchbox').first();
  const times: number[] = [];
  for (const key of await tellingKeys(page, url, rounds)) {
    await search.focus();
    times.push(await keyToResultsMs(page, key));
    const again = page.waitForURL((address) => !address.searchParams.has('q'));
    await search.fill('');
    await again;
    await page.waitForLoadState('networkidle');
  }
  return atMost('Keystroke to results, with a pause of 100 ms', median(times), 250, 'ms');
}

/** The number of list requests while files arrive. */
export async function droppingRow(page: Page, { url }: Opened): Promise<Row> {
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
export async function twiceRow(context: BrowserContext, { url }: Opened): Promise<Row> {
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
  if (fetched.size === 0) throw new Error('The library fetched no thumbnails.');
  const twice = [...fetched.values()].filter((times) => times > 1).length;
  return atMost(`Thumbnails fetched twice, of ${fetched.size}`, twice, 0, '');
}

/** How many cards of the library are loaded. Those of a long list aren't all in the document. */
const loadedCards = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const last = [...document.querySelectorAll('[data-asset]')].at(-1);
    return Number(last?.getAttribute('aria-posinset') ?? 0);
  });

/** Shows more until so many are there. The list reads on by itself where its end is near. */
async function load(page: Page, count: number): Promise<void> {
  let [shown, since] = [0, Date.now()];
  while (shown < count) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(50);
    const now = await loadedCards(page);
    if (now !== shown) since = Date.now();
    shown = now;
    if (Date.now() - since > 60_000) throw new Error(`No more than ${shown} cards of ${count} were loaded.`);
  }
}

/** The longest interaction of each round. One that isn't noted took less than a frame. */
async function interactions(page: Page, rounds: number): Promise<number[]> {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await watchTasks(page);
    await page.locator('[data-asset] input[type="checkbox"]').nth(round).click();
    await page.locator('[data-asset] a').nth(round).focus();
    await page.keyboard.press('Tab');
    const { events } = await watched(page);
    longest.push(Math.max(0, ...events));
  }
  return longest;
}

/** The longest task of each time that everything is scrolled through. */
async function scrolling(page: Page, rounds: number): Promise<number[]> {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForLoadState('networkidle');
    await watchTasks(page);
    await scrollToEnd(page);
    const { tasks } = await watched(page);
    longest.push(Math.max(0, ...tasks));
  }
  return longest;
}

/** @param context of a library with at least as many assets as are loaded */
export async function manyRows(context: BrowserContext, { url, rounds }: Opened): Promise<Row[]> {
  const page = await context.newPage();
  await openLibrary(page, url);
  await load(page, manyCards);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
  const pressed = await interactions(page, rounds);
  await load(page, allCards);
  const scrolled = await scrolling(page, rounds);
  await page.close();
  return [
    atMost(`Interaction to next paint, ${manyCards} cards`, median(pressed), 100, 'ms'),
    atMost(`Longest task while ${allCards} cards are scrolled`, median(scrolled), 50, 'ms'),
  ];
}
