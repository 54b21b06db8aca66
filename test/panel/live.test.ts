// Two people in the panel at once, in a browser each: what one does, the other sees without a reload.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { APIResponse, Locator, Page, Route } from 'playwright-core';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { openProposal, proposalItem, waitingProposal } from '../setup/review-queue.ts';
import { look, openPanel, type Visitor } from '../setup/panel.ts';
import { assetCard } from './panel-assets.ts';

const { panel, visitor: boss } = await openPanel();

let mia: Visitor;
let scout: PanelAgent;

/** Full page loads, and streams of events that were opened, by this page. */
function watch(page: Page): { loads: number; streams: number } {
  const seen = { loads: 0, streams: 0 };
  page.on('load', () => (seen.loads += 1));
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/events/stream')) seen.streams += 1;
  });
  return seen;
}

/** Waits until the page follows what happens. */
async function opened(page: Page, path: string): Promise<void> {
  const follows = page.waitForResponse((answer) => answer.url().includes('/api/v1/events/stream'));
  await page.goto(`${panel.url}${path}`);
  expect((await follows).headers()['content-type']).toBe('text/event-stream');
}

const queueCount = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: 'Queue' }).getByText(words, { exact: true });
const menuCount = (page: Page, words: string): Locator =>
  page.locator('nav a').filter({ hasText: 'Review' }).getByText(words);

beforeAll(async () => {
  mia = await joinPanel(panel, boss, 'Mia Member', 'write');
  scout = await newPanelAgent(panel, 'Scout', boss);
});

describe('the review queue', () => {
  const ids: string[] = [];

  it('follows what is proposed and decided elsewhere, and so does the count in the menu', async () => {
    const { page } = boss;
    await opened(page, '/admin/review');
    const seen = watch(page);
    for (const name of ['one.png', 'two.png', 'three.png', 'four.png'])
      ids.push(await waitingProposal(boss, await filePicture(scout.call, name)));
    await queueCount(page, '4 waiting').waitFor();
    await menuCount(page, '4 waiting').waitFor({ state: 'attached' });
    // The one that somebody looks at stays, whoever decides it; which one a slow page opened first isn't certain.
    await proposalItem(page, ids[3] ?? '')
      .getByRole('button')
      .first()
      .click();
    await proposalItem(page, ids[3] ?? '')
      .locator('[aria-current]')
      .waitFor();

    await openProposal(panel, mia.page, ids[0] ?? '');
    await mia.page.keyboard.press('a');
    await proposalItem(mia.page, ids[0] ?? '').waitFor({ state: 'detached' });
    await proposalItem(page, ids[0] ?? '').waitFor({ state: 'detached' });
    await queueCount(page, '3 waiting').waitFor();
    await menuCount(page, '3 waiting').waitFor({ state: 'attached' });
    expect(seen).toEqual({ loads: 0, streams: 0 });
  });

  it('keeps what somebody types, and shows what became of the proposal they look at', async () => {
    const { page } = boss;
    const [, two = '', three = ''] = ids;
    await opened(page, `/admin/review?id=${two}`);
    await proposalItem(page, two).locator('[aria-current]').waitFor();
    await page.keyboard.press('r');
    await page.getByRole('textbox').last().fill('Too dark for the cover');
    await mia.api('POST', `/api/v1/proposals/${three}/decision`, { decision: 'reject', note: 'Not ours' });
    await proposalItem(page, three).waitFor({ state: 'detached' });
    // No key loses a note.
    await page.keyboard.press('Escape');
    expect(await page.getByRole('textbox').last().inputValue()).toBe('Too dark for the cover');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();

    await mia.api('POST', `/api/v1/proposals/${two}/decision`, { decision: 'accept' });
    await page.getByRole('region', { name: 'two.png' }).getByText('Mia Member').first().waitFor();
    await queueCount(page, '1 waiting').waitFor();
    expect(await page.getByRole('group', { name: 'Decision' }).count()).toBe(0);
    expect(await proposalItem(page, two).count()).toBe(1);
  });
});

