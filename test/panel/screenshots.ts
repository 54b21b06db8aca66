// Screenshots of a page, wide and on a phone, where they are asked for.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { shots } from '../setup/panel.ts';

export async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: path.join(shots, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
