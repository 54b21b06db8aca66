// The library's address: search, filters and the place in the list survive going back, reloading and a pasted link.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fileAsset } from '../setup/panel-agent.ts';
import { admin, type Panel, startPanel, type Visitor } from '../setup/panel.ts';
import { assetCard } from './panel-assets.ts';

let panel: Panel;
let visitor: Visitor;
let page: Page;
let library: string;

const api: Visitor['api'] = (method, path, body) => visitor.api(method, path, body);

beforeAll(async () => {
  panel = await startPanel();
  visitor = await panel.visit();
  ({ page } = visitor);
  await panel.signIn(page, admin);
  library = `${panel.url}/admin/collections/assets`;
  for (const name of ['coffee.png', 'chelsea.png', 'rocket.jpg'])
    await fileAsset(api, name, await readFile(`fixtures/${name}`), { tags: [name.slice(0, 3)] });
}, 1_200_000); // the panel is built first where it isn't
afterAll(() => panel?.close());
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
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
    await page.goForward();
    await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
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
