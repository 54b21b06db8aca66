// People in the panel: invitations, access, groups and share links. Every emailed link is followed.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../setup/children.ts';
import { mailTo, newestLink } from '../setup/mailed-links.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { admin, look, openPanel, untilAlive, type Visitor } from '../setup/panel.ts';

const mailbox = await startMailServer();
const { panel, visitor: boss, page } = await openPanel(mailTo(mailbox));
let nina: Visitor;

beforeAll(async () => {
  nina = await panel.visit();
});
afterAll(() => mailbox.close());

const mailedLink = (to: string, with_: RegExp) => newestLink(mailbox, to, with_);

const person = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

describe('inviting someone', () => {
  it('emails a link, shows it once, and lists the invitation', async () => {
    await page.goto(`${panel.url}/admin`);
    await page.goto(`${panel.url}/admin/collections/users`);
    await page.getByRole('heading', { name: '1 person in Home' }).waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('form', { name: 'Invite someone' });
    await form.getByLabel('E-mail').fill('nina@example.com');
    await form.getByLabel('Access to').selectOption('Library');
    await form.getByLabel('Scope').selectOption('Write');
    await form.getByLabel('Share').uncheck();
    await look(panel, page, 'inviting');
    await form.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('Invitation sent to nina@example.com').waitFor();
    const link = (await page.locator('.mq-secret code').textContent()) ?? '';
    expect(await mailedLink('nina@example.com', /http\S+/)).toBe(link);
    const row = person('nina@example.com');
    await row.getByText('Write (not share) on workspace Library').waitFor();
    await look(panel, page, 'invited');
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(link);
  });

  it('resending creates a new link, and the old one says so', async () => {
    const old = await mailedLink('nina@example.com', /http\S+/);
    await page.getByRole('button', { name: 'Resend to nina@example.com' }).click();
    await page.getByText('Invitation sent to nina@example.com').waitFor();
    const link = (await page.locator('.mq-secret code').textContent()) ?? '';
    expect(link).not.toBe(old);
    await nina.page.goto(old);
    await nina.page.getByRole('alert').filter({ hasText: 'newer link' }).waitFor();
    await panel.expectRefusal(410);
    await look(panel, nina.page, 'invitation-replaced');
    await until(async () => (await mailedLink('nina@example.com', /http\S+/)) === link);
  });

  it('a withdrawn invitation stops working, after a confirmation', async () => {
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('form', { name: 'Invite someone' });
    await form.getByLabel('E-mail').fill('otto@example.com');
    await form.getByRole('button', { name: 'Create invitation' }).click();
    const link = await mailedLink('otto@example.com', /http\S+/);
    const row = person('otto@example.com');
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await row.getByRole('button', { name: 'Withdraw the invitation for otto@example.com' }).click();
    await row.waitFor({ state: 'detached' });
    const answer = await nina.page.goto(link);
    expect(answer?.status()).toBe(200);
    await nina.page.getByRole('alert').filter({ hasText: 'was withdrawn' }).waitFor();
    await panel.expectRefusal(410);
  });
});

