// Every view in German: no key without words, nothing cut off, and numbers as Germans write them.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { de } from '../../src/words/de/index.ts';
import { en } from '../../src/words/en/index.ts';
import { fileAsset, filePicture } from '../setup/panel-agent.ts';
import { admin, startPanel, untilAlive, type Panel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

let panel: Panel;
let visitor: Visitor;
let page: Page;
/** By the name of their files. */
let assets: Readonly<Record<string, string>>;
let collection: string;

beforeAll(async () => {
  panel = await startPanel();
  visitor = await panel.visit();
  ({ page } = visitor);
  await panel.signIn(page, admin);
  await visitor.api('POST', '/api/v1/keys', { name: 'Scout', scope: 'propose' });
  await visitor.api('POST', '/api/v1/fields', { key: 'photographer', label: 'Fotograf', type: 'text' });
  await visitor.api('POST', '/api/v1/groups', { name: 'Gestaltung' });
  for (const name of ['chelsea.png', 'coffee.png', 'rocket.jpg'])
    await fileAsset(visitor.api, name, await readFile(`fixtures/${name}`), { tags: ['Regal'] });
  const { data } = await visitor.api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets');
  assets = Object.fromEntries(data.map(({ id, filename }) => [filename, id]));
  await visitor.api('PATCH', `/api/v1/assets/${assets['coffee.png']}`, {
    rights: { channels: ['Web'], territories: ['DE', 'EU'], expires: '2099-12-31' },
  });
  await visitor.api('POST', `/api/v1/assets/${assets['coffee.png']}/proposed-tags`, { tags: ['Tasse'] });
  await visitor.api('DELETE', `/api/v1/assets/${assets['rocket.jpg']}`);
  const made = await visitor.api<{ data: { id: string } }>('POST', '/api/v1/collections', {
    name: 'Kampagne',
  });
  collection = made.data.id;
  await visitor.api('POST', `/api/v1/collections/${collection}/assets`, {
    add: [assets['coffee.png'], assets['chelsea.png']],
  });
}, 1_200_000); // the panel is built first where it isn't
afterAll(async () => {
  await panel?.close();
});
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

/** Sentences of the English catalogue that no German one is like. */
const germanSentences = new Set(Object.values(de).flatMap((part): string[] => Object.values(part)));
const englishSentences = Object.values(en)
  .flatMap((part): string[] => Object.values(part))
  .filter((sentence) => !germanSentences.has(sentence) && !sentence.includes('{{'));
/** What only the API says, in English: about templates and their properties, what readers would notice, and what a version changed. */
const saidByApi =
  '.mq-template, .mq-side--section > h2, .mq-more-props legend, .mq-warning, .mq-page-problems, .mq-lacks, .mq-version > p';

/** Texts of the view and its dialogs that are in English: those of the catalogue, and any with words that German doesn't have. */
const english = (): Promise<string[]> =>
  page.evaluate(
    ([sentences, apart]) => {
      const said: string[] = [];
      for (const root of document.querySelectorAll('main, dialog')) {
        const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode())
          if (!node.parentElement?.closest(apart)) said.push(node.textContent?.trim() ?? '');
        for (const element of root.querySelectorAll('[aria-label], [title], [placeholder]'))
          for (const name of ['aria-label', 'title', 'placeholder'])
            said.push(element.getAttribute(name) ?? '');
      }
      const catalogue = new Set(sentences);
      const words = /\b(a|and|are|by|for|from|is|it|its|no|of|or|the|this|that|to|with|yet|you|your)\b/;
      return [...new Set(said)].filter((text) => catalogue.has(text) || words.test(text));
    },
    [englishSentences, saidByApi] as const,
  );

/** Nothing of the view is in English, and no key is shown. */
async function expectGerman(): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  expect(await english()).toEqual([]);
  expect(await untranslated()).toEqual([]);
}

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

const germanTexts = new Set(Object.values(de).flatMap((part) => Object.values<string>(part)));
const englishTexts = Object.values(en)
  .flatMap((part) => Object.values<string>(part))
  .filter((text) => !germanTexts.has(text) && !/[{<]/.test(text));

/** English sentences of the catalogues, in texts and labels. Labels of Payload's own forms and the workspace's name aren't ours. */
const leftInEnglish = (): Promise<string[]> =>
  page.evaluate((texts) => {
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('.field-label, .tabs-field__tab-button, .mq-workspace'))
        said.push(node.textContent?.trim() ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) said.push(element.getAttribute(name) ?? '');
    const english = new Set(texts);
    return said.filter((text) => english.has(text));
  }, englishTexts);

