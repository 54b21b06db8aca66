// Where others use an asset, and how often it was delivered, on its page.
import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, page, api } = await openPanel();

const asset = await fileAsset(api, 'coffee.png', await readFile('fixtures/coffee.png'));
const at = `${panel.url}/admin/collections/assets/${asset}`;
const traffic = page.getByRole('region', { name: 'Deliveries in the last 30 days' });

async function openUses(): Promise<void> {
  await page.goto(at);
  await page.getByRole('tab', { name: 'Where used' }).click();
  await traffic.waitFor();
}

describe('Where used', () => {
  it('says so if there is nothing', async () => {
    await openUses();
    await page.getByText('Not used anywhere you can see.').waitFor();
    await traffic.getByText('None.').waitFor();
    expect(await traffic.locator('svg').count()).toBe(0);
  });

  it('links to the places that others reported', async () => {
    await api('POST', '/api/v1/uses', {
      asset,
      url: 'https://www.example.com/about',
      title: 'About us',
      context: 'hero',
    });
    await api('POST', '/api/v1/uses', { asset, url: 'https://www.example.com/contact' });
    await openUses();
    const places = page.getByRole('list', { name: 'Where used: Outside of Marque', exact: true });
    const about = places.getByRole('listitem').filter({ hasText: 'hero · reported by' });
    expect(await about.getByRole('link', { name: 'About us' }).getAttribute('href')).toBe(
      'https://www.example.com/about',
    );
    await places.getByRole('link', { name: 'https://www.example.com/contact' }).waitFor();
  });

  it('draws how often it was delivered, and says it in words', async () => {
    await panel.sql.query(
      `insert into marque.asset_delivery_days (workspace_id, asset_id, day, requests, bytes)
       select a.workspace_id, a.id, (now() at time zone 'UTC')::date - n, 2 * n, 1000 * n from assets a, generate_series(1, 20) n where a.id = $1`,
      [asset],
    );
    await openUses();
    await traffic.getByText('420 deliveries').waitFor();
    await traffic.getByText('at most 40 a day').waitFor();
    expect(await traffic.locator('rect').count()).toBe(30);
    await look(panel, page, 'asset-uses-outside');
  });
});
