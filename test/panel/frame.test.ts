// The frame of the panel in a real browser: the menu and the search in the header, wide and on a phone.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { joinPanel } from '../setup/join-panel.ts';
import { fileAsset, filePicture, newPanelAgent } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';
import { readFile } from 'node:fs/promises';

const { panel, visitor: boss, page } = await openPanel();
let collection: string;
let asset: string;

beforeAll(async () => {
  const scout = await newPanelAgent(panel, 'Scout', boss);
  await filePicture(scout.call, 'proposed.png');
  asset = await fileAsset(
    (method, path, body) => boss.api(method, path, body),
    'harbour-dawn.png',
    await readFile('fixtures/coffee.png'),
  );
  ({
    data: { id: collection },
  } = await boss.api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Summer campaign' }));
});

/** While it's open: a closed one is inert, which locators don't ask about. */
const menuOf = (of: Page) => of.locator('.mq-nav:not([inert])').getByRole('navigation', { name: 'Main' });
const linkTo = (of: Page, name: string) => menuOf(of).getByRole('link', { name, exact: true });
/** The answer to saving whether the menu is open. */
const isRemembering = (answer: Response): boolean =>
  answer.request().method() === 'POST' && answer.url().includes('/payload-preferences/nav');
const finderOf = (of: Page) => of.getByRole('dialog', { name: 'Search or jump to' });
const field = () => finderOf(page).getByRole('combobox');
/** What Enter opens. */
const chosen = (name: string | RegExp) => finderOf(page).getByRole('option', { name, selected: true });
const option = (name: string | RegExp) => finderOf(page).getByRole('option', { name });
const labels = (of: Page): Promise<string[]> => menuOf(of).locator('.mq-nav__label').allTextContents();

describe('the menu', () => {
  it('lists the product by name, with what is waiting', async () => {
    await page.goto(`${panel.url}/admin`);
    await menuOf(page).getByText('1 waiting').waitFor();
    expect(await labels(page)).toEqual([
      'Review',
      'Library',
      'Collections',
      'Brands',
      'Portals',
      'Sites',
      'Agents',
      'People',
      'Activity',
      'Settings',
      'Log out',
    ]);
    expect(await menuOf(page).locator('.mq-nav__item > a > svg').count()).toBe(9);
    await look(panel, page, 'menu');
  });

  it('marks the view that is open, and the entry it is below', async () => {
    await linkTo(page, 'Collections').click();
    await page.getByRole('heading', { name: 'Collections', exact: true }).waitFor();
    expect(await linkTo(page, 'Collections').getAttribute('aria-current')).toBe('page');
    await page.goto(`${panel.url}/admin/collections/collections/${collection}`);
    await linkTo(page, 'Collections').waitFor();
    expect(await linkTo(page, 'Collections').getAttribute('aria-current')).toBe('true');
    expect(await linkTo(page, 'Library').getAttribute('aria-current')).toBe(null);
  });

  it('leaves out what a reader can’t use', async () => {
    const rea = await joinPanel(panel, boss, 'Rea Reader', 'read');
    await rea.page.goto(`${panel.url}/admin`);
    await linkTo(rea.page, 'Activity').waitFor();
    expect(await labels(rea.page)).toEqual([
      'Library',
      'Collections',
      'Brands',
      'Agents',
      'Activity',
      'Log out',
    ]);
    await rea.page.keyboard.press('Control+k');
    await finderOf(rea.page).getByRole('option', { name: 'Library' }).waitFor();
    for (const name of ['Review', 'People', 'Settings', 'New brand', 'Upload files', 'Invite a person'])
      expect(await finderOf(rea.page).getByRole('option', { name, exact: true }).count()).toBe(0);
    await rea.context.close();
  });

  it.each([1024, 1440])('is open %i pixels wide, and stays as it was left', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${panel.url}/admin`);
    await linkTo(page, 'Library').waitFor();
    const remembered = page.waitForResponse(isRemembering);
    await page.getByRole('button', { name: 'Close Menu' }).click();
    await linkTo(page, 'Library').waitFor({ state: 'detached' });
    await remembered;
    await page.reload();
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    await linkTo(page, 'Library').waitFor({ state: 'detached' });
    const again = page.waitForResponse(isRemembering);
    await page.getByRole('button', { name: 'Open Menu' }).click();
    await linkTo(page, 'Library').waitFor();
    await again;
    await page.reload();
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    expect(await linkTo(page, 'Library').isVisible()).toBe(true);
  });

  it('is a drawer on a phone, which closes after choosing', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${panel.url}/admin`);
    const opener = page.getByRole('button', { name: 'Open Menu' }).filter({ visible: true });
    // The only one, and first in the order of the keyboard.
    await page.keyboard.press('Tab');
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await linkTo(page, 'Library').waitFor();
    await page.getByRole('button', { name: 'Close menu', exact: true }).waitFor();
    expect(await panel.findings(page)).toEqual([]);
    expect(await panel.overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await linkTo(page, 'Library').waitFor({ state: 'detached' });
    await opener.click();
    await linkTo(page, 'Collections').click();
    await page.getByRole('heading', { name: 'Collections', exact: true }).waitFor();
    await linkTo(page, 'Library').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await linkTo(page, 'Library').waitFor();
  });
});

