// The review queue in a real browser.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { answersOn, openProposal, proposalItem, waitingProposal } from '../setup/review-queue.ts';
import { look, openPanel, type Visitor } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
let scout: PanelAgent;
let brand: string;

const newAgent = (name: string, as: Visitor, own = true) => newPanelAgent(panel, name, as, own);

interface Asset {
  id: string;
  status: string;
  tags: string[];
  fields: Record<string, unknown>;
  metadata: { title?: string };
}
interface Proposal {
  id: string;
  status: string;
  decidedBy: string | null;
  reviewNote: string | null;
}

const assetAt = (id: string): Promise<Asset> => api('GET', `/api/v1/assets/${id}`);
const proposalsOn = (target: string, query = ''): Promise<Proposal[]> =>
  api('GET', `/api/v1/proposals?status=any&target=${target}${query}`);
const waitingOn = (target: string) => waitingProposal(boss, target);
async function proposeRules(set: unknown[], note?: string): Promise<string> {
  const body = { set, ...(note ? { note } : {}) };
  return (await scout.call<{ data: Proposal }>('POST', '/api/v1/brand/proposed-rules', body)).data.id;
}
const setRules = (set: unknown[]) => api('PATCH', '/api/v1/brand/rules', { set });

const join = (name: string, scope: string) => joinPanel(panel, boss, name, scope);

