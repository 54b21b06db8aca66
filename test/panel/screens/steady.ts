// Brings a page to rest: what changes from run to run is replaced, and what is still loading is waited for.
import type { Page } from 'playwright-core';

/** Addresses have another port in each run, and ids and keys are drawn. */
function replaceChanging(): void {
  const patterns: [RegExp, string][] = [
    [/localhost:\d+/g, 'assets.example.com'],
    [/since \w+ \d+, \d+, \d+:\d+ [AP]M/g, 'since Nov 25, 2026, 4:55 AM'],
    [/\bmq_\w{5}\b/g, 'mq_a1B2c'],
    [/removed for good on \w+ \d+, \d+/g, 'removed for good on Apr 9, 2025'],
    [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000'],
  ];
  const without = (words: string): string =>
    patterns.reduce((text, [pattern, by]) => text.replace(pattern, by), words);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.nodeValue ?? '';
    if (without(words) !== words) node.nodeValue = without(words);
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    const input = field as HTMLInputElement;
    if (without(input.value) !== input.value) input.value = without(input.value);
  }
}

/** Pictures in the window are there, and fonts. */
const untilDrawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    if (document.fonts.status !== 'loaded' || document.querySelector('[aria-busy="true"]')) return false;
    return [...document.images].every((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return (
        width === 0 || bottom < 0 || top > window.innerHeight || (image.complete && image.naturalWidth > 0)
      );
    });
  });

/** What Playwright hides a caret with isn't allowed by the pages of portals. */
export const shoot = (page: Page): Promise<Buffer> =>
  page.screenshot({ animations: 'disabled', caret: 'initial' });

/** Shows the page in a window of a size, light or dark. */
export async function show(
  page: Page,
  { width, height }: { width: number; height: number },
  theme: 'light' | 'dark',
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate((to) => {
    document.documentElement.dataset.theme = to;
    // No caret blinks.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  }, theme);
  await page.waitForLoadState('networkidle');
  await untilDrawn(page);
  await page.evaluate(replaceChanging);
  // Two frames: what the size changed is laid out, and painted.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
