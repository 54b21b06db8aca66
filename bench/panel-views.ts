// How soon a view of the panel is there, and how much JavaScript it takes.
import type { Browser, BrowserContext } from 'playwright-core';
import { median } from './measure.ts';
import { largestPaintMs, scriptBytes } from './panel-page.ts';
import { atMost, type Row } from './suite.ts';

export interface Opened {
  browser: Browser;
  url: string;
  /** Of the first person's session. */
  cookie: string;
  rounds: number;
}

/** A browser with an empty cache, and the first person signed in. */
export async function signedIn({ browser, url, cookie }: Opened): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  // tsx names functions, those that are evaluated in the page as well, by a helper that isn't there.
  await context.addInitScript('globalThis.__name = (named) => named');
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

export interface View {
  name: string;
  /** Its path. */
  at: string;
}

/** Opens each view once: renditions are made, and the server's code is compiled. */
export async function warmUp(opened: Opened, views: readonly View[]): Promise<void> {
  const context = await signedIn(opened);
  const page = await context.newPage();
  for (const { at } of views) await largestPaintMs(page, `${opened.url}${at}`);
  await context.close();
}

/** @param plainBytes of a view of Payload with nothing in it */
export async function viewRows(opened: Opened, { name, at }: View, plainBytes: number): Promise<Row[]> {
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
