// Portals and sites in the panel, and what their visitors see, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeZip, site as zipOf } from '../sites/zips.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { dropFile, look, openPanel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

const { panel, visitor, page } = await openPanel();

beforeAll(async () => {
  await filePicture(visitor.api.bind(visitor), 'logo.png');
  await publishColors();
});

/** What visitors of the portal see: a page that shows a color. */
async function publishColors(): Promise<void> {
  await visitor.api('PATCH', '/api/v1/brand/rules', {
    set: [{ key: 'color.primary', type: 'color', value: '#2244aa' }],
  });
  await visitor.api('PUT', '/api/v1/brands/brand/pages/color', {
    title: 'All colors',
    sections: [{ template: 'palette', keys: ['color.primary'] }],
  });
  await visitor.api('POST', '/api/v1/brands/brand/publish', {});
}

const sheet = () => page.getByRole('dialog').last();

describe('a portal', () => {
  let stranger: Visitor;
  let portal: { id: string; url: string; slug: string };
  const stored = async () =>
    (await visitor.api<{ data: Record<string, unknown> }>('GET', `/api/v1/portals/${portal.id}`)).data;
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const saveBar = () => part('Unsaved changes');
  const save = async (): Promise<void> => {
    await press('Save');
    await saveBar().waitFor({ state: 'detached' });
  };
  const home = () => stranger.page.getByRole('heading', { name: 'For the press', level: 1 });

  beforeAll(async () => {
    stranger = await panel.visit();
  });
  afterAll(() => stranger?.context.close());

  it('starts closed, from an empty list that says what belongs there', async () => {
    await page.goto(`${panel.url}/admin/collections/portals`);
    await page.getByRole('heading', { name: 'No portals yet' }).waitFor();
    await press('New portal');
    await sheet().getByLabel('Name').fill('For the press');
    await sheet().getByRole('button', { name: 'Create portal' }).click();
    await page.waitForURL(/\/collections\/portals\/[0-9a-f-]{36}/);
    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
    portal = (await visitor.api<{ data: typeof portal }>('GET', `/api/v1/portals/${id}`)).data;
    await page.getByText('Not open yet').waitFor();
    await page.locator('code').filter({ hasText: portal.url }).waitFor();
    await stranger.page.goto(portal.url);
    await stranger.page.getByText('This portal is closed.').waitFor();
    await panel.expectRefusal(410);
  });

  it('has one Save for all of it, with errors at their fields', async () => {
    await part('Contents').getByLabel('Brands').selectOption('brand');
    await page.getByRole('radio', { name: /^Password/ }).check();
    await part('Appearance').getByRole('button', { name: 'Choose a file' }).click();
    await sheet().getByLabel('Search the library').fill('logo');
    await sheet().getByRole('button', { name: 'logo.png' }).click();
    await part('Appearance').locator('.mq-filebox img').waitFor();
    await page.locator('#mq-portal-accent').fill('#AA2222');
    await press('Add a size');
    await page.getByLabel('Name of size 1').fill('For the web');
    await page.getByLabel('Transform of size 1').fill('w_much');
    await page.getByLabel('Introduction').fill('Pictures and rules for the press.');
    await press('Save');
    await part('Download sizes').getByText('w must be a whole number').waitFor();
    await panel.expectRefusal(400);
    await page.getByLabel('Transform of size 1').fill('w_1200,f_webp');
    await press('Save');
    await page.locator('#mq-portal-password-problem').waitFor();
    await panel.expectRefusal(422);
    expect(await stored()).toMatchObject({ access: 'public', brands: [], intro: null });
    await page.getByLabel('New password').fill('open sesame');
    await save();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    expect(await stored()).toMatchObject({
      access: 'password',
      brands: ['brand'],
      intro: 'Pictures and rules for the press.',
      theme: { logo: expect.any(String), accent: '#aa2222', background: null },
      presets: [{ name: 'For the web', transform: 'w_1200,f_webp' }],
    });
  });

  it('keeps what was typed, and does not undo what somebody else changed', async () => {
    await page.locator('#mq-portal-background').fill('#ffffff');
    await page.getByLabel('Terms of use').fill('Credit the photographer.');
    await saveBar().waitFor();
    await visitor.api('PATCH', `/api/v1/portals/${portal.id}`, { intro: 'For the press only.' });
    await page.goto(`${panel.url}/admin/collections/portals`);
    await page.getByRole('link', { name: 'For the press' }).click();
    await saveBar().waitFor();
    expect(await page.getByLabel('Terms of use').inputValue()).toBe('Credit the photographer.');
    await visitor.api('PATCH', `/api/v1/portals/${portal.id}`, { terms: 'Ask before you print.' });
    await press('Save');
    await saveBar().getByRole('alert').filter({ hasText: 'Someone else changed the same' }).waitFor();
    await panel.expectRefusal(412);
    expect(await stored()).toMatchObject({ terms: 'Ask before you print.', theme: { background: null } });
    await visitor.api('PATCH', `/api/v1/portals/${portal.id}`, { intro: 'For the press.' });
    await save();
    await panel.expectRefusal(412);
    expect(await stored()).toMatchObject({
      terms: 'Credit the photographer.',
      intro: 'For the press.',
      theme: { background: '#ffffff' },
    });
  });

  it('gets a custom domain, which says what proves it', async () => {
    const domains = part('Custom domains');
    const host = page.locator('#mq-new-domain');
    await host.fill('https://brand.example.com');
    await press('Add domain');
    await domains.getByText('Must be a public host name').waitFor();
    await panel.expectRefusal(422);
    await host.fill('brand.press.example');
    await press('Add domain');
    await domains.getByText('_marque.brand.press.example').waitFor();
    await domains.getByText('Not verified yet').waitFor();
    expect(await host.inputValue()).toBe('');
    await domains.getByRole('button', { name: 'Remove', exact: true }).click();
    await domains.getByRole('button', { name: 'Remove brand.press.example' }).click();
    await domains.locator('[data-domain]').waitFor({ state: 'detached' });
  });

  it('is previewed as each audience while nobody else gets in', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Visitors', exact: true }).click();
    const preview = await opened;
    await preview.getByText('Preview: what people with the password or a personal link can see.').waitFor();
    await preview.getByRole('heading', { name: 'All colors' }).waitFor();
    await preview.goto(`${portal.url}/brand/color`);
    await preview.getByRole('heading', { name: 'All colors', level: 1 }).waitFor();
    await preview.getByRole('link', { name: 'Leave the preview' }).click();
    await preview.getByText('This portal is closed.').waitFor();
    await preview.close();
    // The address alone shows nothing to anyone else.
    await stranger.page.goto(`${portal.url}?preview=members`);
    await stranger.page.getByText('This portal is closed.').waitFor();
    await panel.expectRefusal(410);
  });

  it('is opened after it says who then sees what', async () => {
    await press('Open portal');
    await sheet().getByText('Anyone with the address and the password.').waitFor();
    await sheet().getByText('It shows 1 brand.').waitFor();
    await sheet().getByRole('button', { name: 'Open portal' }).click();
    await page.getByRole('link', { name: 'Visit', exact: true }).waitFor();
    expect(await stored()).toMatchObject({ expiresAt: null });
    await stranger.page.goto(portal.url);
    await panel.expectRefusal(401);
    expect(await stranger.page.getByRole('heading', { name: 'All colors' }).count()).toBe(0);
    await stranger.page.getByLabel('Password').fill('open sesame');
    await stranger.page.getByRole('button', { name: 'Open' }).click();
    await home().waitFor();
    await stranger.page.getByRole('heading', { name: 'All colors' }).waitFor();
  });

  it('gives an approved visitor a personal link', async () => {
    await stranger.api('POST', `/api/v1/portal/${portal.slug}/requests`, {
      email: 'pia@example.com',
      name: 'Pia',
      note: 'For the magazine',
    });
    await page.reload();
    const request = page.locator('[data-request="pia@example.com"]');
    await request.getByText('For the magazine').waitFor();
    await shoot(page, 'portal');
    await request.getByRole('button', { name: 'Approve Pia', exact: true }).click();
    const link = (await request.locator('code').textContent()) ?? '';
    const other = await panel.visit();
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'For the press', level: 1 }).waitFor();
    expect(await other.page.getByLabel('Password').count()).toBe(0);
    await other.context.close();
  });

  it('passes axe in light and dark, and fits a phone', async () => {
    await page.reload();
    await part('Download sizes').waitFor();
    await look(panel, page, 'portal-page');
  });

  it('is closed at once, and opened again from the message', async () => {
    await press('Close portal');
    await page.getByText('Portal closed').waitFor();
    await page.getByText('Closed since').waitFor();
    await stranger.page.reload();
    await stranger.page.getByText('This portal is closed.').waitFor();
    await panel.expectRefusal(410);
    await press('Undo');
    await page.getByRole('link', { name: 'Visit', exact: true }).waitFor();
    await stranger.page.reload();
    await home().waitFor();
  });

  it('is listed with its address, state, audience and contents, and deleted after it says what breaks', async () => {
    await page.goto(`${panel.url}/admin/collections/portals`);
    const row = page.getByRole('list', { name: 'Portals' }).getByRole('listitem');
    await row.filter({ hasText: portal.url.replace('http://', '') }).waitFor();
    expect(await row.innerText()).toMatch(/For the press[^]*Brand[^]*Open[^]*Password/);
    await look(panel, page, 'portals');
    await row.getByRole('link').click();
    await press('More actions');
    await page.getByRole('menuitem', { name: 'Delete portal' }).click();
    await sheet().getByText('links of approved guests stop working').waitFor();
    await sheet().getByRole('button', { name: 'Delete portal' }).click();
    await page.getByRole('heading', { name: 'No portals yet' }).waitFor();
    await stranger.page.goto(portal.url);
    await panel.expectRefusal(404);
  });
});

