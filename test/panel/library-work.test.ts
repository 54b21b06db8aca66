// The library at work: filters with several values, saved searches, and what is done with many assets at once.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';
import { assetCard, chooseFilter } from './panel-assets.ts';

const { panel, page, api } = await openPanel();
let library: string;

const card = (name: string) => assetCard(page, name);
const matches = (count: number) =>
  page.getByText(count === 1 ? '1 asset' : `${count} assets`, { exact: true }).waitFor();
const ids: Record<string, string> = {};

beforeAll(async () => {
  library = `${panel.url}/admin/collections/assets`;
  await api('POST', '/api/v1/fields', {
    key: 'season',
    label: 'Season',
    type: 'select',
    options: ['spring', 'summer', 'autumn'],
  });
  const seasons = ['spring', 'summer', 'autumn', 'summer'];
  for (const [at, name] of ['coffee.png', 'chelsea.png', 'rocket.jpg', 'hubble_deep_field.jpg'].entries()) {
    const tags = ['picture', name.slice(0, 3)];
    const meta = { tags, fields: { season: seasons[at] } };
    ids[name] = await fileAsset(api, name, await readFile(`fixtures/${name}`), meta);
  }
});

describe('filters', () => {
  it('take several values, with what each would find, and go one by one', async () => {
    await page.goto(library);
    await matches(4);
    await chooseFilter(page, 'Season', 'summer 2', 'autumn 1');
    await matches(3);
    await page.waitForURL(/[?&]f\.season=summer&f\.season=autumn/);
    await page.reload();
    await matches(3);
    // What isn't chosen can be added, although nothing of it is left in the results.
    await chooseFilter(page, 'Season', 'spring 1');
    await matches(4);
    await chooseFilter(page, 'Tag', 'roc 1', 'picture 1');
    await matches(1);
    await card('rocket.jpg').waitFor();
    await page.getByRole('button', { name: 'Remove filter Tag: roc' }).click();
    await matches(4);
    await page.getByRole('button', { name: 'Remove filter Season: autumn' }).click();
    await matches(3);
    expect(await card('rocket.jpg').count()).toBe(0);
    await look(panel, page, 'library-filters');
    await page.goBack();
    await matches(4);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '');
  });
});

