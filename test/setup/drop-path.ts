// Drops a file or a folder of this machine on a page, as a person does from a window beside it.
import type { Page } from 'playwright-core';

export async function dropPath(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data });
  await browser.detach();
}
