// The library's address: search, filters, the view and the place in it survive going back, reloading and a pasted link. And the list,
// with the columns that somebody chose.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';
import { assetCard } from './panel-assets.ts';

const { panel, visitor, page, api } = await openPanel();
let library: string;

beforeAll(async () => {
  library = `${panel.url}/admin/collections/assets`;
  for (const name of ['coffee.png', 'chelsea.png', 'rocket.jpg'])
    await fileAsset(api, name, await readFile(`fixtures/${name}`), { tags: [name.slice(0, 3)] });
});

const card = (name: string) => assetCard(page, name);
const one = () => page.getByText('1 asset', { exact: true }).waitFor();
const open = async (name: string): Promise<void> => {
  await card(name).getByRole('link', { name }).click();
  await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};

describe('back to the library', () => {
  it('shows the same search and filters after an asset', async () => {
    await page.goto(library);
    await page.getByRole('searchbox').fill('rock');
    await one();
    await open('rocket.jpg');
    await page.goBack();
    await one();
    expect(await page.getByRole('searchbox').inputValue()).toBe('rock');
    expect(await card('chelsea.png').count()).toBe(0);
  });

  it('works from another view after a full load, and forward again', async () => {
    await page.goto(`${library}?tag=che`);
    await one();
    await page.getByRole('navigation').getByRole('link', { name: 'Brands' }).click();
    await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor();
    await page.goBack();
    await one();
    await card('chelsea.png').waitFor();
    expect(new URL(page.url()).searchParams.get('tag')).toBe('che');
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor();
  });

  it('works after a full load of the library, and of the asset', async () => {
    await page.goto(`${library}?tag=che`);
    await one();
    await page.reload();
    await one();
    await open('chelsea.png');
    await page.reload();
    await page.goBack();
    await page.waitForURL(/collections\/assets\?/);
    await one();
    await card('chelsea.png').waitFor();
    const asset = await card('chelsea.png').getByRole('link').first().getAttribute('href');
    await page.goForward();
    await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    expect(asset).toContain(new URL(page.url()).pathname);
  });
});

