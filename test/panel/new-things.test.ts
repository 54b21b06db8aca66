// Proposed collections and share links in a real browser: shown, edited, accepted, and the link handed over once.
import { describe, expect, it } from '@jest/globals';
import { filePicture, newPanelAgent } from '../setup/panel-agent.ts';
import { answersOn, proposalItem, waitingProposal } from '../setup/review-queue.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
const scout = await newPanelAgent(panel, 'Scout', boss);
const cup = await filePicture(scout.call, 'cup.png');
await api('POST', `/api/v1/proposals/${await waitingProposal(boss, cup)}/decision`, { decision: 'accept' });

async function propose(item: object): Promise<string> {
  const { data } = await scout.call<{ data: { results: { proposal: { id: string } }[] } }>(
    'POST',
    '/api/v1/proposals',
    { items: [item] },
  );
  return data.results[0]?.proposal.id ?? '';
}

const open = async (id: string): Promise<void> => {
  await page.goto(`${panel.url}/admin/review?id=${id}`);
  await proposalItem(page, id).waitFor();
};

const press = (name: RegExp): Promise<void> => answersOn(page).getByRole('button', { name }).click();

describe('a proposed collection', () => {
  it('is shown with its assets, and created under the name that the reviewer gives it', async () => {
    const id = await propose({
      kind: 'collection',
      target: { resource: 'workspace' },
      change: { name: 'For a client', description: 'What they asked for', assets: [cup] },
      note: 'They need these by Friday',
    });
    await open(id);
    await page.getByRole('heading', { name: 'For a client' }).waitFor();
    await page.getByText('They need these by Friday').waitFor();
    await page.getByRole('link', { name: 'cup.png' }).waitFor();
    await look(panel, page, 'review-collection');
    await press(/Edit/);
    await page.getByLabel('Name').fill('For the client');
    await page
      .getByRole('button', { name: /^Accept/ })
      .last()
      .click();
    const made = async () =>
      (await api<{ name: string; description: string }[]>('GET', '/api/v1/collections')).map(
        ({ name, description }) => [name, description],
      );
    await page.getByText('Nothing to review').waitFor();
    expect(await made()).toEqual([['For the client', 'What they asked for']]);
  });
});

describe('a proposed share link', () => {
  it('is created on acceptance, and its address is shown until the notice is closed', async () => {
    const id = await propose({
      kind: 'share',
      target: { resource: 'asset', id: cup },
      change: { kind: 'view', name: 'For the client', expiresAt: '2999-01-01T00:00:00Z' },
    });
    await open(id);
    await page.getByText('For the client').first().waitFor();
    await look(panel, page, 'review-share');
    await press(/Accept/);
    const link = page.getByRole('link', { name: /\/s\// });
    await link.waitFor();
    await look(panel, page, 'review-share-accepted');
    const address = (await link.getAttribute('href')) ?? '';
    expect((await fetch(address)).status).toBe(200);
    expect(await api<unknown[]>('GET', '/api/v1/shares')).toMatchObject([{ name: 'For the client' }]);
    await page.reload();
    await page.getByText('Nothing to review').waitFor();
    expect(await link.count()).toBe(0);
  });

  it('to review says whether it allows downloads, which the reviewer can change', async () => {
    const change = { kind: 'review', name: 'For remarks', allowDownloads: true };
    const id = await propose({ kind: 'share', target: { resource: 'asset', id: cup }, change });
    await open(id);
    await page.getByText('Allow downloads').waitFor();
    await page.getByText('Yes', { exact: true }).waitFor();
    await press(/Edit/);
    await page.getByRole('checkbox', { name: 'Allow downloads' }).uncheck();
    await page.getByRole('button', { name: 'Accept as edited' }).click();
    await page.getByRole('link', { name: /\/s\// }).waitFor();
    expect(await api<unknown[]>('GET', `/api/v1/shares?asset=${cup}`)).toMatchObject([
      { name: 'For remarks', kind: 'review', allowDownloads: false },
      { name: 'For the client' },
    ]);
  });
});

it('are in the track record of the agent', async () => {
  await page.goto(`${panel.url}/admin/agents`);
  const table = page.getByRole('region', { name: /Track record/i }).getByRole('row');
  await table.filter({ hasText: 'New collection' }).waitFor();
  const cells = await table.filter({ hasText: 'New collection' }).getByRole('cell').allTextContents();
  expect(cells.slice(0, 5)).toEqual(['New collection', '0', '1', '0', '0']);
  await look(panel, page, 'track-record');
});
