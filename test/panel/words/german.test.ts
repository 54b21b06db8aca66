// Every view in German: no key without words, nothing cut off, and numbers as Germans write them.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fileAsset } from '../../setup/panel-agent.ts';
import { openPanel, untilAlive } from '../../setup/panel.ts';
import { expectGerman, expectOnlyGerman, expectToFit, speakGerman, untranslated } from './german.ts';
import { shoot } from '../screenshots.ts';

// Payload keeps the labels of a form in the language of whoever opens it first: nobody else may do so.
const { panel, visitor, page } = await openPanel({});

/** By the name of their files. */
let assets: Readonly<Record<string, string>>;
let collection: string;

beforeAll(async () => {
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
});

/** Each view with the heading or label that tells that it's there, and what is called there like something in the catalogue. */
const views: readonly (readonly [path: string, heading: string, name?: string])[] = [
  ['', 'Hallo'],
  ['/review', 'Prüfung'],
  ['/agents', 'Agenten in'],
  ['/activity', 'Aktivität', 'Brand'],
  ['/settings', 'Einstellungen'],
  ['/collections/workspaces', 'Arbeitsbereiche', 'Library'],
  ['/collections/fields', 'Felder'],
  ['/webhooks', 'Webhooks'],
  ['/collections/users', 'Personen'],
  ['/collections/portals', 'Portale'],
  ['/collections/sites', 'Websites'],
  ['/collections/assets', 'Bibliothek'],
  ['/collections/assets?view=list', 'Bibliothek'],
  ['/collections/assets/trash', 'Papierkorb'],
  ['/duplicates', 'Ähnliche Bilder'],
  ['/collections/collections', 'Sammlungen'],
  ['/account', 'edda'],
];

