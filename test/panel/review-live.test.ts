// The review queue while others decide: what the person looks at stays, and keys decide nothing else.
import { expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';
import { answersOn, openProposal, proposalItem, waitingProposal } from '../setup/review-queue.ts';

const { panel, visitor, page, data } = await openPanel();

const accept = (id: string) => data('POST', `/api/v1/proposals/${id}/decision`, { decision: 'accept' });

let scout: PanelAgent;

/** Files pictures to review, and opens the queue, which is heard of live. @returns their proposals, the newest first */
async function openQueue(...names: string[]): Promise<string[]> {
  scout ??= await newPanelAgent(panel, 'Scout', visitor, false);
  const ids: string[] = [];
  for (const name of names) ids.unshift(await waitingProposal(visitor, await filePicture(scout.call, name)));
  await openProposal(panel, page, ids[0] ?? '');
  const stream = page.waitForResponse('**/api/v1/events/stream*');
  await page.reload();
  await stream;
  await answersOn(page).waitFor();
  return ids;
}

/** Holds back requests to an address. */
async function hold(url: RegExp): Promise<{ asked: () => number; release: () => void }> {
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  return { asked: () => asked, release };
}

const current = (id: string) => proposalItem(page, id).locator('[aria-current]');

it('stays at the proposal that the person has gone on to while the queue was read again', async () => {
  const [, second = '', third = ''] = await openQueue('third.png', 'second.png', 'first.png');
  // The queue is read again because of another decision, and slowly.
  const reading = await hold(/\/api\/v1\/proposals\?.*limit=(?!1\b)/);
  await accept(third);
  await until(() => Promise.resolve(reading.asked() > 0));
  await page.keyboard.press('j');
  await current(second).waitFor();
  // Meanwhile somebody decides what is looked at now: it's not in the queue that comes.
  await accept(second);
  reading.release();
  await page.getByRole('region', { name: 'second.png' }).getByText('Accepted').waitFor();
  expect(await current(second).count()).toBe(1);
  expect(await answersOn(page).count()).toBe(0);
  await page.unrouteAll();
});

it('lets the person go on while a decision is under way, and takes nobody back', async () => {
  const [newest = '', , oldest = ''] = await openQueue('c.png', 'b.png', 'a.png');
  const deciding = await hold(/\/decision$/);
  await page.keyboard.press('a');
  await until(() => Promise.resolve(deciding.asked() === 1));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await current(oldest).waitFor();
  deciding.release();
  await proposalItem(page, newest).waitFor({ state: 'detached' });
  expect(await current(oldest).count()).toBe(1);
  await page.unrouteAll();
});

it('opens queues by name, saves one for the person alone, and takes it away with undo', async () => {
  await openQueue('pier.png');
  const queues = page.getByRole('navigation', { name: 'Queues' });
  const here = queues.locator('[aria-current]');
  const names = () => queues.getByRole('link').allTextContents();
  const always = ['Everything', 'Waiting for me', 'Due soon', 'From agents', 'From my team'];
  expect(await names()).toEqual(always);
  await queues.getByRole('link', { name: 'From my team' }).click();
  await page.getByText('Nothing to review').waitFor();
  await queues.getByRole('link', { name: 'From agents' }).click();
  await answersOn(page).waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe('agents');
  expect(await page.getByLabel('From').inputValue()).toBe('agents');
  expect(await here.allTextContents()).toEqual(['From agents']);

  await page.getByLabel('Kind').selectOption('New asset');
  expect(await here.count()).toBe(0);
  await queues.getByRole('button', { name: 'Save this queue' }).click();
  const sheet = page.getByRole('dialog', { name: 'Save this queue' });
  await sheet.getByLabel('Name').fill('Agents’ assets');
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  expect(await here.allTextContents()).toEqual(['Agents’ assets']);
  await look(panel, page, 'review-queues');
  await page.reload();
  await answersOn(page).waitFor();
  expect(await here.allTextContents()).toEqual(['Agents’ assets']);

  await queues.getByRole('button', { name: 'Remove “Agents’ assets”' }).click();
  await until(async () => (await names()).length === always.length);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await names()).length > always.length);
  await queues.getByRole('link', { name: 'Everything' }).click();
  await until(async () => new URL(page.url()).search === '' || !page.url().includes('from='));
  expect(await here.allTextContents()).toEqual(['Everything']);
});