describe('a site', () => {
  let site: { id: string; slug: string; url: string; kind: string };
  let reader: Visitor;
  const deployments = () => page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
  const dropZip = (bytes: Buffer) => dropFile(page, 'dist.zip', bytes, 'application/zip');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const saveVisibility = async (): Promise<void> => {
    const [answer] = await Promise.all([
      page.waitForResponse(
        (one) => one.url().includes('/api/v1/sites/') && one.request().method() === 'PATCH',
      ),
      press('Save'),
    ]);
    expect(answer.status()).toBe(200);
  };
  let looks = 0;
  // Pages are cached for a minute, so each check uses its own address.
  const fresh = (): string => `${site.url}/?${(looks += 1)}`;
  const says = async (text: string): Promise<void> => {
    await reader.page.goto(fresh());
    await reader.page.getByRole('heading', { name: text }).waitFor();
  };

  /** The states of the site's deployments, sorted. */
  const states = async (): Promise<string[]> => {
    const path = `/api/v1/sites/${site.id}/deployments`;
    return (await visitor.api<{ data: { state: string }[] }>('GET', path)).data
      .map(({ state }) => state)
      .sort();
  };

  beforeAll(async () => {
    reader = await panel.visit();
  });
  afterAll(() => reader?.context.close());

  it('is created, and goes live with a dropped zip', async () => {
    await page.goto(`${panel.url}/admin/collections/sites/create`);
    await sheet().getByLabel('Name').fill('Handbook');
    await sheet().getByLabel('Kind').selectOption('docs');
    await sheet().getByRole('button', { name: 'Create site' }).click();
    await page.waitForURL(/\/collections\/sites\/[0-9a-f-]{36}/);
    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
    site = (await visitor.api<{ data: typeof site }>('GET', `/api/v1/sites/${id}`)).data;
    expect(site.kind).toBe('docs');
    await page.getByText('No deployments yet.').waitFor();
    await page.getByRole('radio', { name: /^Public/ }).check();
    await saveVisibility();
    await dropZip(zipOf({ 'index.html': '<link rel="icon" href="data:,"><h1>First</h1>' }));
    await deployments().filter({ hasText: 'Live' }).filter({ hasText: '1 file,' }).waitFor();
    await says('First');
  });

  it('shows why a zip failed, and stays unchanged', async () => {
    await dropZip(makeZip([{ name: 'about.html', content: 'About' }]));
    const failed = deployments().first();
    await failed.getByText('Failed', { exact: true }).waitFor();
    await failed.getByText('There is no index.html at the root of the zip.').waitFor();
    await dropZip(Buffer.from('no zip at all'));
    await page.getByRole('alert').filter({ hasText: 'Not a zip file.' }).waitFor();
    await panel.expectRefusal(415);
    await says('First');
    expect(await states()).toEqual(['failed', 'live']);
  });

  it('shows the next build, and the previous one after a restore', async () => {
    const second = { 'index.html': '<link rel="icon" href="data:,"><h1>Second</h1>', _redirects: '/a /b' };
    await dropZip(zipOf(second));
    await deployments().filter({ hasText: 'Replaced' }).waitFor();
    await deployments().first().getByText('1 redirect').waitFor();
    await says('Second');
    await press('Restore');
    await deployments().last().getByText('Live', { exact: true }).waitFor();
    await says('First');
    expect(await states()).toEqual(['failed', 'live', 'replaced']);
    await shoot(page, 'site');
  });

  it('previews a build that was replaced, and is taken down and restored', async () => {
    const preview = deployments().first().getByRole('link', { name: 'Preview' });
    const url = (await preview.getAttribute('href')) ?? '';
    expect(new URL(url).hostname).toMatch(/^[0-9a-f]{12}--handbook\.sites\./);
    const opened = await visitor.context.newPage();
    await opened.goto(url);
    await opened.getByRole('heading', { name: 'Second' }).waitFor();
    await opened.close();
    await press('Take down');
    await press('Take down /');
    await deployments().last().getByText('Replaced', { exact: true }).waitFor();
    await deployments().last().getByRole('button', { name: 'Restore' }).click();
    await deployments().last().getByText('Live', { exact: true }).waitFor();
    await says('First');
  });

  it('asks for a password or a member account, by its visibility', async () => {
    await page.getByRole('radio', { name: /^Password/ }).check();
    await page.getByLabel('New password').fill('open sesame');
    await saveVisibility();
    const content = reader.page.getByRole('heading', { name: 'First' });
    await reader.page.goto(fresh());
    await reader.page.getByLabel('Password').fill('open sesame');
    expect(await content.count()).toBe(0);
    await reader.page.getByRole('button', { name: 'Open' }).click();
    await content.waitFor();

    await page.getByRole('radio', { name: /^Members/ }).check();
    await saveVisibility();
    // Visitors with the password have to sign in now.
    await reader.page.goto(fresh());
    await reader.page.waitForURL('**/admin/login?redirect=*');
    expect(await content.count()).toBe(0);
    const member = await visitor.context.newPage();
    await member.goto(fresh());
    await member.getByRole('heading', { name: 'First' }).waitFor();
    await member.close();
  });

  it('passes axe in light and dark, and fits a phone', async () => {
    await page.reload();
    await deployments().first().waitFor();
    await look(panel, page, 'site');
  });

  it('is listed with its address, audience and last deployment, and deleted after it says what breaks', async () => {
    await page.goto(`${panel.url}/admin/collections/sites`);
    const row = page.getByRole('list', { name: 'Sites' }).getByRole('listitem');
    await row.waitFor();
    expect(await row.innerText()).toMatch(
      /Handbook[^]*handbook\.sites[^]*Documentation[^]*Live[^]*Deployed[^]*Members/,
    );
    await look(panel, page, 'sites');
    await row.getByRole('link').click();
    await press('More actions');
    await page.getByRole('menuitem', { name: 'Delete site' }).click();
    await sheet().getByText('stops working for everyone who visits it').waitFor();
    await sheet().getByRole('button', { name: 'Delete site' }).click();
    await page.getByRole('heading', { name: 'No sites yet' }).waitFor();
  });
});
