// Collections in a real browser: what an editor does with them, and what is stored in the end.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { dropFile, look, openPanel } from '../setup/panel.ts';
import { addressOf } from '../setup/panel-home.ts';
import { assetCard, chooseFilter, saveAsset } from './panel-assets.ts';

interface Stored {
  id: string;
  name: string;
  description: string | null;
  cover: string | null;
  private: boolean;
  count: number;
}

const { panel, visitor, page, api } = await openPanel();
/** The address of the collections. */
let place: string;

const collections = async (): Promise<Stored[]> =>
  (await visitor.api<{ data: Stored[] }>('GET', '/api/v1/collections')).data;
const stored = async (name: string): Promise<Stored> => {
  const found = (await collections()).find((one) => one.name === name);
  if (!found) throw new Error(`There is no collection ${name}.`);
  return found;
};
/** The filenames of a collection's assets in their order. */
const order = async (id: string): Promise<string[]> =>
  (await visitor.api<{ data: { filename: string }[] }>('GET', `/api/v1/collections/${id}/assets`)).data.map(
    ({ filename }) => filename,
  );
const untilOrder = async (id: string, expected: string[]): Promise<void> => {
  await until(async () => (await order(id)).join() === expected.join());
  expect(await order(id)).toEqual(expected);
};
/** The names of the cards in their order. */
const shown = (): Promise<string[]> =>
  page.getByRole('list', { name: 'Assets in this collection' }).getByRole('link').allTextContents();
/** The collection's name, while it isn't edited: the heading of an input is named by it, too. */
const named = (name: string) => page.getByRole('heading').getByRole('button', { name });
const undo = () => page.getByRole('button', { name: 'Undo' }).click();
const open = (id: string) => page.goto(`${place}/${id}`);

beforeAll(async () => {
  place = `${panel.url}/admin/collections/collections`;
  for (const name of ['coffee.png', 'chelsea.png', 'rocket.jpg', 'hubble_deep_field.jpg'])
    await fileAsset(api, name, await readFile(`fixtures/${name}`));
});

