// A region of a picture is commented on and a colleague is mentioned, who answers by touch on a phone. Then it is resolved.
import { afterAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { joinPanel } from '../../setup/join-panel.ts';
import { startMailServer } from '../../setup/mail-server.ts';
import { newestLink } from '../../setup/mailed-links.ts';
import { filePicture } from '../../setup/panel-agent.ts';
import { admin, look, openPanel } from '../../setup/panel.ts';
import { shoot } from '../screenshots.ts';

const mailbox = await startMailServer();
afterAll(() => mailbox.close());
const { panel, visitor, page, api, data } = await openPanel({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });

interface SeenThread {
  body: string;
  anchor: { rect?: number[] } | null;
  resolved: boolean;
  author: { name: string };
  replies: { body: string; author: { name: string } }[];
}

const comments = (on: Page): Locator => on.getByRole('region', { name: 'Comments', exact: true });
const thread = (on: Page, words: string): Locator =>
  comments(on).locator('.mq-thread').filter({ hasText: words });
const pin = (on: Page): Locator => on.getByRole('button', { name: /^Comment 1 by / });

/** Drags a rectangle over the picture, in fractions of its sides. */
async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const box = await page.locator('.mq-marking').boundingBox();
  if (!box) throw new Error('Nothing to mark.');
  const at = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, to[1]]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

it('is answered from the mail on a phone, and resolved for both', async () => {
  const asset = await filePicture(api, 'harbour.png');
  const joined = await joinPanel(panel, visitor, 'Jon Jansen', 'propose');
  await joined.context.close();
  // From here on, so that invitations aren't mailed.
  await api('PATCH', '/api/v1/settings/email?context=organization', {
    host: '127.0.0.1',
    port: mailbox.port,
    from: 'Marque <marque@example.com>',
  });

  await page.goto(`${panel.url}/admin/collections/assets/${asset}`);
  await page.getByRole('button', { name: 'Mark on the picture' }).click();
  await drag([0.25, 0.2], [0.75, 0.6]);
  const field = page.getByRole('textbox', { name: 'Add a comment on the marked place' });
  await field.pressSequentially('Too dark here, @jan');
  await page.getByRole('option', { name: 'Jon Jansen' }).waitFor();
  await field.press('Enter');
  await field.pressSequentially('can you lift it?');
  expect(await field.inputValue()).toBe('Too dark here, @Jon Jansen can you lift it?');
  await look(panel, page, 'journey-comment-marked');
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await pin(page).waitFor();

  // The mail leads to the comment, by way of signing in.
  const link = await newestLink(mailbox, 'jon@example.com', /http\S+/);
  expect(link).toContain(asset);
  const jon = await panel.visit(true);
  await jon.page.goto(link);
  await jon.page.getByLabel('Email').fill('jon@example.com');
  await jon.page.getByLabel('Password').fill(admin.password);
  await jon.page.getByRole('button', { name: 'Login' }).tap();
  const seen = thread(jon.page, 'can you lift it?');
  await seen.waitFor();
  await pin(jon.page).tap();
  expect(await seen.getAttribute('data-chosen')).toBe('true');
  expect(await seen.getByRole('button', { name: 'Delete…' }).count()).toBe(0);
  await seen.getByRole('button', { name: 'Reply' }).tap();
  await jon.page.getByRole('textbox', { name: 'Your reply' }).fill('Done in the next version.');
  await jon.page
    .getByRole('group', { name: 'Your reply' })
    .getByRole('button', { name: 'Reply', exact: true })
    .tap();
  await thread(jon.page, 'Done in the next version.').waitFor();
  expect(await panel.overflow(jon.page)).toBe(0);
  expect(await panel.findings(jon.page)).toEqual([]);

  // Without a reload.
  const answered = thread(page, 'Done in the next version.');
  await answered.getByText('Jon Jansen', { exact: true }).waitFor();
  await look(panel, page, 'journey-comment-answered');
  await answered.getByRole('button', { name: 'Resolve', exact: true }).click();
  // He came for this comment: it stays, and says who resolved it.
  await seen.getByText('Resolved by').waitFor();
  await comments(page).getByText('No open comments.').waitFor();
  expect(await pin(page).count()).toBe(0);
  await shoot(jon.page, 'journey-comment-phone');

  const [one, ...others] = await data<SeenThread[]>('GET', `/api/v1/assets/${asset}/comments`);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    body: 'Too dark here, @Jon Jansen can you lift it?',
    resolved: true,
    replies: [{ body: 'Done in the next version.', author: { name: 'Jon Jansen' } }],
  });
  for (const [at, value] of [0.25, 0.2, 0.5, 0.4].entries())
    expect(one?.anchor?.rect?.[at]).toBeCloseTo(value, 1);
  await jon.context.close();
}, 300_000);
