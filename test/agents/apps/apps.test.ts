// Apps beside the chat, in a client that shows them: the review card, the picker and the swatches do what they say.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { makeAsset } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { launchBrowser } from '../../setup/browser.ts';
import { connect, type Agent } from '../client.ts';
import { agent, files, marque, place, writer } from '../workspace.ts';

let browser: Browser;
let page: Page;
let editor: Agent;
/** Who calls tools from the app. */
let caller: Agent;
const complaints: string[] = [];

const appMime = 'text/html;profile=mcp-app';

beforeAll(async () => {
  editor = await connect(marque.url, writer.key);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 760, height: 900 } });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (said) => {
    if (said.type() === 'error') complaints.push(said.text());
  });
  await page.exposeFunction('callTool', (name: string, args: Record<string, unknown>) =>
    caller.call(name, args),
  );
  const { outputFiles } = buildSync({
    entryPoints: ['test/agents/apps/host-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
  });
  await page.setContent('<!doctype html><html><body></body></html>');
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
});

afterAll(async () => {
  await browser.close();
  await editor.close();
  await agent.close();
  await marque.close();
  files.close();
});

beforeEach(() => {
  complaints.length = 0;
});

/** Calls a tool and shows its app, as a client would: the tool names it, and the server has it. */
async function show(
  by: Agent,
  name: string,
  args: Record<string, unknown> = {},
  theme: 'light' | 'dark' = 'light',
): Promise<FrameLocator> {
  caller = by;
  const { tools } = await by.client.listTools();
  const meta = tools.find((tool) => tool.name === name)?._meta as
    { ui?: { resourceUri: string } } | undefined;
  const uri = meta?.ui?.resourceUri ?? '';
  const [document] = (await by.client.readResource({ uri })).contents;
  expect(document).toMatchObject({ uri, mimeType: appMime });
  const html = document && 'text' in document ? document.text : '';
  const result = await by.call(name, args);
  await page.evaluate((shown) => window.showApp(shown), { tool: name, html, result, theme });
  if (process.env.APP_SCREENS)
    await page
      .waitForTimeout(1500)
      .then(() =>
        page.screenshot({ path: `${process.env.APP_SCREENS ?? ''}/${name}-${theme}.png`, fullPage: true }),
      );
  return page.frameLocator('iframe');
}

const said = (): Promise<string[]> => page.evaluate(() => window.said);

const card = (frame: FrameLocator, title: string) =>
  frame.locator('.card').filter({ has: frame.getByRole('heading', { name: title, exact: true }) });

async function proposed(changes: Record<string, unknown>, title: string): Promise<string> {
  const { id } = (await makeAsset(marque, writer, { title })) as { id: string };
  const { results } = await agent.done('propose_changes', {
    items: [{ asset: id, changes, note: 'Better' }],
  });
  return results[0].proposals[0].id as string;
}

const statusOf = async (id: string) =>
  marque.service.db.query<{ status: string; note: string | null }>(
    'select status, review_note as note from marque.proposals where id = $1',
    [id],
  );

