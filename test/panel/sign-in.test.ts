// Signing in on the way to a page, forgotten passwords, and one's own account. Every emailed link is followed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { mailTo, newestLink } from '../setup/mailed-links.ts';
import { startMailServer, type MailServer } from '../setup/mail-server.ts';
import { admin, look, startPanel, untilAlive, type Panel, type Visitor } from '../setup/panel.ts';
import { site } from '../sites/zips.ts';

const password = 'another battery staple';
let panel: Panel;
let mailbox: MailServer;
let boss: Visitor;
let nina: Visitor;

beforeAll(async () => {
  mailbox = await startMailServer();
  panel = await startPanel(mailTo(mailbox));
  boss = await panel.visit();
  await panel.signIn(boss.page, admin);
  nina = await joinPanel(panel, boss, 'Nina New', 'write');
}, 1_200_000); // the panel is built first where it isn't
afterAll(async () => {
  await panel?.close();
  await mailbox?.close();
});
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

describe('signing in on the way to another page', () => {
  const passIn = async (visitor: Visitor) => {
    await visitor.page.getByLabel('Email').waitFor();
    await untilAlive(visitor.page);
    await visitor.page.getByLabel('Email').fill(admin.email);
    await visitor.page.getByLabel('Password').fill(admin.password);
    await visitor.page.getByRole('button', { name: 'Login' }).click();
  };

  it("leads back to the page of a members' portal", async () => {
    const { data } = await boss.api<{ data: { slug: string } }>('POST', '/api/v1/portals', {
      name: 'Among us',
      access: 'members',
      terms: 'For members alone.',
    });
    const address = `${panel.url}/p/${data.slug}/-/terms`;
    const visitor = await panel.visit();
    await visitor.page.goto(address);
    await panel.expectRefusal(401);
    expect(await visitor.page.getByText('For members alone.').count()).toBe(0);
    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    await passIn(visitor);
    await visitor.page.getByText('For members alone.').waitFor();
    expect(visitor.page.url()).toBe(address);
    // Already signed in: redirected right away.
    await visitor.page.goto(
      `${panel.url}/admin/login?redirect=${encodeURIComponent(new URL(address).pathname)}`,
    );
    await visitor.page.getByText('For members alone.').waitFor();
    expect(visitor.page.url()).toBe(address);
    await visitor.context.close();
  });

  it("leads back to the page of a members' site, on its own host", async () => {
    const { data } = await boss.api<{ data: { id: string; url: string } }>('POST', '/api/v1/sites', {
      name: 'Ours',
      access: 'members',
    });
    const sent = await boss.context.request.post(
      `${panel.url}/api/v1/sites/${data.id}/deployments?wait=true`,
      {
        headers: { origin: panel.url, 'content-type': 'application/zip' },
        data: site({
          'inside.html': '<!doctype html><link rel="icon" href="data:,"><title>Inside</title><h1>Inside</h1>',
        }),
      },
    );
    expect((await sent.json()).data).toMatchObject({ state: 'live' });
    const address = new URL('/inside', data.url).href;
    const visitor = await panel.visit();
    await visitor.page.goto(address);
    await visitor.page.waitForURL(`${panel.url}/admin/login?redirect=*`);
    await passIn(visitor);
    await visitor.page.getByRole('heading', { name: 'Inside' }).waitFor();
    expect(visitor.page.url()).toBe(address);
    await visitor.context.close();
  });

  it('never leads to another server', async () => {
    const visitor = await panel.visit();
    const [first, ...others] = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/%2Fevil.example',
      '/%5Cevil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
    ];
    const login = (to = '') => `${panel.url}/admin/login?redirect=${encodeURIComponent(to)}`;
    await visitor.page.goto(login(first));
    await passIn(visitor);
    await visitor.page.getByRole('heading', { name: /^Hello/ }).waitFor();
    for (const to of others) {
      await visitor.page.goto(login(to));
      await visitor.page.getByRole('heading', { name: /^Hello/ }).waitFor();
      expect([to, new URL(visitor.page.url()).origin]).toEqual([to, panel.url]);
    }
    await visitor.context.close();
  });
});

