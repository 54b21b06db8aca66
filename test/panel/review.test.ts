// The review queue, the agents page and the OAuth consent page, in a real browser.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { agentOf } from '../agents/client.ts';
import { until } from '../setup/children.ts';
import { admin, look, startPanel, untilAlive, type Panel, type Visitor } from '../setup/panel.ts';

let panel: Panel;
let boss: Visitor;
let page: Page;
let scout: Agent;
let brand: string;

/** Calls the API as the first browser's person. */
const api = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await boss.api<{ data: T }>(method, path, body)).data;

interface Agent {
  id: string;
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

async function newAgent(name: string, as: Visitor, own = true): Promise<Agent> {
  const { data } = await as.api<{ data: { id: string; secret: string } }>('POST', '/api/v1/keys', {
    name,
    scope: 'propose',
    own,
  });
  return {
    id: data.id,
    call: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(`${panel.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${data.secret}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

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

let hue = 0;
/** Uploads a unique image. */
async function file(
  call: Agent['call'],
  filename: string,
  meta: Record<string, unknown> = {},
): Promise<string> {
  hue += 17;
  const bytes = await sharp('fixtures/coffee.png').modulate({ hue }).resize(320).png().toBuffer();
  const { token, uploadUrl } = await call<{ token: string; uploadUrl: string }>('POST', '/api/v1/uploads', {
    filename,
    mime: 'image/png',
    size: bytes.length,
  });
  expect((await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })).ok).toBe(true);
  return (await call<{ data: Asset }>('POST', '/api/v1/assets', { token, ...meta })).data.id;
}

const assetAt = (id: string): Promise<Asset> => api('GET', `/api/v1/assets/${id}`);
const proposalsOn = (target: string, query = ''): Promise<Proposal[]> =>
  api('GET', `/api/v1/proposals?status=any&target=${target}${query}`);
async function waitingOn(target: string): Promise<string> {
  const [first, ...more] = await api<Proposal[]>('GET', `/api/v1/proposals?target=${target}`);
  expect(more).toEqual([]);
  return first?.id ?? '';
}
async function proposeRules(set: unknown[], note?: string): Promise<string> {
  const body = { set, ...(note ? { note } : {}) };
  return (await scout.call<{ data: Proposal }>('POST', '/api/v1/brand/proposed-rules', body)).data.id;
}
const setRules = (set: unknown[]) => api('PATCH', '/api/v1/brand/rules', { set });

async function join(name: string, scope: string): Promise<Visitor> {
  const email = `${name.toLowerCase()}@example.com`;
  const me = await api<{ workspace: { id: string } }>('GET', '/api/v1/me');
  const { url } = await api<{ url: string }>('POST', '/api/v1/invitations', {
    email,
    resource: 'workspace',
    resourceId: me.workspace.id,
    scope,
  });
  const visitor = await panel.visit();
  const token = /[^/=]+$/.exec(url)?.[0];
  await visitor.api('POST', '/api/auth/sign-up', { name, email, password: admin.password, token });
  return visitor;
}

/** Opens one proposal, and waits for its decision buttons. */
async function open(id: string, on = page): Promise<void> {
  await on.goto(`${panel.url}/admin/review?id=${id}`);
  await on.locator(`[data-proposal="${id}"] [aria-current]`).waitFor();
  await on.getByRole('group', { name: 'Decision' }).waitFor();
}
const item = (id: string, on = page) => on.locator(`[data-proposal="${id}"]`);
const counted = (words: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(words, { exact: true });
const answers = (on = page) => on.getByRole('group', { name: 'Decision' });

beforeAll(async () => {
  panel = await startPanel();
  boss = await panel.visit();
  ({ page } = boss);
  await panel.signIn(page, admin);
  scout = await newAgent('Scout', boss);
  brand = (await api<{ slug: string }[]>('GET', '/api/v1/brands'))[0]?.slug ?? '';
  await api('POST', '/api/v1/fields', { key: 'season', label: 'Season', type: 'text' });
}, 1_200_000); // the panel is built first where it isn't
afterAll(() => panel?.close());
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

describe('a proposal', () => {
  let own: string;
  let fresh: string;

  it('is counted in the navigation and on the dashboard, and listed in the queue', async () => {
    own = await file(boss.api.bind(boss), 'cup.png', { tags: ['drink'] });
    fresh = await file(scout.call, 'green-cup.png', {
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
    await page.getByRole('button', { name: 'Open Menu' }).click();
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
    await item(id).waitFor({ state: 'detached' });
    expect((await assetAt(fresh)).status).toBe('active');
  });

  it('can be edited, then accepted', async () => {
    const id = await waitingOn(own);
    await open(id);
    await page.keyboard.press('e');
    const form = page.getByRole('form', { name: 'Edit and accept' });
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
    await item(id).waitFor({ state: 'detached' });
    expect((await proposalsOn(own, '&kind=fields'))[0]).toMatchObject({
      status: 'rejected',
      reviewNote: 'are we? jk: next year ?',
    });
    expect((await assetAt(own)).fields).toEqual({});
  });
});

describe('a brand proposal', () => {
  it('shows colour swatches and text diffs, and applies them when accepted', async () => {
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
    const colour = page.locator('[data-rule="color.primary"]');
    const painted = await colour
      .locator('.mq-bigspot')
      .evaluateAll((spots) => spots.map((spot) => getComputedStyle(spot).backgroundColor));
    expect(painted).toEqual(['rgb(47, 85, 212)', 'rgb(31, 122, 90)']);
    const greeting = page.locator('[data-rule="voice.greeting"]');
    expect(await greeting.locator('del').allTextContents()).toEqual(['morning']);
    expect(await greeting.locator('ins').allTextContents()).toEqual(['evening']);
    await page.getByText('The blue fails on green.').waitFor();
    await look(panel, page, 'rules');
    await answers().getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit and accept' });
    await form.getByLabel('Text').fill('Good evening. How can we help?');
    await look(panel, page, 'edit-rules');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await item(id).waitFor({ state: 'detached' });
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
    await answers().getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').filter({ hasText: 'changed since this was proposed' }).waitFor();
    await panel.expectRefusal(409);
    await page.getByRole('heading', { name: 'Current state' }).waitFor();
    await page.locator('.mq-one__change').getByText('#00aa00').waitFor();
    expect(await answers().getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
    await page.keyboard.press('e');
    const form = page.getByRole('form', { name: 'Edit and accept' });
    await page.locator('.mq-one__change').getByText('#00aa00').waitFor();
    await form.getByLabel('Label').fill('Green by now');
    await form.locator('input.mq-input[id$="-value"]').fill('#00aa11');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await item(id).waitFor({ state: 'detached' });
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
    await item(data.id).waitFor({ state: 'detached' });
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
    const asset = await file(scout.call, 'twice.png');
    const id = await waitingOn(asset);
    const otto = await join('Otto', 'write');
    await open(id, otto.page);
    await open(id);
    await answers(otto.page).getByRole('button', { name: 'Accept' }).click();
    await item(id, otto.page).waitFor({ state: 'detached' });
    await answers().getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').filter({ hasText: 'already accepted by Otto' }).waitFor();
    await panel.expectRefusal(409);
    await page.getByRole('region', { name: 'twice.png' }).getByText('by Otto on').waitFor();
    expect(await answers().count()).toBe(0);
    await otto.context.close();
  });
});

describe('several proposals', () => {
  let robot: Agent;
  let assets: string[];
  const ids = async (): Promise<string[]> => Promise.all(assets.map((asset) => waitingOn(asset)));

  beforeAll(async () => {
    robot = await newAgent('Nightly import', boss, false);
    assets = [];
    for (const name of ['one.png', 'two.png', 'three.png', 'four.png', 'five.png'])
      assets.push(await file(robot.call, name));
    // By someone else, so that the filter leaves something out.
    await file(scout.call, 'another.png');
  });

  it('are filtered by agent, and browsed with keys', async () => {
    const [one = '', , , four = '', five = ''] = await ids();
    await page.goto(`${panel.url}/admin/review`);
    await counted('6 waiting').waitFor();
    await page.getByLabel('From').selectOption('Nightly import');
    await counted('5 waiting').waitFor();
    const current = (id: string) => item(id).locator('[aria-current]');
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
    for (const id of [five, four, three]) await item(id).getByRole('checkbox').check();
    await api('POST', `/api/v1/proposals/${four}/decision`, { decision: 'reject', note: 'Blurred.' });
    await page.getByRole('button', { name: 'Accept 3' }).click();
    await item(five).waitFor({ state: 'detached' });
    await item(three).waitFor({ state: 'detached' });
    await item(four).getByText('already rejected by').waitFor();
    expect((await assetAt(assets[4] ?? '')).status).toBe('active');
    expect((await assetAt(assets[3] ?? '')).status).toBe('rejected');
    for (const id of [one, two]) expect(await item(id).count()).toBe(1);
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
    expect(await answers().count()).toBe(0);
    await page.getByLabel('Kind').selectOption('Rules');
    await page.getByRole('heading', { name: 'No proposals' }).waitFor();
  });

  it('show as a list or one at a time on a phone', async () => {
    const asset = await file(robot.call, 'small.png');
    const id = await waitingOn(asset);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${panel.url}/admin/review`);
    await item(id).getByRole('button', { name: 'small.png' }).click();
    await answers().waitFor();
    expect(await item(id).isVisible()).toBe(false);
    await page.goBack();
    const button = item(id).getByRole('button', { name: 'small.png' });
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
    const [queued, onPage] = [await file(scout.call, 'a.png'), await file(scout.call, 'b.png')];
    const id = await waitingOn(queued);
    await open(id);
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Reject without a note' }).click();
    await item(id).waitFor({ state: 'detached' });
    await page.goto(`${panel.url}/admin/collections/assets/${onPage}`);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('button', { name: 'Reject without a note' }).click();
    await until(async () => (await assetAt(onPage)).status === 'rejected');
    expect((await assetAt(queued)).status).toBe('rejected');
    await api('DELETE', '/api/v1/settings/review?context=workspace');
  });
});

