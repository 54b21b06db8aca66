// Collections in collections, and assets that are dragged onto one, in a real browser. And what the library finds by what assets lack.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { makeFolder, until } from '../setup/children.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';
import { assetCard, chooseFilter, dragIntoCollection } from './panel-assets.ts';

const { panel, page, api } = await openPanel();

interface Stored {
  id: string;
  name: string;
  parent: string | null;
  count: number;
}

let place: string;
let library: string;

const stored = async (name: string): Promise<Stored> => {
  const { data } = await api<{ data: Stored[] }>('GET', '/api/v1/collections');
  const found = data.find((one) => one.name === name);
  if (!found) throw new Error(`There is no collection ${name}.`);
  return found;
};
const make = async (name: string, parent: string | null = null): Promise<string> =>
  (await api<{ data: Stored }>('POST', '/api/v1/collections', { name, parent })).data.id;
const card = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .and(page.locator('.mq-card'));
const undo = () => page.getByRole('button', { name: 'Undo' }).click();

beforeAll(async () => {
  place = `${panel.url}/admin/collections/collections`;
  library = `${panel.url}/admin/collections/assets`;
  const tall = await sharp('fixtures/coffee.png').resize(80, 120, { fit: 'fill' }).png().toBuffer();
  await fileAsset(api, 'tall.png', tall);
  const described = await fileAsset(api, 'rocket.jpg', await readFile('fixtures/rocket.jpg'));
  await api('PATCH', `/api/v1/assets/${described}`, { description: 'A rocket at its start' });
  await fileAsset(api, 'coffee.png', await readFile('fixtures/coffee.png'));
});

