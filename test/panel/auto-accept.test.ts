// Acceptance without review in a real browser: allowing it, what it does, and what ends it.
import { expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { answersOn, openProposal, proposalItem } from '../setup/review-queue.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
const scout = await newPanelAgent(panel, 'Scout', boss);
await newPanelAgent(panel, 'Nightly import', boss, false);
const summer = (await api<{ id: string }>('POST', '/api/v1/collections', { name: 'Summer' })).id;
const asset = await filePicture(boss.api.bind(boss), 'beach.png', { collections: [summer] });

interface Shown {
  id: string;
  status: string;
  auto: string | null;
}

async function retitle(agent: PanelAgent, title: string): Promise<Shown> {
  const items = [{ kind: 'title', target: { resource: 'asset', id: asset }, change: { title } }];
  const { data } = await agent.call<{ data: { results: { proposal: Shown }[] } }>(
    'POST',
    '/api/v1/proposals',
    {
      items,
    },
  );
  return (data.results[0] as { proposal: Shown }).proposal;
}
const statusOf = async (id: string): Promise<string | undefined> =>
  (await api<Shown[]>('GET', '/api/v1/proposals?status=any')).find((one) => one.id === id)?.status;

const allowed = page.getByRole('region', { name: 'Accepted without review' });
const records = page.getByRole('region', { name: 'Track record' });
const sheet = page.getByRole('dialog', { name: 'Allow without review' });

it('an admin allows a kind from its track record, sees until when, and what it means', async () => {
  for (const title of ['Beach', 'The beach'])
    await api('POST', `/api/v1/proposals/${(await retitle(scout, title)).id}/decision`, {
      decision: 'accept',
    });
  await page.goto(`${panel.url}/admin/agents`);
  await records.getByRole('button', { name: 'Allow Scout without review: Title' }).click();
  expect(await sheet.getByLabel('Agent').locator('option:checked').textContent()).toBe('Scout');
  expect(await sheet.getByLabel('Kind of change').locator('option:checked').textContent()).toBe('Title');
  await sheet.getByLabel('In collection').selectOption({ label: 'Summer' });
  await sheet.getByLabel('Last day').fill('2099-12-31');
  await sheet.getByLabel('Kept for review: 1 in').fill('1');
  expect(await sheet.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true);
  await sheet.getByLabel('Kept for review: 1 in').fill('2');
  await sheet.getByText('what Scout proposes of this kind (Title) is accepted moments later').waitFor();
  await look(panel, page, 'allow-without-review');
  await sheet.getByRole('button', { name: 'Allow' }).click();
  await sheet.waitFor({ state: 'detached' });
  await allowed.getByText('1 in 2 kept for review').waitFor();
  await allowed.getByText('In Summer').waitFor();
  await records.getByText('Allowed', { exact: true }).waitFor();
  await look(panel, page, 'agents-without-review');
});

it('accepts the next one, and shows a reviewer which is a sample and what rejecting it does', async () => {
  const { id, auto } = await retitle(scout, 'A beach');
  expect(auto).toBe('due');
  await until(async () => (await statusOf(id)) === 'accepted');
  const sample = await retitle(scout, 'Peach');
  expect(sample.auto).toBe('sample');
  await openProposal(panel, page, sample.id);
  await proposalItem(page, sample.id).getByText('Kept as a sample').waitFor();
  await page.getByText('other changes of this kind by Scout are accepted without review').waitFor();
  await look(panel, page, 'kept-as-a-sample');
  await answersOn(page).getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('What should the proposer know?').fill('A typo');
  await page.getByRole('button', { name: 'Reject with this note' }).click();
  await until(async () => (await statusOf(sample.id)) === 'rejected');
  await page.goto(`${panel.url}/admin/agents`);
  await allowed.getByRole('button', { name: 'Allow a kind of change…' }).waitFor();
  expect(await allowed.getByRole('listitem').count()).toBe(0);
  await records.getByRole('button', { name: 'Allow Scout without review: Title' }).waitFor();
});

it('is for agents without a track record too, is named in the settings, and ends with one click', async () => {
  await allowed.getByRole('button', { name: 'Allow a kind of change…' }).click();
  await sheet.getByLabel('Agent').selectOption({ label: 'Nightly import' });
  expect(await sheet.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true);
  await sheet.getByLabel('Kind of change').selectOption({ label: 'Tags' });
  await sheet.getByRole('button', { name: 'Allow' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.goto(`${panel.url}/admin/settings`);
  await page.getByRole('button', { name: /^Workspace/ }).click();
  const setting = page.getByRole('group', { name: 'Accepted without review' });
  await setting.getByText('1 rule.').waitFor();
  await look(panel, page, 'settings-automatic');
  await setting.getByRole('link', { name: 'Change this under Agents' }).click();
  await allowed.getByRole('button', { name: 'Stop Nightly import: Tags' }).click();
  await allowed.getByRole('listitem').waitFor({ state: 'detached' });
  const settings = await api<{ key: string; value: Record<string, unknown> }[]>(
    'GET',
    '/api/v1/settings?context=workspace',
  );
  expect(settings.find(({ key }) => key === 'agents')?.value.autoAccept).toEqual([]);
});

it('isn’t offered to those who can’t allow it', async () => {
  const nina = await joinPanel(panel, boss, 'Nina', 'write');
  const hers = await newPanelAgent(panel, 'Nina’s helper', nina);
  await api('POST', `/api/v1/proposals/${(await retitle(hers, 'Hers')).id}/decision`, { decision: 'accept' });
  await nina.page.goto(`${panel.url}/admin/agents`);
  await nina.page.getByRole('region', { name: 'Track record' }).getByText('Nina’s helper').waitFor();
  expect(await nina.page.getByRole('button', { name: /^Allow/ }).count()).toBe(0);
  expect(panel.complaints()).toEqual([]);
  await nina.context.close();
});
