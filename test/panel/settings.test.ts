// The settings page in a real browser: values, their origins, changing and resetting them.
import { afterAll, describe, expect, it } from '@jest/globals';
import { startMailServer } from '../setup/mail-server.ts';
import { admin, look, openPanel, shots } from '../setup/panel.ts';

const mailbox = await startMailServer();
const { panel, visitor, page } = await openPanel({
  FETCH_ALLOW: `127.0.0.1:${mailbox.port}`,
  MAIL_FROM: 'Operator <operator@example.com>',
});

afterAll(() => mailbox.close());

interface Applied {
  value: Record<string, unknown>;
  sources: Record<string, string>;
  secrets: Record<string, boolean>;
  own: boolean;
}

async function setting(key: string, context = 'organization'): Promise<Applied> {
  const { data } = await visitor.api<{ data: (Applied & { key: string })[] }>(
    'GET',
    `/api/v1/settings?context=${context}`,
  );
  const found = data.find((one) => one.key === key);
  if (!found) throw new Error(`No setting ${key}`);
  return found;
}

const card = (label: string) => page.getByRole('form', { name: label, exact: true });

/** Presses Save, and waits for the response: an earlier toast may still be shown. */
async function save(label: string): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/v1/settings/') && answer.request().method() === 'PATCH',
  );
  await card(label)
    .getByRole('button', { name: `Save ${label}` })
    .click();
  expect((await answered).status()).toBe(200);
  await page.getByText(`${label} saved`).first().waitFor();
}