describe('the library', () => {
  it('shows new assets at the top, and waits for those who are further down', async () => {
    const { page } = boss;
    await page.setViewportSize({ width: 700, height: 400 });
    await opened(page, '/admin/collections/assets');
    await assetCard(page, 'two.png').waitFor();
    await filePicture(mia.api.bind(mia), 'fresh.png');
    await assetCard(page, 'fresh.png').waitFor();
    for (const name of ['five.png', 'six.png']) await filePicture(mia.api.bind(mia), name);
    await assetCard(page, 'six.png').waitFor();

    await page.evaluate(() => window.scrollTo({ top: 400 }));
    const place = () => assetCard(page, 'one.png').evaluate((card) => card.getBoundingClientRect().top);
    const before = await place();
    await filePicture(mia.api.bind(mia), 'late.png');
    const pill = page.getByRole('button', { name: '1 new asset' });
    await pill.waitFor();
    expect(await place()).toBe(before);
    expect(await assetCard(page, 'late.png').count()).toBe(0);
    await look(panel, page, 'library-new-assets');
    await page.setViewportSize({ width: 700, height: 400 });
    await pill.click();
    await assetCard(page, 'late.png').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

it('collections follow: the list, and what is in one', async () => {
  const { page } = boss;
  await page.setViewportSize({ width: 1440, height: 900 });
  await opened(page, '/admin/collections/collections');
  const { data } = await mia.api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Spring' });
  await page.getByRole('link', { name: 'Spring' }).click();
  await page.getByRole('heading', { name: 'Nothing in here yet' }).waitFor();
  const seen = watch(page);
  const asset = await filePicture(mia.api.bind(mia), 'leaf.png');
  await mia.api('POST', `/api/v1/collections/${data.id}/assets`, { add: [asset] });
  await page.getByText('1 asset', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'leaf.png' }).waitFor();
  expect(seen).toEqual({ loads: 0, streams: 0 });
});

it('an asset of a collection keeps its new place when a list from before arrives late', async () => {
  const { page } = boss;
  const { data } = await mia.api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Winter' });
  const add = [
    await filePicture(mia.api.bind(mia), 'snow.png'),
    await filePicture(mia.api.bind(mia), 'ice.png'),
  ];
  const list = `/api/v1/collections/${data.id}/assets`;
  await mia.api('POST', list, { add });
  await opened(page, `/admin/collections/collections/${data.id}`);
  await page.getByRole('button', { name: 'Move ice.png, 2 of 2' }).waitFor();

  let held: { route: Route; response: APIResponse } | undefined;
  await page.route(
    (url) => url.pathname === list,
    async (route) => {
      held = { route, response: await route.fetch() };
    },
    { times: 1 },
  );
  await mia.api('PATCH', `/api/v1/collections/${data.id}`, { description: 'For the winter.' });
  await until(() => Promise.resolve(held !== undefined));
  const firsts = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const name = document.querySelector('[aria-label="Assets in this collection"] a')?.textContent ?? '';
      if (seen.at(-1) !== name) seen.push(name);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  const answerTo = (method: string) =>
    page.waitForResponse(
      (answer) => new URL(answer.url()).pathname === list && answer.request().method() === method,
    );
  const sent = answerTo('POST');
  await page.getByRole('button', { name: 'Move ice.png, 2 of 2' }).press('ArrowLeft');
  await sent;
  const late = answerTo('GET');
  await held?.route.fulfill({ response: held.response });
  await late;
  // What was shown meanwhile came from there.
  await answerTo('GET');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Move ice.png, 2 of 2' }).waitFor();
  expect(await firsts.jsonValue()).toEqual(['ice.png', 'snow.png']);
});

it('activity, agents and people follow, over one stream for all views of a tab', async () => {
  const { page } = boss;
  await page.setViewportSize({ width: 1440, height: 900 });
  await opened(page, '/admin/activity');
  const seen = watch(page);
  await page.getByRole('list', { name: 'Activity' }).waitFor();
  const { data } = await mia.api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Autumn' });
  expect(data.id).not.toBe('');
  await page.getByText('created the collection Autumn').waitFor();

  await page.locator('nav a').filter({ hasText: 'Agents' }).click();
  await page.getByRole('heading', { name: /^Agents/ }).waitFor();
  const key = await newPanelAgent(panel, 'Mia’s agent', mia);
  await page.locator(`[data-agent="${key.id}"]`).waitFor();
  await mia.api('DELETE', `/api/v1/keys/${key.id}`);
  await page.locator(`[data-agent="${key.id}"]`).waitFor({ state: 'detached' });
  expect(seen).toEqual({ loads: 0, streams: 0 });
});