describe('a saved search', () => {
  interface Search {
    name: string;
    query: Record<string, string | string[]>;
  }
  const saved = async (): Promise<Search[]> =>
    (await api<{ data: Search[] }>('GET', '/api/v1/searches')).data;
  const searches = () => page.getByRole('button', { name: 'Saved searches' });
  const list = () => page.getByRole('list', { name: 'Saved searches' });

  it('keeps words, filters and order for everyone, and finds for agents what it showed', async () => {
    await page.goto(`${library}?f.season=summer&f.season=autumn&order=name`);
    await page.getByRole('searchbox').fill('picture');
    // As many as before: the address tells when what was typed is what is searched, and saved.
    await page.waitForURL(/[?&]q=picture/);
    await matches(3);
    await page.getByRole('button', { name: 'Save search' }).click();
    const sheet = page.getByRole('dialog', { name: 'Save search' });
    await sheet.getByLabel('Name').fill('Warm days');
    await look(panel, page, 'library-save-search');
    await sheet.getByRole('button', { name: 'Save search' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject([
      {
        name: 'Warm days',
        query: { q: 'picture', 'f.season': ['summer', 'autumn'], sort: 'name', status: expect.any(Array) },
      },
    ]);
    // What is saved already isn't offered again.
    await page.getByRole('button', { name: 'Save search' }).waitFor({ state: 'detached' });
    const query = (await saved())[0]?.query ?? {};
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) parameters.append(name, one);
    expect(await api('GET', `/api/v1/assets?${parameters}`)).toMatchObject({ total: 3 });
  });

  it('refuses a name that is taken, and keeps what was typed', async () => {
    await page.goto(`${library}?tag=roc`);
    await page.getByRole('button', { name: 'Save search' }).click();
    const sheet = page.getByRole('dialog', { name: 'Save search' });
    await sheet.getByLabel('Name').fill('warm days');
    await sheet.getByRole('button', { name: 'Save search' }).click();
    await sheet.getByText('already exists').waitFor();
    await panel.expectRefusal(409);
    await sheet.getByLabel('Name').fill('Rockets');
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    expect((await saved()).map(({ name }) => name)).toEqual(['Rockets', 'Warm days']);
  });

  it('opens in place of the search before it, and is deleted with a way back', async () => {
    await page.goto(`${library}?tag=che`);
    await matches(1);
    await searches().click();
    await list().getByRole('link', { name: 'Warm days' }).click();
    await page.waitForURL(/[?&]q=picture/);
    await matches(3);
    expect(await page.getByRole('searchbox').inputValue()).toBe('picture');
    const { searchParams } = new URL(page.url());
    expect([...searchParams].sort()).toEqual([
      ['f.season', 'autumn'],
      ['f.season', 'summer'],
      ['order', 'name'],
      ['q', 'picture'],
    ]);
    await page.goBack();
    await card('chelsea.png').waitFor();
    await matches(1);

    await searches().click();
    await look(panel, page, 'library-searches');
    const rockets = list().getByRole('link', { name: 'Rockets' });
    await list().getByRole('button', { name: 'Delete “Rockets”' }).click();
    await page.getByText('“Rockets” deleted').waitFor();
    await rockets.waitFor({ state: 'detached' });
    expect((await saved()).map(({ name }) => name)).toEqual(['Warm days']);
    await page.getByRole('button', { name: 'Undo' }).click();
    // The list closes with a click outside it.
    await list().waitFor({ state: 'detached' });
    await searches().click();
    await rockets.waitFor();
    expect((await saved())[0]).toMatchObject({ name: 'Rockets', query: { tag: 'roc' } });
  });

  it('of an agent shows what the agent finds', async () => {
    await api('PATCH', `/api/v1/assets/${ids['coffee.png']}`, { status: 'archived' });
    await api('POST', '/api/v1/searches', { name: 'Active pictures', query: { tag: 'picture' } });
    await page.goto(library);
    await matches(4);
    await searches().click();
    await list().getByRole('link', { name: 'Active pictures' }).click();
    await matches(3);
    await page.waitForURL(/[?&]status=active/);
    const { data } = await api<{ data: unknown[] }>('GET', `/api/v1/assets${new URL(page.url()).search}`);
    expect(data).toHaveLength(3);
    await api('PATCH', `/api/v1/assets/${ids['coffee.png']}`, { status: 'active' });
  });
});

describe('quick look', () => {
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

  it('opens with the space bar, steps through the results, and gives the focus to the card', async () => {
    await page.goto(`${library}?order=name`);
    await matches(4);
    await card('chelsea.png').getByRole('link').focus();
    await page.keyboard.press(' ');
    await dialog('chelsea.png').getByText('451 × 300').waitFor();
    await dialog('chelsea.png').getByText('No limits recorded').waitFor();
    await dialog('chelsea.png')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.decode());
    await look(panel, page, 'library-quick-look');
    await page.keyboard.press('ArrowRight');
    await dialog('coffee.png').getByText('2 of 4').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog('hubble_deep_field.jpg').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog('coffee.png').waitFor();
    await page.keyboard.press('Escape');
    await dialog('coffee.png').waitFor({ state: 'detached' });
    await until(() =>
      page.evaluate(
        () => document.activeElement?.closest('[data-asset]')?.textContent.includes('coffee.png') ?? false,
      ),
    );
    await card('rocket.jpg').hover();
    await page.getByRole('button', { name: 'Quick look: rocket.jpg' }).click();
    await dialog('rocket.jpg').getByRole('button', { name: 'Next' }).isDisabled();
    await dialog('rocket.jpg').getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(new RegExp(`/assets/${ids['rocket.jpg']}`));
  });
});