const expectGerman = async (): Promise<void> => {
  expect(await untranslated()).toEqual([]);
  expect(await leftInEnglish()).toEqual([]);
};

/** Buttons, links of the menu and labels whose text is wider than they are, and what is beside the window. */
const clipped = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main label, .mq-nav__label, main h1, main h2')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const isBeyond = element.getBoundingClientRect().right > window.innerWidth + 1;
        if (isBeyond && element.closest('.mq-head')) return true;
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
  ['/collections/assets', 'Bibliothek'],
  ['/collections/assets?view=list', 'Bibliothek'],
  ['/collections/assets/trash', 'Papierkorb'],
  ['/collections/collections', 'Sammlungen'],
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
    await shoot(page, `german-${path.split('/').at(-1)?.replace(/\W/g, '-') || 'dashboard'}`);
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

  it('edits many assets in German', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    for (const name of ['coffee.png', 'chelsea.png'])
      await page.getByRole('checkbox', { name: `${name} auswählen` }).check();
    const bar = page.getByRole('region', { name: 'Ausgewählte Assets' });
    await bar.getByText('2 ausgewählt').waitFor();
    await bar.getByRole('button', { name: 'Archivieren' }).waitFor();
    await bar.getByRole('button', { name: 'Bearbeiten' }).click();
    const sheet = page.getByRole('dialog', { name: '2 Assets bearbeiten' });
    for (const property of ['Urheber', 'Model-Release', 'Gebiete', 'Data-Mining und KI-Training', 'Status'])
      await sheet.getByLabel(/^(Weitere )?Eigenschaft ändern$/).selectOption(property);
    await sheet.getByLabel('Urheber', { exact: true }).fill('Ann');
    await sheet.getByText('Ändert 2 von 2 Assets.').waitFor();
    await expectGerman();
    await shoot(page, 'german-bulk');
    await page.keyboard.press('Escape');
  });

  it('filters, sorts and looks closer in German', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.getByRole('button', { name: 'Typ', exact: true }).click();
    const types = page.getByRole('dialog', { name: 'Typ' });
    await types.getByLabel('Bilder 2').check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter entfernen: Typ: Bilder' }).waitFor();
    await page.getByRole('button', { name: 'Typ 1 gewählt' }).waitFor();
    await page.getByLabel('Sortierung').selectOption('Größte zuerst');
    await expectGerman();
    await page.getByRole('button', { name: 'Suche speichern' }).click();
    await page.getByRole('dialog', { name: 'Suche speichern' }).waitFor();
    await expectGerman();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Schnellansicht: coffee.png' }).click();
    await page
      .getByRole('dialog', { name: 'coffee.png' })
      .getByText('Web (Deutschland und EU), bis 31. Dez. 2099')
      .waitFor();
    await expectGerman();
    await page.keyboard.press('Escape');
  });

  it('has German words everywhere on the page of an asset', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/${assets['coffee.png']}`);
    await page.getByText('Web (Deutschland und EU), bis 31. Dez. 2099').waitFor();
    await page.getByRole('button', { name: 'Schlagwort Tasse annehmen' }).waitFor();
    await page.getByRole('group', { name: 'Zoom' }).getByRole('button', { name: 'Einpassen' }).waitFor();
    await page.getByRole('button', { name: 'Herunterladen' }).click();
    await page.getByLabel('Größe').selectOption('Andere Breite');
    await page.getByLabel('Breite in Pixeln').waitFor();
    await expectGerman();
    await page.keyboard.press('Escape');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await clipped()).toEqual([]);
      expect(await panel.overflow(page)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot(page, 'german-asset');
  });

  // Payload's own labels of the tabs are in English.
  it.each([
    ['Versions', 'Es gibt nur eine Version.'],
    ['Renditions', 'Vorschaubild'],
    ['Where used', 'Verwendet in: Sammlungen'],
    ['Rights', 'Erster Nutzungstag (UTC)'],
  ])('has German words in the tab %s of an asset', async (tab, text) => {
    await page.goto(`${panel.url}/admin/collections/assets/${assets['coffee.png']}`);
    await page.getByRole('button', { name: tab, exact: true }).click();
    await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
    await expectGerman();
  });

  it('has German words everywhere on the page of a collection', async () => {
    await page.goto(`${panel.url}/admin/collections/collections/${collection}`);
    await page.getByText('2 Assets', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'coffee.png verschieben, 1 von 2' }).waitFor();
    await page.getByRole('button', { name: 'Aktionen für coffee.png' }).click();
    await page.getByRole('menuitem', { name: 'Ans Ende' }).waitFor();
    await expectGerman();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Teilen', exact: true }).click();
    await page.getByRole('dialog', { name: '„Kampagne“ teilen' }).getByText('Wer Zugriff hat').waitFor();
    await expectGerman();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sammlung löschen' }).click();
    await page
      .getByRole('dialog', { name: '„Kampagne“ löschen?' })
      .getByText('Ihre 2 Assets bleiben in der Bibliothek.')
      .waitFor();
    await expectGerman();
    await page.keyboard.press('Escape');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await clipped()).toEqual([]);
      expect(await panel.overflow(page)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot(page, 'german-collection');
  });

  it('restores from the trash in German', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/trash`);
    await page.getByText(/^Gelöscht .*, wird am .* endgültig entfernt$/).waitFor();
    await page.getByRole('checkbox', { name: 'rocket.jpg auswählen' }).check();
    await expectGerman();
    await page.getByRole('button', { name: '1 Asset wiederherstellen' }).click();
    await page.getByText('1 Asset wiederhergestellt').waitFor();
    await page.getByText('Der Papierkorb ist leer.').waitFor();
    await expectGerman();
  });

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