describe('the settings', () => {
  it('are in an admin’s navigation, with the organization’s first', async () => {
    await page.goto(`${panel.url}/admin`);
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    const link = page.locator('nav a', { hasText: 'Settings' });
    await link.waitFor({ state: 'attached' });
    await page.goto(`${panel.url}${(await link.getAttribute('href')) ?? ''}`);
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    for (const label of ['E-mail', 'Branding', 'Delivery', 'Review', 'Agents', 'Retention', 'Sites'])
      await card(label).waitFor();
    await card('E-mail').getByText('From the server’s environment').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
  });

  it('are changed, and reset property by property', async () => {
    await card('Retention').getByLabel('Deleted assets').fill('7');
    await card('Retention').getByLabel('Activity and audit').fill('90');
    await save('Retention');
    expect(await setting('retention')).toMatchObject({ value: { deletedDays: 7, eventDays: 90 } });
    await card('Retention').getByRole('button', { name: 'Reset Deleted assets' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('input')].some(
        (input) => input.id.endsWith('deletedDays') && input.value === '30',
      ),
    );
    expect(await setting('retention')).toMatchObject({
      value: { deletedDays: 30, eventDays: 90 },
      sources: { deletedDays: 'default', eventDays: 'organization' },
    });
  });

  it('say that somebody else has changed the same, and keep what was entered until it is saved or discarded', async () => {
    const days = card('Retention').getByRole('textbox', { name: 'Deleted assets' });
    const refusedSave = async (): Promise<void> => {
      await card('Retention').getByRole('button', { name: 'Save Retention' }).click();
      await card('Retention').getByText('changed this since you opened the page: Deleted assets').waitFor();
      await panel.expectRefusal(409);
    };
    await days.fill('12');
    await visitor.api('PATCH', '/api/v1/settings/retention', { deletedDays: 60 });
    await refusedSave();
    expect(await days.inputValue()).toBe('12');
    expect((await setting('retention')).value.deletedDays).toBe(60);
    await look(panel, page, 'settings-changed-meanwhile');
    await card('Retention').getByRole('button', { name: 'Discard my changes' }).click();
    expect(await days.inputValue()).toBe('60');
    // Saving again replaces what was shown to have changed.
    await days.fill('13');
    await visitor.api('PATCH', '/api/v1/settings/retention', { deletedDays: 61 });
    await refusedSave();
    await save('Retention');
    expect((await setting('retention')).value).toMatchObject({ deletedDays: 13, eventDays: 90 });
    await visitor.api('PATCH', '/api/v1/settings/retention', { deletedDays: null });
    await page.reload();
    await card('Retention').getByText('Default', { exact: true }).first().waitFor();
  });

  it('show errors at the property', async () => {
    await card('Delivery').getByLabel('Default rendition quality').fill('200');
    await card('Delivery').getByRole('button', { name: 'Save Delivery' }).click();
    await card('Delivery').locator('.mq-problem').waitFor();
    await panel.expectRefusal(400);
    await card('Delivery').getByLabel('Default rendition quality').fill('');
    expect((await setting('delivery')).own).toBe(false);
  });

  it('of the workspace override the organization’s, and can be reset to them', async () => {
    await page.getByRole('button', { name: /^Workspace / }).click();
    await card('Retention').getByText('From the organization').waitFor();
    expect(await card('E-mail').count()).toBe(0);
    await card('Retention').getByLabel('Activity and audit').fill('30');
    await save('Retention');
    await card('Review').getByLabel('Notify').fill('ada@example.com\nbob@example.com');
    await save('Review');
    expect(await setting('retention', 'workspace')).toMatchObject({
      value: { eventDays: 30 },
      sources: { eventDays: 'workspace' },
    });
    expect((await setting('review', 'workspace')).value.notify).toEqual([
      'ada@example.com',
      'bob@example.com',
    ]);
    await card('Retention').getByRole('button', { name: 'Reset all of Retention' }).click();
    await card('Retention').getByRole('button', { name: 'Reset to inherited values' }).click();
    await card('Retention').getByText('From the organization').waitFor();
    expect(await setting('retention', 'workspace')).toMatchObject({ value: { eventDays: 90 }, own: false });
    await page.getByRole('button', { name: /^Organization / }).click();
    await card('E-mail').waitFor();
  });

  it('store a password without showing it again, and send a test email', async () => {
    const mail = card('E-mail');
    await mail.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await mail.getByRole('textbox', { name: 'Port' }).fill(String(mailbox.port));
    await mail.getByRole('textbox', { name: 'User' }).fill('acme');
    await mail.getByRole('textbox', { name: 'Password' }).fill('a-password-of-acme');
    await save('E-mail');
    expect(await mail.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    expect(await mail.getByRole('textbox', { name: 'Password' }).getAttribute('placeholder')).toContain(
      'Stored',
    );
    expect(await page.content()).not.toContain('a-password-of-acme');

    await mail.getByRole('button', { name: 'Send test email' }).click();
    await mail.getByText(`Sent to ${admin.email}.`).waitFor();
    const [received] = await mailbox.received(1);
    expect(received).toMatchObject({
      to: [admin.email],
      auth: { user: 'acme', password: 'a-password-of-acme' },
    });

    await mail.getByRole('textbox', { name: 'Host' }).fill('mail.thief.example');
    await mail.getByRole('button', { name: 'Save E-mail' }).click();
    await mail.getByText('enter the password again').waitFor();
    await panel.expectRefusal(422);
    expect(await setting('email')).toMatchObject({ value: { host: '127.0.0.1' } });
  });

  it('keep what isn’t saved after leaving the page', async () => {
    const host = card('E-mail').getByRole('textbox', { name: 'Host' });
    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.goto(`${panel.url}/admin/settings`);
    await card('E-mail').getByText('Unsaved changes, kept in this browser').waitFor();
    expect(await host.inputValue()).toBe('mail.thief.example');
    await card('E-mail').getByRole('button', { name: 'Discard my changes' }).click();
    expect(await host.inputValue()).toBe('127.0.0.1');
    await page.reload();
    await card('E-mail').waitFor();
    expect(await host.inputValue()).toBe('127.0.0.1');
  });

  it('of branding apply to the header immediately, and to the sign-in page', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.getByLabel('Files to upload').setInputFiles('fixtures/rocket.jpg');
    await page.getByText('1 file uploaded').waitFor();
    await page.goto(`${panel.url}/admin/settings`);
    const branding = card('Branding');
    await branding.getByLabel('Name of the service').fill('Acme Shelf');
    await branding.getByLabel('Tagline').fill('All that Acme shows');
    await branding.getByRole('button', { name: 'Choose a file: Icon' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'rocket.jpg' }).click();
    await branding.getByRole('button', { name: 'Choose another: Icon' }).waitFor();
    await branding.getByLabel('Accent', { exact: true }).fill('#0f766e');
    await save('Branding');
    await page.locator('header img.mq-icon, .app-header img.mq-icon').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--mq-accent'))).toBe(
      '#0f766e',
    );

    const { context: stranger, page: signIn } = await panel.visit();
    await signIn.goto(`${panel.url}/admin/settings`);
    await signIn.waitForURL('**/admin/login**');
    await signIn.getByText('Acme Shelf').waitFor();
    await signIn.getByText('All that Acme shows').waitFor();
    if (shots) await signIn.screenshot({ path: `${shots}/sign-in.png` });
    await stranger.close();
  });

  it.each([
    ['at 1440 px, light', 1440, 'light'],
    ['at 390 px, dark', 390, 'dark'],
  ] as const)('%s have no serious finding and do not scroll sideways', async (_, width, colorScheme) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${panel.url}/admin/settings`);
    await card('Sites').waitFor();
    await page.waitForLoadState('networkidle');
    if (shots) await page.screenshot({ path: `${shots}/settings-${width}.png`, fullPage: true });
    expect(await panel.findings(page)).toEqual([]);
    expect(await panel.overflow(page)).toBeLessThanOrEqual(0);
  });
});
