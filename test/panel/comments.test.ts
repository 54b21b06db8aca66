// Comments on an asset, by two people in a browser each: one at a desk, the other on a phone.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { joinPanel } from '../setup/join-panel.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { admin, look, startPanel, type Panel, type Visitor } from '../setup/panel.ts';

interface SeenThread {
  id: string;
  body: string;
  anchor: { rect?: number[]; point?: number[] } | null;
  resolved: boolean;
  outdated: boolean;
  author: { name: string };
  replies: { body: string; author: { name: string } }[];
}

let panel: Panel;
let mara: Visitor;
let jon: Visitor;
let asset: string;

const mailbox = await startMailServer();

beforeAll(async () => {
  panel = await startPanel({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });
  const boss = await panel.visit();
  await panel.signIn(boss.page, admin);
  mara = await joinPanel(panel, boss, 'Mara Meyer', 'write');
  jon = await joinPanel(panel, boss, 'Jon Jansen', 'propose');
  // From here on, so that invitations aren't mailed.
  await boss.api('PATCH', '/api/v1/settings/email?context=organization', {
    host: '127.0.0.1',
    port: mailbox.port,
    from: 'Marque <marque@example.com>',
  });
  await jon.page.setViewportSize({ width: 390, height: 844 });
  asset = await filePicture(mara.api.bind(mara), 'harbour.png');
}, 1_200_000); // the panel is built first where it isn't
afterAll(async () => {
  await panel?.close();
  await mailbox.close();
});
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
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
const send = (page: Page): Promise<void> =>
  comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
const stored = async (id = asset): Promise<SeenThread[]> =>
  (await mara.api<{ data: SeenThread[] }>('GET', `/api/v1/assets/${id}/comments`)).data;

/** Drags a rectangle over the picture, in fractions of its sides. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await page.locator('.mq-marking').boundingBox();
  if (!box) throw new Error('Nothing to mark.');
  const at = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, to[1]]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

describe('a region of a picture', () => {
  it('is commented on, mentions a colleague, who answers on a phone, and is resolved', async () => {
    await openAsset(jon);
    await openAsset(mara);
    const { page } = mara;
    await page.getByRole('button', { name: 'Mark on the picture' }).click();
    await drag(page, [0.25, 0.2], [0.75, 0.6]);
    const field = page.getByRole('textbox', { name: 'Add a comment on the marked place' });
    await field.pressSequentially('Too dark here, @jan');
    await page.getByRole('option', { name: 'Jon Jansen' }).waitFor();
    await field.press('Enter');
    await field.pressSequentially('can you lift it?');
    expect(await field.inputValue()).toBe('Too dark here, @Jon Jansen can you lift it?');
    await look(panel, page, 'asset-comment-marked');
    await send(page);
    await thread(page, 'can you lift it?').waitFor();
    await pin(page, 'Comment 1 by Mara Meyer').waitFor();

    // Without a reload, at 390 pixels.
    const seen = thread(jon.page, 'can you lift it?');
    await seen.waitFor();
    expect((await mailbox.received(1))[0]?.to).toEqual(['jon@example.com']);
    await pin(jon.page, 'Comment 1 by Mara Meyer').click();
    expect(await seen.getAttribute('data-chosen')).toBe('true');
    expect(await seen.getByRole('button', { name: 'Delete…' }).count()).toBe(0);
    await seen.getByRole('button', { name: 'Reply' }).click();
    await jon.page.getByRole('textbox', { name: 'Your reply' }).fill('Done in the next version.');
    await jon.page
      .getByRole('group', { name: 'Your reply' })
      .getByRole('button', { name: 'Reply', exact: true })
      .click();

    const answered = thread(page, 'Done in the next version.');
    await answered.getByText('Jon Jansen', { exact: true }).waitFor();
    await look(panel, page, 'asset-comments');
    await answered.getByRole('button', { name: 'Resolve', exact: true }).click();
    await comments(jon.page).getByText('No open comments.').waitFor();
    expect(await pin(jon.page, 'Comment 1 by Mara Meyer').count()).toBe(0);

    const [one, ...others] = await stored();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      body: 'Too dark here, @Jon Jansen can you lift it?',
      resolved: true,
      author: { name: 'Mara Meyer' },
      replies: [{ body: 'Done in the next version.', author: { name: 'Jon Jansen' } }],
    });
    for (const [at, value] of [0.25, 0.2, 0.5, 0.4].entries())
      expect(one?.anchor?.rect?.[at]).toBeCloseTo(value, 1);
  });

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