describe('the review card', () => {
  it('accepts what is shown, with its picture, before and after, and tells the model', async () => {
    const id = await proposed({ creator: 'Ada Example' }, 'By Ada');
    const frame = await show(editor, 'review_queue');
    const one = card(frame, 'By Ada');
    await one.getByText('Ada Example').waitFor();
    await one.locator('img.picture[src^="data:image/"]').waitFor();
    await one.getByText('Better').waitFor();
    await one.getByRole('button', { name: 'Accept' }).click();
    await one.getByText('Accepted', { exact: true }).waitFor();
    expect(await statusOf(id)).toEqual([{ status: 'accepted', note: null }]);
    expect(await said()).toEqual([`The user accepted proposal ${id}.`]);
    expect(await page.evaluate(() => window.height)).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  it('rejects with a reason, and shows why the server refuses one without', async () => {
    const id = await proposed({ title: 'Better title' }, 'Rejected one');
    const one = card(await show(editor, 'review_queue'), 'Rejected one');
    await one.getByRole('button', { name: 'Reject' }).click();
    await one.getByRole('button', { name: 'Reject' }).click();
    await one.getByRole('alert').filter({ hasText: /note/i }).waitFor();
    expect(await statusOf(id)).toEqual([{ status: 'waiting', note: null }]);
    await one.getByRole('textbox').fill('Say where it stands.');
    await one.getByRole('button', { name: 'Reject' }).click();
    await one.getByText('Rejected: Say where it stands.').waitFor();
    expect(await statusOf(id)).toEqual([{ status: 'rejected', note: 'Say where it stands.' }]);
  });

  it('accepts with a change', async () => {
    const id = await proposed({ title: 'Rocket on pad' }, 'Edited one');
    const frame = await show(editor, 'review_queue');
    const one = card(frame, 'Edited one');
    await one.getByRole('button', { name: 'Edit' }).click();
    await one.getByRole('textbox').fill('Rocket on its pad');
    await one.getByRole('button', { name: 'Accept' }).click();
    // As it is called now.
    await card(frame, 'Rocket on its pad').getByText('Accepted', { exact: true }).waitFor();
    const [row] = await marque.service.db.query<{ title: string }>(
      `select a.metadata->>'title' as title from assets a join marque.proposals p on p.asset_id = a.id where p.id = $1`,
      [id],
    );
    expect(row).toEqual({ title: 'Rocket on its pad' });
    expect(await said()).toEqual([`The user accepted proposal ${id} with a change.`]);
  });

  it('says what collections are called, and a status before and after, which is no text to edit', async () => {
    const api = callsAs(marque, writer);
    const { id: collection } = await api.create('/collections', { name: 'Harbours' });
    await proposed({ collections: { add: [collection] } }, 'Collected one');
    const frame = await show(editor, 'review_queue');
    const one = card(frame, 'Collected one');
    await one.locator('ins').filter({ hasText: 'Harbours' }).waitFor();
    await one.getByRole('button', { name: 'Accept' }).click();
    await one.getByText('Accepted', { exact: true }).waitFor();
    expect((await api.done('GET', `/collections/${collection}`)).body.data.count).toBe(1);
    await proposed({ status: 'archived' }, 'Archived one');
    const archived = card(await show(editor, 'review_queue'), 'Archived one');
    await archived.locator('del').filter({ hasText: 'active' }).waitFor();
    expect(await archived.getByRole('button').allTextContents()).toEqual(['Accept', 'Reject']);
    expect(complaints).toEqual([]);
  });

  it('says in words where something comes from, what replaces it, who can see it, and what a deletion breaks', async () => {
    const api = callsAs(marque, writer);
    const { id: parent } = (await makeAsset(marque, writer, { title: 'The sketch' })) as { id: string };
    const queue = async (changes: Record<string, unknown>, title: string) => {
      const proposal = await proposed(changes, title);
      return { proposal, one: card(await show(editor, 'review_queue'), title) };
    };
    const made = { origin: 'generated', parentAssetId: parent, generator: 'Brush 3' };
    const { one: origin } = await queue({ provenance: made }, 'Drawn one');
    await origin.getByRole('row', { name: 'Made from The sketch' }).waitFor();
    await origin.getByRole('row', { name: 'Made with Brush 3' }).waitFor();
    const { one: replaced } = await queue({ replacement: parent }, 'Replaced one');
    await replaced.getByRole('row', { name: 'Use instead The sketch' }).waitFor();
    expect(await replaced.getByRole('button').allTextContents()).toEqual(['Accept', 'Reject']);
    const { one: hidden } = await queue({ visibility: { private: true } }, 'Hidden one');
    await hidden.locator('ins').filter({ hasText: 'only people who were given access' }).waitFor();
    const { one: gone, proposal } = await queue({ deleted: true }, 'Deleted one');
    await gone.locator('ins').filter({ hasText: 'the trash' }).waitFor();
    await gone.getByText('Used in: nothing that you can see.').waitFor();
    await gone.getByRole('button', { name: 'Accept' }).click();
    await gone.getByText('Accepted', { exact: true }).waitFor();
    const { target } = (await api.done('GET', '/proposals?status=accepted&kind=deleted')).body.data.find(
      ({ id }: { id: string }) => id === proposal,
    );
    expect((await api.done('GET', `/assets/${target.id}`)).body.data.state).toBe('deleted');
    expect(complaints).toEqual([]);
  });

  it('says in words what would change of a collection', async () => {
    const api = callsAs(marque, writer);
    const { id } = (await api.create('/collections', { name: 'Seaside' })) as { id: string };
    const { id: cover } = (await makeAsset(marque, writer, { title: 'The pier', collections: [id] })) as {
      id: string;
    };
    await callsAs(marque, await marque.makeKey(place, 'admin')).done('POST', '/fields', {
      key: 'icon',
      label: 'Icon file',
      type: 'text',
    });
    const details = { description: 'By the sea', icon: 'anchor', cover, fields: { icon: 'anchor.svg' } };
    await agent.done('propose_changes', { items: [{ collection: id, changes: { details } }] });
    const one = card(await show(editor, 'review_queue'), 'Seaside');
    await one.getByText(/^Collection details · proposed by /).waitFor();
    await one.getByRole('row', { name: 'Description By the sea' }).waitFor();
    await one.getByRole('row', { name: 'Cover The pier' }).waitFor();
    await one.getByRole('row', { name: 'Icon anchor', exact: true }).waitFor();
    await one.getByRole('row', { name: 'Field icon anchor.svg' }).waitFor();
    await one.getByRole('button', { name: 'Accept' }).click();
    await one.getByText('Accepted', { exact: true }).waitFor();
    await agent.done('propose_changes', {
      items: [{ collection: id, changes: { details: { cover: null } } }],
    });
    await agent.done('propose_changes', {
      items: [{ collection: id, changes: { details: { private: true } } }],
    });
    const hidden = card(await show(editor, 'review_queue'), 'Seaside').first();
    await hidden.getByRole('row', { name: /^Who can see it/ }).waitFor();
    expect(await hidden.getByRole('button').allTextContents()).toEqual(['Accept', 'Reject']);
    expect((await api.done('GET', `/collections/${id}`)).body.data).toMatchObject(details);
    expect(complaints).toEqual([]);
  });

  it('shows the address of an accepted link, and keeps it from the model', async () => {
    const { id } = (await makeAsset(marque, writer, { title: 'Linked one' })) as { id: string };
    await agent.done('propose_share', { kind: 'view', asset: id, name: 'For a client' });
    const one = card(await show(editor, 'review_queue'), 'Linked one');
    await one.getByRole('button', { name: 'Accept' }).click();
    const line = one.getByText(/shown only now: .+\/s\//);
    await line.waitFor();
    const address = /https?:\S+/.exec((await line.textContent()) ?? '')?.[0] ?? '';
    expect((await fetch(address)).status).toBe(200);
    expect((await said()).join()).not.toContain('/s/');
  });

  it('says when others decide next', async () => {
    const admin = callsAs(marque, await marque.makeKey(place, 'admin'));
    const { id: person } = await marque.makeMember(place, 'write', { name: 'Second Reviewer' });
    const stage = (id: string, who: unknown) => ({ id, name: id, who: [who], needs: 1 });
    await admin.done('PATCH', '/settings/review?context=workspace', {
      stages: [stage('first', 'approve'), stage('second', { person })],
      routes: [{ when: {}, stages: ['first', 'second'] }],
    });
    const id = await proposed({ title: 'In stages' }, 'Staged one');
    const one = card(await show(editor, 'review_queue'), 'Staged one');
    await one.getByText('stage: first').waitFor();
    await one.getByRole('button', { name: 'Accept' }).click();
    await one.getByText('stage: second').waitFor();
    await one.getByText('Waiting for someone else').waitFor();
    expect(await statusOf(id)).toEqual([{ status: 'waiting', note: null }]);
    expect(await one.getByRole('button').count()).toBe(0);
    await admin.done('DELETE', '/settings/review?context=workspace');
  });

  it('lets those who propose withdraw, and decide nothing', async () => {
    const id = await proposed({ title: 'Never mind' }, 'Withdrawn one');
    const one = card(await show(agent, 'my_proposals'), 'Withdrawn one');
    expect(await one.getByRole('button').allTextContents()).toEqual(['Withdraw']);
    await one.getByRole('button', { name: 'Withdraw' }).click();
    await one.getByText('Withdrawn', { exact: true }).waitFor();
    expect(await statusOf(id)).toEqual([{ status: 'withdrawn', note: null }]);
  });

  it('shows text by others as text', async () => {
    const title = '<img src=x onerror="window.said.push(1)"><b>Bold</b>';
    await proposed({ description: '</script><script>parent.said.push(2)</script>' }, title);
    const frame = await show(editor, 'review_queue', {}, 'dark');
    await card(frame, title).waitFor();
    expect(await frame.locator('b, .card script').count()).toBe(0);
    expect(await said()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe('the asset picker', () => {
  it('shows what was found, and says which the user chose, by ID', async () => {
    const { id } = (await makeAsset(marque, writer, { title: 'Choose me', tags: ['pick'] })) as {
      id: string;
    };
    await makeAsset(marque, writer, { title: 'Not me', tags: ['pick'] });
    const frame = await show(agent, 'search_assets', { tag: ['pick'] });
    await frame.locator('.tile img[src^="data:image/"]').nth(1).waitFor();
    await frame.getByRole('button', { name: 'Choose me' }).click();
    await frame.getByText('1 of 2 chosen').waitFor();
    await frame.getByRole('button', { name: 'Use these' }).click();
    await page.waitForFunction(() => window.said.length === 1);
    expect(await said()).toEqual([`user: Use these assets: ${id}`]);
    expect(complaints).toEqual([]);
  });

  it('says that nothing was found', async () => {
    const frame = await show(agent, 'search_assets', { tag: ['no-such-tag'] });
    await frame.getByText('Nothing was found.').waitFor();
  });
});

describe('the rules', () => {
  it('are swatches, with their names and values', async () => {
    const frame = await show(agent, 'brand_rules');
    const swatch = frame.getByRole('img', { name: 'Primary: #112233' });
    await swatch.waitFor();
    expect(await swatch.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(17, 34, 51)');
    await frame.getByText('color.primary · dark-background').waitFor();
    expect(complaints).toEqual([]);
  });
});

it('are listed for nobody as resources, and unknown ones are refused', async () => {
  const { resources } = await agent.client.listResources();
  expect(resources.filter(({ uri }) => uri.startsWith('ui:'))).toEqual([]);
  await expect(agent.client.readResource({ uri: 'ui://marque/no-such' })).rejects.toThrow('not found');
});
