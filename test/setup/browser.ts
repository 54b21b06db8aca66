// A real browser: Debian's Chromium, without a window and without calls of its own to anybody.
import { chromium, type Browser } from 'playwright-core';

/** How long a page is waited for: longer than anything takes, on however slow a machine. */
export const patience = 90_000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
