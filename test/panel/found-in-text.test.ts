// Assets that the library finds by the text inside their files, in a real browser.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { look, openPanel } from '../setup/panel.ts';
import { slides, textPdf } from '../media/documents.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { assetCard } from './panel-assets.ts';
import { shoot } from './screenshots.ts';

const { panel, page, api } = await openPanel();

beforeAll(async () => {
  await fileAsset(api, 'report.pdf', textPdf(['Annual report', 'Contents', 'Growth of orchards']));
  await fileAsset(api, 'pitch.pptx', await slides(['Opening', 'Orchards of tomorrow'], 'Smile'));
  await fileAsset(api, 'orchard-map.pdf', textPdf(['A map']));
  // A job reads them.
  await until(async () => (await api<{ total: number }>('GET', '/api/v1/assets?q=orchard')).total === 3);
}, 1_200_000); // the panel is built first where it isn't

describe('an asset found by the text inside its file', () => {
  it('says on which page, below what was found by its name', async () => {
    await page.goto(`${panel.url}/admin/collections/assets?q=orchard`);
    await assetCard(page, 'report.pdf').getByText('Found on page 3').waitFor();
    await assetCard(page, 'pitch.pptx').getByText('Found on slide 2').waitFor();
    expect(await assetCard(page, 'orchard-map.pdf').getByText('Found').count()).toBe(0);
    expect(await page.locator('[data-asset]').first().textContent()).toContain('orchard-map.pdf');
    await look(panel, page, 'found-in-text');
  });

  it('says so in the list, in quick look and in the finder', async () => {
    await page.goto(`${panel.url}/admin/collections/assets?q=orchard&view=list`);
    await page
      .getByRole('row', { name: /report\.pdf/ })
      .getByText('Found on page 3')
      .waitFor();
    await look(panel, page, 'found-in-text-list');
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await panel.overflow(page)).toBe(0);
    await shoot(page, 'found-in-text-rtl');
    await page.keyboard.press('Control+k');
    const finder = page.getByRole('dialog');
    await finder.getByRole('option', { name: 'Library' }).waitFor();
    await page.keyboard.type('orchards');
    await finder.getByRole('option', { name: /Found on page 3/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('opens on that page', async () => {
    await page.goto(`${panel.url}/admin/collections/assets?q=orchard`);
    await page.getByRole('link', { name: 'report.pdf' }).click();
    await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
    const frame = page.locator('iframe[title="report.pdf"]');
    await frame.waitFor();
    expect(await frame.getAttribute('src')).toMatch(/\/content#page=3$/);
    expect(new URL(page.url()).searchParams.get('page')).toBe('3');
  });
});
