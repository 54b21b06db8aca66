// Stages of review in a real browser: setting them up, and deciding in them.
import { describe, expect, it } from '@jest/globals';
import { joinPanel } from '../setup/join-panel.ts';
import { filePicture, newPanelAgent } from '../setup/panel-agent.ts';
import { answersOn, proposalItem, waitingProposal } from '../setup/review-queue.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
const card = page.getByRole('form', { name: 'Review', exact: true });
const stages = card.getByRole('group', { name: 'Stages' });
const routes = card.getByRole('group', { name: 'Routes' });
const scout = await newPanelAgent(panel, 'Scout', boss);
const carla = await joinPanel(panel, boss, 'Carla', 'write');

const save = async (): Promise<number> => {
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/v1/settings/review') && answer.request().method() === 'PATCH',
  );
  await card.getByRole('button', { name: 'Save Review' }).click();
  return (await answered).status();
};

const setting = async () =>
  (
    await api<{ key: string; value: { stages: unknown[]; routes: unknown[] } }[]>('GET', '/api/v1/settings')
  ).find(({ key }) => key === 'review')?.value;

describe('the settings', () => {
  it('add stages and a route, without a word of JSON', async () => {
    await page.goto(`${panel.url}/admin/settings`);
    await stages.getByPlaceholder('Name of a new stage').fill('Art');
    await stages.getByRole('button', { name: 'Add stage' }).click();
    await stages.getByPlaceholder('Name of a new stage').fill('Legal & rights');
    await stages.getByPlaceholder('Name of a new stage').press('Enter');
    const legal = stages.getByRole('listitem').nth(1);
    await legal.getByLabel('Who decides').selectOption({ label: 'Carla' });
    await legal.getByRole('button', { name: 'Remove Everyone who can approve' }).click();
    await legal.getByLabel('Due after days').fill('3');
    await routes.getByRole('button', { name: 'Add route' }).click();
    await routes.getByLabel('From').selectOption({ label: 'An agent' });
    await look(panel, page, 'settings-stages');
    expect(await save()).toBe(200);
    expect(await setting()).toMatchObject({
      stages: [
        { id: 'art', name: 'Art', who: ['approve'], needs: 1 },
        {
          id: 'legal-rights',
          name: 'Legal & rights',
          who: [{ person: expect.any(String) }],
          needs: 1,
          dueDays: 3,
        },
      ],
      routes: [{ when: { by: 'agent' }, stages: ['art', 'legal-rights'] }],
    });
  });

  it('say which entry is wrong, and keep what was entered', async () => {
    await stages.getByRole('button', { name: 'Remove Art' }).click();
    expect(await save()).toBe(422);
    await panel.expectRefusal(422);
    await routes.getByText(/Entry 1: There is no stage "art"/).waitFor();
    expect(await stages.getByRole('listitem').count()).toBe(1);
    await page.reload();
    await card.getByText('Unsaved changes, kept in this browser').waitFor();
    expect(await stages.getByRole('listitem').count()).toBe(1);
    await card.getByRole('button', { name: 'Discard my changes' }).click();
    await stages.getByRole('listitem').nth(1).waitFor();
  });
});