/** Each view of a brand with what tells that it's there. */
const brandViews = [
  ['', 'Farben'],
  ['/pages', 'Leitfaden'],
  ['/theme', 'Bestandteile'],
  ['/versions', 'Version 1'],
  ['/versions/2', 'Handy'],
  ['/source', 'Diese Marke ist mit keinem Git-Repository verbunden'],
] as const;

describe('a brand', () => {
  const brandAt = '/admin/brands/nordwind';
  const sheet = () => page.getByRole('dialog').last();

  beforeAll(async () => {
    const { api } = visitor;
    const logo = await filePicture(api, 'logo.png');
    await api('PATCH', '/api/v1/brands/brand', { name: 'Nordwind', slug: 'nordwind' });
    await api('PATCH', '/api/v1/brand/rules', {
      set: [
        { key: 'color.primary', label: 'Markenblau', type: 'color', value: '#2244aa' },
        { key: 'color.paper', label: 'Papier', type: 'color', value: '#ffffff' },
        { key: 'type.text', label: 'Fließtext', type: 'font', value: { family: 'Georgia', size: 16 } },
        { key: 'voice.tone', label: 'Tonfall', type: 'text', value: 'Warm und klar.' },
        { key: 'measure.space', label: 'Schutzraum', type: 'number', value: 3 },
        { key: 'list.words', label: 'Wortwahl', type: 'list', value: ['klar', 'warm'] },
        { key: 'logo.main', label: 'Logo', type: 'text', value: 'Unser Logo', assets: [{ id: logo }] },
        { key: 'color.primary', context: 'dunkel', type: 'color', value: '#88aaff' },
      ],
    });
    const sections = [
      { id: 'farben', template: 'palette', title: 'Unsere Farben', keys: ['color.primary'] },
      { id: 'regeln', template: 'dodont', title: 'So und nicht so', items: [{ kind: 'do', title: 'Atmen' }] },
      { id: 'mehr', template: 'links', title: 'Mehr', hidden: true, items: [{ title: 'X', href: 'weg' }] },
      { id: 'unten', template: 'pages', title: 'Kapitel' },
    ];
    await api('PUT', '/api/v1/brands/nordwind/pages/leitfaden', { title: 'Leitfaden', sections });
    await api('POST', '/api/v1/brands/nordwind/publish', { note: 'Unsere Marke' });
    await api('POST', '/api/v1/portals', { name: 'Presseraum', brands: ['nordwind'], access: 'public' });
  });

  it('has German words in the list, and in the form of a new one', async () => {
    await page.goto(`${panel.url}/admin/brands`);
    await page.getByText(/^Version \d veröffentlicht$/).waitFor();
    await page.getByText(/^\d Regeln · 1 Seite$/).waitFor();
    await expectGerman();
    await shoot(page, 'german-brands');
    await page.getByRole('button', { name: 'Neue Marke' }).click();
    await sheet().getByLabel('Beginnen mit').selectOption({ label: 'Einer Kopie von Nordwind' });
    await sheet()
      .getByLabel(/^Privat: nur für Sie/)
      .check();
    await expectGerman();
    await sheet().getByLabel('Name').fill('Südwind');
    await sheet().getByRole('button', { name: 'Marke anlegen' }).click();
    await page.waitForURL('**/brands/sudwind*');
    await page.goto(`${panel.url}/admin/brands`);
    await page.getByText('Privat', { exact: true }).waitFor();
  });

  it.each(brandViews)('has German words everywhere in its view %s', async (path, sign) => {
    await page.goto(`${panel.url}${brandAt}${path}`);
    await page.getByText(sign).first().waitFor({ state: 'attached' });
    await expectGerman();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await clipped()).toEqual([]);
      expect(await panel.overflow(page)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot(page, `german-brand${path.replaceAll('/', '-')}`);
  });

  it('has German words in its settings, and says what is lost with it', async () => {
    await page.goto(`${panel.url}/admin/brands/sudwind`);
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    await page.getByRole('dialog', { name: 'Einstellungen der Marke' }).waitFor();
    await sheet().getByText('Erweitert').click();
    await sheet().getByRole('button', { name: 'Marke löschen …' }).click();
    await sheet().getByText('Das lässt sich nicht rückgängig machen.').waitFor();
    await expectGerman();
    await shoot(page, 'german-brand-settings');
    await sheet().getByRole('button', { name: '„Südwind“ löschen' }).click();
    await page.getByText('„Südwind“ gelöscht').waitFor();
    await page.waitForURL('**/brands');
  });

  it('has German words in the forms of rules of all types', async () => {
    await page.goto(`${panel.url}${brandAt}`);
    for (const key of [
      'color.paper',
      'type.text',
      'voice.tone',
      'measure.space',
      'list.words',
      'logo.main',
    ]) {
      await page.locator(`[data-rule="${key}"]`).click();
      await sheet().getByLabel('Verwendung').waitFor();
      if (key === 'color.paper') {
        await sheet().getByRole('button', { name: 'Verlauf hinzufügen' }).click();
        await sheet().getByLabel('Richtung in Grad').waitFor();
        await shoot(page, 'german-rule');
      }
      await expectGerman();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Papier verschieben, 3 von 3' }).press('ArrowLeft');
    await page.getByText('Papier ist jetzt 2 von 3').waitFor({ state: 'attached' });
    await page.getByText('Reihenfolge geändert').waitFor();
    await page.getByRole('button', { name: 'Regel hinzufügen' }).click();
    await page.getByRole('dialog', { name: 'Neue Regel' }).getByLabel('Typ').waitFor();
    await expectGerman();
  });

  it('has German words in the editor of a page, section by section', async () => {
    await page.goto(`${panel.url}${brandAt}/pages/leitfaden`);
    await page
      .frameLocator('iframe[title="Die Seite, wie Leser sie sehen"]')
      .getByText('Unsere Farben')
      .waitFor();
    await expectGerman();
    await shoot(page, 'german-page');
    for (const name of ['Unsere Farben', 'So und nicht so', 'Mehr', 'Kapitel']) {
      await page.getByRole('button', { name: new RegExp(`^Abschnitt \\d\\. ${name} bearbeiten`) }).click();
      await page.locator('.mq-side--section').getByRole('heading', { level: 2 }).waitFor();
      for (const more of await page.locator('.mq-side summary').all()) await more.click();
      await expectGerman();
      await shoot(page, `german-section-${name.split(' ').at(-1)}`);
    }
    await page.locator('.mq-side').getByRole('button', { name: 'Leitfaden' }).click();
    await page.getByRole('button', { name: 'Abschnitt hinzufügen' }).click();
    await page.getByRole('dialog', { name: 'Abschnitt einfügen' }).locator('[data-template="text"]').click();
    await page.locator('.mq-side').getByLabel('Text, in Markdown').fill('Wir sind da.');
    await page.getByText('Nicht gespeicherte Änderungen, in diesem Browser aufbewahrt').waitFor();
    await expectGerman();
    await page.getByRole('button', { name: 'Abschnitt 5 entfernen' }).click();
    await page.getByText('Abschnitt entfernt').waitFor();
  });
});