describe('someone who can only propose', () => {
  it('sees their own proposals, and withdraws one', async () => {
    const nina = await join('Nina', 'propose');
    const hers = await newAgent('Nina’s helper', nina);
    const asset = await file(hers.call, 'hers.png');
    const other = await waitingOn(await file(scout.call, 'not-hers.png'));
    const id = await waitingOn(asset);
    await nina.page.goto(`${panel.url}/admin/review`);
    await item(id, nina.page).waitFor();
    expect(await item(other, nina.page).count()).toBe(0);
    expect(await answers(nina.page).count()).toBe(0);
    await nina.page.getByRole('button', { name: 'Withdraw' }).click();
    await nina.page.getByRole('button', { name: 'Withdraw “hers.png”' }).click();
    await nina.page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    expect((await assetAt(asset)).status).toBe('draft');
    await nina.context.close();
  });

  it('has no link to the queue with read alone', async () => {
    const rea = await join('Rea', 'read');
    await rea.page.goto(`${panel.url}/admin`);
    await rea.page.getByRole('heading', { name: 'Hello, Rea' }).waitFor();
    const links = rea.page.locator('nav a');
    await links.filter({ hasText: 'Agents' }).waitFor({ state: 'attached' });
    expect(await links.filter({ hasText: 'Review' }).count()).toBe(0);
    await rea.page.goto(`${panel.url}/admin/review`);
    await rea.page.getByText('Only people who can propose or review').waitFor();
    await rea.context.close();
  });
});

