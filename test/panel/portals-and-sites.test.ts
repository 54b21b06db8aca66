// Portals and sites in the panel, and what their visitors see, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeZip, site as zipOf } from '../sites/zips.ts';
import { filePicture } from '../setup/panel-agent.ts';
import { dropFile, look, openPanel, type Visitor } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

const { panel, visitor, page } = await openPanel();

beforeAll(async () => {
  await filePicture(visitor.api.bind(visitor), 'logo.png');
  await publishColours();
});

/** What visitors of the portal see: a page that shows a colour. */
async function publishColours(): Promise<void> {
  await visitor.api('PATCH', '/api/v1/brand/rules', {
    set: [{ key: 'color.primary', type: 'color', value: '#2244aa' }],
  });
  await visitor.api('PUT', '/api/v1/brands/brand/pages/colour', {
    title: 'All colours',
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
  const home = () => stranger.page.getByRole('heading', { name: 'For the press', level: 1 });

  beforeAll(async () => {
    stranger = await panel.visit();
  });
  afterAll(() => stranger?.context.close());

  it('is created and protected with a password, with errors at their fields', async () => {
    await page.goto(`${panel.url}/admin/collections/portals/create`);
    await page.locator('#field-name').fill('For the press');
    await page.locator('#action-save').click();
    await page.waitForURL(/\/collections\/portals\/[0-9a-f-]{36}/);
    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
    portal = (await visitor.api<{ data: typeof portal }>('GET', `/api/v1/portals/${id}`)).data;
    await part('Address').locator('code').filter({ hasText: portal.url }).waitFor();
    expect(await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')).toBe(portal.url);
    await page.getByLabel('Visibility').selectOption('password');
    await press('Save visibility');
    await page.locator('#mq-portal-password-problem').waitFor();
    await panel.expectRefusal(422);
    await page.getByLabel('New password').fill('open sesame');
    await press('Save visibility');
    await page.getByText('Visibility saved.').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    expect(await stored()).toMatchObject({ access: 'password', brands: [] });
  });

  it('gets a brand, an appearance and presets', async () => {
    await part('Contents').getByLabel('Brands').selectOption('brand');
    await press('Save contents');
    await page.getByText('Contents saved.').waitFor();
    await part('Appearance').getByRole('button', { name: 'Choose a file' }).click();
    await sheet().getByLabel('Search the library').fill('logo');
    await sheet().getByRole('button', { name: 'logo.png' }).click();
    await part('Appearance').locator('.mq-filebox img').waitFor();
    await page.locator('#mq-portal-accent').fill('#AA2222');
    await press('Save appearance');
    await page.getByText('Appearance saved.').waitFor();
    await press('Add a preset');
    await page.getByLabel('Name of preset 1').fill('For the web');
    await page.getByLabel('Transform of preset 1').fill('w_much');
    await press('Save presets');
    await part('Presets').getByText('w must be a whole number').waitFor();
    await panel.expectRefusal(400);
    await page.getByLabel('Transform of preset 1').fill('w_1200,f_webp');
    await press('Save presets');
    await page.getByText('Presets saved.').waitFor();
    expect(await stored()).toMatchObject({
      brands: ['brand'],
      theme: { logo: expect.any(String), accent: '#aa2222', background: null },
      presets: [{ name: 'For the web', transform: 'w_1200,f_webp' }],
    });
  });

  it('is not saved over someone else’s change', async () => {
    await visitor.api('PATCH', `/api/v1/portals/${portal.id}`, { terms: 'Ask before you print.' });
    await page.locator('#mq-portal-background').fill('#ffffff');
    await press('Save appearance');
    await part('Appearance').getByRole('alert').filter({ hasText: 'since you opened it' }).waitFor();
    await panel.expectRefusal(412);
    expect(await stored()).toMatchObject({ theme: { background: null } });
    await page.reload();
    await part('Appearance').waitFor();
  });

  it('shows the brand to a visitor with the password', async () => {
    await stranger.page.goto(portal.url);
    await panel.expectRefusal(401);
    expect(await stranger.page.getByRole('heading', { name: 'All colours' }).count()).toBe(0);
    await stranger.page.getByLabel('Password').fill('open sesame');
    await stranger.page.getByRole('button', { name: 'Open' }).click();
    await home().waitFor();
    await stranger.page.getByRole('heading', { name: 'All colours' }).waitFor();
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
    await part('Presets').waitFor();
    await look(panel, page, 'portal-settings');
  });

  it('is open until the day and time that the form says', async () => {
    await page.getByLabel('Open until').fill('2099-05-04T12:30');
    await page.locator('#action-save').click();
    await page.getByText('Updated successfully.').first().waitFor();
    const local = await page.evaluate(() => new Date('2099-05-04T12:30').toISOString());
    expect(await stored()).toMatchObject({ expiresAt: local });
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(1);
  });

  it('is listed with its address and who can visit it', async () => {
    await page.goto(`${panel.url}/admin/collections/portals`);
    await look(panel, page, 'portals');
    const row = page.getByRole('listitem').filter({ hasText: portal.url });
    await row.getByText('Password-protected').waitFor();
    await row.getByText(/^Open until .*2099/).waitFor();
    expect(await row.getByRole('link', { name: portal.url }).getAttribute('href')).toBe(portal.url);
    expect(await page.getByRole('link', { name: 'New portal' }).getAttribute('href')).toBe(
      '/admin/collections/portals/create',
    );
    await row.getByRole('link', { name: 'For the press', exact: true }).click();
    await part('Address').waitFor();
  });

  it('is closed after a confirmation, stays closed when the form is saved, and is reopened', async () => {
    await press('Close portal');
    await press('Close For the press for everyone');
    await part('Portal closed').waitFor();
    await page.locator('#field-intro').fill('Pictures and rules for the press.');
    await page.locator('#action-save').click();
    await page.getByText('Updated successfully.').first().waitFor();
    expect(await stored()).toMatchObject({
      intro: 'Pictures and rules for the press.',
      expiresAt: expect.any(String),
    });
    await stranger.page.reload();
    await stranger.page.getByText('This portal is closed.').waitFor();
    await panel.expectRefusal(410);
    await press('Reopen portal');
    await page.getByText('Portal reopened.').waitFor();
    await stranger.page.reload();
    await home().waitFor();
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
      press('Save visibility'),
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
    await page.locator('#field-name').fill('Handbook');
    await page.getByLabel('Kind').selectOption('Docs');
    await look(panel, page, 'site-new');
    await page.locator('#action-save').click();
    await page.waitForURL(/\/collections\/sites\/[0-9a-f-]{36}/);
    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
    site = (await visitor.api<{ data: typeof site }>('GET', `/api/v1/sites/${id}`)).data;
    expect(site.kind).toBe('docs');
    await page.getByText('No deployments yet.').waitFor();
    expect(await page.getByRole('link', { name: site.url }).getAttribute('href')).toBe(site.url);

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
    await dropZip(zipOf({ 'index.html': '<link rel="icon" href="data:,"><h1>Second</h1>' }));
    await deployments().filter({ hasText: 'Replaced' }).waitFor();
    await says('Second');
    await press('Restore');
    await deployments().last().getByText('Live', { exact: true }).waitFor();
    await says('First');
    expect(await states()).toEqual(['failed', 'live', 'replaced']);
    await shoot(page, 'site');
  });

  it('asks for a password or a member account, by its visibility', async () => {
    await page.getByLabel('Visibility').selectOption('password');
    await page.getByLabel('New password').fill('open sesame');
    await saveVisibility();
    await page.getByText('Visibility saved.').waitFor();
    const content = reader.page.getByRole('heading', { name: 'First' });
    await reader.page.goto(fresh());
    await reader.page.getByLabel('Password').fill('open sesame');
    expect(await content.count()).toBe(0);
    await reader.page.getByRole('button', { name: 'Open' }).click();
    await content.waitFor();

    await page.getByLabel('Visibility').selectOption('members');
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
    await page.goto(`${panel.url}/admin/collections/sites`);
    await page.getByRole('link', { name: 'Handbook', exact: true }).waitFor();
    await look(panel, page, 'sites');
  });
});
