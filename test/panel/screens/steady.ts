// Brings a page to rest: what changes from run to run is replaced, and what is still loading is waited for.
import type { Page } from 'playwright-core';
import type { Size } from './compare.ts';

/** Nothing moves or blinks. */
const stillness = `*, *::before, *::after {
  animation: none !important;
  transition: none !important;
  caret-color: transparent !important;
  scroll-behavior: auto !important;
}`;

/** Addresses have another port in each run, ids and keys are drawn, and some days are counted from today. */
function replaceChanging(): void {
  const patterns: [RegExp, string][] = [
    [/localhost:\d+/g, 'assets.example.com'],
    [/since \w+ \d+, \d+, \d+:\d+ [AP]M/g, 'since Mar 10, 2025, 9:00 AM'],
    [/\b(this minute|\d+ (second|minute|hour)s? ago)\b/g, 'Mar 10, 2025'],
    // What isn't of the fixed morning, or set for 2031.
    [/\b[A-Z][a-z]{2} \d{1,2}, (?!2025|2031)\d{4}\b/g, 'Apr 9, 2025'],
    [/\b\d+ calls?\b/g, '24 calls'],
    [/\bmq_\w{5}\b/g, 'mq_a1B2c'],
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

/** Stills the page that is open. A style element isn't allowed by the pages of portals; a style sheet that is made by a script is. */
const still = (page: Page): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, stillness);

/** Pictures in the window are there, and fonts, and nothing loads. */
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

const decoded = async (): Promise<void> => {
  const { innerHeight } = window;
  const inside = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return image.complete && bottom > 0 && top < innerHeight;
  });
  await Promise.allSettled(inside.map((image) => image.decode()));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
};

/** What a view reads once it's there has come, and what that shows. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await untilDrawn(page);
}

/** Shows the page in a window of a size, light or dark, from its top. */
export async function show(page: Page, { width, height }: Size, theme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await still(page);
  await page.evaluate((to) => {
    document.documentElement.dataset.theme = to;
    window.scrollTo(0, 0);
  }, theme);
  await untilDrawn(page);
  await page.evaluate(replaceChanging);
  // What the size changed is laid out, and painted.
  await page.evaluate(decoded);
}

/** What the window shows, as a PNG. Quicker than Playwright's own, which compresses it well. */
export async function shoot(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    });
    return Buffer.from(data, 'base64');
  } finally {
    await devtools.detach();
  }
}
