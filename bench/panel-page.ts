// What a browser measures of a page of the panel.
import type { Page } from 'playwright-core';

/** What hasn't happened by then doesn't. A page's own promises have no time limit. */
const longestMs = 60_000;

/** Compressed bytes of the scripts that a page has loaded. */
export function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

/** Milliseconds until the largest thing of the page was painted, once nothing loads any more. @throws Error if nothing was */
export async function largestPaintMs(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  return page.evaluate(
    (longestMs) =>
      new Promise<number>((resolve, reject) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
        setTimeout(() => reject(new Error('Nothing was painted.')), longestMs);
      }),
    longestMs,
  );
}

interface Watch {
  events: number[];
  tasks: number[];
}

/** Starts to note how long interactions and tasks take. */
export function watchTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const watch: Watch = { events: [], tasks: [] };
    (globalThis as unknown as { watch: Watch }).watch = watch;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) watch.events.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/** What was noted since. Interactions that took less than 16 ms aren't. */
export async function watched(page: Page): Promise<Watch> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  return page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
}

/** Scrolls by whole windows to the end of what is loaded. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let at = 0; at < document.documentElement.scrollHeight; at += window.innerHeight / 2) {
      window.scrollTo(0, at);
      await frame();
    }
  });
}

/**
 * Milliseconds from a key to the results of what was typed, with the pause that the search waits.
 * @throws Error if there are as many as before
 */
export async function keyToResultsMs(page: Page, key: string): Promise<number> {
  await page.evaluate((longestMs) => {
    const count = () => document.querySelector('.mq-count')?.textContent;
    const before = count();
    const taken = new Promise<number>((resolve, reject) => {
      let began = NaN;
      window.addEventListener('keydown', ({ timeStamp }) => (began = timeStamp), { once: true });
      const observer = new MutationObserver(() => {
        if (count() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - began));
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      setTimeout(() => reject(new Error(`Still ${before} after a key.`)), longestMs);
    });
    (globalThis as unknown as { taken: Promise<number> }).taken = taken;
  }, longestMs);
  await page.keyboard.press(key);
  return page.evaluate(() => (globalThis as unknown as { taken: Promise<number> }).taken);
}