describe('the panel', () => {
  it('is in German once the person chooses it', async () => {
    await page.goto(`${panel.url}/admin/agents`);
    await page.getByRole('heading', { name: /^Agents in/ }).waitFor();
    await speakGerman(page, panel.url);
    await page.reload();
    await page.getByRole('heading', { name: /^Agenten in/ }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('link', { name: 'Bibliothek' }).waitFor();
  });

  it.each(views)('has German words everywhere in %s', async (path, heading, name = '') => {
    await page.goto(`${panel.url}/admin${path}`);
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${heading}`) }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await expectGerman(page, name);
    await expectToFit(panel, page);
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
      expect(await untranslated(page)).toEqual([]);
      await page.getByRole('button', { name: 'Verwerfen' }).click();
      await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog', { name: '„Presse“ löschen?' }).waitFor();
      expect(await untranslated(page)).toEqual([]);
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
    await expectGerman(page);
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
    await expectGerman(page);
    await page.getByRole('button', { name: 'Suche speichern' }).click();
    await page.getByRole('dialog', { name: 'Suche speichern' }).waitFor();
    await expectGerman(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Schnellansicht: coffee.png' }).click();
    await page
      .getByRole('dialog', { name: 'coffee.png' })
      .getByText('Web (Deutschland und EU), bis 31. Dez. 2099')
      .waitFor();
    await expectGerman(page);
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
    await expectGerman(page);
    await page.keyboard.press('Escape');
    await expectToFit(panel, page);
    await shoot(page, 'german-asset');
  });

  it.each([
    ['Versionen', 'Es gibt nur eine Version.'],
    ['Formate', 'Vorschaubild'],
    ['Verwendung', 'Verwendet in: Sammlungen'],
    ['Wer Zugriff hat', 'Edda'],
    ['Aktivität', 'Edda'],
    ['Rechte', 'Erster Nutzungstag (UTC)'],
    ['Ursprung', 'Ursprung'],
  ])('has German words in the tab %s of an asset', async (tab, text) => {
    await page.goto(`${panel.url}/admin/collections/assets/${assets['coffee.png']}`);
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
    await expectGerman(page);
  });

  it('says in German why somebody can reach an asset', async () => {
    const { api } = visitor;
    const groups = await api<{ data: { id: string }[] }>('GET', '/api/v1/groups');
    const group = groups.data[0]?.id ?? '';
    await api('POST', '/api/v1/grants', {
      resource: 'collection',
      resourceId: collection,
      group,
      scope: 'write',
    });
    await api('POST', '/api/v1/shares', { kind: 'view', collection, password: 'streng geheim' });
    await page.goto(`${panel.url}/admin/collections/assets/${assets['coffee.png']}`);
    await page.getByRole('tab', { name: 'Wer Zugriff hat' }).click();
    await page.getByText(/Freigabelink einer Sammlung, in der es ist, mit Passwort/).waitFor();
    await expectOnlyGerman(page);
    await shoot(page, 'german-access-report');
  });

  it('has German words in all forms of settings, and in what they say about bad input', async () => {
    await page.goto(`${panel.url}/admin/settings`);
    const branding = page.getByRole('form', { name: 'Branding' });
    await branding.getByLabel('Akzentfarbe').first().waitFor();
    await page
      .getByRole('form', { name: 'Auslieferung' })
      .getByText('Öffentlich', { exact: true })
      .first()
      .waitFor({
        state: 'attached',
      });
    await expectOnlyGerman(page);
    await shoot(page, 'german-settings-forms');
    const kept = page.getByRole('form', { name: 'Aufbewahrung' });
    await kept.getByLabel('Gelöschte Assets').fill('0');
    await kept.getByRole('button', { name: 'Aufbewahrung speichern' }).click();
    await panel.expectRefusal(400);
    await kept.getByText('Zu klein: mindestens 1.').waitFor();
    await kept.getByLabel('Gelöschte Assets').fill('20');
    await kept.getByRole('button', { name: 'Aufbewahrung speichern' }).click();
    await page.getByText('Aufbewahrung gespeichert').first().waitFor();
    await page.goto(`${panel.url}/admin/settings`);
  });

  it('says in German what Payload’s own forms refuse', async () => {
    const { data } = await visitor.api<{ data: { id: string }[] }>('GET', '/api/v1/brands');
    const answer = await visitor.context.request.patch(`${panel.url}/api/brands/${data[0]?.id}`, {
      data: { slug: 'Not a slug' },
      headers: { origin: panel.url },
    });
    expect(answer.status()).toBe(400);
    expect(await answer.text()).toContain('Eine Adresse besteht aus kleinen Buchstaben und Ziffern');
  });

  it('has German words everywhere on the page of a collection', async () => {
    await page.goto(`${panel.url}/admin/collections/collections/${collection}`);
    await page.getByText('2 Assets', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'coffee.png verschieben, 1 von 2' }).waitFor();
    await page.getByRole('button', { name: 'Aktionen für coffee.png' }).click();
    await page.getByRole('menuitem', { name: 'Ans Ende' }).waitFor();
    await expectGerman(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Teilen', exact: true }).click();
    await page.getByRole('dialog', { name: '„Kampagne“ teilen' }).getByText('Wer Zugriff hat').waitFor();
    await expectGerman(page);
    await page.keyboard.press('Escape');
    expect(await page.locator('.mq-place [aria-haspopup="menu"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ordner hochladen' }).waitFor();
    await page.getByRole('menuitem', { name: 'Sammlung löschen' }).click();
    await page
      .getByRole('dialog', { name: '„Kampagne“ löschen?' })
      .getByText('Ihre 2 Assets bleiben in der Bibliothek.')
      .waitFor();
    await expectGerman(page);
    await page.keyboard.press('Escape');
    await expectToFit(panel, page);
    await shoot(page, 'german-collection');
  });

  it('restores from the trash in German', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/trash`);
    await page.getByText(/^Gelöscht .*, wird am .* endgültig entfernt$/).waitFor();
    await page.getByRole('checkbox', { name: 'rocket.jpg auswählen' }).check();
    await expectGerman(page);
    await page.getByRole('button', { name: '1 Asset wiederherstellen' }).click();
    await page.getByText('1 Asset wiederhergestellt').waitFor();
    await page.getByText('Der Papierkorb ist leer.').waitFor();
    await expectGerman(page);
  });

  it('lists the shortcuts and the search in German', async () => {
    await page.goto(`${panel.url}/admin/review`);
    await untilAlive(page);
    await page.getByRole('heading', { level: 1, name: 'Prüfung' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Assets, Sammlungen, Marken, Personen und Aktionen suchen').waitFor();
    await page.getByText('Neue Marke').waitFor();
    expect(await untranslated(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
    await page.getByText('Überall').waitFor();
    expect(await untranslated(page)).toEqual([]);
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
