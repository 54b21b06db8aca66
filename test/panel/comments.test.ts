// Comments on an asset in a real browser: by keyboard, and on the versions that follow. The journey of two people is in journeys/.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { look, openPanel, type Visitor } from '../setup/panel.ts';

interface SeenThread {
  id: string;
  body: string;
  anchor: { rect?: number[]; point?: number[] } | null;
  resolved: boolean;
  outdated: boolean;
  author: { name: string };
  replies: { body: string; author: { name: string } }[];
}

const { panel, visitor: boss } = await openPanel();
let mara: Visitor;
let asset: string;

beforeAll(async () => {
  mara = await joinPanel(panel, boss, 'Mara Meyer', 'write');
  asset = await filePicture(mara.api.bind(mara), 'harbour.png');
  const first = await mara.api<{ data: { id: string } }>('POST', `/api/v1/assets/${asset}/comments`, {
    body: 'Too dark here.',
    anchor: { rect: [0.25, 0.2, 0.5, 0.4] },
  });
  await mara.api('POST', `/api/v1/comments/${first.data.id}/resolve`);
  await openAsset(mara);
});

/** Opens the asset, and waits until the page follows what happens. */
async function openAsset({ page }: Visitor, id = asset): Promise<void> {
  const follows = page.waitForResponse((answer) => answer.url().includes('/api/v1/events/stream'));
  await page.goto(`${panel.url}/admin/collections/assets/${id}`);
  await follows;
  await comments(page).getByRole('textbox', { name: 'Add a comment' }).waitFor();
}

const comments = (page: Page): Locator => page.getByRole('region', { name: 'Comments', exact: true });
const thread = (page: Page, words: string): Locator =>
  comments(page).locator('.mq-thread').filter({ hasText: words });
const pin = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const stored = async (id = asset): Promise<SeenThread[]> =>
  (await mara.api<{ data: SeenThread[] }>('GET', `/api/v1/assets/${id}/comments`)).data;

describe('a region of a picture', () => {
  it('can be marked by keyboard, edited and deleted', async () => {
    const { page } = mara;
    await page.getByRole('button', { name: 'Mark on the picture' }).focus();
    await page.keyboard.press('Enter');
    const handle = page.getByRole('button', { name: /^New comment, 50% from the left/ });
    await handle.waitFor();
    expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true);
    for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.keyboard.type('And the sky?');
    await page.keyboard.press('Control+Enter');
    await thread(page, 'And the sky?').waitFor();
    expect((await stored())[0]).toMatchObject({ anchor: { rect: [0.52, 0.48, 0.1, 0.1] }, replies: [] });

    await thread(page, 'And the sky?').getByRole('button', { name: 'Show on the picture' }).click();
    expect(await pin(page, 'Comment 2 by Mara Meyer').getAttribute('aria-pressed')).toBe('true');
    await thread(page, 'And the sky?').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Your comment' }).fill('And the clouds?');
    await comments(page).getByRole('button', { name: 'Save', exact: true }).click();
    await thread(page, 'And the clouds?').getByText('edited').waitFor();
    expect((await stored())[0]).toMatchObject({ body: 'And the clouds?' });
    await thread(page, 'And the clouds?').getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete with its replies' }).click();
    await comments(page).getByText('No open comments.').waitFor();
    expect(await stored()).toHaveLength(1);
  });
});

it('a comment that isn’t sent yet is still there after leaving the page, and gone once it’s sent', async () => {
  const { page } = mara;
  const field = comments(page).getByRole('textbox', { name: 'Add a comment' });
  const place = page.getByRole('button', { name: /^New comment, 50% from the left/ });
  await openAsset(mara);
  await field.fill('The horizon is');
  await page.getByRole('button', { name: 'Mark on the picture' }).focus();
  await page.keyboard.press('Enter');
  await place.waitFor();
  await page.keyboard.press('Enter');
  await page.goto(`${panel.url}/admin/collections/assets`);
  await openAsset(mara);
  await until(async () => (await field.inputValue()) === 'The horizon is');
  await place.waitFor();
  await field.fill('The horizon is crooked.');
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await thread(page, 'The horizon is crooked.').waitFor();
  await until(async () => (await field.inputValue()) === '');
  expect((await stored())[0]).toMatchObject({ anchor: { point: [0.5, 0.5] } });
  await page.reload();
  await thread(page, 'The horizon is crooked.').waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await place.count()).toBe(0);
  await thread(page, 'The horizon is crooked.').getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete with its replies' }).click();
  await thread(page, 'The horizon is crooked.').waitFor({ state: 'detached' });
});

it('comments stay with their version, and are shown apart on the next one', async () => {
  await mara.api('POST', `/api/v1/assets/${asset}/comments`, { body: 'Crop it tighter.' });
  const next = await filePicture(mara.api.bind(mara), 'harbour-2.png', { versionOf: asset });
  await openAsset(mara, next);
  const { page } = mara;
  const earlier = page.getByRole('region', { name: 'On earlier versions' });
  await earlier.getByText('Crop it tighter.').waitFor();
  await earlier.getByRole('link', { name: 'Version 1' }).waitFor();
  expect(await comments(page).getByText('No open comments.').count()).toBe(1);
  await look(panel, page, 'asset-comments-earlier');
  expect(await stored(next)).toMatchObject([
    { body: 'Crop it tighter.', outdated: true },
    { resolved: true, outdated: true },
  ]);
});

it('a comment of a visitor says through which link it came, and who reads the reply', async () => {
  const other = await filePicture(mara.api.bind(mara), 'harbour-3.png');
  const made = await mara.api<{ data: { url: string } }>('POST', '/api/v1/shares', {
    kind: 'review',
    asset: other,
    name: 'Spring',
  });
  const send = (path: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
    fetch(`${made.data.url}/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: panel.url, cookie },
      redirect: 'manual',
    });
  const said = await send('visitor', { name: 'Ada Able', email: 'ada@example.com' });
  const [cookie] = (said.headers.get('set-cookie') ?? '').split(';');
  await send('comments', { asset: other, body: 'Too dark for us.' }, cookie);

  await openAsset(mara, other);
  const { page } = mara;
  const theirs = thread(page, 'Too dark for us.');
  await theirs.getByText('through the link “Spring”').waitFor();
  await theirs.getByRole('link', { name: 'ada@example.com' }).waitFor();
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click();
  await theirs.getByText('Visitors of the link “Spring” can read your reply.').waitFor();
  await look(panel, page, 'asset-comments-outside');
});
