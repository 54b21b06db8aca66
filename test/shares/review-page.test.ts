// The page of a review link in a real browser: without scripts, by mouse, by touch, by keyboard, and beside a player. And of a link that
// takes several files.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { fileBytes, makeAsset, makePicture } from '../assets/library.ts';
import { launchBrowser, patience } from '../setup/browser.ts';
import { callsAs } from '../setup/callers.ts';
import { phone, problemFinder, wide } from '../setup/page-problems.ts';
import { startService } from '../setup/service.ts';
import { enterReview } from './review-visitor.ts';
import { makeShareLink, type ShareLink } from './share-links.ts';
import { silence } from './silence.ts';

/** Requests to another host, and the browser's errors. */
let complaints: string[] = [];
let asset: string;
let sound: string;
let link: ShareLink;

const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
const editor = callsAs(marque, await marque.makeMember(place, 'write', { name: 'Mara Meyer' }));
const browser = await launchBrowser();
const problemsOf = problemFinder(browser, marque.url);
afterAll(async () => {
  await browser?.close();
  await marque?.close();
});

beforeAll(async () => {
  const collection = await marque.makeCollection(place, { name: 'Spring campaign' });
  const filed = { collections: [collection] };
  asset = (
    await makeAsset(marque, as, { ...filed, filename: 'coffee.png' }, await readFile('fixtures/coffee.png'))
  ).id as string;
  const jingle = { ...filed, filename: 'jingle.wav', mime: 'audio/wav' };
  sound = (await fileBytes(marque, as, silence(), jingle)).body.data.id as string;
  link = await makeShareLink(marque, as, { kind: 'review', collection });
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  complaints = [];
  const context = await browser.newContext({ ...wide, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== marque.url) complaints.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    // The form that is refused.
    if (message.type() === 'error' && !message.text().includes('status of 400'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(link.url);
  return page;
}

async function sayWho(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your e-mail address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Start commenting' }).click();
  await page.getByText(`You comment as ${name}`).waitFor();
}

const file = (page: Page, name: string): Locator => page.getByRole('region', { name });
const thread = (page: Page, words: string): Locator => page.locator('.thread').filter({ hasText: words });
const field = (page: Page, name: string): Locator =>
  file(page, name).getByRole('textbox', { name: 'Add a comment' });
const anchorOf = async (words: string, id = asset): Promise<unknown> => {
  const { data } = (await editor.done('GET', `/assets/${id}/comments`)).body as {
    data: { body: string; anchor: unknown }[];
  };
  return data.find(({ body }) => body === words)?.anchor;
};

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.MARQUE_SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/review-${name}.png`, fullPage: true });
}

/** The middle of a picture, in pixels of the page, and its size. */
async function pictureBox(page: Page) {
  const picture = file(page, 'coffee.png').getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  return box;
}

it('works without scripts: who comments, a comment, a reply, another text, and deleting', async () => {
  const page = await openPage({ ...phone, javaScriptEnabled: false });
  await look(page, 'phone-stranger');
  expect(await page.getByRole('textbox', { name: 'Add a comment' }).count()).toBe(0);
  await page.getByLabel('Your name').fill('Ada Able');
  await page.getByLabel('Your e-mail address').fill('ada@example');
  await page.getByRole('button', { name: 'Start commenting' }).click();
  await page.getByRole('alert').getByText('Enter your e-mail address').waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Able');
  await sayWho(page, 'Ada Able');
  expect(page.url()).toBe(link.url);

  await field(page, 'coffee.png').fill('Is this our cup?');
  expect(await page.getByRole('button', { name: 'Mark on the picture' }).count()).toBe(0);
  await file(page, 'coffee.png').getByRole('button', { name: 'Comment', exact: true }).click();
  await thread(page, 'Is this our cup?').getByText('You', { exact: true }).waitFor();
  const id = /#comment-(.+)$/.exec(page.url())?.[1] ?? '';
  await editor.create(`/comments/${id}/replies`, { body: 'It is.' });
  await page.reload();
  await thread(page, 'It is.').getByText('Mara Meyer').waitFor();
  await thread(page, 'It is.').locator('summary', { hasText: 'Reply' }).click();
  await page.getByLabel('Your reply').fill('Thanks!');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await thread(page, 'Thanks!').waitFor();
  await thread(page, 'Thanks!').locator('summary', { hasText: 'Edit' }).first().click();
  await page.getByLabel('Your comment', { exact: true }).first().fill('Is that our cup?');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await thread(page, 'Is that our cup?').getByText(', edited').waitFor();
  await look(page, 'phone-plain');
  await thread(page, 'Is that our cup?').locator('summary', { hasText: 'Delete…' }).first().click();
  await page.getByRole('button', { name: 'Delete with its replies' }).click();
  await file(page, 'coffee.png').getByText('No comments yet.').waitFor();
  expect(complaints).toEqual([]);
});

describe('a place on a picture', () => {
  it('is drawn with the mouse, and shown by its number', async () => {
    const page = await openPage();
    await sayWho(page, 'Ada Able');
    await file(page, 'coffee.png').getByRole('button', { name: 'Mark on the picture' }).click();
    const { x, y, width, height } = await pictureBox(page);
    await page.mouse.move(x + width * 0.25, y + height * 0.25);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.75, y + height * 0.5, { steps: 4 });
    await page.mouse.up();
    // The text has the focus, and the place can still be moved.
    await page.keyboard.type('The rim is cut off.');
    await look(page, 'wide-marking');
    await page.keyboard.press('Control+Enter');
    await thread(page, 'The rim is cut off.').waitFor();
    const { rect } = (await anchorOf('The rim is cut off.')) as { rect: number[] };
    for (const [at, expected] of [0.25, 0.25, 0.5, 0.25].entries()) expect(rect[at]).toBeCloseTo(expected, 1);
    await page.getByRole('link', { name: 'Comment 1 by Ada Able' }).click();
    expect(page.url()).toMatch(/#comment-/);
    await page.getByRole('link', { name: 'Comment 1: show on the picture' }).click();
    expect(await page.locator('.pin:target + .marked').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('is tapped on a phone', async () => {
    const page = await openPage({ ...phone, hasTouch: true, isMobile: true, colorScheme: 'dark' });
    await sayWho(page, 'Bea Best');
    await file(page, 'coffee.png').getByRole('button', { name: 'Mark on the picture' }).tap();
    const { x, y, width, height } = await pictureBox(page);
    await page.touchscreen.tap(x + width * 0.2, y + height * 0.8);
    await field(page, 'coffee.png').fill('A crumb?');
    await look(page, 'phone-dark-marking');
    await file(page, 'coffee.png').getByRole('button', { name: 'Comment', exact: true }).tap();
    await thread(page, 'A crumb?').waitFor();
    const { point } = (await anchorOf('A crumb?')) as { point: number[] };
    expect(point[0]).toBeCloseTo(0.2, 1);
    expect(point[1]).toBeCloseTo(0.8, 1);
    await look(page, 'phone-dark');
    expect(complaints).toEqual([]);
  });

  it('is set, moved and given up by keyboard alone', async () => {
    const page = await openPage();
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Cem Can');
    await page.keyboard.press('Tab');
    await page.keyboard.type('cem@example.com');
    await page.keyboard.press('Enter');
    await field(page, 'coffee.png').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const handle = page.getByRole('button', { name: /^New comment, 50% from the left/ });
    await handle.waitFor();
    for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.keyboard.type('And this?');
    await page.keyboard.press('Control+Enter');
    await thread(page, 'And this?').waitFor();
    expect(await anchorOf('And this?')).toEqual({ rect: [0.52, 0.48, 0.1, 0.1] });

    await file(page, 'coffee.png').getByRole('button', { name: 'Mark on the picture' }).press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.type('On all of it.');
    await page.keyboard.press('Control+Enter');
    await thread(page, 'On all of it.').waitFor();
    expect(await anchorOf('On all of it.')).toBeNull();
    expect(complaints).toEqual([]);
  });
});

it('a moment of a sound is taken from the player, and opened again', async () => {
  const page = await openPage();
  await sayWho(page, 'Ada Able');
  const player = page.locator(`#player-${sound}`);
  await player.evaluate(async (element: HTMLAudioElement) => {
    if (element.readyState < 1)
      await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve, { once: true }));
    element.currentTime = 2;
  });
  const region = file(page, 'jingle.wav');
  expect(await region.getByRole('button', { name: 'Mark on the picture' }).count()).toBe(0);
  await region.getByRole('button', { name: 'At this moment' }).click();
  await page.keyboard.type('Too quiet.');
  await page.keyboard.press('Control+Enter');
  await thread(page, 'Too quiet.').waitFor();
  expect(await anchorOf('Too quiet.', sound)).toEqual({ from: 2 });
  const second = () => player.evaluate((element: HTMLAudioElement) => element.currentTime);
  expect(await second()).toBe(2);
  await player.evaluate((element: HTMLAudioElement) => {
    element.currentTime = 0;
  });
  await thread(page, 'Too quiet.').getByRole('button', { name: 'At 0:02' }).click();
  expect(await second()).toBe(2);
  await look(page, 'wide');
  expect(complaints).toEqual([]);
});