describe('collections in collections', () => {
  it('are made inside one, and lead back to it', async () => {
    const spring = await make('Spring');
    await page.goto(`${place}/${spring}`);
    await page.getByRole('button', { name: 'New collection here' }).click();
    const sheet = page.getByRole('dialog', { name: 'New collection' });
    await sheet.getByLabel('Name').fill('Posters');
    await sheet.getByRole('button', { name: 'Create collection' }).click();
    await page.getByRole('heading').getByRole('button', { name: 'Posters' }).waitFor();
    expect((await stored('Posters')).parent).toBe(spring);
    await page.getByRole('navigation').getByRole('link', { name: 'Spring', exact: true }).click();
    await page.getByRole('list', { name: 'Collections in this one' }).getByRole('link').waitFor();
    await look(panel, page, 'collection-inside');
  });

  it('are put into another one by dragging, and back by Undo', async () => {
    await make('Autumn');
    await page.goto(place);
    await card('Autumn').waitFor();
    // Those inside are found by a search, and not beside the one they are in.
    expect(await card('Posters').count()).toBe(0);
    await card('Autumn').dragTo(card('Spring'));
    await page.getByText('“Autumn” moved to “Spring”').waitFor();
    expect((await stored('Autumn')).parent).toBe((await stored('Spring')).id);
    await undo();
    await card('Autumn').waitFor();
    expect((await stored('Autumn')).parent).toBeNull();
    await page.getByRole('searchbox', { name: 'Search collections' }).fill('posters');
    await card('Posters').getByText('In Spring').waitFor();
  });

  it('are moved from their menu, never into themselves, and aren’t deleted with others in them', async () => {
    const { id } = await stored('Spring');
    await page.goto(`${place}/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to another collection' }).click();
    const picker = page.getByRole('dialog', { name: 'Move “Spring” to' });
    await picker.getByRole('button', { name: /Autumn/ }).waitFor();
    expect(await picker.getByRole('button', { name: /Spring|Posters/ }).count()).toBe(0);
    await picker.getByRole('button', { name: /Autumn/ }).click();
    await until(async () => (await stored('Spring')).parent !== null);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to the top' }).click();
    await until(async () => (await stored('Spring')).parent === null);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete collection' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
    await page.getByText('There are collections in this one.').waitFor();
    await panel.expectRefusal(409);
  });
});

describe('a collection in a private one', () => {
  it('says through which it is hidden, in the list and on its page, until that one isn’t private', async () => {
    const board = await make('Board');
    const minutes = await make('Minutes', board);
    await make('Drafts', minutes);
    await page.goto(`${place}/${minutes}`);
    await page.getByRole('heading').getByRole('button', { name: 'Minutes' }).waitFor();
    const sign = page.locator('.mq-place__facts').getByText('Private through “Board”');
    expect(await sign.count()).toBe(0);
    await api('PATCH', `/api/v1/collections/${board}`, { private: true });
    await sign.waitFor();
    await card('Drafts').getByText('Private through “Board”').waitFor();
    await look(panel, page, 'collection-private-through');
    await page.goto(`${place}?q=minutes`);
    await card('Minutes').getByText('Private through “Board”').waitFor();
    await page.goto(place);
    // Private itself: nothing else makes it so.
    await card('Board').getByText('Private', { exact: true }).waitFor();
    await page.goto(`${place}/${minutes}`);
    await sign.waitFor();
    await api('PATCH', `/api/v1/collections/${board}`, { private: false });
    await sign.waitFor({ state: 'detached' });
  });
});

describe('the library, limited to a collection', () => {
  it('finds what is in the collections in it, unless they are left out', async () => {
    const outer = await make('Campaign');
    const inner = await make('Campaign posters', outer);
    const { data } = await api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets');
    const idOf = (name: string) => data.find(({ filename }) => filename === name)?.id;
    await api('POST', `/api/v1/collections/${outer}/assets`, { add: [idOf('coffee.png')] });
    await api('POST', `/api/v1/collections/${inner}/assets`, { add: [idOf('tall.png')] });
    await page.goto(`${library}?collection=${outer}`);
    await page.getByText('2 assets', { exact: true }).waitFor();
    const subcollections = page.getByLabel('Include subcollections');
    expect(await subcollections.isChecked()).toBe(true);
    await look(panel, page, 'library-subcollections');
    await subcollections.uncheck();
    await page.getByText('1 asset', { exact: true }).waitFor();
    await assetCard(page, 'coffee.png').waitFor();
    await page.waitForURL(/[?&]direct=true/);
    await page.reload();
    await page.getByText('1 asset', { exact: true }).waitFor();
    expect(await subcollections.isChecked()).toBe(false);
    await page.goBack();
    await page.getByText('2 assets', { exact: true }).waitFor();
    // It's offered only where there are any, and goes with the collection.
    await page.goto(`${library}?collection=${outer}&direct=true`);
    await chooseFilter(page, 'Collection', 'Campaign posters 1');
    await page.waitForURL((url) => !url.searchParams.has('direct'));
    await assetCard(page, 'tall.png').waitFor();
    await subcollections.waitFor({ state: 'detached' });
  });
});

describe('assets that are dragged', () => {
  it('are added to the collection they are dropped on, all that are selected, with Undo', async () => {
    await page.goto(library);
    for (const name of ['tall.png', 'rocket.jpg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await dragIntoCollection(page, 'tall.png', 'Autumn');
    await page.getByText('2 assets added to “Autumn”').waitFor();
    expect((await stored('Autumn')).count).toBe(2);
    await undo();
    await until(async () => (await stored('Autumn')).count === 0);
    // Nothing is left to drop on.
    await page.locator('.mq-target').filter({ hasText: 'Autumn' }).waitFor({ state: 'detached' });
  });
});

describe('the library', () => {
  it('finds what lacks a text, by orientation, and when it was added', async () => {
    await page.goto(library);
    await chooseFilter(page, 'Orientation', 'Landscape');
    await page.getByText('2 assets', { exact: true }).waitFor();
    await chooseFilter(page, 'Missing', 'Alt text');
    await page.getByText('1 asset', { exact: true }).waitFor();
    await assetCard(page, 'coffee.png').waitFor();
    await chooseFilter(page, 'Added', 'in the last 30 days');
    await page.waitForURL(/[?&]createdAfter=\d{4}-\d{2}-\d{2}/);
    await page.reload();
    await page.getByText('1 asset', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Orientation: Landscape' }).click();
    await page.getByText('2 assets', { exact: true }).waitFor();
    await look(panel, page, 'library-missing');
  });

  it('makes a collection of a folder, if that is wanted', async () => {
    const folder = await makeFolder();
    await mkdir(path.join(folder.path, 'Press'));
    for (const name of ['one.txt', 'two.txt'])
      await writeFile(path.join(folder.path, 'Press', name), `Words of ${name}`);
    await page.getByLabel('Folder to upload').setInputFiles(path.join(folder.path, 'Press'));
    const sheet = page.getByRole('dialog', { name: 'Upload 2 files' });
    await sheet.getByText('Make a collection of “Press” (2 files)').waitFor();
    await look(panel, page, 'library-folder');
    await sheet.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('2 files uploaded').waitFor();
    await until(async () => (await stored('Press')).count === 2);
    await page.getByRole('button', { name: 'Close the list of uploads' }).click();
    await folder.remove();
  });

  it('shows more at once, also next time', async () => {
    const width = async (): Promise<number> =>
      (await page.locator('[data-asset]').first().boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole('button', { name: 'Compact' }).click();
    await until(async () => (await width()) < before);
    await page.reload();
    await page.locator('[data-asset]').first().waitFor();
    await until(async () => (await width()) < before);
    expect(await page.getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed')).toBe('true');
    await look(panel, page, 'library-compact');
    await page.getByRole('button', { name: 'Compact' }).click();
  });

  it('stops an upload that is cancelled', async () => {
    await page.route('**/api/v1/uploads/**', () => undefined);
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') });
    const tray = page.getByRole('region', { name: 'Uploads' });
    await tray.getByRole('button', { name: 'Cancel the upload of late.txt' }).click();
    await tray.waitFor({ state: 'detached' });
    await page.unroute('**/api/v1/uploads/**');
    const { total } = await api<{ total: number }>('GET', '/api/v1/assets');
    expect(total).toBe(5);
  });
});