describe('Ctrl+K', () => {
  it('finds an asset with its thumbnail, and opens it', async () => {
    await page.goto(`${panel.url}/admin`);
    await linkTo(page, 'Library').waitFor();
    await page.keyboard.press('Control+k');
    await option('Library').waitFor();
    await page.keyboard.type('harbour dawn');
    await option(/^harbour-dawn/).waitFor();
    expect(
      await option(/^harbour-dawn/)
        .locator('img')
        .count(),
    ).toBe(1);
    expect(await option(/^Library/).count()).toBe(0);
    await chosen(/^harbour-dawn/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/collections/assets/${asset}`);
    await finderOf(page).waitFor({ state: 'detached' });
  });

  it('finds a collection among other things, by the keyboard alone', async () => {
    await page.keyboard.press('/');
    await field().fill('summer');
    await chosen(/Summer campaign/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/collections/collections/${collection}`);
    await page.getByRole('heading', { name: 'Summer campaign' }).waitFor();
    expect(await finderOf(page).count()).toBe(0);
  });

  it('finds rules and pages of brands, and opens them', async () => {
    await boss.api('PATCH', '/api/v1/brand/rules', {
      set: [{ key: 'color.lagoon', label: 'Lagoon', type: 'color', value: '#0f766e' }],
    });
    await boss.api('PUT', '/api/v1/brands/brand/pages/voice', { title: 'How we sound', sections: [] });
    await page.goto(`${panel.url}/admin`);
    await linkTo(page, 'Library').waitFor();
    await page.keyboard.press('Control+k');
    await field().fill('lagoon');
    await chosen(/^Lagoon #0f766e/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/brands/brand?rule=*');
    await page.getByRole('dialog', { name: 'Lagoon' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await field().fill('how we');
    await chosen('How we sound').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/brands/brand/pages/voice');
    await page.goto(`${panel.url}/admin`);
    await linkTo(page, 'Library').waitFor();
  });

  it('finds views and actions, and moves through them with the arrows', async () => {
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await field().fill('new');
    await option('New brand').waitFor();
    await look(panel, page, 'finder');
    await page.keyboard.press('ArrowDown');
    await chosen('New brand').waitFor();
    await page.keyboard.press('ArrowUp');
    await chosen('New collection').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New collection' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await field().fill('activity');
    await chosen('Activity').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor();
  });

  it('uploads files from any view', async () => {
    await page.keyboard.press('Control+k');
    await field().fill('upload');
    await chosen('Upload files').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles('fixtures/chelsea.png');
    await page.getByText('1 file uploaded').waitFor();
    const { data } = await boss.api<{ data: { filename: string }[] }>('GET', '/api/v1/assets?q=chelsea');
    expect(data.map(({ filename }) => filename)).toEqual(['chelsea.png']);
  });

  it('lists the keyboard shortcuts, as ? does', async () => {
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('Control+k');
    await field().fill('shortcuts');
    await chosen('Show keyboard shortcuts').waitFor();
    await page.keyboard.press('Enter');
    await shortcuts.getByText('Show shortcuts').waitFor();
    expect(await shortcuts.getByText('Quick look').count()).toBe(0);
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'detached' });

    await page.goto(`${panel.url}/admin/collections/assets`);
    const search = page.getByRole('searchbox', { name: 'Search the library' });
    await search.pressSequentially('?');
    expect(await search.inputValue()).toBe('?');
    expect(await shortcuts.count()).toBe(0);
    await search.fill('');
    await search.blur();
    await page.keyboard.press('?');
    await shortcuts.getByRole('heading', { name: 'Library' }).waitFor();
    await shortcuts.getByText('Quick look at the asset that has the focus').waitFor();
    await look(panel, page, 'shortcuts');
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'detached' });
  });

  it('leaves / alone while someone types', async () => {
    await page.goto(`${panel.url}/admin/collections/collections`);
    const search = page.getByRole('searchbox', { name: 'Search collections' });
    await search.click();
    await page.keyboard.type('a/b');
    expect(await search.inputValue()).toBe('a/b');
    expect(await finderOf(page).count()).toBe(0);
  });

  it('says so if there is nothing', async () => {
    await page.keyboard.press('Control+k');
    await field().fill('zzzz');
    await finderOf(page).getByText('No matches for “zzzz”.').waitFor();
    expect(await finderOf(page).getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await finderOf(page).waitFor({ state: 'detached' });
  });
});
