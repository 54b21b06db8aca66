// People who can only propose, the agents page and the OAuth consent page, in a real browser.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { agentOf } from '../agents/client.ts';
import { providerOf, type KeptByClient } from '../agents/sdk-provider.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { answersOn, openProposal, proposalItem, waitingProposal } from '../setup/review-queue.ts';
import { admin, look, openPanel, untilAlive, type Visitor } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
let scout: PanelAgent;

const newAgent = (name: string, as: Visitor, own = true) => newPanelAgent(panel, name, as, own);

const waitingOn = (target: string) => waitingProposal(boss, target);

const open = (id: string, on = page) => openProposal(panel, on, id);
const counted = (words: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(words, { exact: true });

beforeAll(async () => {
  scout = await newAgent('Scout', boss);
});

describe('someone who can only propose', () => {
  it('sees their own proposals, and withdraws one', async () => {
    const nina = await joinPanel(panel, boss, 'Nina', 'propose');
    const hers = await newAgent('Nina’s helper', nina);
    const asset = await filePicture(hers.call, 'hers.png');
    const other = await waitingOn(await filePicture(scout.call, 'not-hers.png'));
    const id = await waitingOn(asset);
    await nina.page.goto(`${panel.url}/admin/review`);
    await proposalItem(nina.page, id).waitFor();
    expect(await proposalItem(nina.page, other).count()).toBe(0);
    expect(await answersOn(nina.page).count()).toBe(0);
    await nina.page.getByRole('button', { name: 'Withdraw' }).click();
    await nina.page.getByRole('button', { name: 'Withdraw “hers.png”' }).click();
    await nina.page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    expect((await api<{ status: string }>('GET', `/api/v1/assets/${asset}`)).status).toBe('draft');
    await nina.context.close();
  });

  it('has no link to the queue with read alone', async () => {
    const rea = await joinPanel(panel, boss, 'Rea', 'read');
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

  beforeAll(async () => {
    const robot = await newAgent('Nightly import', boss, false);
    await filePicture(robot.call, 'small.png');
    // By someone else, so that the filter leaves something out.
    await filePicture(scout.call, 'another.png');
  });

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
  const kept: KeptByClient = {};

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

  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/api/v1/mcp', panel.url), {
      authProvider: providerOf(kept, { name: 'Chat app', redirectUrl, state: 'kept' }),
    });
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
    await theirs.getByText(`a program on this computer (${new URL(redirectUrl).host})`).waitFor();
    // The one who is signed in is named, and can sign in as somebody else, back to the same request.
    await theirs.getByText(`You’re signed in as ${admin.email}.`).waitFor();
    const asking = theirs.url();
    await theirs.getByRole('button', { name: 'Sign out and use another account' }).click();
    await theirs.waitForURL('**/admin/login?redirect=*');
    await untilAlive(theirs);
    await theirs.getByLabel('Email').fill(admin.email);
    await theirs.getByLabel('Password').fill(admin.password);
    await theirs.getByRole('button', { name: 'Login' }).click();
    await theirs.waitForURL(asking);
    await theirs.getByRole('heading', { name: 'Chat app wants to connect' }).waitFor();
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
    const asset = await filePicture(boss.api.bind(boss), 'for-the-chat.png');
    await agent.done('propose_tags', { id: asset, tags: ['chatty'] });

    await page.goto(`${panel.url}/admin/agents`);
    const entry = page
      .getByRole('region', { name: 'Connected agents' })
      .getByRole('listitem')
      .filter({ hasText: 'Chat app' });
    await entry.getByRole('link', { name: '1 proposal' }).waitFor();
    expect(await entry.getByText('by a setting').count()).toBe(0);
    // The page says at once what a setting leaves it of what it was granted.
    await api('PATCH', '/api/v1/settings/agents?context=workspace', { maxScope: 'read' });
    await entry.getByText('Granted Propose, held to Read by a setting').waitFor();
    await look(panel, page, 'agent-held-by-a-setting');
    await api('DELETE', '/api/v1/settings/agents?context=workspace');
    await entry.getByText('by a setting').waitFor({ state: 'detached' });
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