describe('the queue', () => {
  it('shows the stage, moves on with a decision, and has what waits for me', async () => {
    const asset = await filePicture(scout.call, 'cup.png', {});
    const id = await waitingProposal(boss, asset);
    await page.goto(`${panel.url}/admin/review?id=${id}`);
    await proposalItem(page, id).getByText('Art', { exact: true }).waitFor();
    const steps = page.getByRole('list', { name: 'Stages' });
    await steps.getByText('Legal & rights').waitFor();
    await answersOn(page)
      .getByRole('button', { name: /Accept/ })
      .click();
    await page.getByText('Accepted. It’s now in the stage Legal & rights.').first().waitFor();
    await page.goto(`${panel.url}/admin/review?id=${id}`);
    await page.getByText('Waiting for others in the stage Legal & rights.').waitFor();
    await steps.getByText(/accepted it on/).waitFor();
    await steps.getByText(/^Due/).waitFor();
    expect(await answersOn(page).count()).toBe(0);
    await look(panel, page, 'review-stages');
    await page.getByLabel('Waiting for me').check();
    await page.getByText('Nothing to review').waitFor();

    await carla.page.goto(`${panel.url}/admin/review?waitingFor=me&id=${id}`);
    await answersOn(carla.page)
      .getByRole('button', { name: /Accept/ })
      .click();
    await carla.page.getByText('Nothing to review').waitFor();
    const [proposal] = await api<{ status: string }[]>('GET', `/api/v1/proposals?status=any&target=${asset}`);
    expect(proposal).toMatchObject({ status: 'accepted', decidedBy: 'Carla' });
  });

  it('points out what is due soon, on the first page and above the queue, until it is decided', async () => {
    const id = await waitingProposal(boss, await filePicture(scout.call, 'plate.png', {}));
    await boss.api('POST', `/api/v1/proposals/${id}/decision`, { decision: 'accept' });
    const notice = carla.page.getByText('1 proposal is waiting for your decision.');
    await carla.page.goto(`${panel.url}/admin/review`);
    await proposalItem(carla.page, id).waitFor();
    expect(await notice.count()).toBe(0);
    await panel.sql.query(
      `update marque.proposals set stage_since = now() - interval '60 hours' where id = $1`,
      [id],
    );
    await carla.page.goto(`${panel.url}/admin`);
    await notice.waitFor();
    await carla.page.getByText('It’s due').waitFor();
    await look(panel, carla.page, 'due-soon');
    // Others aren't asked.
    await page.goto(`${panel.url}/admin`);
    await page.getByRole('heading', { name: 'Waiting for review' }).waitFor();
    expect(await page.getByText('waiting for your decision').count()).toBe(0);
    await carla.page.goto(`${panel.url}/admin/review`);
    await notice.waitFor();
    await look(panel, carla.page, 'due-soon-queue');
    await carla.page.getByRole('link', { name: 'Decide now' }).click();
    await carla.page.waitForURL('**/admin/review?waitingFor=me*');
    expect(await carla.page.getByLabel('Waiting for me').isChecked()).toBe(true);
    await panel.sql.query(
      `update marque.proposals set stage_since = now() - interval '80 hours' where id = $1`,
      [id],
    );
    await carla.page.goto(`${panel.url}/admin`);
    await carla.page.getByText('It’s been overdue since').waitFor();
    await boss.api(
      'DELETE',
      `/api/v1/assets/${(await api<{ target: { id: string } }[]>('GET', '/api/v1/proposals'))[0]?.target.id ?? ''}`,
    );
    await notice.waitFor({ state: 'detached' });
  });
});

describe('an admin of the workspace alone', () => {
  it('sees the names of groups with access to it, and that others have none', async () => {
    const organization = await api<{ organization: { id: string }; workspace: { id: string } }>(
      'GET',
      '/api/v1/me',
    );
    const group = async (name: string): Promise<string> =>
      (await api<{ id: string }>('POST', '/api/v1/groups', { name, members: [] })).id;
    const [art, far] = [await group('Art directors'), await group('Elsewhere')];
    const on = { resource: 'workspace', resourceId: organization.workspace.id, scope: 'write' };
    await api('POST', '/api/v1/grants', { group: art, ...on });
    const who = ['approve', { group: art }, { group: far }];
    await api('PATCH', '/api/v1/settings/review?context=workspace', {
      stages: [{ id: 'art', name: 'Art', who, needs: 1 }],
      routes: [{ stages: ['art'] }],
    });
    const wanda = await joinPanel(panel, boss, 'Wanda', 'admin');
    await wanda.page.goto(`${panel.url}/admin/settings`);
    const hers = wanda.page.getByRole('group', { name: 'Stages' });
    await hers.getByText('Group Art directors').first().waitFor();
    await hers.getByText('Without access here').waitFor();
    await look(panel, wanda.page, 'stages-of-groups');
  });
});
