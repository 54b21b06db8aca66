// A real browser: Debian's headless Chromium, without calls of its own.
import { chromium, type Browser } from 'playwright-core';
import { chromiumNames, onPath } from '../../src/lib/programs.ts';

/** How long to wait for a page: longer than anything takes on a slow machine. */
export const patience = 90_000;

/** @param also what it's started with besides */
export function launchBrowser(
  also: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Browser> {
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
      ...(also.args ?? []),
    ],
    ...(also.env && { env: { ...(process.env as Record<string, string>), ...also.env } }),
  });
}
