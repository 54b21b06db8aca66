// A page of a brand is written in place with six kinds of section, survives a session that ends, is published and read on the portal.
import { expect, it } from '@jest/globals';
import { joinPanel } from '../../setup/join-panel.ts';
import { filePicture } from '../../setup/panel-agent.ts';
import { admin, look, openPanel } from '../../setup/panel.ts';
import { shoot } from '../screenshots.ts';

const { panel, visitor, page, api, data } = await openPanel();

interface Stored {
  page: { hidden: boolean; sections: { template: string; title: string | null }[] };
}
const stored = async (): Promise<Stored['page']> =>
  (await data<Stored>('GET', '/api/v1/brands/brand/pages/guide')).page;

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

async function writeColours(): Promise<void> {
  await side().getByRole('button', { name: 'Add a section' }).click();
  const gallery = page.getByRole('dialog', { name: 'Insert a section' });
  await gallery.getByText('Palette').waitFor();
  await shoot(page, 'journey-page-gallery');
  expect(await panel.findings(page)).toEqual([]);
  await gallery.locator('[data-template="palette"]').click();
  await readers().getByText('Choose the rules it shows').waitFor();
  await page.getByRole('button', { name: /^\d problems?$/ }).click();
  await page.getByRole('button', { name: /shows nothing but its heading/ }).waitFor();
  await page.keyboard.press('Escape');
  await side().getByLabel('Rules to show').selectOption('color.primary');
  await readers().getByText('Brand blue').waitFor();
  await heading().fill('Our colours');
  await readers().getByRole('heading', { name: 'Our colours' }).waitFor();
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
  await side().getByLabel('Title').fill('May I change the colour?');
  await side().getByRole('listitem').getByLabel('Body').fill('No.');
  await readers().getByText('May I change the colour?').waitFor();
}

/** The session ends while a heading is typed. */
async function signInAgain(): Promise<void> {
  await visitor.context.clearCookies();
  await heading().fill('Questions');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByText(`Sign in as ${admin.email} to continue.`).waitFor();
  await shoot(page, 'journey-page-session');
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
  await readers().getByAltText('Logo').or(readers().locator('[data-template="logos"] img')).first().waitFor();
  await backToPage();
  await insert('statement');
  await side().getByLabel('Body, in Markdown').fill('Recognized at a glance.');
  await readers().getByText('Recognized at a glance.').waitFor();
  await backToPage();
  await side().getByLabel('Hidden from readers').click();
}

it('loses nothing on the way to its readers', async () => {
  const logo = await filePicture(api, 'logo.png');
  await api('PATCH', '/api/v1/brand/rules', {
    set: [
      { key: 'color.primary', label: 'Brand blue', type: 'color', value: '#2244aa' },
      { key: 'logo.main', label: 'Logo', type: 'text', value: 'Our logo', assets: [{ id: logo }] },
    ],
  });
  await api('POST', '/api/v1/brands/brand/publish', {});
  await api('POST', '/api/v1/portals', { name: 'Press', brands: ['brand'], access: 'public' });
  const ines = await joinPanel(panel, visitor, 'Ines Example', 'read');

  await page.goto(`${panel.url}/admin/brands/brand/pages`);
  await page.getByLabel('Title of a new page').fill('Guide');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.waitForURL('**/brands/brand/pages/guide');
  await readers().getByRole('heading', { name: 'Guide' }).waitFor();
  await writeColours();
  await writeWords();
  await signInAgain();
  await writeTheRest();

  // Nothing is saved yet, and all of it is there after a reload.
  expect(await stored()).toMatchObject({ hidden: true, sections: [] });
  await page.reload();
  await page.getByText('Your unsaved changes').waitFor();
  await readers().getByText('Recognized at a glance.').waitFor();
  await shoot(page, 'journey-page-draft');
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('Page saved.').waitFor();
  const { hidden, sections } = await stored();
  expect(hidden).toBe(false);
  expect(sections.map(({ template, title }) => [template, title])).toEqual([
    ['palette', 'Our colours'],
    ['text', 'How we sound'],
    ['faq', 'Questions'],
    ['dodont', null],
    ['logos', 'Our logo'],
    ['statement', null],
  ]);
  // Its readers wait for the publish.
  await ines.page.goto(`${panel.url}/p/press`);
  expect(await ines.page.getByRole('link', { name: 'Guide' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.waitForURL('**/brands/brand/versions');
  const form = page.getByRole('form', { name: 'Publish' });
  await form.locator('[data-changed="guide"]').getByText('New page').waitFor();
  await form.getByRole('button', { name: 'Compare “Guide”' }).click();
  await page.frameLocator('iframe[title="Guide, after"]').getByText('Recognized at a glance.').waitFor();
  await form.getByLabel('What’s new, for readers').fill('Our first guide');
  await page.reload();
  expect(await form.getByLabel('What’s new, for readers').inputValue()).toBe('Our first guide');
  await shoot(page, 'journey-page-publish');
  await form.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Readers already see the latest version.').waitFor();

  await ines.page.reload();
  await ines.page.getByRole('link', { name: 'Guide' }).first().click();
  for (const words of ['Recognized at a glance.', 'Warm, plain and brief.', 'May I change the colour?'])
    await ines.page.getByText(words).waitFor();
  await look(panel, ines.page, 'journey-page-portal');
  await ines.context.close();
}, 300_000);
