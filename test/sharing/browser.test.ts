// Pages for visitors in a real browser: share links and portals, without scripts, on a phone and a wide
// screen, in light and dark.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeAsset, makePicture } from '../assets/library.ts';
import { launchBrowser, patience } from '../setup/browser.ts';
import { phone, problemFinder, wide } from '../setup/page-problems.ts';
import { callsAs } from '../setup/callers.ts';
import { makeBrand } from '../brands/brand.ts';
import { startService } from '../setup/service.ts';
import { makeShareLink } from '../shares/share-links.ts';
import { makeNewsroom } from './newsroom.ts';

/** Requests to another host, and the browser's errors. */
let complaints: string[] = [];

const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
const browser = await launchBrowser();
afterAll(async () => {
  await browser?.close();
  await marque?.close();
});

const problemsOf = problemFinder(browser, marque.url);

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  complaints = [];
  const context = await browser.newContext({ ...wide, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== marque.url) complaints.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 401'))
      complaints.push(message.text());
  });
  return page;
}

const share = async (body: Record<string, unknown>): Promise<string> =>
  (await makeShareLink(marque, as, body)).url;

it('a share link shows the files of a collection, each with a preview and a download', async () => {
  const collection = await marque.makeCollection(place, { name: 'Press pictures' });
  for (const filename of ['hubble_deep_field.jpg', 'coffee.png'])
    await makeAsset(
      marque,
      as,
      { filename, collections: [collection] },
      await readFile(`fixtures/${filename}`),
    );
  const url = await share({ kind: 'view', collection });

  const page = await openPage(phone);
  const answer = await page.goto(url);
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining(`default-src 'none'`),
  });
  await page.getByRole('heading', { name: 'Press pictures', level: 1 }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download coffee.png' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('coffee.png');
  expect(complaints).toEqual([]);
  expect(await problemsOf(url)).toEqual([]);

  await page.goto(`${marque.url}/s/no-such-link`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

it('a share link asks for its password once, and is closed when revoked', async () => {
  const collection = await marque.makeCollection(place, { name: 'Closed pictures' });
  const url = await share({ kind: 'view', collection, password: 'open sesame' });
  const page = await openPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Closed pictures' }).waitFor();
  await page.getByLabel('Password').fill('open barley');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText('Wrong password').waitFor();
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('No files are available').waitFor();
  expect(page.url()).toBe(url);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await page.reload();
  await page.getByText('No files are available').waitFor();
  expect(complaints).toEqual([]);
  expect(await problemsOf(url)).toEqual([]);

  const [{ id } = { id: '' }] = (await marque.call('GET', `/api/v1/shares?collection=${collection}`, { as }))
    .body.data as { id: string }[];
  await marque.call('DELETE', `/api/v1/shares/${id}`, { as });
  expect((await page.reload())?.status()).toBe(410);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  // A visitor's cookie for one link opens no other.
  const other = await marque.call('POST', '/api/v1/shares', {
    as,
    body: { kind: 'view', collection, password: 'open sesame' },
  });
  const { id: otherId, url: otherUrl } = other.body.data as { id: string; url: string };
  const forged = { name: `mq_share_${otherId}`, value: cookie?.value ?? '', url: marque.url };
  await page.context().addCookies([forged]);
  await page.goto(otherUrl);
  await page.getByLabel('Password').waitFor();
});

it('an upload link accepts a file, and explains what is wrong with a refused one', async () => {
  const collection = await marque.makeCollection(place, { name: 'Field trip' });
  const url = await share({ kind: 'upload', collection });
  const page = await openPage(phone);
  await page.goto(url);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'night.png', mimeType: 'image/png', buffer: await makePicture() });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('status').getByText('was uploaded').waitFor();
  const waiting = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${collection}`, { as });
  expect(waiting.body.data).toMatchObject([{ filename: 'night.png', proposedBy: 'Link “Field trip”' }]);

  const broken = (await readFile('fixtures/coffee.png')).subarray(0, 40);
  await page
    .getByLabel('Another file')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: broken });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('alert').waitFor();
  expect(await problemsOf(url)).toEqual([]);
});

describe('a portal', () => {
  let home: string;
  let portal: string;
  const slugs = { brand: '', page: 'everything' };

  beforeAll(async () => {
    ({ id: portal, brand: slugs.brand } = await makeNewsroom(marque, place, as, slugs.page));
    home = `${marque.url}/p/northwind`;
  });

  it('can be read from its first page on, without a script, on a phone', async () => {
    const page = await openPage(phone);
    const answer = await page.goto(home);
    expect(answer?.headers()).toMatchObject({
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining(`default-src 'none'`),
    });
    await page.getByRole('heading', { name: 'Northwind', level: 1 }).waitFor();
    await page.getByLabel('Menu').check({ force: true });
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'How we look' }).click();
    await page.getByRole('heading', { name: 'How we look', level: 1 }).waitFor();
    expect(page.url()).toBe(`${home}/${slugs.brand}/${slugs.page}`);
    // In the browser's tab: otherwise browsers request a /favicon.ico that an app with Marque in it may not
    // have.
    const icon = page.locator('link[rel=icon]');
    // The brand's own logo, found by the name of its rule.
    expect(await icon.getAttribute('href')).toMatch(/^\/a\/[0-9a-f-]{36}\/w_480\?s=/);
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(titles).toEqual(expect.arrayContaining(['Colors', 'Typefaces', 'Press', 'Our film', 'Lately']));
    expect(await page.getByText('#0f766e').count()).toBeGreaterThan(0);
    expect(await page.getByText('Only for partners').count()).toBe(0);
    // External content is a link, and never loaded.
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Our film' }).getAttribute('href')).toBe(
      'https://example.com/film',
    );
    await page.getByRole('link', { name: 'print', exact: true }).click();
    await page.getByText('#e5a413').first().waitFor();
    await page.goto(`${home}/voice`);
    await page.getByRole('heading', { name: 'Voice', level: 1 }).waitFor();
    expect((await page.goto(`${home}/${slugs.brand}/partners`))?.status()).toBe(404);
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });

  it('finds pages, rules and files, and offers files in its presets', async () => {
    const page = await openPage();
    await page.goto(home);
    await page.getByLabel('Search this portal').fill('teal');
    await page.getByLabel('Search this portal').press('Enter');
    await page.getByRole('link', { name: 'Northwind teal' }).waitFor();
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'Press kit' }).click();
    await page.waitForURL('**/-/files?collection=*');
    await page.getByLabel('Search files').fill('rocket');
    await page.getByRole('button', { name: 'Search' }).click();
    const file = page.getByRole('listitem').filter({ hasText: 'rocket.jpg' });
    await file.getByText('Other formats').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      file.getByRole('link', { name: 'Web, 1200 px' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rocket.webp');
    await page.getByRole('link', { name: 'What’s new' }).click();
    await page.getByText('new palette').waitFor();
    await page
      .getByRole('navigation', { name: 'Portal' })
      .getByRole('link', { name: 'Terms of use' })
      .click();
    await page.getByText('what we agreed on').waitFor();
    expect(complaints).toEqual([]);
  });

  it('has no axe findings, in light and dark, wide and narrow', async () => {
    const paths = [
      '',
      `/${slugs.brand}/${slugs.page}`,
      `/${slugs.brand}/landing`,
      '/-/files',
      '/-/search?q=color',
      '/-/updates',
      '/-/terms',
      '/print',
    ];
    for (const path of paths) expect([path, await problemsOf(`${home}${path}`)]).toEqual([path, []]);
  });

  it('uses the brand’s own typeface, served from here as long as it may be used', async () => {
    const editor = callsAs(marque, as);
    const folder = 'node_modules/style-dictionary/examples/complete/assets/fonts';
    const [regular, other] = await Promise.all(
      ['Roboto-Regular.ttf', 'MaterialIcons-Regular.woff2'].map(async (filename) => {
        const made = await makeAsset(marque, as, { filename }, await readFile(`${folder}/${filename}`));
        await editor.done('PATCH', `/assets/${made.id}`, { public: false });
        return made.id as string;
      }),
    );
    // A family that no machine has installed, so it can only come from this server.
    const font = (key: string, family: string, asset = '') => ({
      key,
      type: 'font',
      value: { family, weight: 400 },
      label: family,
      assets: [{ id: asset }],
    });
    const brand = await makeBrand(marque, place, { name: 'Set in type' });
    await editor.done('PATCH', `/brand/rules?brand=${brand.slug}`, {
      set: [font('type.body', 'Northwind </style> Sans', regular), font('type.hidden', 'Unseen', other)],
    });
    await editor.done('PUT', `/brands/${brand.slug}/pages/type`, {
      title: 'Type',
      sections: [{ template: 'type', keys: ['type.body'] }],
    });
    await editor.done('PATCH', `/brands/${brand.slug}/theme`, { body: 'type.body' });
    await editor.done('POST', `/brands/${brand.slug}/publish`, {});
    const { body } = await editor.done('POST', '/portals', { name: 'Set in type', brands: [brand.slug] });
    const { url } = body.data as { url: string };

    const page = await openPage({ javaScriptEnabled: true });
    const answers: [string, number][] = [];
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'font')
        answers.push([answer.headers()['content-type'] ?? '', answer.status()]);
    });
    await page.goto(`${url}/${brand.slug}/type`);
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, weight, status, display }) => [
        family,
        weight,
        status,
        display,
      ]);
    });
    // Fonts that no visible page shows aren't served.
    expect(faces).toEqual([[expect.stringContaining('Northwind </style> Sans'), '400', 'loaded', 'swap']]);
    expect(answers).toEqual([['font/ttf', 200]]);
    expect(complaints).toEqual([]);

    await editor.done('PATCH', `/assets/${regular}`, { status: 'archived' });
    await page.reload();
    expect(await page.evaluate(() => document.fonts.size)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('is printed without elements that only a screen needs', async () => {
    const page = await openPage({ javaScriptEnabled: true });
    await page.goto(`${home}/${slugs.brand}/${slugs.page}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation', { name: 'Portal' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Colors' }).isVisible()).toBe(true);
    const colors = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);

    // Answers are printed though they're folded up, also where no script opens them.
    const plain = await openPage({ javaScriptEnabled: false });
    await plain.goto(`${home}/${slugs.brand}/${slugs.page}`);
    const answer = plain.locator('.mqb-faq .mqb-prose');
    const isSeen = (): Promise<boolean> => answer.evaluate((one) => one.checkVisibility());
    expect(await isSeen()).toBe(false);
    await plain.emulateMedia({ media: 'print' });
    expect(await isSeen()).toBe(true);
    await plain.goto(`${home}/print`);
    await plain.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Voice' }).click();
    expect(plain.url()).toBe(`${home}/print#page-voice`);
    expect(complaints).toEqual([]);
  });

  it('copies a value by a click or a key, and says so', async () => {
    const page = await openPage({
      ...phone,
      javaScriptEnabled: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`${home}/${slugs.brand}/${slugs.page}`);
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    const said = page.locator('[role=status][aria-live=polite]');
    const colors = page.locator('[data-template=palette]');
    await colors.getByRole('button', { name: 'Copy #0f766e' }).click();
    await said.getByText('Copied: #0f766e').waitFor();
    expect(await copied()).toBe('#0f766e');
    await colors.getByRole('button', { name: 'Copy 7721 C' }).press('Enter');
    await said.getByText('Copied: 7721 C').waitFor();
    await colors.getByRole('button', { name: 'Copy 50%: ' }).press('Space');
    await said.getByText('Copied: #87bbb7').waitFor();
    await colors.locator('.mqb-swatch-color').nth(1).click();
    await said.getByText('Copied: #10201f').waitFor();
    await page.getByRole('button', { name: 'Copy "Georgia", serif' }).click();
    await said.getByText('Copied: "Georgia", serif').waitFor();
    await page.locator('[data-template=copy]').getByRole('button', { name: 'Copy Tone' }).click();
    await said.getByText('Copied: Plain, warm').waitFor();
    expect(await copied()).toBe('Plain, warm, and never in a hurry.');
    expect(complaints).toEqual([]);
  });

  it('shows galleries in two columns on a phone, and offers each file', async () => {
    const page = await openPage(phone);
    await page.goto(`${home}/${slugs.brand}/${slugs.page}`);
    const figures = page.locator('[data-template=gallery] figure');
    const [one, other] = [await figures.nth(0).boundingBox(), await figures.nth(1).boundingBox()];
    expect(one?.y).toBe(other?.y);
    expect(one?.x).toBeLessThan(other?.x ?? 0);
    expect(await figures.locator('img[loading=lazy]').count()).toBe(2);
    // The other one is as small as the smallest width.
    expect(await figures.first().locator('img').getAttribute('srcset')).toContain('640w');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-template=logos]').getByRole('link', { name: 'Download JPG: rocket.jpg' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rocket.jpg');
    expect(complaints).toEqual([]);
  });

  it('asks for its password, keeps visitors signed in, and signs them out when it changes', async () => {
    const change = (body: Record<string, unknown>) =>
      marque.call('PATCH', `/api/v1/portals/${portal}`, { as, body });
    expect((await change({ access: 'password', password: 'open sesame' })).status).toBe(200);
    const page = await openPage(phone);
    await page.goto(`${home}/-/files`);
    expect(await page.getByText('rocket.jpg').count()).toBe(0);
    await page.getByLabel('Password').fill('open barley');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').getByText('Wrong password').waitFor();
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('rocket.jpg').first().waitFor();
    expect(page.url()).toBe(`${home}/-/files`);
    // Visitors with the password are partners.
    await page.goto(`${home}/${slugs.brand}/partners`);
    await page.getByRole('heading', { name: 'Only for partners' }).waitFor();
    expect(await problemsOf(home)).toEqual([]);

    await change({ password: 'another sesame' });
    await page.goto(home);
    await page.getByLabel('Password').waitFor();
    await change({ access: 'members' });
    await page.goto(`${home}/-/files`);
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/admin/login?redirect=%2Fp%2Fnorthwind%2F-%2Ffiles',
    );
    expect(await problemsOf(home)).toEqual([]);

    await page.getByRole('link', { name: 'Request access' }).click();
    expect(await problemsOf(page.url())).toEqual([]);
    await page.getByLabel('Your e-mail address').fill('nora@example.com');
    await page.getByLabel('What you need it for').fill('A talk on rockets');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('status').getByText('was sent').waitFor();
    const asked = await marque.call('GET', `/api/v1/portals/${portal}/requests`, { as });
    expect(asked.body.data).toMatchObject([{ email: 'nora@example.com', note: 'A talk on rockets' }]);
    const at = `/api/v1/portals/${portal}/requests/${asked.body.data[0].id}`;
    const approved = await marque.call('PATCH', at, { as, body: { status: 'approved' } });
    await page.goto(approved.body.data.url as string);
    await page.getByRole('heading', { name: 'Northwind', level: 1 }).waitFor();
    // The key is removed from the address immediately.
    expect(page.url()).toBe(home);
    await marque.call('POST', `/api/v1/portals/${portal}/close`, { as });
    expect((await page.goto(home))?.status()).toBe(410);
  });
});