describe('a new collection', () => {
  it('is created, and opens', async () => {
    await page.goto(place);
    await page.getByRole('heading', { name: 'No collections yet' }).waitFor();
    await look(panel, page, 'collections-empty');
    await page.getByRole('button', { name: 'New collection' }).click();
    const sheet = page.getByRole('dialog', { name: 'New collection' });
    await sheet.getByLabel('Name').fill('Launch');
    await sheet.getByLabel('Description').fill('Pictures for the launch.');
    await sheet.getByRole('button', { name: 'Create collection' }).click();
    await page.waitForURL(/collections\/collections\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Nothing in here yet' }).waitFor();
    expect(await stored('Launch')).toMatchObject({
      description: 'Pictures for the launch.',
      private: false,
      count: 0,
    });
  });

  it('is filled from the library, and with a file that is dropped on it', async () => {
    const { id } = await stored('Launch');
    await page.getByRole('button', { name: 'Add assets' }).click();
    const picker = page.getByRole('dialog', { name: 'Add assets' });
    for (const name of ['coffee.png', 'chelsea.png', 'rocket.jpg']) {
      await picker.getByRole('button', { name }).click();
      await until(async () => (await order(id)).includes(name));
    }
    expect(await picker.getByRole('button', { name: 'coffee.png' }).isDisabled()).toBe(true);
    await picker.getByRole('button', { name: 'Close' }).click();
    const bytes = await sharp('fixtures/coffee.png').flip().png().toBuffer();
    await dropFile(page, 'dropped.png', bytes);
    await assetCard(page, 'dropped.png').waitFor();
    // One that is in the library already goes into the collection, too.
    await dropFile(page, 'hubble.jpg', await readFile('fixtures/hubble_deep_field.jpg'), 'image/jpeg');
    await page.getByText('Already in the library, now also in the collection').waitFor();
    await assetCard(page, 'hubble_deep_field.jpg').waitFor();
    await page.getByRole('button', { name: 'Close the list of uploads' }).click();
    await page.getByText('5 assets', { exact: true }).waitFor();
    await untilOrder(id, ['coffee.png', 'chelsea.png', 'rocket.jpg', 'dropped.png', 'hubble_deep_field.jpg']);
    await look(panel, page, 'collection');
  });
});

describe('the order of its assets', () => {
  const rest = ['dropped.png', 'hubble_deep_field.jpg'];

  it('changes by dragging a card, and back by Undo', async () => {
    const { id } = await stored('Launch');
    await assetCard(page, 'rocket.jpg').dragTo(assetCard(page, 'coffee.png'), {
      sourcePosition: { x: 60, y: 60 },
      targetPosition: { x: 10, y: 60 },
    });
    await untilOrder(id, ['rocket.jpg', 'coffee.png', 'chelsea.png', ...rest]);
    expect((await shown())[0]).toBe('rocket.jpg');
    await undo();
    await untilOrder(id, ['coffee.png', 'chelsea.png', 'rocket.jpg', ...rest]);
  });

  it('changes by keyboard, and keeps the focus where it was', async () => {
    const { id } = await stored('Launch');
    await page.getByRole('button', { name: 'Move rocket.jpg, 3 of 5' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('rocket.jpg is now 2 of 5').waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Move rocket.jpg, 1 of 5' }).and(page.locator(':focus')).waitFor();
    await untilOrder(id, ['rocket.jpg', 'coffee.png', 'chelsea.png', ...rest]);
    await page.getByRole('button', { name: 'Actions for chelsea.png' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to the end' }).press('Enter');
    await untilOrder(id, ['rocket.jpg', 'coffee.png', ...rest, 'chelsea.png']);
    await page.reload();
    await assetCard(page, 'chelsea.png').waitFor();
    expect(await shown()).toEqual(['rocket.jpg', 'coffee.png', ...rest, 'chelsea.png']);
  });

  it('loses an asset that is removed, and has it back in its place by Undo', async () => {
    const { id } = await stored('Launch');
    await assetCard(page, 'coffee.png').hover();
    await page.getByRole('button', { name: 'Actions for coffee.png' }).click();
    await look(panel, page, 'collection-menu');
    await page.getByRole('menuitem', { name: 'Remove from collection' }).click();
    await untilOrder(id, ['rocket.jpg', ...rest, 'chelsea.png']);
    await undo();
    await untilOrder(id, ['rocket.jpg', 'coffee.png', ...rest, 'chelsea.png']);
  });
});

describe('its name, description and cover', () => {
  it('are edited in place', async () => {
    const { id } = await stored('Launch');
    await named('Launch').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Launch 2027');
    await page.keyboard.press('Enter');
    await named('Launch 2027').waitFor();
    await page.getByRole('button', { name: 'Pictures for the launch.' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Approved for press.');
    await page.getByRole('button', { name: 'Share' }).focus();
    await page.getByRole('button', { name: 'Approved for press.' }).waitFor();
    await assetCard(page, 'hubble_deep_field.jpg').hover();
    await page.getByRole('button', { name: 'Actions for hubble_deep_field.jpg' }).click();
    await page.getByRole('menuitem', { name: 'Use as cover' }).click();
    await assetCard(page, 'hubble_deep_field.jpg').getByText('Cover').waitFor();
    expect(await stored('Launch 2027')).toMatchObject({
      id,
      description: 'Approved for press.',
      cover: expect.any(String),
    });
  });

  it('are not lost when somebody else changes them meanwhile', async () => {
    const { id } = await stored('Launch 2027');
    await named('Launch 2027').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Launch, mine');
    // Another property: both count.
    await visitor.api('PATCH', `/api/v1/collections/${id}`, { description: 'Theirs.' });
    await page.keyboard.press('Enter');
    await panel.expectRefusal(412);
    await named('Launch, mine').waitFor();
    expect(await stored('Launch, mine')).toMatchObject({ description: 'Theirs.' });

    await named('Launch, mine').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Launch 2028');
    await visitor.api('PATCH', `/api/v1/collections/${id}`, { name: 'Launch, theirs' });
    await page.keyboard.press('Enter');
    await panel.expectRefusal(412);
    await page.getByText('Someone else changed it to “Launch, theirs” meanwhile.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Launch 2028');
    expect((await collections()).map(({ name }) => name)).toEqual(['Launch, theirs']);
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await named('Launch 2028').waitFor();
    expect((await collections()).map(({ name }) => name)).toEqual(['Launch 2028']);
  });
});

describe('sharing it', () => {
  it('makes it private, gives someone access, and makes a link', async () => {
    const { id } = await stored('Launch 2028');
    const ines = await joinPanel(panel, visitor, 'Ines Example', 'read');
    const seesIt = async (): Promise<boolean> =>
      (await ines.api<{ data: Stored[] }>('GET', '/api/v1/collections')).data.length > 0;
    expect(await seesIt()).toBe(true);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Share “Launch 2028”' });
    await sheet.getByRole('checkbox', { name: 'Private' }).click();
    await page.getByText('The collection is private').waitFor();
    expect((await stored('Launch 2028')).private).toBe(true);
    expect(await seesIt()).toBe(false);
    await sheet.getByRole('button', { name: 'Give someone access' }).click();
    await sheet
      .getByRole('combobox', { name: 'Who' })
      .selectOption({ label: `Ines Example (${addressOf('ines')})` });
    await sheet.getByRole('button', { name: 'Give access', exact: true }).click();
    await until(seesIt);
    await sheet.getByRole('button', { name: 'Share a link' }).click();
    await sheet.getByRole('textbox', { name: 'Link name' }).fill('For the press');
    await sheet.getByRole('button', { name: 'Create link' }).click();
    await sheet.getByText('The link “For the press” is ready').waitFor();
    const { data: links } = await visitor.api<{ data: { name: string }[] }>(
      'GET',
      `/api/v1/shares?collection=${id}`,
    );
    expect(links.map(({ name }) => name)).toEqual(['For the press']);
    await look(panel, page, 'collection-sharing');

    // A link that is there is looked at, changed, and says before it's revoked what stays open without it.
    const row = sheet.getByRole('listitem').filter({ hasText: 'View only' });
    const preview = await row
      .getByRole('link', { name: 'Preview of the link “For the press”' })
      .getAttribute('href');
    expect((await page.request.get(`${panel.url}${preview}`)).status()).toBe(200);
    await row.getByRole('button', { name: 'Edit the link “For the press”' }).click();
    await row.getByRole('textbox', { name: 'Link name' }).fill('For reporters');
    await row.getByRole('combobox', { name: 'Expires' }).selectOption({ label: 'Never' });
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByText('View only · No expiry').waitFor();
    await row.getByText('For reporters').first().waitFor();
    await look(panel, page, 'link-changed');
    await visitor.api('PATCH', `/api/v1/collections/${id}`, { private: false });
    await row.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.getByText('These stay public, with or without the link:').waitFor();
    await look(panel, page, 'link-revoked');
    await row.getByRole('button', { name: 'Cancel' }).click();
    await visitor.api('PATCH', `/api/v1/collections/${id}`, { private: true });
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
    expect(await page.getByRole('link', { name: 'Download all' }).getAttribute('href')).toBe(
      `/api/v1/collections/${id}/download`,
    );

    // Who may only read it sees no tools.
    await ines.page.goto(`${place}/${id}`);
    await assetCard(ines.page, 'rocket.jpg').waitFor();
    expect(
      await ines.page.getByRole('button', { name: /^(Add assets|Upload|Move |Actions for)/ }).count(),
    ).toBe(0);
    await ines.context.close();
  });
});

describe('the library', () => {
  it('adds the selected assets to a new collection, and filters by it', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    for (const name of ['coffee.png', 'rocket.jpg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Add to collection' }).click();
    const picker = page.getByRole('dialog', { name: 'Add 2 assets to a collection' });
    await picker.getByRole('button', { name: /Launch 2028/ }).waitFor();
    await look(panel, page, 'collection-picker');
    await picker.getByRole('button', { name: 'New collection' }).click();
    const sheet = page.getByRole('dialog', { name: 'New collection' });
    await sheet.getByLabel('Name').fill('Press kit');
    await sheet.getByRole('button', { name: 'Create collection' }).click();
    await page.getByText('2 assets added to “Press kit”').waitFor();
    const { id, count } = await stored('Press kit');
    expect(count).toBe(2);
    await undo();
    await until(async () => (await stored('Press kit')).count === 0);
    await page.getByRole('checkbox', { name: 'Select chelsea.png' }).check();
    await page.getByRole('button', { name: 'Add to collection' }).click();
    await page.getByRole('button', { name: /Press kit/ }).click();
    await until(async () => (await stored('Press kit')).count === 1);

    await page.reload();
    await chooseFilter(page, 'Collection', 'Press kit 1');
    await page.getByText('1 asset', { exact: true }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('collection') === id);
    await assetCard(page, 'chelsea.png').waitFor();
    await page.goBack();
    await page.getByText('5 assets', { exact: true }).waitFor();
    await page.goForward();
    await page.getByText('1 asset', { exact: true }).waitFor();
    await look(panel, page, 'library-collection');
  });

  it('says in plain words that a collection is gone', async () => {
    await page.goto(`${panel.url}/admin/collections/assets?collection=7f1e2a90-1111-4a22-8b33-000000000000`);
    await page.getByText('This collection was deleted, or you don’t have access to it.').waitFor();
    await panel.expectRefusal(422);
  });
});

describe('an asset', () => {
  it('shows its collections, and changes them without touching the form', async () => {
    const { data } = await visitor.api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets');
    const { id = '' } = data.find(({ filename }) => filename === 'chelsea.png') ?? {};
    await page.goto(`${panel.url}/admin/collections/assets/${id}`);
    await page.getByLabel('Title').fill('Chelsea');
    const within = page.getByRole('region', { name: 'Collections' });
    await within.getByRole('button', { name: 'Remove from Press kit' }).click();
    await until(async () => (await stored('Press kit')).count === 0);
    await undo();
    await within.getByRole('link', { name: 'Press kit' }).waitFor();
    await within.getByRole('button', { name: 'Remove from Launch 2028' }).click();
    await until(async () => !(await order((await stored('Launch 2028')).id)).includes('chelsea.png'));
    await within.getByRole('button', { name: 'Add to collection' }).click();
    await page
      .getByRole('dialog', { name: 'Add to collection' })
      .getByRole('button', { name: /Launch/ })
      .click();
    await within.getByRole('link', { name: 'Launch 2028' }).waitFor();
    expect(await order((await stored('Launch 2028')).id)).toContain('chelsea.png');
    expect(await saveAsset(page)).toBe(200);
    await look(panel, page, 'asset-collections');
  });
});

describe('a page of a brand', () => {
  it('shows a collection that is picked, not typed', async () => {
    await visitor.api('POST', '/api/v1/brands', { name: 'Acme' });
    const { id: launch } = await stored('Launch 2028');
    await visitor.api('PUT', '/api/v1/brands/acme/pages/pictures', {
      title: 'Pictures',
      sections: [{ template: 'collection', props: { collection: launch } }],
    });
    await page.goto(`${panel.url}/admin/brands/acme/pages/pictures`);
    await page
      .getByRole('list', { name: 'Outline' })
      .getByRole('button', { name: '1. Collection', exact: true })
      .click();
    await page.getByText('Display options').click();
    await page.getByText('Launch 2028', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose another: Collection' }).click();
    await page
      .getByRole('dialog', { name: 'Collection' })
      .getByRole('button', { name: /Press kit/ })
      .click();
    await page.getByText('Press kit', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save page' }).click();
    const { id } = await stored('Press kit');
    const saved = async (): Promise<string | undefined> => {
      const { data } = await visitor.api<{
        data: { page: { sections: { props: { collection: string } }[] } };
      }>('GET', '/api/v1/brands/acme/pages/pictures');
      return data.page.sections[0]?.props.collection;
    };
    await until(async () => (await saved()) !== launch);
    expect(await saved()).toBe(id);
  });
});

describe('the list of collections', () => {
  it('shows covers, is searched in the address, and has no form of Payload’s', async () => {
    await page.goto(place);
    const cards = page.getByRole('list', { name: 'Collections' }).getByRole('listitem');
    await cards.filter({ hasText: 'Launch 2028' }).getByText('Private').waitFor();
    await look(panel, page, 'collections');
    await page.getByRole('searchbox').fill('press');
    await page.getByText('1 collection', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 collection', { exact: true }).waitFor();
    expect(await cards.count()).toBe(1);
    await page.goto(`${place}/create`);
    await page.getByRole('dialog', { name: 'New collection' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/collections/collections');
  });

  it('loses one that is deleted, whose assets stay', async () => {
    const { id } = await stored('Launch 2028');
    await open(id);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete collection' }).click();
    await page.getByRole('dialog').getByText('stay in the library').waitFor();
    // The next view comes late: meanwhile the panel hears of the deletion, and doesn't ask for what is gone.
    await page.route(/\/collections\/collections\?.*_rsc/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
    await page.waitForURL(/collections\/collections$/);
    await page.unrouteAll();
    expect((await collections()).map(({ name }) => name)).toEqual(['Press kit']);
    const { total } = await visitor.api<{ total: number }>('GET', '/api/v1/assets');
    expect(total).toBe(5);
  });
});