describe('a color', () => {
  const picker = () => page.getByRole('dialog', { name: 'Color' });

  it('is chosen or typed in, is a chip and in the address, and leads from an asset to others with it', async () => {
    await page.goto(library);
    await page.getByRole('button', { name: 'Color', exact: true }).click();
    await picker().getByRole('radio', { name: 'Red', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/color=d92d20/);
    await page.getByRole('button', { name: 'Remove filter Color: Red' }).waitFor();
    await picker().getByLabel('Another color', { exact: true }).fill('nothing');
    await picker().getByRole('button', { name: 'Find' }).click();
    await picker().getByText('Use three or six hex digits').waitFor();
    await look(panel, page, 'library-color');
    await picker().getByLabel('Another color', { exact: true }).fill('#26476E');
    await page.keyboard.press('Enter');
    await page.waitForURL(/color=26476e/);
    await card('rocket.jpg').waitFor();
    await one();
    await page.reload();
    await one();
    await page.getByRole('button', { name: 'Remove filter Color: #26476e' }).waitFor();
    await open('rocket.jpg');
    const colors = page.getByRole('region', { name: 'Colors' });
    await colors
      .getByRole('button', { name: /^Copy #/ })
      .first()
      .waitFor();
    expect(await colors.getByRole('listitem').count()).toBeGreaterThan(2);
    await look(panel, page, 'asset-colors');
    await colors
      .getByRole('link', { name: /^Find pictures with #/ })
      .first()
      .click();
    await page.waitForURL(/collections\/assets\?color=[0-9a-f]{6}/);
    await card('rocket.jpg').waitFor();
  });
});

describe('the order', () => {
  it('is that of the address, not of the visit before', async () => {
    await page.goto(library);
    await page.getByLabel('Sort').selectOption('name');
    await page.waitForURL(/order=name/);
    await page.reload();
    await card('chelsea.png').waitFor();
    expect(await page.getByLabel('Sort').inputValue()).toBe('name');
    await page.goto(library);
    await card('chelsea.png').waitFor();
    await page.waitForURL(/limit=/);
    expect(await page.getByLabel('Sort').inputValue()).toBe('');
  });
});

describe('a pasted link', () => {
  it('opens the same search in another tab', async () => {
    await page.goto(library);
    await page.getByRole('searchbox').fill('chelsea');
    await one();
    await page.waitForURL(/[?&]q=chelsea/);
    const other = await visitor.context.newPage();
    await other.goto(page.url());
    await other.getByText('1 asset', { exact: true }).waitFor();
    expect(await other.getByRole('searchbox').inputValue()).toBe('chelsea');
    await assetCard(other, 'chelsea.png').waitFor();
    await other.close();
  });
});

describe('the list', () => {
  const table = () => page.getByRole('table', { name: 'Assets' });
  const row = (name: string) => table().getByRole('row').filter({ hasText: name });
  const headings = async (): Promise<string[]> =>
    (await table().getByRole('columnheader').allTextContents()).map((text) => text.trim());
  const names = (): Promise<string[]> => table().getByRole('rowheader').getByRole('link').allTextContents();
  const untilNames = (expected: string[]): Promise<void> =>
    // Going back may load the page anew.
    until(async () => (await names().catch(() => [])).join() === expected.join());
  const heading = (name: string) => table().getByRole('columnheader', { name });
  /** The columns that are kept for the person. */
  const kept = async (): Promise<string[]> => {
    const path = '/api/payload-preferences/marque-library-columns';
    const { value } = await api<{ value: { columns: string[] } | null }>('GET', path);
    // Null while the next save is under way.
    return value?.columns ?? [];
  };
  /** Holds the first save of the columns back until it's released, and then waits for it. */
  async function holdFirstSave(): Promise<() => Promise<void>> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let saved = (): void => undefined;
    const done = new Promise<void>((resolve) => (saved = resolve));
    let saves = 0;
    await page.route('**/payload-preferences/marque-library-columns', async (route) => {
      const isFirst = route.request().method() === 'POST' && (saves += 1) === 1;
      if (!isFirst) return route.continue();
      await released;
      await route.fulfill({ response: await route.fetch() });
      saved();
    });
    return () => {
      release();
      return done;
    };
  }

  it('shows the same assets, and is in the address', async () => {
    await api('POST', '/api/v1/fields', { key: 'shots', label: 'Shots', type: 'number' });
    const { data } = await api<{ data: { id: string }[] }>('GET', '/api/v1/assets?q=rocket');
    await api('PATCH', `/api/v1/assets/${data[0]?.id}`, { fields: { shots: 1200 }, creator: 'Ann' });
    await page.goto(`${library}?order=name`);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await row('rocket.jpg').getByText('Active').waitFor();
    await untilNames(['chelsea.png', 'coffee.png', 'rocket.jpg']);
    expect(await headings()).toEqual([
      'Name',
      'Type',
      'Dimensions',
      'Size',
      'State',
      'Tags',
      'Expires',
      'Added',
    ]);
    expect(new URL(page.url()).searchParams.get('view')).toBe('list');
    await row('rocket.jpg').getByText('640 × 427').waitFor();
    await look(panel, page, 'library-list');
    expect(await panel.findings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await panel.overflow(page)).toBe(0);
    expect(await panel.findings(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('sorts by a heading, and the other way by the next click', async () => {
    await heading('Added').getByRole('button').click();
    await untilNames(['rocket.jpg', 'chelsea.png', 'coffee.png']);
    expect(await heading('Added').getAttribute('aria-sort')).toBe('descending');
    await heading('Added').getByRole('button').click();
    await untilNames(['coffee.png', 'chelsea.png', 'rocket.jpg']);
    expect(await heading('Added').getAttribute('aria-sort')).toBe('ascending');
    expect(new URL(page.url()).searchParams.get('order')).toBe('oldest');
    await page.goBack();
    await untilNames(['rocket.jpg', 'chelsea.png', 'coffee.png']);
  });

  it('has the columns that somebody chose, in their order, also next time', async () => {
    const releaseFirstSave = await holdFirstSave();
    await page.getByRole('button', { name: 'Columns' }).click();
    const chooser = page.getByRole('dialog', { name: 'Columns' });
    const box = (name: string) => chooser.getByRole('checkbox', { name });
    for (const name of ['Dimensions', 'Tags', 'Expires', 'Added']) await box(name).uncheck();
    await box('Creator').check();
    await box('Shots').check();
    const chosen = ['Name', 'Type', 'Size', 'State', 'Creator', 'Shots'];
    for (const at of [4, 3]) {
      await chooser.getByRole('button', { name: 'Move Shots up' }).press('Enter');
      chosen.splice(at, 2, 'Shots', chosen[at] ?? '');
      await until(async () => (await headings()).join() === chosen.join());
    }
    await releaseFirstSave();
    await until(async () => (await kept()).slice(-2).join() === 'state,creator');
    await page.keyboard.press('Escape');
    await page.goto(library);
    await row('rocket.jpg').getByText('1,200').waitFor();
    await page.waitForURL(/view=list/);
    expect(await headings()).toEqual(chosen);
    await row('rocket.jpg').getByText('Ann').waitFor();
  });

  it('selects a range and everything shown, looks, opens and comes back', async () => {
    await page.goto(`${library}?view=list&order=name`);
    await page.getByRole('checkbox', { name: 'Select chelsea.png' }).check();
    await page.getByRole('checkbox', { name: 'Select rocket.jpg' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected assets' });
    await bar.getByText('3 selected').waitFor();
    const all = page.getByRole('checkbox', { name: 'Select all that are shown' });
    expect(await all.isChecked()).toBe(true);
    await all.uncheck();
    await bar.waitFor({ state: 'detached' });
    await row('coffee.png').getByRole('link').focus();
    await page.keyboard.press(' ');
    await page.getByRole('dialog', { name: 'coffee.png' }).waitFor();
    await page.keyboard.press('Escape');
    await row('coffee.png').getByRole('link').click();
    await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await page.goBack();
    await page.waitForURL(/collections\/assets\?.*view=list/);
    await untilNames(['chelsea.png', 'coffee.png', 'rocket.jpg']);
    await page.getByRole('button', { name: 'Grid' }).click();
    await card('coffee.png').waitFor();
    expect(new URL(page.url()).searchParams.has('view')).toBe(false);
  });
});
