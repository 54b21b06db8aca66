// The values that a collection's assets inherit, edited on the collection.
import { beforeAll, expect, it } from '@jest/globals';
import { until } from '../../setup/children.ts';
import { filePicture } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';

const { panel, page, api, data } = await openPanel();

let launch: string;
let pier: string;

const fields = async (): Promise<object> =>
  (await data<{ fields: object }>('GET', `/api/v1/collections/${launch}`)).fields;
const sheet = page.getByRole('dialog', { name: 'Values that its assets inherit' });

/** Opens the collection's page, and its values there. */
async function open(): Promise<void> {
  await page.goto(`${panel.url}/admin/collections/collections/${launch}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Values for its assets…' }).click();
  await sheet.waitFor();
}

beforeAll(async () => {
  await api('POST', '/api/v1/fields', { key: 'season', label: 'Season', type: 'text' });
  launch = (await data<{ id: string }>('POST', '/api/v1/collections', { name: 'Launch' })).id;
  pier = await filePicture(api, 'pier.png', { collections: [launch] });
});

it('are set on the collection, and shown on its assets', async () => {
  await open();
  await sheet.getByLabel('Season').fill('Summer');
  await look(panel, page, 'collection-values');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await fields()).toEqual({ season: 'Summer' });
  await page.goto(`${panel.url}/admin/collections/assets/${pier}`);
  await page.getByText('From its collection: Summer').waitFor();
});

it('are cleared, which can be undone', async () => {
  await open();
  await sheet.getByLabel('Season').fill('');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await until(async () => Object.keys(await fields()).length === 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => Object.keys(await fields()).length === 1);
  expect(await fields()).toEqual({ season: 'Summer' });
});
