// Every view in German: no key without words, nothing cut off, and numbers as Germans write them.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { en } from '../../src/words/en/index.ts';
import { admin, startPanel, untilAlive, type Panel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

let panel: Panel;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  panel = await startPanel();
  visitor = await panel.visit();
  ({ page } = visitor);
  await panel.signIn(page, admin);
  await visitor.api('POST', '/api/v1/keys', { name: 'Scout', scope: 'propose' });
  await visitor.api('POST', '/api/v1/fields', { key: 'photographer', label: 'Fotograf', type: 'text' });
  await visitor.api('POST', '/api/v1/groups', { name: 'Gestaltung' });
}, 1_200_000); // the panel is built first where it isn't
afterAll(async () => {
  await panel?.close();
});
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

const parts = Object.keys(en).join('|');

/** Keys that are shown in place of their words, and placeholders that nothing filled. */
const untranslated = (): Promise<string[]> =>
  page.evaluate((names) => {
    const said = [document.body.innerText];
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) said.push(element.getAttribute(name) ?? '');
    const keys = new RegExp(`\\b(?:marque:)?(?:${names}):[a-z][A-Za-z0-9]+|\\{\\{\\w+\\}\\}`, 'g');
    return said.flatMap((text) => text.match(keys) ?? []);
  }, parts);

/** Buttons, links of the menu and labels whose text is wider than they are. */
const clipped = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main label, .mq-nav__label, main h1, main h2')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      })
      .filter((element) => element.clientWidth > 1) // for screen readers only
      .map((element) => element.innerText),
  );

/** Each view with the heading or label that tells that it's there. */
const views = [
  ['', 'Hallo'],
  ['/review', 'Prüfung'],
  ['/agents', 'Agenten in'],
  ['/activity', 'Aktivität'],
  ['/settings', 'Einstellungen'],
  ['/collections/workspaces', 'Arbeitsbereiche'],
  ['/collections/fields', 'Felder'],
  ['/collections/users', 'Personen'],
  ['/collections/portals', 'Portale'],
  ['/collections/sites', 'Websites'],
] as const;

describe('the panel', () => {
  it('is in German once the person chooses it', async () => {
    await page.goto(`${panel.url}/admin/agents`);
    await page.getByRole('heading', { name: /^Agents in/ }).waitFor();
    // As Payload's own switch in the account does: it's a cookie.
    await visitor.context.addCookies([{ name: 'mq-lng', value: 'de', url: panel.url }]);
    await page.reload();
    await page.getByRole('heading', { name: /^Agenten in/ }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('link', { name: 'Bibliothek' }).waitFor();
  });

  it.each(views)('has German words everywhere in %s', async (path, heading) => {
    await page.goto(`${panel.url}/admin${path}`);
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${heading}`) }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    expect(await untranslated()).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await clipped()).toEqual([]);
      expect(await panel.overflow(page)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot(page, `german-${path.split('/').at(-1) || 'dashboard'}`);
  });

  it.each([
    ['portal', 'Portal löschen'],
    ['site', 'Website löschen'],
  ] as const)(
    'has German words everywhere on the page of a %s, and asks in German before it’s deleted',
    async (noun, action) => {
      const name = 'Presse';
      const body =
        noun === 'site' ? { name, kind: 'docs', access: 'password', password: 'streng geheim' } : { name };
      const made = await visitor.api<{ data: { id: string } }>('POST', `/api/v1/${noun}s`, body);
      await page.goto(`${panel.url}/admin/collections/${noun}s/${made.data.id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('heading', { name: 'Sichtbar für' }).waitFor();
      await page.locator(`#mq-${noun}-name`).fill('Presse und Partner');
      await page.getByText('Nicht gespeicherte Änderungen').waitFor();
      expect(await untranslated()).toEqual([]);
      await page.getByRole('button', { name: 'Verwerfen' }).click();
      await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog', { name: '„Presse“ löschen?' }).waitFor();
      expect(await untranslated()).toEqual([]);
      await page.keyboard.press('Escape');
    },
  );

  it('lists the shortcuts and the search in German', async () => {
    await page.goto(`${panel.url}/admin/review`);
    await untilAlive(page);
    await page.getByRole('heading', { level: 1, name: 'Prüfung' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Assets, Sammlungen, Marken, Personen und Aktionen suchen').waitFor();
    await page.getByText('Neue Marke').waitFor();
    expect(await untranslated()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
    await page.getByText('Überall').waitFor();
    expect(await untranslated()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('says in German that the server can’t be reached', async () => {
    await page.goto(`${panel.url}/admin/collections/fields`);
    await page.getByRole('button', { name: 'Feld hinzufügen' }).click();
    await page.getByLabel('Bezeichnung').fill('Ort');
    await page.getByLabel('Schlüssel').fill('place');
    await visitor.context.setOffline(true);
    await page.getByRole('button', { name: 'Feld anlegen' }).click();
    await page.getByText('Der Server ist nicht erreichbar.').first().waitFor();
    await visitor.context.setOffline(false);
    expect(await page.getByLabel('Bezeichnung').inputValue()).toBe('Ort');
    panel.complaints(); // what Chromium says about being offline
  });
});
