// Webhooks in a real browser: added, tested, changed, given a new secret, and deleted.
import { describe, expect, it } from '@jest/globals';
import { joinPanel } from '../setup/join-panel.ts';
import { openPanel, shots } from '../setup/panel.ts';

const { panel, visitor, page } = await openPanel();

/** Not public: nothing leaves this machine, and what is sent fails at once. */
const url = 'http://10.0.0.1/hooks/a-secret-path';

interface Stored {
  id: string;
  url: string;
  types: string[];
  ordered: boolean;
  enabled: boolean;
}
const stored = async (): Promise<Stored[]> =>
  (await visitor.api<{ data: Stored[] }>('GET', '/api/v1/webhooks')).data;

const row = () => page.locator('.mq-webhook').filter({ hasText: '10.0.0.1' });

describe('webhooks', () => {
  it('are added with a secret that is shown once', async () => {
    await page.goto(`${panel.url}/admin/webhooks`);
    await page.getByRole('heading', { name: 'Webhooks', exact: true, level: 1 }).waitFor();
    await page.getByText('No webhooks yet.').first().waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('URL').fill(url);
    await page.getByLabel('Only some').check();
    await page.locator('summary', { hasText: /^asset/ }).click();
    await page.getByLabel('All of these, including future ones (asset.*)').check();
    await page.getByPlaceholder('Find an event').fill('publish');
    await page.getByLabel('brand.published', { exact: true }).check();
    await page.getByLabel('One at a time, in order').check();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Copy the secret now.').waitFor();
    expect(await page.locator('.mq-secret code').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await row().getByText('asset.*, brand.published').waitFor();
    expect(await stored()).toMatchObject([{ url, types: ['asset.*', 'brand.published'], ordered: true }]);
    expect(await panel.findings(page)).toEqual([]);
  });

  it('say what is wrong beside the field', async () => {
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('URL').fill('example');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText(/Must be an https:\/\/ or http:\/\/ URL/).waitFor();
    await panel.expectRefusal(400);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('are tested, and show what came back', async () => {
    await row().getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('The test event didn’t arrive.').waitFor();
    await row().getByText('webhook.test', { exact: true }).waitFor();
    await row().getByText('1 attempt').click();
    await row()
      .getByText(/isn't public|not public|private/i)
      .waitFor();
    await row().getByRole('button', { name: 'Send a test event' }).click();
    await row().locator('.mq-delivery').nth(1).waitFor();
  });

  it.each([
    ['at 1440 px, light', 1440, 'light'],
    ['at 1440 px, dark', 1440, 'dark'],
    ['at 390 px, light', 390, 'light'],
    ['at 390 px, dark', 390, 'dark'],
  ] as const)('%s have no serious finding and do not scroll sideways', async (_, width, colorScheme) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${panel.url}/admin/webhooks`);
    await row().getByText('Deliveries').click();
    await row().getByText('1 attempt').first().click();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('URL').waitFor();
    await page.getByLabel('Only some').check();
    await page.getByPlaceholder('Find an event').fill('site');
    await page.getByLabel('site.deployed').check();
    if (shots)
      await page.screenshot({ path: `${shots}/webhooks-${width}-${colorScheme}.png`, fullPage: true });
    expect(await panel.findings(page)).toEqual([]);
    expect(await panel.overflow(page)).toBeLessThanOrEqual(0);
  });

  it('are disabled and deleted', async () => {
    await row().getByRole('button', { name: 'Disable' }).click();
    await row().getByText('Disabled', { exact: true }).waitFor();
    expect((await stored())[0]?.enabled).toBe(false);
    await row().getByRole('button', { name: 'New secret' }).click();
    await row().getByRole('button', { name: 'Give 10.0.0.1 a new secret' }).click();
    await page.getByText('Copy the secret now.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await row().getByRole('button', { name: 'Delete', exact: true }).click();
    await row().getByRole('button', { name: 'Delete the webhook to 10.0.0.1' }).click();
    await row().waitFor({ state: 'detached' });
    expect(await stored()).toEqual([]);
  });

  it('are nothing for editors', async () => {
    const { page: theirs, context } = await joinPanel(panel, visitor, 'Wanda Writer', 'write');
    await theirs.goto(`${panel.url}/admin/webhooks`);
    await theirs.getByText('Settings are for admins').waitFor();
    expect(await theirs.getByRole('button', { name: 'Add a webhook' }).count()).toBe(0);
    await context.close();
  });
});
