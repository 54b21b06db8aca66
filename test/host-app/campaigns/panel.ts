// What a person sees of campaigns in the app's own panel, in a real browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { launchBrowser, patience } from '../../setup/browser.ts';

interface Seen {
  url: string;
  token: string;
  workspaceId: string;
  /** The name of a campaign of the workspace. */
  campaign: string;
  /** Proposed for a campaign. */
  asset: string;
}

/** @throws Error unless the app's theme holds for Marque's views, and Payload's own controls look as they did */
async function seeTheme(page: Page): Promise<void> {
  const values = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--mq-surface', '--mq-radius-control'].map((name) => style.getPropertyValue(name).trim());
  });
  assert.deepEqual(values, ['#fffdf8', '8px']);
  const restyled = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSStyleRule)
      .filter(
        ({ selectorText, cssText }) =>
          /^\.(?:btn|pill|table|popup)/.test(selectorText) && cssText.includes('--mq-'),
      )
      .map(({ selectorText }) => selectorText),
  );
  assert.deepEqual(restyled, []);
}

/** @throws Error unless the page of campaigns and the review queue show what the module draws there */
export async function seePanel({ url, token, workspaceId, campaign, asset }: Seen): Promise<void> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    context.setDefaultTimeout(patience);
    await context.addCookies([
      { name: 'payload-token', value: token, url },
      { name: 'mq_workspace', value: workspaceId, url },
    ]);
    const page = await context.newPage();
    await page.goto(`${url}/admin`);
    // The menu is closed in a small window.
    await page.locator('a[href="/admin/campaigns"]').first().waitFor({ state: 'attached' });
    const opened = await page.goto(`${url}/admin/campaigns`);
    assert.equal(opened?.status(), 200);
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: campaign }).first().waitFor();
    await seeTheme(page);
    const answer = await page.goto(`${url}/admin/review`);
    assert.equal(answer?.status(), 200);
    const proposed = page.getByAltText('Proposed asset').first();
    await proposed.waitFor();
    assert.equal(await proposed.getAttribute('src'), `/api/v1/assets/${asset}/content/w_300`);
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('img[alt="Proposed asset"]');
      return picture?.complete && picture.naturalWidth > 0;
    });
  } finally {
    await browser.close();
  }
}