describe('many assets at once', () => {
  const sheet = () => page.getByRole('dialog', { name: /^Edit / });
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bar = () => page.getByRole('region', { name: 'Selected assets' });
  const property = (label: string) =>
    sheet()
      .getByLabel(/^Change (a|another) property$/)
      .selectOption({ label });
  const stored = async (name: string) =>
    (await api<{ data: Record<string, unknown> }>('GET', `/api/v1/assets/${ids[name]}`)).data;

  it('stay selected while the search changes, up to everything it finds', async () => {
    await page.goto(library);
    await matches(4);
    await select('rocket.jpg');
    await chooseFilter(page, 'Season', 'summer 2');
    await matches(2);
    await select('chelsea.png');
    await bar().getByText('2 selected').waitFor();
    await bar().getByText('1 not in these results').waitFor();
    await bar().getByRole('button', { name: 'Select all 2' }).click();
    await bar().getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await matches(4);
    expect(await page.getByRole('checkbox', { name: 'Select rocket.jpg' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Select coffee.png' }).isChecked()).toBe(false);
  });

  it('change in every part, with what changes on how many said before', async () => {
    await api('PATCH', `/api/v1/assets/${ids['rocket.jpg']}`, {
      creator: 'Ann',
      rights: { license: 'CC BY 4.0', channels: ['web'] },
    });
    await api('PUT', `/api/v1/assets/${ids['rocket.jpg']}/usage`, { terms: 'No posters' });
    const { data } = await api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Bulk' });
    await page.goto(library);
    await matches(4);
    for (const name of ['rocket.jpg', 'chelsea.png', 'hubble_deep_field.jpg']) await select(name);
    await bar().getByRole('button', { name: 'Edit' }).click();
    await sheet().getByLabel('Tags to add').fill('night, roc');
    await page.keyboard.press('Enter');
    await sheet().getByText('“roc”: 1 of 3 already has it.').waitFor();
    await sheet().getByRole('button', { name: 'picture 3' }).click();
    await property('Creator');
    await sheet().getByLabel('Creator', { exact: true }).fill('Ann');
    await sheet().getByText('1 of 3 already has it.', { exact: true }).waitFor();
    await property('Expires');
    await sheet().getByLabel('Expires', { exact: true }).fill('2031-05-01');
    await property('Season');
    await sheet().getByLabel('Season', { exact: true }).selectOption('spring');
    await property('Credit line');
    await sheet().getByLabel('Credit line', { exact: true }).fill('Photo: Ann');
    await property('Add to collection');
    await sheet().getByLabel('Add to collection', { exact: true }).selectOption('Bulk');
    await property('State');
    await sheet().getByLabel('State', { exact: true }).selectOption('Archived');
    await sheet().getByText('3 of 3 assets will change.').waitFor();
    await look(panel, page, 'library-bulk');
    await sheet().getByRole('button', { name: 'Save changes' }).click();
    await sheet().waitFor({ state: 'detached' });
    for (const name of ['rocket.jpg', 'chelsea.png', 'hubble_deep_field.jpg']) {
      const now = await stored(name);
      expect(now).toMatchObject({
        metadata: { creator: 'Ann' },
        fields: { season: 'spring' },
        rights: { expires: '2031-05-01' },
        status: 'archived',
        collections: [data.id],
      });
      expect(now.tags).toEqual(expect.arrayContaining(['night', 'roc']));
      expect(now.tags).not.toContain('picture');
    }
    expect((await stored('rocket.jpg')).rights).toMatchObject({ license: 'CC BY 4.0', channels: ['web'] });
    expect(await api('GET', `/api/v1/assets/${ids['rocket.jpg']}/usage`)).toMatchObject({
      data: { credit: 'Photo: Ann', terms: 'No posters' },
    });
  });

  it('that can’t be changed stay listed with the reason, and can be tried again', async () => {
    await page.goto(library);
    await matches(4);
    for (const name of ['coffee.png', 'chelsea.png']) await select(name);
    await bar().getByRole('button', { name: 'Edit' }).click();
    await property('State');
    await sheet().getByLabel('State', { exact: true }).selectOption('Draft');
    await sheet().getByText('2 of 2 can’t become “Draft”.').waitFor();
    await sheet().getByRole('button', { name: 'Don’t change: State' }).click();
    await property('Copyright');
    await sheet().getByLabel('Copyright', { exact: true }).fill('© Ann');
    await api('DELETE', `/api/v1/assets/${ids['coffee.png']}`);
    await sheet().getByRole('button', { name: 'Save changes' }).click();
    await sheet().getByRole('listitem').filter({ hasText: 'coffee.png: ' }).waitFor();
    expect(await stored('chelsea.png')).toMatchObject({ metadata: { copyright: '© Ann' } });
    await bar().getByText('1 selected').waitFor();
    await api('POST', `/api/v1/assets/${ids['coffee.png']}/restore`);
    await sheet().getByRole('button', { name: 'Try again' }).click();
    await sheet().waitFor({ state: 'detached' });
    expect(await stored('coffee.png')).toMatchObject({ metadata: { copyright: '© Ann' } });
  });
});
