// The views of brands in German: no key without words, no English, nothing cut off.
import { beforeAll, describe, it } from '@jest/globals';
import { filePicture } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';
import { expectOnlyGerman, expectToFit, speakGerman } from './german.ts';
import { shoot } from '../screenshots.ts';

const { panel, visitor, page } = await openPanel();

beforeAll(async () => {
  await speakGerman(page, panel.url);
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
    await expectOnlyGerman(page);
    await shoot(page, 'german-brands');
    await page.getByRole('button', { name: 'Neue Marke' }).click();
    await sheet().getByLabel('Beginnen mit').selectOption({ label: 'Einer Kopie von Nordwind' });
    await sheet()
      .getByLabel(/^Privat: nur für Sie/)
      .check();
    await expectOnlyGerman(page);
    await sheet().getByLabel('Name').fill('Südwind');
    await sheet().getByRole('button', { name: 'Marke anlegen' }).click();
    await page.waitForURL('**/brands/sudwind*');
    await page.goto(`${panel.url}/admin/brands`);
    await page.getByText('Privat', { exact: true }).waitFor();
  });

  it.each(brandViews)('has German words everywhere in its view %s', async (path, sign) => {
    await page.goto(`${panel.url}${brandAt}${path}`);
    await page.getByText(sign).first().waitFor({ state: 'attached' });
    await expectOnlyGerman(page);
    await expectToFit(panel, page);
    await shoot(page, `german-brand${path.replaceAll('/', '-')}`);
  });

  it('has German words in its settings, and says what is lost with it', async () => {
    await page.goto(`${panel.url}/admin/brands/sudwind`);
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    await page.getByRole('dialog', { name: 'Einstellungen der Marke' }).waitFor();
    await sheet().getByText('Erweitert').click();
    await sheet().getByRole('button', { name: 'Marke löschen …' }).click();
    const asking = page.getByRole('dialog', { name: '„Südwind“ löschen?' });
    await asking.getByText('Das lässt sich nicht rückgängig machen.').waitFor();
    await expectOnlyGerman(page);
    await look(panel, page, 'german-brand-delete');
    // Not yet: the settings are as they were.
    await asking.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('dialog', { name: 'Einstellungen der Marke' }).waitFor();
    await look(panel, page, 'german-brand-settings');
    await sheet().getByRole('button', { name: 'Marke löschen …' }).click();
    await asking.getByRole('button', { name: 'Marke löschen', exact: true }).click();
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
      await expectOnlyGerman(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Papier verschieben, 3 von 3' }).press('ArrowLeft');
    await page.getByText('Papier ist jetzt 2 von 3').waitFor({ state: 'attached' });
    await page.getByText('Reihenfolge geändert').waitFor();
    await page.getByRole('button', { name: 'Regel hinzufügen' }).click();
    await page.getByRole('dialog', { name: 'Neue Regel' }).getByLabel('Typ').waitFor();
    await expectOnlyGerman(page);
  });

  it('has German words in the editor of a page, section by section', async () => {
    await page.goto(`${panel.url}${brandAt}/pages/leitfaden`);
    await page
      .frameLocator('iframe[title="Die Seite, wie Leser sie sehen"]')
      .getByText('Unsere Farben')
      .waitFor();
    await expectOnlyGerman(page);
    await shoot(page, 'german-page');
    for (const name of ['Unsere Farben', 'So und nicht so', 'Mehr', 'Kapitel']) {
      await page.getByRole('button', { name: new RegExp(`^Abschnitt \\d\\. ${name} bearbeiten`) }).click();
      await page.locator('.mq-side--section').getByRole('heading', { level: 2 }).waitFor();
      for (const more of await page.locator('.mq-side summary').all()) await more.click();
      await expectOnlyGerman(page);
      await shoot(page, `german-section-${name.split(' ').at(-1)}`);
    }
    await page.locator('.mq-side').getByRole('button', { name: 'Leitfaden' }).click();
    await page.getByRole('button', { name: 'Abschnitt hinzufügen' }).click();
    await page.getByRole('dialog', { name: 'Abschnitt einfügen' }).locator('[data-template="text"]').click();
    await page.locator('.mq-side').getByLabel('Text, in Markdown').fill('Wir sind da.');
    await page.getByText('Nicht gespeicherte Änderungen, in diesem Browser aufbewahrt').waitFor();
    await expectOnlyGerman(page);
    await page.getByRole('button', { name: 'Abschnitt 5 entfernen' }).click();
    await page.getByText('Abschnitt entfernt').waitFor();
  });
});