it('has no axe findings, and fits a phone', async () => {
  const visitor = await enterReview(marque, link);
  const id = await visitor.comment(asset, 'Fine.', {
    anchor: JSON.stringify({ rect: [0.1, 0.1, 0.3, 0.3] }),
  });
  await editor.create(`/comments/${id}/replies`, { body: 'long'.repeat(60) });
  expect(await problemsOf(link.url)).toEqual([]);
  const [name = '', value = ''] = visitor.cookie.split('=');
  expect(await problemsOf(link.url, [{ name, value }])).toEqual([]);
});

it('an upload link sends several files, each with its progress, and says which weren’t taken', async () => {
  const collection = await marque.makeCollection(place, { name: 'Many files' });
  const { url } = await makeShareLink(marque, as, { kind: 'upload', collection });
  const page = await openPage(phone);
  await page.goto(url);
  await page.getByLabel('Your name').fill('Nora');
  const broken = (await readFile('fixtures/coffee.png')).subarray(0, 40);
  const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([
      chosen('one.png', await makePicture()),
      chosen('broken.png', broken),
      chosen('two.png', await makePicture()),
    ]);
  await page.getByRole('button', { name: 'Upload' }).press('Enter');
  await page.getByRole('status').getByText('2 files were uploaded').waitFor();
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    'one.pngUploaded',
    expect.stringMatching(/^broken\.pngNot uploaded./),
    'two.pngUploaded',
  ]);
  // What failed is still chosen.
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  const waiting = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${collection}`, { as });
  expect((waiting.body.data as { filename: string }[]).map(({ filename }) => filename).sort()).toEqual([
    'one.png',
    'two.png',
  ]);
  expect(waiting.body.data[0].proposedBy).toBe('Nora (link “Many files”)');
  expect(complaints.filter((one) => !one.includes('status of 4'))).toEqual([]);
});