describe('a forgotten password', () => {
  it('is reset with the emailed link, which works once', async () => {
    const { page: hers } = nina;
    await nina.context.clearCookies();
    await hers.goto(`${panel.url}/admin/login`);
    await hers.getByRole('link', { name: 'Forgot password?' }).click();
    await hers.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await look(panel, hers, 'forgot');
    await hers.getByLabel('E-mail').fill('nina@example.com');
    await hers.getByRole('button', { name: 'Send link' }).click();
    await hers.getByRole('status').filter({ hasText: 'If there is an account' }).waitFor();

    const link = await newestLink(mailbox, 'nina@example.com', /http\S+reset\?token=\S+/);
    await hers.goto(link);
    await hers.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await look(panel, hers, 'reset');
    await hers.getByLabel('New password').fill(password);
    await hers.getByRole('button', { name: 'Set password' }).click();
    await hers.getByRole('heading', { name: 'Hello, Nina' }).waitFor();

    await hers.goto(link);
    await hers.getByLabel('New password').fill('a third password');
    await hers.getByRole('button', { name: 'Set password' }).click();
    await hers.getByRole('alert').filter({ hasText: 'already used' }).waitFor();
    await panel.expectRefusal(410);
    expect(await hers.getByRole('heading', { name: 'Hello, Nina' }).count()).toBe(0);
  });
});

describe('the account page', () => {
  it('changes the name, and the password after asking for the current one', async () => {
    const { page: hers } = nina;
    await hers.goto(`${panel.url}/admin/account`);
    await hers.getByRole('heading', { name: 'Nina New', exact: true }).waitFor();
    await hers.getByLabel('Name', { exact: true }).fill('Nina Newer');
    await hers.getByRole('button', { name: 'Save name' }).click();
    await hers.getByRole('heading', { name: 'Nina Newer', exact: true }).waitFor();

    await hers.getByLabel('Current password').fill('not the password');
    await hers.getByLabel('New password').fill('a third password');
    await hers.getByRole('button', { name: 'Change password' }).click();
    await hers.getByRole('alert').filter({ hasText: 'Wrong password' }).waitFor();
    await panel.expectRefusal(422);
    await hers.getByLabel('Current password').fill(password);
    await hers.getByRole('button', { name: 'Change password' }).click();
    await hers.getByText('Password changed.').waitFor();
    const { rows } = await panel.sql.query<{ name: string }>(
      "select name from users where email = 'nina@example.com'",
    );
    expect(rows).toEqual([{ name: 'Nina Newer' }]);
  });

  it('lists sessions, and ends others', async () => {
    const { page: hers } = nina;
    const phone = await panel.visit();
    await panel.signInByForm(phone.page, { email: 'nina@example.com', password: 'a third password' });
    await hers.reload();
    const sessions = hers.getByRole('region', { name: 'Where you’re signed in' });
    await sessions.getByText('This session').waitFor();
    await until(async () => (await sessions.getByRole('listitem').count()) === 2);
    await look(panel, hers, 'account');
    await sessions.getByRole('button', { name: /^Sign out / }).click();
    await until(async () => (await sessions.getByRole('listitem').count()) === 1);
    expect(await sessions.getByRole('listitem').textContent()).toContain('This session');
    await phone.page.goto(`${panel.url}/admin`);
    await phone.page.waitForURL('**/admin/login**');
    await phone.context.close();
  });
});

describe('a session that ends while somebody is typing', () => {
  it('is continued in place, and what was typed is stored', async () => {
    const { page, context } = await panel.visit();
    await panel.signIn(page, admin);
    await page.goto(`${panel.url}/admin/collections/fields`);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Label').fill('Shot in');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByText(`Sign in as ${admin.email} to continue.`).waitFor();
    await panel.expectRefusal(401);

    // Closed, it leaves everything as it is.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('You’ve been signed out. Sign in again to continue.').waitFor();
    expect(await page.getByLabel('Label').inputValue()).toBe('Shot in');
    await page.getByRole('button', { name: 'Create field' }).click();
    await panel.expectRefusal(401);

    await dialog.getByLabel('Password').fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('Wrong e-mail address or password.').waitFor();
    await panel.expectRefusal(401);
    await look(panel, page, 'session-ended');
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'Shot in' }).waitFor();
    const { data } = await boss.api<{ data: { key: string }[] }>('GET', '/api/v1/fields');
    expect(data).toMatchObject([{ key: 'shot_in' }]);
    await context.close();
  });
});
