// A campaign's collection is built by dragging, put into order, made private, and shared with a group and by link.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { until } from '../../setup/children.ts';
import { joinPanel } from '../../setup/join-panel.ts';
import { fileAsset } from '../../setup/panel-agent.ts';
import { look, openPanel, type Visitor } from '../../setup/panel.ts';
import { addressOf } from '../../setup/panel-home.ts';
import { assetCard, dragIntoCollection } from '../panel-assets.ts';

const { panel, visitor, page, api, data } = await openPanel();
const library = `${panel.url}/admin/collections/assets`;
const collections = `${panel.url}/admin/collections/collections`;

interface Stored {
  id: string;
  private: boolean;
  count: number;
}

it('takes it from an empty collection to a link that opens without an account', async () => {
  for (const name of ['coffee.png', 'chelsea.png', 'rocket.jpg', 'hubble_deep_field.jpg'])
    await fileAsset(api, name, await readFile(`fixtures/${name}`));
  const ines = await joinPanel(panel, visitor, 'Ines Inside', 'read');
  const olaf = await joinPanel(panel, visitor, 'Olaf Outside', 'read');
  const people = await data<{ id: string; email: string }[]>('GET', '/api/v1/members');
  const agency = await data<{ id: string }>('POST', '/api/v1/groups', { name: 'Agency' });
  await api('POST', `/api/v1/groups/${agency.id}/members`, {
    add: [people.find(({ email }) => email === addressOf('ines'))?.id],
  });

  await page.goto(collections);
  await page.getByRole('button', { name: 'New collection' }).click();
  const making = page.getByRole('dialog', { name: 'New collection' });
  await making.getByLabel('Name').fill('Autumn campaign');
  await making.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('heading', { name: 'Nothing in here yet' }).waitFor();
  const [{ id } = { id: '' }] = await data<Stored[]>('GET', '/api/v1/collections');
  const stored = (): Promise<Stored> => data('GET', `/api/v1/collections/${id}`);
  const order = async (): Promise<string[]> =>
    (await data<{ filename: string }[]>('GET', `/api/v1/collections/${id}/assets`)).map(
      ({ filename }) => filename,
    );

  // The selected ones are dragged onto the collection in the menu.
  await page.goto(`${library}?order=name`);
  for (const name of ['chelsea.png', 'coffee.png', 'rocket.jpg'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await dragIntoCollection(page, 'coffee.png', 'Autumn campaign');
  await page.getByText('3 assets added to “Autumn campaign”').waitFor();
  expect((await order()).sort()).toEqual(['chelsea.png', 'coffee.png', 'rocket.jpg']);

  await page.goto(`${collections}/${id}`);
  const shown = (): Promise<string[]> =>
    page.getByRole('list', { name: 'Assets in this collection' }).getByRole('link').allTextContents();
  await assetCard(page, 'rocket.jpg').waitFor();
  const last = (await shown()).at(-1) ?? '';
  const first = (await shown())[0] ?? '';
  await assetCard(page, last).dragTo(assetCard(page, first), {
    sourcePosition: { x: 60, y: 60 },
    targetPosition: { x: 10, y: 60 },
  });
  await until(async () => (await order())[0] === last);
  const wanted = await order();
  expect(await shown()).toEqual(wanted);
  await look(panel, page, 'journey-campaign-order');

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharing = page.getByRole('dialog', { name: 'Share “Autumn campaign”' });
  await sharing.getByRole('checkbox', { name: 'Private' }).click();
  await page.getByText('The collection is private').waitFor();
  expect((await stored()).private).toBe(true);
  const sees = async (who: Visitor): Promise<boolean> =>
    (await who.api<{ data: Stored[] }>('GET', '/api/v1/collections')).data.some((one) => one.id === id);
  expect([await sees(ines), await sees(olaf)]).toEqual([false, false]);
  await sharing.getByRole('button', { name: 'Give someone access' }).click();
  await sharing.getByRole('combobox', { name: 'Who' }).selectOption({ label: 'Group Agency' });
  await sharing.getByRole('button', { name: 'Give access', exact: true }).click();
  await until(() => sees(ines));
  expect(await sees(olaf)).toBe(false);
  await sharing.getByRole('button', { name: 'Share a link' }).click();
  await sharing.getByRole('textbox', { name: 'Link name' }).fill('For the press');
  await sharing.getByRole('button', { name: 'Create link' }).click();
  await sharing.getByText('The link “For the press” is ready').waitFor();
  const address = (await sharing.locator('.mq-secret code').textContent()) ?? '';
  await look(panel, page, 'journey-campaign-shared');

  // The group sees it in its order; somebody else doesn't find it, nor what only it has.
  await ines.page.goto(`${collections}/${id}`);
  await assetCard(ines.page, 'rocket.jpg').waitFor();
  expect(
    await ines.page
      .getByRole('list', { name: 'Assets in this collection' })
      .getByRole('link')
      .allTextContents(),
  ).toEqual(wanted);
  await olaf.page.goto(collections);
  await olaf.page.getByRole('heading', { name: 'No collections yet' }).waitFor();
  await olaf.page.goto(library);
  await olaf.page.getByText('1 asset', { exact: true }).waitFor();
  await assetCard(olaf.page, 'hubble_deep_field.jpg').waitFor();

  const stranger = await panel.visit();
  expect((await stranger.page.goto(address))?.status()).toBe(200);
  await stranger.page.getByRole('heading', { name: 'For the press' }).waitFor();
  for (const name of wanted) await stranger.page.getByText(name).first().waitFor();
  await look(panel, stranger.page, 'journey-campaign-link');
  for (const { context } of [ines, olaf, stranger]) await context.close();
}, 300_000);
