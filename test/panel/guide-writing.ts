// Writing a page of a brand in the panel, section by section. Expects a rule for a color and one for a logo.
import { expect } from '@jest/globals';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { admin, type Panel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

export interface GuideWriter {
  /** The form beside the page: of the page itself, or of one section. */
  side: () => Locator;
  /** The heading of the section that is open. */
  heading: () => Locator;
  readers: () => FrameLocator;
  backToPage: () => Promise<void>;
  /** Adds the page “Guide” and opens it. */
  addPage: () => Promise<void>;
  writeColors: () => Promise<void>;
  writeWords: () => Promise<void>;
  signInAgain: () => Promise<void>;
  writeTheRest: () => Promise<void>;
}

/** Opens the brand to everyone. @returns the portal's address: others on the same service may have taken its name */
export async function makePortal(api: Visitor['api']): Promise<string> {
  const portal = { name: 'Press', brands: ['brand'], access: 'public' };
  return (await api<{ data: { url: string } }>('POST', '/api/v1/portals', portal)).data.url;
}

/** @param shots what the names of its screenshots begin with */
export function guideWriter(panel: Panel, { page, context }: Visitor, shots: string): GuideWriter {
  const side = () => page.locator('.mq-side');
  const heading = () => side().getByLabel('Heading', { exact: true });
  const readers = () => page.frameLocator('iframe[title="The page as readers see it"]');
  const backToPage = (): Promise<void> => side().getByRole('button', { name: 'Guide' }).click();

  /** Inserts a section at the end of the page from the gallery, which opens it. */
  async function insert(template: string): Promise<void> {
    await side().getByRole('button', { name: 'Add a section' }).click();
    await page
      .getByRole('dialog', { name: 'Insert a section' })
      .locator(`[data-template="${template}"]`)
      .click();
    await side().getByRole('button', { name: 'Guide' }).waitFor();
  }

  async function writeColors(): Promise<void> {
    await side().getByRole('button', { name: 'Add a section' }).click();
    const gallery = page.getByRole('dialog', { name: 'Insert a section' });
    await gallery.getByText('Palette').waitFor();
    await shoot(page, `${shots}-gallery`);
    expect(await panel.findings(page)).toEqual([]);
    await gallery.locator('[data-template="palette"]').click();
    await readers().getByText('Choose the rules it shows').waitFor();
    await page.getByRole('button', { name: /^\d problems?$/ }).click();
    await page.getByRole('button', { name: /shows nothing but its heading/ }).waitFor();
    await page.keyboard.press('Escape');
    await side().getByLabel('Rules to show').selectOption('color.primary');
    await readers().getByText('Brand blue').waitFor();
    await heading().fill('Our colors');
    await readers().getByRole('heading', { name: 'Our colors' }).waitFor();
    await backToPage();
  }

  async function writeWords(): Promise<void> {
    await insert('text');
    await heading().fill('How we sound');
    await side().getByLabel('Body, in Markdown').fill('Warm, plain and brief.');
    await readers().getByText('Warm, plain and brief.').waitFor();
    await backToPage();
    await insert('faq');
    await side().getByRole('button', { name: 'Add an entry' }).click();
    await side().getByLabel('Title').fill('May I change the color?');
    await side().getByRole('listitem').getByLabel('Body').fill('No.');
    await readers().getByText('May I change the color?').waitFor();
  }

  /** The session ends while a heading is typed. */
  async function signInAgain(): Promise<void> {
    await context.clearCookies();
    await heading().fill('Questions');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByText(`Sign in as ${admin.email} to continue.`).waitFor();
    await shoot(page, `${shots}-session`);
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await readers().getByRole('heading', { name: 'Questions' }).waitFor();
    await panel.expectRefusal(401);
    await backToPage();
  }

  async function writeTheRest(): Promise<void> {
    await insert('dodont');
    await side().getByRole('button', { name: 'Add an entry' }).click();
    await side().getByLabel('Kind').selectOption('do');
    await side().getByRole('listitem').getByLabel('Title').fill('Leave clear space');
    await backToPage();
    await insert('logos');
    await heading().fill('Our logo');
    await side().getByLabel('Rules to show').selectOption('logo.main');
    await readers()
      .getByAltText('Logo')
      .or(readers().locator('[data-template="logos"] img'))
      .first()
      .waitFor();
    await backToPage();
    await insert('statement');
    await side().getByLabel('Body, in Markdown').fill('Recognized at a glance.');
    await readers().getByText('Recognized at a glance.').waitFor();
    await backToPage();
    await side().getByLabel('Hidden from readers').click();
  }

  async function addPage(): Promise<void> {
    await page.goto(`${panel.url}/admin/brands/brand/pages`);
    await page.getByLabel('Title of a new page').fill('Guide');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/brands/brand/pages/guide');
    await readers().getByRole('heading', { name: 'Guide' }).waitFor();
  }
  return { side, heading, readers, backToPage, addPage, writeColors, writeWords, signInAgain, writeTheRest };
}

/** From the page “Guide” to the form that publishes it, with what changed as it looks and a note that outlives a reload. */
export async function toPublishGuide(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.waitForURL('**/brands/brand/versions');
  const form = page.getByRole('form', { name: 'Publish' });
  await form.locator('[data-changed="guide"]').getByText('New page').waitFor();
  await form.getByRole('button', { name: 'Compare “Guide”' }).click();
  await page.frameLocator('iframe[title="Guide, after"]').getByText('Recognized at a glance.').waitFor();
  await form.getByLabel('What’s new, for readers').fill('Our first guide');
  await page.reload();
  expect(await form.getByLabel('What’s new, for readers').inputValue()).toBe('Our first guide');
  return form;
}

/** Reads the page on the portal that is open. */
export async function readGuide(reader: Page): Promise<void> {
  await reader.getByRole('link', { name: 'Guide' }).first().click();
  for (const words of ['Recognized at a glance.', 'Warm, plain and brief.', 'May I change the color?'])
    await reader.getByText(words).waitFor();
}
