// What is wrong with a page for people outside: axe's findings, and a page that is wider than a phone.
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { patience } from './browser.ts';

export const phone = { viewport: { width: 390, height: 844 } };
export const wide = { viewport: { width: 1440, height: 900 } };

interface Cookie {
  name: string;
  value: string;
}

/** @param origin of the cookies */
export function problemFinder(browser: Browser, origin: string) {
  /** axe's findings on a page in each variant, and how many pixels it is too wide on a phone. */
  return async (address: string, cookies: Cookie[] = []): Promise<string[]> => {
    const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');
    const found: string[] = [];
    // Each theme and each size once: all four combinations of every page would take twice as long for little
    // gain.
    for (const { colorScheme, ...size } of [
      { ...wide, colorScheme: 'light' },
      { ...phone, colorScheme: 'dark' },
    ] as const) {
      const context = await browser.newContext({ ...size, colorScheme });
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
      const page = await context.newPage();
      page.setDefaultTimeout(patience);
      await page.goto(address);
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        interface Result {
          violations: { id: string; nodes: { target: string[] }[] }[];
        }
        const { axe: tool } = globalThis as unknown as {
          axe: { run: (context: Document, options: object) => Promise<Result> };
        };
        const { violations } = await tool.run(document, { resultTypes: ['violations'] });
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      found.push(...violations.map((one) => `${colorScheme} ${size.viewport.width}: ${one}`));
      if (overflow > 0) found.push(`${overflow} px too wide at ${size.viewport.width}`);
      await context.close();
    }
    return found;
  };
}
