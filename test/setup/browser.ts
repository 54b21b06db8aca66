// A real browser: Debian's headless Chromium, without calls of its own.
import { chromium, type Browser } from 'playwright-core';
import { chromiumNames, onPath } from '../../src/lib/programs.ts';

/** How long to wait for a page: longer than anything takes on a slow machine. */
export const patience = 90_000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    // The one without windows takes half as much of a processor.
    executablePath: process.env.CHROMIUM ?? onPath(chromiumNames) ?? 'chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