describe('the agents', () => {
  const entry = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

  it('are listed with their waiting proposals, below the address to connect', async () => {
    await page.goto(`${panel.url}/admin/agents`);
    await page.getByText(`${panel.url}/api/v1/mcp`, { exact: true }).waitFor();
    await page.getByText('A program with a key').click();
    await page.getByLabel('Configuration').getByText('"Authorization": "Bearer').waitFor();
    await entry('Nightly import').getByText('The workspace').waitFor();
    await look(panel, page, 'agents');
    await entry('Nightly import').getByRole('link', { name: '1 proposal' }).click();
    await counted('1 waiting').waitFor();
    await page.getByRole('button', { name: 'small.png' }).waitFor();
    expect(await page.getByLabel('From').locator('option:checked').textContent()).toBe('Nightly import');
  });

  it('get the scopes that the settings allow, with the default selected', async () => {
    await api('PATCH', '/api/v1/settings/agents?context=workspace', {
      defaultScope: 'read',
      maxScope: 'propose',
    });
    await page.goto(`${panel.url}/admin/agents`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const scope = page.getByLabel('Scope');
    expect(await scope.locator('option').allTextContents()).toEqual([
      'Read',
      'Propose: suggest changes for review',
    ]);
    expect(await scope.inputValue()).toBe('read');
    await page.getByLabel('Name').fill('Reader bot');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Reader bot is ready' }).waitFor();
    await entry('Reader bot').getByText('Never').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await api('DELETE', '/api/v1/settings/agents?context=workspace');
  });

  it('stop working when revoked, after a confirmation', async () => {
    await entry('Reader bot').getByRole('button', { name: 'Revoke' }).click();
    await entry('Reader bot').getByRole('button', { name: 'Revoke “Reader bot”' }).click();
    await entry('Reader bot').waitFor({ state: 'detached' });
    const keys = await api<{ name: string }[]>('GET', '/api/v1/keys');
    expect(keys.map(({ name }) => name)).not.toContain('Reader bot');
  });
});

describe('an agent that knows only the address', () => {
  let listener: Server;
  let redirectUrl: string;
  let visitor: Visitor;
  const kept: { client?: object; tokens?: object; verifier?: string; to?: URL } = {};

  beforeAll(async () => {
    listener = createServer((_, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end('<link rel="icon" href="data:,"><h1>You can close this</h1>');
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    redirectUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/back`;
    visitor = await panel.visit();
  });
  afterAll(() => {
    listener.close();
  });

  const provider = (): OAuthClientProvider => ({
    redirectUrl,
    clientMetadata: { client_name: 'Chat app', redirect_uris: [redirectUrl] },
    state: () => 'kept',
    clientInformation: () => kept.client as { client_id: string } | undefined,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens as { access_token: string; token_type: string } | undefined,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (to) => void (kept.to = to),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  });
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/api/v1/mcp', panel.url), { authProvider: provider() });
  const connectTo = (client: Client, by: StreamableHTTPClientTransport) => client.connect(by);
  /** The address the client opens in the person's browser. */
  async function asks(client: Client, by: StreamableHTTPClientTransport): Promise<string> {
    await expect(connectTo(client, by)).rejects.toThrow('Unauthorized');
    return kept.to?.toString() ?? '';
  }

  it('is connected by a person who signs in on the way, proposes, and stops working when disconnected', async () => {
    const client = new Client({ name: 'Chat app', version: '1' });
    const first = transport();
    const { page: theirs } = visitor;
    await theirs.goto(await asks(client, first));
    await theirs.waitForURL('**/admin/login?redirect=*');
    await untilAlive(theirs);
    await theirs.getByLabel('Email').fill(admin.email);
    await theirs.getByLabel('Password').fill(admin.password);
    await theirs.getByRole('button', { name: 'Login' }).click();
    await theirs.getByRole('heading', { name: 'Chat app wants to connect' }).waitFor();
    await panel.expectRefusal(401);
    await theirs.getByText(new URL(redirectUrl).host).waitFor();
    expect(await theirs.getByRole('radio', { name: /^Propose/ }).isChecked()).toBe(true);
    expect(await theirs.getByRole('radio').count()).toBe(3);
    expect(await panel.findings(theirs)).toEqual([]);
    await theirs.setViewportSize({ width: 390, height: 800 });
    expect(await panel.overflow(theirs)).toBeLessThanOrEqual(0);
    await theirs.getByRole('button', { name: 'Allow', exact: true }).click();
    await theirs.getByRole('heading', { name: 'You can close this' }).waitFor();
    const back = new URL(theirs.url());
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['kept', panel.url]);

    await first.finishAuth(back.searchParams.get('code') ?? '');
    await connectTo(client, transport());
    const agent = await agentOf(client);
    expect((await agent.done('whoami')).data).toMatchObject({ kind: 'key', scope: 'propose' });
    const asset = await file(boss.api.bind(boss), 'for-the-chat.png');
    await agent.done('propose_tags', { id: asset, tags: ['chatty'] });

    await page.goto(`${panel.url}/admin/agents`);
    const entry = page
      .getByRole('region', { name: 'Connected agents' })
      .getByRole('listitem')
      .filter({ hasText: 'Chat app' });
    await entry.getByRole('link', { name: '1 proposal' }).waitFor();
    await entry.getByRole('button', { name: 'Disconnect' }).click();
    await entry.getByRole('button', { name: 'Disconnect “Chat app”' }).click();
    await entry.waitFor({ state: 'detached' });
    await expect(client.callTool({ name: 'whoami', arguments: {} })).rejects.toThrow();
    // Its proposal still waits, under its name.
    await open(await waitingOn(asset));
    await page.getByRole('region', { name: 'for-the-chat.png' }).getByText('Chat app, for').waitFor();
    await client.close();
  });

  it("can be declined, and a decided request can't be decided again", async () => {
    kept.tokens = undefined;
    const client = new Client({ name: 'Chat app', version: '1' });
    const { page: theirs } = visitor;
    await theirs.goto(await asks(client, transport()));
    await theirs.getByRole('button', { name: 'Don’t allow' }).click();
    await theirs.getByRole('heading', { name: 'You can close this' }).waitFor();
    expect(new URL(theirs.url()).searchParams.get('error')).toBe('access_denied');
    await theirs.goBack();
    await theirs.getByText('This request was already answered').waitFor();
    await panel.expectRefusal(410);
  });

  it("can't be approved inside a frame", async () => {
    const { headers } = await fetch(`${panel.url}/admin/connect?request=x`, { redirect: 'manual' });
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