describe('following the emailed link', () => {
  it('shows the offer, creates the account, and signs in', async () => {
    await nina.page.goto(await mailedLink('nina@example.com', /http\S+/));
    await nina.page.getByRole('heading', { name: 'Join Home' }).waitFor();
    await nina.page.getByText('edit, approve and publish, but not share').waitFor();
    expect(await nina.page.getByLabel('E-mail').inputValue()).toBe('nina@example.com');
    await look(panel, nina.page, 'invitation');
    await nina.page.getByLabel('Your name').fill('Nina New');
    await nina.page.getByLabel('Password').fill(admin.password);
    await nina.page.getByRole('button', { name: 'Create account and join' }).click();
    await nina.page.getByRole('heading', { name: 'Hello, Nina' }).waitFor();
    await nina.page.goto(`${panel.url}/admin/collections/users`);
    await nina.page.getByText('Only admins can see').waitFor();
    expect(await nina.page.getByText(admin.email).count()).toBe(0);
  });

  it('lets someone with an account sign in and accept', async () => {
    await page.goto(`${panel.url}/admin/collections/users`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('form', { name: 'Invite someone' });
    await form.getByLabel('E-mail').fill('nina@example.com');
    await form.getByLabel('Access to').selectOption('Home');
    await form.getByLabel('Scope').selectOption('Read');
    await form.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('Invitation sent to').waitFor();
    const link = (await page.locator('.mq-secret code').textContent()) ?? '';

    const elsewhere = await panel.visit();
    await elsewhere.page.goto(link);
    await elsewhere.page.getByRole('link', { name: 'Sign in to accept' }).click();
    await elsewhere.page.waitForURL('**/admin/login?redirect=*');
    await untilAlive(elsewhere.page);
    await elsewhere.page.getByLabel('Email').fill('nina@example.com');
    await elsewhere.page.getByLabel('Password').fill(admin.password);
    await elsewhere.page.getByRole('button', { name: 'Login' }).click();
    await elsewhere.page.getByText('You’re signed in as nina@example.com').waitFor();
    await look(panel, elsewhere.page, 'invitation-signed-in');
    await elsewhere.page.getByRole('button', { name: 'Accept invitation' }).click();
    await elsewhere.page.getByRole('heading', { name: 'Hello, Nina' }).waitFor();
    const accounts = await panel.sql.query("select 1 from users where email = 'nina@example.com'");
    expect(accounts.rowCount).toBe(1);
    await elsewhere.context.close();
  });
});

describe('the people', () => {
  it('show everyone’s access, which can be changed and revoked in place', async () => {
    await page.goto(`${panel.url}/admin/collections/users`);
    const row = person('Nina New');
    await row.getByText('Write · Library (not share)').waitFor();
    await row.getByText('Read · Home').waitFor();
    await row.getByRole('button', { name: 'Change Nina New' }).click();
    await row.getByLabel('Scope: Library').selectOption('Propose');
    await row.getByText('Propose · Library').waitFor();
    await row.getByRole('button', { name: 'Revoke' }).first().click();
    await look(panel, page, 'person-open');
    await row.getByRole('button', { name: /^Revoke \w+:/ }).click();
    const revocable = () => row.getByRole('button', { name: 'Revoke' }).count();
    await until(async () => (await revocable()) === 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await revocable()) === 2);
    await row.getByText('Propose · Library').waitFor();
    await row.getByText('Read · Home').waitFor();
    await row
      .getByRole('listitem')
      .filter({ hasText: 'Library' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await row.getByRole('button', { name: /^Revoke \w+:/ }).click();
    await until(async () => (await revocable()) === 1);
    await row.getByRole('button', { name: 'Give more access' }).click();
    const form = row.getByRole('form', { name: 'Give Nina New access' });
    await form.getByLabel('Access to').selectOption({ index: 1 });
    await form.getByLabel('Scope').selectOption('Write');
    await form.getByRole('button', { name: 'Give access' }).click();
    await until(async () => (await revocable()) === 2);
    const grants = await panel.sql.query(
      "select 1 from grants g join users u on u.id = g.user_id where u.email = 'nina@example.com'",
    );
    expect(grants.rowCount).toBe(2);
  });

  it('keep their last admin', async () => {
    const row = person(admin.email);
    await row.getByRole('button', { name: /^Change/ }).click();
    await row.getByRole('button', { name: 'Remove from Home' }).click();
    await row
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await page.getByText('needs at least one admin').first().waitFor();
    await panel.expectRefusal(409);
    const grants = await panel.sql.query(
      "select 1 from grants g join users u on u.id = g.user_id where u.email = $1 and g.scope = 'admin'",
      [admin.email],
    );
    expect(grants.rowCount).toBeGreaterThan(0);
  });

  it('are put in groups, which are given access', async () => {
    const groups = page.getByRole('region', { name: 'Groups' });
    await groups.getByLabel('Name of a new group').fill('Designers');
    await groups.getByRole('button', { name: 'Create group' }).click();
    await groups.getByRole('button', { name: 'Change group Designers' }).click();
    await groups.getByLabel('Add to Designers').selectOption({ label: 'Nina New (nina@example.com)' });
    const remove = groups.getByRole('button', { name: 'Remove Nina New from Designers' });
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    // What was revoked before may still be told of.
    const told = page.getByRole('listitem').filter({ hasText: 'Nina New removed from Designers' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await remove.waitFor();
    await groups.getByRole('button', { name: 'Give more access' }).click();
    await groups.getByLabel('Scope').selectOption('Admin');
    await groups.getByRole('button', { name: 'Give access' }).click();
    await groups.getByLabel('Scope: Home').waitFor();
    await look(panel, page, 'people');
    expect(
      (
        await panel.sql.query(
          "select 1 from marque.effective_grants r join users u on u.id = r.user_id where u.name = 'Nina New' and r.rank = 4",
        )
      ).rowCount,
    ).toBe(1);
  });

  it('are removed, after a confirmation that says what they lose', async () => {
    // Her open page would ask for the stream of events again, and the browser would complain that it's gone.
    await nina.page.goto('about:blank');
    await page.goto(`${panel.url}/admin/collections/users`);
    const row = person('Nina New');
    await row.getByRole('button', { name: 'Change Nina New' }).click();
    await row.getByRole('button', { name: 'Remove from Home' }).click();
    await row.getByText('loses all access here').waitFor();
    await row.getByRole('button', { name: 'Remove Nina New' }).click();
    await page.getByRole('heading', { name: '1 person in Home' }).waitFor();
    await nina.page.goto(`${panel.url}/admin`);
    await nina.page.getByText('You don’t have access to a workspace yet').waitFor();
    const access = await panel.sql.query(
      "select 1 from marque.effective_grants r join users u on u.id = r.user_id where u.email = 'nina@example.com'",
    );
    expect(access.rowCount).toBe(0);
  });

  it('are reachable by their document address', async () => {
    const { rows } = await panel.sql.query<{ id: string }>('select id from users where email = $1', [
      admin.email,
    ]);
    await page.goto(`${panel.url}/admin/collections/users/${rows[0]?.id ?? ''}`);
    await page.getByRole('button', { name: 'Remove from Home' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove from Home' }).count()).toBe(1);
  });
});

/** Creates a resource as the first account. @returns its id. */
async function make(
  path: string,
  sent: { data?: unknown; multipart?: Record<string, unknown> },
): Promise<string> {
  const answer = await boss.context.request.post(`${panel.url}/api/v1/${path}`, {
    headers: { origin: panel.url },
    ...(sent as { data: unknown }),
  });
  expect([path, answer.status()]).toEqual([path, 201]);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

describe('who can reach it', () => {
  it('lists people and their grants on a collection, and can add someone', async () => {
    const id = await make('collections', { data: { name: 'Campaign', private: true } });
    await page.goto(`${panel.url}/admin/collections/collections/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const report = page.getByRole('region', { name: 'Who can reach it' });
    await report.getByText('Organization Home').first().waitFor();
    await report.getByRole('button', { name: 'Give someone access' }).click();
    await report.getByLabel('Who', { exact: true }).selectOption('Group Designers');
    await report.getByLabel('Scope', { exact: true }).selectOption('Write');
    await report.getByRole('button', { name: 'Give access' }).click();
    await report.getByRole('heading', { name: 'Direct access' }).waitFor();
    await look(panel, page, 'reach-collection');
    await report.getByLabel('Scope: Designers').selectOption('Read');
    // What's left belongs to the person who made it private, who keeps a grant on it.
    await until(async () => (await report.getByRole('checkbox').count()) === 4);
    const designers = report.getByRole('listitem').filter({ hasText: 'Designers' });
    await designers.getByRole('button', { name: 'Revoke' }).click();
    await designers.getByRole('button', { name: 'Revoke read: Designers' }).click();
    await designers.waitFor({ state: 'detached' });
  });

  it('lists people and the public for an asset', async () => {
    const id = await make('assets', {
      multipart: {
        file: { name: 'rocket.jpg', mimeType: 'image/jpeg', buffer: await readFile('fixtures/rocket.jpg') },
      },
    });
    await page.goto(`${panel.url}/admin/collections/assets/${id}`);
    await page.getByRole('tab', { name: 'Who can reach it' }).click();
    const report = page.getByRole('region', { name: 'Who can reach it' });
    await report.getByText(admin.email).waitFor();
    await report.getByText('Can view').waitFor();
    await look(panel, page, 'reach-asset');
  });
});

describe('a share link', () => {
  const region = () => page.getByRole('region', { name: 'Links' });
  const report = () => page.getByRole('region', { name: 'Who can reach it' });

  /** Submits the form. @returns the address, which is shown only once. */
  async function madeLink(name: string): Promise<string> {
    await region().getByRole('button', { name: 'Create link' }).click();
    await region().getByText('won’t be shown again').waitFor();
    const address = (await region().locator('.mq-secret code').textContent()) ?? '';
    await look(panel, page, name);
    await region().getByRole('button', { name: 'Done' }).click();
    await region().getByRole('listitem').waitFor();
    expect(await page.content()).not.toContain(address);
    return address;
  }

  async function revoke(): Promise<void> {
    await region().getByRole('button', { name: 'Revoke', exact: true }).click();
    await region()
      .getByRole('button', { name: /^Revoke “/ })
      .click();
    await region().getByRole('listitem').waitFor({ state: 'detached' });
  }

  async function expectGone(stranger: Page, address: string): Promise<void> {
    expect((await stranger.goto(address))?.status()).toBe(410);
    await stranger.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await panel.expectRefusal(410);
  }

  it('shows an asset to a visitor, until it is revoked', async () => {
    const id = await make('assets', {
      multipart: {
        file: { name: 'coffee.png', mimeType: 'image/png', buffer: await readFile('fixtures/coffee.png') },
      },
    });
    await page.goto(`${panel.url}/admin/collections/assets/${id}`);
    await page.getByRole('tab', { name: 'Who can reach it' }).click();
    await region().getByRole('button', { name: 'Share a link' }).click();
    // Files aren't uploaded into an asset.
    expect(await region().getByLabel('Link type').getByRole('option').allTextContents()).toEqual([
      'View only',
      'View and comment',
    ]);
    const address = await madeLink('link-asset');
    await region().getByText('View only · Until').waitFor();
    await report().getByText('Somebody with the link').waitFor();

    const { context, page: stranger } = await panel.visit();
    expect((await stranger.goto(address))?.status()).toBe(200);
    await stranger.getByRole('link', { name: /^Download/ }).waitFor();
    await revoke();
    await report().getByText('Somebody with the link').waitFor({ state: 'detached' });
    await expectGone(stranger, address);
    await context.close();
  });

  it('lets reviewers download only where that was ticked', async () => {
    const id = await make('collections', { data: { name: 'To review' } });
    await page.goto(`${panel.url}/admin/collections/collections/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await region().getByRole('button', { name: 'Share a link' }).click();
    const allow = region().getByRole('checkbox', { name: 'Allow downloads' });
    expect(await allow.count()).toBe(0);
    await region().getByLabel('Link type').selectOption('View and comment');
    expect(await allow.isChecked()).toBe(false);
    await madeLink('link-review');
    await region().getByText('View and comment · Until').waitFor();
    await revoke();
    await region().getByRole('button', { name: 'Share a link' }).click();
    await region().getByLabel('Link type').selectOption('View and comment');
    await allow.check();
    await madeLink('link-review-downloads');
    await region().getByText('View and comment · Downloads allowed · Until').waitFor();
    await revoke();
  });

  it('accepts files into a collection behind a password, until it is revoked', async () => {
    const id = await make('collections', { data: { name: 'From outside' } });
    await page.goto(`${panel.url}/admin/collections/collections/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await region().getByRole('button', { name: 'Share a link' }).click();
    await region().getByLabel('Link type').selectOption('Upload files');
    await region().getByLabel('Link name').fill('Photographers');
    await region().getByLabel('Expires').selectOption('On a date');
    const button = region().getByRole('button', { name: 'Create link' });
    expect(await button.isDisabled()).toBe(true);
    await region().getByLabel('Last day').fill('2001-01-01');
    await region().getByLabel('Link password').fill('knock');
    await region().getByText('At least 6 characters.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await region().getByLabel('Link password').fill('knock knock');
    await look(panel, page, 'link-form');
    // Enter creates the link, and doesn't save the form around it.
    await region().getByLabel('Link name').press('Enter');
    await region().getByRole('alert').filter({ hasText: 'This time is in the past' }).waitFor();
    await panel.expectRefusal(422);
    await region().getByLabel('Expires').selectOption('Never');
    const address = await madeLink('link-collection');
    await region().getByText('Upload files · No expiry').waitFor();
    await region().getByText('Password-protected', { exact: true }).waitFor();
    await look(panel, page, 'links');

    const { context, page: stranger } = await panel.visit();
    await stranger.goto(address);
    await panel.expectRefusal(401);
    await stranger.getByLabel('Password').fill('knock knock');
    await stranger.getByRole('button', { name: 'Open' }).click();
    await stranger.getByRole('heading', { name: 'Upload files: Photographers' }).waitFor();
    await revoke();
    await expectGone(stranger, address);
    await context.close();
  });
});
