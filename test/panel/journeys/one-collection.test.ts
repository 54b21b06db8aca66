// Somebody is invited, gets one collection, and sees why; it is taken away while they look at it.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { until } from '../../setup/children.ts';
import { fileAsset } from '../../setup/panel-agent.ts';
import { admin, look, openPanel } from '../../setup/panel.ts';
import { addressOf } from '../../setup/panel-home.ts';
import { assetCard } from '../panel-assets.ts';

const { panel, page, api, data } = await openPanel();

interface Grant {
  id: string;
}

it('opens with it, says why, and closes when it is revoked', async () => {
  const coffee = await fileAsset(api, 'coffee.png', await readFile('fixtures/coffee.png'));
  await fileAsset(api, 'rocket.jpg', await readFile('fixtures/rocket.jpg'));
  const press = await data<{ id: string }>('POST', '/api/v1/collections', { name: 'Press kit' });
  await api('POST', `/api/v1/collections/${press.id}/assets`, { add: [coffee] });

  await page.goto(`${panel.url}/admin/collections/users`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('form', { name: 'Invite someone' });
  await form.getByLabel('E-mail').fill(addressOf('nina'));
  await form.getByLabel('Access to').selectOption('Press kit');
  await form.getByLabel('Scope').selectOption('Read');
  await look(panel, page, 'journey-access-invite');
  await form.getByRole('button', { name: 'Create invitation' }).click();
  const link = (await page.locator('.mq-secret code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();

  const nina = await panel.visit();
  await nina.page.goto(link);
  await nina.page.getByLabel('Your name').fill('Nina New');
  await nina.page.getByLabel('Password').fill(admin.password);
  await nina.page.getByRole('button', { name: 'Create account and join' }).click();
  await nina.page.getByRole('heading', { name: 'Hello, Nina' }).waitFor();
  await nina.page.goto(`${panel.url}/admin/collections/assets`);
  await nina.page.getByText('1 asset', { exact: true }).waitFor();
  await assetCard(nina.page, 'coffee.png').waitFor();

  // Why she can reach the picture: through the collection, and nothing else.
  await page.goto(`${panel.url}/admin/collections/assets/${coffee}`);
  await page.getByRole('tab', { name: 'Who can reach it' }).click();
  const report = page.getByRole('region', { name: 'Who can reach it' });
  const her = report.getByRole('listitem').filter({ hasText: 'Nina New' });
  await her.getByText('Collection Press kit').waitFor();
  await her.getByText('Read', { exact: true }).waitFor();
  await look(panel, page, 'journey-access-why');

  const follows = nina.page.waitForResponse((answer) => answer.url().includes('/api/v1/events/stream'));
  await nina.page.goto(`${panel.url}/admin/collections/collections/${press.id}`);
  await follows;
  await assetCard(nina.page, 'coffee.png').waitFor();
  await page.goto(`${panel.url}/admin/collections/users`);
  const row = page.getByRole('listitem').filter({ hasText: 'Nina New' }).first();
  await row.getByText('Read · Press kit').waitFor();
  await row.getByRole('button', { name: 'Change Nina New' }).click();
  await row.getByRole('button', { name: 'Revoke' }).first().click();
  await row.getByRole('button', { name: /^Revoke \w+:/ }).click();
  await until(async () => (await row.getByRole('button', { name: 'Revoke' }).count()) === 0);
  const { rows } = await panel.sql.query<Grant>(
    'select g.id from grants g join users u on u.id = g.user_id where u.email = $1',
    [addressOf('nina')],
  );
  expect(rows).toEqual([]);

  // Without a reload.
  await assetCard(nina.page, 'coffee.png').waitFor({ state: 'detached' });
  await nina.page.getByRole('heading', { name: 'Collection not available' }).waitFor();
  await look(panel, nina.page, 'journey-access-lost');
  // Her views were refused; nothing else went wrong.
  expect(panel.complaints().filter((text) => !/status of 40[34]/.test(text))).toEqual([]);
  const answer = await nina.context.request.get(`${panel.url}/api/v1/assets/${coffee}`);
  expect(answer.status()).toBe(404);
  await nina.context.close();
}, 300_000);
