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

/** Cards whose thumbnails are looked at: several times what a window shows. */
const lookedThrough = 300;

/** What the network sent of an address, rather than the browser's caches. */
interface Sent {
  times: number;
  /** Of the last answer. */
  kept: string;
}

async function watchPictures(context: BrowserContext, page: Page): Promise<Map<string, Sent>> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const sent = new Map<string, Sent>();
  const fromMemory = new Set<string>();
  devtools.on('Network.requestServedFromCache', ({ requestId }) => fromMemory.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!new URL(response.url).pathname.includes('/content/')) return;
    if (response.fromDiskCache || fromMemory.has(requestId)) return;
    const headers = new Headers(response.headers);
    const times = (sent.get(response.url)?.times ?? 0) + 1;
    sent.set(response.url, { times, kept: headers.get('cache-control') ?? '' });
  });
  return sent;
}

/** Goes through cards until so many were in the window, with their pictures. */
async function lookThrough(page: Page, count: number): Promise<void> {
  let seen = 0;
  for (let at = 0; seen < count; at += 1) {
    // Two frames: the list draws the cards that came into the window in the first one.
    await page.evaluate(async (at) => {
      window.scrollTo(0, (at * window.innerHeight) / 2);
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }, at);
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('[data-asset] img')].every((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom < 0 || top > window.innerHeight || image.complete;
      }),
    );
    const now = await loadedCards(page);
    const isEnd = await page.evaluate(
      () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1,
    );
    seen = isEnd || now >= count ? Math.max(seen, now) : seen;
  }
}

/**
 * How many pictures are fetched again, or aren't to be kept, by somebody who looks through the library, opens an asset, comes back, loads the
 * page again, and looks through it once more.
 */
export async function twiceRows(context: BrowserContext, { url }: Opened): Promise<Row[]> {
  const page = await context.newPage();
  const sent = await watchPictures(context, page);
  await openLibrary(page, url);
  await lookThrough(page, lookedThrough);
  await page.locator('[data-asset] a').first().click();
  await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
  await page.locator('.mq-file').first().waitFor();
  await page.goBack();
  await page.locator('[data-asset]').first().waitFor();
  await page.reload({ waitUntil: 'networkidle' });
  await page.locator('[data-asset]').first().waitFor();
  await lookThrough(page, lookedThrough);
  await page.waitForLoadState('networkidle');
  await page.close();
  // The last of them may be below the window.
  if (sent.size < lookedThrough * 0.9)
    throw new Error(`Only ${sent.size} thumbnails of ${lookedThrough} were fetched.`);
  const all = [...sent.values()];
  return [
    atMost(`Thumbnails fetched twice, of ${sent.size}`, all.filter(({ times }) => times > 1).length, 0, ''),
    atMost(
      `Thumbnails kept for less than an hour, of ${sent.size}`,
      all.filter(({ kept }) => !isKept(kept)).length,
      0,
      '',
    ),
  ];
}

/** Whether browsers keep an answer for an hour, by its Cache-Control. */
function isKept(kept: string): boolean {
  const seconds = Number(/max-age=(\d+)/.exec(kept)?.[1] ?? 0);
  return seconds >= 3600 && !/no-store|no-cache/.test(kept);
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
