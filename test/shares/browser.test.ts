// Pages for people outside in a real browser: share links, without any script, on a phone and wide, by day and by night.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { makeAsset } from '../assets/library.ts';
import { launchBrowser } from '../setup/browser.ts';
import { startService, type Caller, type Place, type TestService } from '../setup/service.ts';

let marque: TestService;
let browser: Browser;
let place: Place;
let as: Caller;
let axe: string;
/** Requests to another host, and whatever the browser complained of. */
let complaints: string[] = [];

beforeAll(async () => {
  marque = await startService();
  place = await marque.makePlace('Acme');
  as = await marque.makeKey(place, 'write');
  browser = await launchBrowser();
  axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await marque?.close();
});

const phone = { viewport: { width: 390, height: 844 } };
const wide = { viewport: { width: 1440, height: 900 } };

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  complaints = [];
  const context = await browser.newContext({ ...wide, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== marque.url) complaints.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    // Only the whole server has an icon.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' && !message.text().includes('status of 401'))
      complaints.push(message.text());
  });
  return page;
}

/** What axe finds on a page in each form it has, and how much it is too wide on a phone. */
async function problemsOf(
  address: string,
  cookies: { name: string; value: string }[] = [],
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [phone, wide]) {
      const context = await browser.newContext({ ...size, colorScheme });
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: marque.url })));
      const page = await context.newPage();
      await page.goto(address);
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        interface Result {
          violations: { id: string; nodes: { target: string[] }[] }[];
        }
        const { axe: tool } = globalThis as unknown as { axe: { run: () => Promise<Result> } };
        return (await tool.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      found.push(...violations.map((one) => `${colorScheme} ${size.viewport.width}: ${one}`));
      if (overflow > 0) found.push(`${overflow} px too wide at ${size.viewport.width}`);
      await context.close();
    }
  return found;
}

async function share(body: Record<string, unknown>): Promise<string> {
  const made = await marque.call('POST', '/api/v1/shares', { as, body });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data.url as string;
}

it('shows the files of a collection, each to look at and to download', async () => {
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
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
}, 120_000);

it('asks for the password of a link once, and is closed when the link is taken back', async () => {
  const collection = await marque.makeCollection(place, { name: 'Closed pictures' });
  const url = await share({ kind: 'view', collection, password: 'open sesame' });
  const page = await openPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Closed pictures' }).waitFor();
  await page.getByLabel('Password').fill('open barley');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText('not the password').waitFor();
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Nothing of this may be used').waitFor();
  expect(page.url()).toBe(url);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await page.reload();
  await page.getByText('Nothing of this may be used').waitFor();
  expect(complaints).toEqual([]);
  expect(await problemsOf(url)).toEqual([]);

  const [{ id } = { id: '' }] = (await marque.call('GET', `/api/v1/shares?collection=${collection}`, { as }))
    .body.data as { id: string }[];
  await marque.call('DELETE', `/api/v1/shares/${id}`, { as });
  expect((await page.reload())?.status()).toBe(410);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  // What was left with a visitor of one link opens no other.
  const other = await marque.call('POST', '/api/v1/shares', {
    as,
    body: { kind: 'view', collection, password: 'open sesame' },
  });
  const { id: otherId, url: otherUrl } = other.body.data as { id: string; url: string };
  const forged = { name: `mq_share_${otherId}`, value: cookie?.value ?? '', url: marque.url };
  await page.context().addCookies([forged]);
  await page.goto(otherUrl);
  await page.getByLabel('Password').waitFor();
}, 120_000);

it('takes a file in, and says what is wrong with one that it does not take', async () => {
  const collection = await marque.makeCollection(place, { name: 'Field trip' });
  const url = await share({ kind: 'upload', collection });
  const page = await openPage(phone);
  await page.goto(url);
  await page.getByLabel('A file').setInputFiles('fixtures/rocket.jpg');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('has arrived').waitFor();
  const waiting = await marque.call('GET', `/api/v1/assets?status=proposed&collection=${collection}`, { as });
  expect(waiting.body.data).toMatchObject([{ filename: 'rocket.jpg', proposedBy: 'Link “Field trip”' }]);

  const broken = (await readFile('fixtures/coffee.png')).subarray(0, 40);
  await page
    .getByLabel('Another file')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: broken });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').waitFor();
  expect(await problemsOf(url)).toEqual([]);
}, 120_000);