const open = (id: string, on = page) => openProposal(panel, on, id);
const counted = (words: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(words, { exact: true });

beforeAll(async () => {
  scout = await newAgent('Scout', boss);
  brand = (await api<{ slug: string }[]>('GET', '/api/v1/brands'))[0]?.slug ?? '';
  await api('POST', '/api/v1/fields', { key: 'season', label: 'Season', type: 'text' });
});

describe('a proposal', () => {
  let own: string;
  let fresh: string;

  it('is counted in the navigation and on the dashboard, and listed in the queue', async () => {
    own = await filePicture(boss.api.bind(boss), 'cup.png', { tags: ['drink'] });
    fresh = await filePicture(scout.call, 'green-cup.png', {
      origin: 'generated',
      generator: 'Imagine 4',
      prompt: 'The very cup, in green',
      parentAssetId: own,
      note: 'As you asked on Tuesday.',
    });
    await scout.call('POST', `/api/v1/assets/${own}/proposed-tags`, { tags: ['coffee', 'morning'] });
    await page.goto(`${panel.url}/admin`);
    const waiting = page.getByRole('region', { name: 'Waiting for review' });
    await waiting.getByRole('link', { name: 'Review all 2' }).waitFor();
    expect(await waiting.getByRole('listitem').count()).toBe(2);
    const link = page.locator('nav a').filter({ hasText: 'Review' });
    await link.getByText('2 waiting').waitFor();
    await link.click();
    await page.getByRole('heading', { name: 'Review', exact: true }).waitFor();
    await counted('2 waiting').waitFor();
    for (const words of ['New asset', 'Tags: coffee, morning'])
      await page.getByRole('region', { name: 'Queue' }).getByText(words).waitFor();
  });

  it('of an asset shows its parent and provenance, and is accepted with the key a', async () => {
    const id = await waitingOn(fresh);
    await open(id);
    const one = page.getByRole('region', { name: 'green-cup.png' });
    for (const words of ['As you asked on Tuesday.', 'Made from', 'Imagine 4', 'The very cup, in green'])
      await one.getByText(words).first().waitFor();
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.mq-sides img')].filter(
          (img) => img.naturalWidth > 0,
        ).length === 2,
    );
    await look(panel, page, 'asset');
    await page.keyboard.press('a');
    await proposalItem(page, id).waitFor({ state: 'detached' });
    expect((await assetAt(fresh)).status).toBe('active');
  });

  it('can be edited, then accepted', async () => {
    const id = await waitingOn(own);
    await open(id);
    await page.keyboard.press('e');
    const form = page.getByRole('form', { name: 'Edit and accept' });
    expect(await form.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await form.getByRole('button', { name: 'Remove tag morning' }).click();
    await look(panel, page, 'edit-tags');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    expect((await assetAt(own)).tags).toEqual(['drink', 'coffee']);
    await look(panel, page, 'nothing');
  });

  it('is rejected with a note; shortcuts are off while typing', async () => {
    await scout.call('POST', `/api/v1/assets/${own}/proposed-fields`, { fields: { season: 'Autumn' } });
    const id = await waitingOn(own);
    await open(id);
    const one = page.getByRole('region', { name: 'cup.png' });
    await one.getByText('Season').first().waitFor();
    await one.getByText('Not set').waitFor();
    await page.keyboard.press('r');
    const note = page.getByLabel('What should the proposer know?');
    await note.waitFor();
    expect(await page.getByRole('button', { name: 'Reject with this note' }).isDisabled()).toBe(true);
    await note.pressSequentially('are we? jk: next year ?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await note.press('Control+Enter');
    await proposalItem(page, id).waitFor({ state: 'detached' });
    expect((await proposalsOn(own, '&kind=fields'))[0]).toMatchObject({
      status: 'rejected',
      reviewNote: 'are we? jk: next year ?',
    });
    expect((await assetAt(own)).fields).toEqual({});
  });
});

describe('a brand proposal', () => {
  it('shows color swatches and text diffs, and applies them when accepted', async () => {
    await setRules([
      { key: 'color.primary', type: 'color', value: '#2f55d4', usage: 'For what can be pressed.' },
      { key: 'voice.greeting', type: 'text', value: 'Good morning. What can we do for you?' },
    ]);
    const id = await proposeRules(
      [
        { key: 'color.primary', value: '#1f7a5a', usage: 'For what can be pressed, on light grounds.' },
        { key: 'voice.greeting', value: 'Good evening. What can we do for you?' },
      ],
      'The blue fails on green.',
    );
    await open(id);
    const color = page.locator('[data-rule="color.primary"]');
    const painted = await color
      .locator('.mq-bigspot')
      .evaluateAll((spots) => spots.map((spot) => getComputedStyle(spot).backgroundColor));
    expect(painted).toEqual(['rgb(47, 85, 212)', 'rgb(31, 122, 90)']);
    const greeting = page.locator('[data-rule="voice.greeting"]');
    expect(await greeting.locator('del').allTextContents()).toEqual(['morning']);
    expect(await greeting.locator('ins').allTextContents()).toEqual(['evening']);
    await page.getByText('The blue fails on green.').waitFor();
    await look(panel, page, 'rules');
    await answersOn(page).getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit and accept' });
    await form.getByLabel('Text').fill('Good evening. How can we help?');
    await look(panel, page, 'edit-rules');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, id).waitFor({ state: 'detached' });
    const rules = await api<{ key: string; value: unknown }[]>('GET', '/api/v1/brand/rules');
    expect(new Map(rules.map(({ key, value }) => [key, value]))).toEqual(
      new Map<string, unknown>([
        ['color.primary', '#1f7a5a'],
        ['voice.greeting', 'Good evening. How can we help?'],
      ]),
    );
  });

  it('shows the current state if it changed, and can then be edited or rejected', async () => {
    const id = await proposeRules([{ key: 'color.primary', value: '#aa0000' }]);
    await open(id);
    await setRules([{ key: 'color.primary', value: '#00aa00' }]);
    await answersOn(page).getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').filter({ hasText: 'changed since this was proposed' }).waitFor();
    await panel.expectRefusal(409);
    await page.getByRole('heading', { name: 'Current state' }).waitFor();
    await page.locator('.mq-one__change').getByText('#00aa00').waitFor();
    expect(await answersOn(page).getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
    await page.keyboard.press('e');
    const form = page.getByRole('form', { name: 'Edit and accept' });
    await page.locator('.mq-one__change').getByText('#00aa00').waitFor();
    await form.getByLabel('Label').fill('Green by now');
    await form.locator('input.mq-input[id$="-value"]').fill('#00aa11');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, id).waitFor({ state: 'detached' });
    const [rule] = (
      await api<{ key: string; value: unknown; label: string }[]>('GET', '/api/v1/brand/rules')
    ).filter(({ key }) => key === 'color.primary');
    expect(rule).toMatchObject({ value: '#00aa11', label: 'Green by now' });
  });

  it('of a page shows changed, added and unchanged sections', async () => {
    await api('PUT', `/api/v1/brands/${brand}/pages/voice`, {
      title: 'Voice',
      sections: [
        { template: 'text', title: 'In letters', body: 'We write as we speak.' },
        { template: 'text', title: 'On the phone', body: 'We say who we are.' },
      ],
    });
    interface View {
      page: { sections: { id: string; title: string; body: string }[] };
    }
    const before = await api<View>('GET', `/api/v1/brands/${brand}/pages/voice`);
    const letters = before.page.sections[0]?.id ?? '';
    const { data } = await scout.call<{ data: Proposal }>(
      'POST',
      `/api/v1/brands/${brand}/proposed-pages/voice`,
      {
        ops: [
          { op: 'update', id: letters, set: { body: 'We write as we talk.' } },
          { op: 'add', section: { template: 'text', title: 'In the shop', body: 'A nod is enough.' } },
        ],
      },
    );
    await open(data.id);
    const changed = page.locator(`[data-section="${letters}"]`);
    expect(await changed.locator('del').allTextContents()).toEqual(['speak']);
    expect(await changed.locator('ins').allTextContents()).toEqual(['talk']);
    await page.getByRole('heading', { name: 'In the shop' }).waitFor();
    await page.getByText('1 section unchanged.').waitFor();
    await look(panel, page, 'page');
    await page.keyboard.press('a');
    await proposalItem(page, data.id).waitFor({ state: 'detached' });
    const after = await api<View>('GET', `/api/v1/brands/${brand}/pages/voice`);
    expect(after.page.sections.map(({ body }) => body)).toEqual([
      'We write as we talk.',
      'We say who we are.',
      'A nod is enough.',
    ]);
  });
});

