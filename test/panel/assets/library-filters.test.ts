// Filters of the library by what files are like: how large they are, what their colors are made of, and who added them.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { joinPanel } from '../../setup/join-panel.ts';
import { fileAsset } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';
import { assetCard, chooseFilter } from '../panel-assets.ts';

const { panel, visitor, page, api } = await openPanel();
const library = `${panel.url}/admin/collections/assets`;
const one = () => page.getByText('1 asset', { exact: true }).waitFor();

beforeAll(async () => {
  await fileAsset(api, 'rocket.jpg', await readFile('fixtures/rocket.jpg'));
  const coffee = sharp('fixtures/coffee.png');
  await fileAsset(api, 'print.jpg', await coffee.clone().toColourspace('cmyk').jpeg().toBuffer());
  await fileAsset(api, 'gray.png', await coffee.clone().toColourspace('b-w').png().toBuffer());
  // Noise, which isn't compressed.
  const { width, height } = { width: 900, height: 600 };
  const noise = {
    width,
    height,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  };
  await fileAsset(
    api,
    'large.png',
    await sharp({ create: { ...noise, background: 'black' } })
      .png()
      .toBuffer(),
  );
});

describe('the library', () => {
  it('is filtered by color space, as a chip and in the address', async () => {
    await page.goto(library);
    await assetCard(page, 'rocket.jpg').waitFor();
    await chooseFilter(page, 'Color space', 'CMYK');
    await one();
    await assetCard(page, 'print.jpg').waitFor();
    expect(new URL(page.url()).searchParams.getAll('colorSpace')).toEqual(['cmyk']);
    await chooseFilter(page, 'Color space', 'Grayscale');
    await page.getByText('2 assets', { exact: true }).waitFor();
    await page.reload();
    await assetCard(page, 'gray.png').waitFor();
    await page.getByRole('button', { name: 'Remove filter Color space: CMYK' }).click();
    await one();
  });

  it('is filtered by a range of a number and of a date, and one end can be missing', async () => {
    await api('POST', '/api/v1/fields', { key: 'year', label: 'Year', type: 'number' });
    await api('POST', '/api/v1/fields', { key: 'shot_on', label: 'Shot on', type: 'date' });
    const { data } = await api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets');
    for (const [at, { id }] of data.entries())
      await api('PATCH', `/api/v1/assets/${id}`, {
        fields: { year: 2000 + at, shot_on: `2020-01-0${at + 1}` },
      });
    await page.goto(library);
    await page.getByRole('button', { name: 'Year' }).click();
    const year = page.getByRole('dialog', { name: 'Year' });
    await year.getByLabel('From').fill('2001');
    await year.getByLabel('To').fill('2002');
    await page.keyboard.press('Enter');
    await page.getByText('2 assets', { exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('f.year.gte'), searchParams.get('f.year.lte')]).toEqual(['2001', '2002']);
    await year.getByLabel('To').fill('');
    await year.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('3 assets', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await look(panel, page, 'library-range');
    await page.getByRole('button', { name: 'Remove filter Year: from 2001' }).click();
    await page.getByText('4 assets', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Shot on' }).click();
    await page.getByRole('dialog', { name: 'Shot on' }).getByLabel('To').fill('2020-01-01');
    await one();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove filter Shot on: up to / }).click();
    await page.getByText('4 assets', { exact: true }).waitFor();
  });

  it('is filtered by file size, and that is kept with a search', async () => {
    await page.goto(library);
    await chooseFilter(page, 'File size', '1 MB – 10 MB');
    await one();
    await assetCard(page, 'large.png').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('minSize'), searchParams.get('maxSize')]).toEqual(['1000000', '10000000']);
    await page.getByRole('button', { name: 'Save search' }).click();
    const sheet = page.getByRole('dialog', { name: 'Save search' });
    await sheet.getByLabel('Name').fill('Large files');
    await sheet.getByRole('button', { name: 'Save search' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove filter File size: 1 MB – 10 MB' }).click();
    await page.getByText('4 assets', { exact: true }).waitFor();
    await page.goto(`${library}?maxSize=999999`);
    await page.getByText('3 assets', { exact: true }).waitFor();
    const { data } = await api<{ data: { name: string; query: object }[] }>('GET', '/api/v1/searches');
    expect(data).toMatchObject([{ name: 'Large files', query: { minSize: '1000000', maxSize: '10000000' } }]);
  });

  it('says why it can’t be loaded, and tries again', async () => {
    await page.goto(library);
    await assetCard(page, 'rocket.jpg').waitFor();
    await page.route('**/api/v1/assets?*', (route) => route.fulfill({ status: 503, json: {} }));
    await chooseFilter(page, 'Color space', 'CMYK');
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await panel.expectRefusal(503);
    await page.unroute('**/api/v1/assets?*');
    await again.click();
    await one();
    await again.waitFor({ state: 'detached' });
  });

  it('is filtered by who added a file, by name and with counts', async () => {
    const { data: me } = await api<{ data: { name: string } }>('GET', '/api/v1/me');
    const mia = await joinPanel(panel, visitor, 'Mia Member', 'write');
    await fileAsset(mia.api, 'chelsea.png', await readFile('fixtures/chelsea.png'));
    await page.goto(library);
    await assetCard(page, 'chelsea.png').waitFor();
    await chooseFilter(page, 'Added by', 'Mia Member 1');
    await one();
    await assetCard(page, 'chelsea.png').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Remove filter Added by: Mia Member' }).waitFor();
    await chooseFilter(page, 'Added by', `${me.name} 4`);
    await page.getByText('5 assets', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Added by: Mia Member' }).click();
    await page.getByText('4 assets', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.getAll('addedBy')).toHaveLength(1);
  });
});