describe('two reviewers at once', () => {
  it('decide once: the second sees who decided', async () => {
    const asset = await filePicture(scout.call, 'twice.png');
    const id = await waitingOn(asset);
    const otto = await join('Otto', 'write');
    // Nobody tells this page live what Otto does: a stream that ends at once, and is asked for again.
    const stream = '**/api/v1/events/stream*';
    await page.route(stream, (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: '' }),
    );
    await open(id, otto.page);
    await open(id);
    await answersOn(otto.page).getByRole('button', { name: 'Accept' }).click();
    await proposalItem(otto.page, id).waitFor({ state: 'detached' });
    await answersOn(page).getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').filter({ hasText: 'already accepted by Otto' }).waitFor();
    await panel.expectRefusal(409);
    await page.getByRole('region', { name: 'twice.png' }).getByText('by Otto on').waitFor();
    expect(await answersOn(page).count()).toBe(0);
    await page.unroute(stream);
    await otto.context.close();
  });
});

describe('several proposals', () => {
  let robot: PanelAgent;
  let assets: string[];
  const ids = async (): Promise<string[]> => Promise.all(assets.map((asset) => waitingOn(asset)));

  beforeAll(async () => {
    robot = await newAgent('Nightly import', boss, false);
    assets = [];
    for (const name of ['one.png', 'two.png', 'three.png', 'four.png', 'five.png'])
      assets.push(await filePicture(robot.call, name));
    // By someone else, so that the filter leaves something out.
    await filePicture(scout.call, 'another.png');
  });

  it('are filtered by agent, and browsed with keys', async () => {
    const [one = '', , , four = '', five = ''] = await ids();
    await page.goto(`${panel.url}/admin/review`);
    await counted('6 waiting').waitFor();
    await page.getByLabel('From').selectOption('Nightly import');
    await counted('5 waiting').waitFor();
    const current = (id: string) => proposalItem(page, id).locator('[aria-current]');
    await current(five).waitFor();
    await page.keyboard.press('j');
    await current(four).waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('k');
    await current(five).waitFor();
    // Keys pressed faster than the page renders each act on the item the previous one opened.
    const machine = await page.context().newCDPSession(page);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('j');
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await current(one).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Edit, then accept').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await current(one).waitFor();
    expect(await Promise.all([five, four, one].map((id) => current(id).count()))).toEqual([0, 0, 1]);
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  it('are accepted together, and failures say why', async () => {
    const [one = '', two = '', three = '', four = '', five = ''] = await ids();
    for (const id of [five, four, three]) await proposalItem(page, id).getByRole('checkbox').check();
    // Somebody else is quicker by a moment.
    const rejected = () =>
      api('POST', `/api/v1/proposals/${four}/decision`, { decision: 'reject', note: 'Blurred.' });
    await page.route('**/proposals/batch', (route) => rejected().then(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Accept 3' }).click();
    await proposalItem(page, five).waitFor({ state: 'detached' });
    await proposalItem(page, three).waitFor({ state: 'detached' });
    await proposalItem(page, four).getByText('already rejected by').waitFor();
    expect((await assetAt(assets[4] ?? '')).status).toBe('active');
    expect((await assetAt(assets[3] ?? '')).status).toBe('rejected');
    for (const id of [one, two]) expect(await proposalItem(page, id).count()).toBe(1);
  });

  it('are rejected together, with one note', async () => {
    const [one = '', two = ''] = await Promise.all(assets.slice(0, 2).map((asset) => waitingOn(asset)));
    await page.reload();
    await counted('2 waiting').waitFor();
    await page.getByLabel('Select all shown').check();
    await page.getByRole('button', { name: 'Reject 2' }).click();
    const sheet = page.getByRole('dialog', { name: 'Reject 2' });
    await sheet.getByLabel('What should the proposer know?').fill('Not for us.');
    await sheet.getByRole('button', { name: 'Reject with this note' }).click();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    const rejected = await robot.call<{ data: Proposal[] }>('GET', '/api/v1/proposals?status=rejected');
    expect(rejected.data.filter(({ id }) => [one, two].includes(id))).toMatchObject([
      { reviewNote: 'Not for us.' },
      { reviewNote: 'Not for us.' },
    ]);
  });

  it('can be read once decided, with who decided and why', async () => {
    await page.getByLabel('State').selectOption('Rejected');
    await counted('3 in total').waitFor();
    await page.getByRole('button', { name: 'four.png' }).click();
    const one = page.getByRole('region', { name: 'four.png' });
    await one.getByText('Blurred.').waitFor();
    expect(await answersOn(page).count()).toBe(0);
    await page.getByLabel('Kind').selectOption('Rules');
    await page.getByRole('heading', { name: 'No proposals' }).waitFor();
  });

  it('show as a list or one at a time on a phone', async () => {
    const asset = await filePicture(robot.call, 'small.png');
    const id = await waitingOn(asset);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${panel.url}/admin/review`);
    await proposalItem(page, id).getByRole('button', { name: 'small.png' }).click();
    await answersOn(page).waitFor();
    expect(await proposalItem(page, id).isVisible()).toBe(false);
    await page.goBack();
    const button = proposalItem(page, id).getByRole('button', { name: 'small.png' });
    await button.waitFor();
    // Going back right away, before the router caught up, also shows the list.
    await button.evaluate((element: HTMLElement) => {
      element.click();
      window.history.back();
    });
    await button.waitFor();
    await page.waitForURL((url) => !url.searchParams.has('id'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await look(panel, page, 'list');
  });
});

describe('a note', () => {
  it('is required only if the settings say so', async () => {
    await api('PATCH', '/api/v1/settings/review?context=workspace', { requireNoteOnReject: false });
    const [queued, onPage] = [await filePicture(scout.call, 'a.png'), await filePicture(scout.call, 'b.png')];
    const id = await waitingOn(queued);
    await open(id);
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Reject without a note' }).click();
    await proposalItem(page, id).waitFor({ state: 'detached' });
    await page.goto(`${panel.url}/admin/collections/assets/${onPage}`);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('button', { name: 'Reject without a note' }).click();
    await until(async () => (await assetAt(onPage)).status === 'rejected');
    expect((await assetAt(queued)).status).toBe('rejected');
    await api('DELETE', '/api/v1/settings/review?context=workspace');
  });
});
