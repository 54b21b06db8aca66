// Real builds in a real browser: a Vite site and a Storybook-like one of several pages, at
// {slug}.sites.localhost; and a password page.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { launchBrowser, patience } from '../setup/browser.ts';
import { makeFolder } from '../setup/children.ts';
import { startService } from '../setup/service.ts';
import { makeSite, sendZip } from './site-calls.ts';
import { makeZip } from './zips.ts';

let complaints: string[] = [];

const marque = await startService();
const folder = await makeFolder();
const as = await marque.makeKey(await marque.makePlace(), 'write');
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await marque.close();
  await folder?.remove();
});

async function writeAll(root: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
}

async function zipOf(root: string): Promise<Buffer> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return makeZip(
    await Promise.all(
      files.map(async (file) => {
        const full = path.join(file.parentPath, file.name);
        return { name: path.relative(root, full), content: await readFile(full) };
      }),
    ),
  );
}

async function publish(name: string, builds: Record<string, Buffer>, settings: object = {}): Promise<string> {
  const { id, url } = await makeSite(marque, as, { name, ...settings });
  for (const [mount, zip] of Object.entries(builds)) {
    const query = `?wait=true&path=${encodeURIComponent(mount)}`;
    const { body } = await sendZip(marque, as, id, zip, query);
    expect(body.data).toMatchObject({ state: 'live', error: null });
  }
  return url;
}

async function openPage(): Promise<Page> {
  complaints = [];
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(patience);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().includes('favicon'))
      complaints.push(`${response.status()} ${response.url()}`);
  });
  return page;
}

it('a Vite build works: modules, styles, pictures, lazy-loaded code', async () => {
  const root = path.join(folder.path, 'vite');
  await writeAll(root, {
    'package.json': '{"type":"module"}',
    'index.html':
      '<!doctype html><html lang="en"><head><title>Vite</title></head><body><h1>…</h1><img id="logo"><script type="module" src="/main.js"></script></body></html>',
    'main.js': `import './style.css';
import logo from './logo.svg?no-inline';
document.querySelector('#logo').src = logo;
const { greeting } = await import('./later.js');
document.querySelector('h1').textContent = greeting;`,
    'later.js': `export const greeting = 'Built by Vite';`,
    'style.css': 'h1 { color: rgb(1, 2, 3) }',
    'logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
    'public/robots.txt': 'User-agent: *',
  });
  const built = spawnSync(
    process.execPath,
    [path.resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error', '--target', 'esnext'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME } as unknown as NodeJS.ProcessEnv,
    },
  );
  expect([built.status, built.stderr]).toEqual([0, '']);
  const url = await publish('Vite', { '/': await zipOf(path.join(root, 'dist')) });
  const page = await openPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Built by Vite' }).waitFor();
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color)).toBe(
    'rgb(1, 2, 3)',
  );
  expect(await page.locator('#logo').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(40);
  const script = (await page.locator('script[src]').getAttribute('src')) ?? '';
  // Fetched in the page: only a browser resolves every name below localhost.
  const kept = await page.evaluate(
    async (address) => (await fetch(address)).headers.get('cache-control'),
    script,
  );
  expect(kept).toBe('public, max-age=31536000, immutable');
  expect(complaints).toEqual([]);
});

it('a Storybook of several pages works below a path, with relative links', async () => {
  const zip = makeZip([
    {
      name: 'index.html',
      content: `<!doctype html><title>Storybook</title><link rel="stylesheet" href="./sb-manager/manager.css"><nav><a href="./docs/">Docs</a></nav><iframe name="preview" src="iframe.html?id=button--primary"></iframe><script type="module" src="./sb-manager/runtime.js"></script>`,
    },
    { name: 'sb-manager/manager.css', content: 'nav { display: flex }' },
    {
      name: 'sb-manager/runtime.js',
      content: `const { entries } = await (await fetch('./index.json')).json(); document.title = Object.keys(entries).length + ' stories';`,
    },
    { name: 'index.json', content: '{"v":5,"entries":{"button--primary":{},"button--secondary":{}}}' },
    {
      name: 'iframe.html',
      content: `<!doctype html><button></button><script src="./assets/stories-DfK3aPq9.js"></script>`,
    },
    {
      name: 'assets/stories-DfK3aPq9.js',
      content: `document.querySelector('button').textContent = new URLSearchParams(location.search).get('id');`,
    },
    { name: 'docs/index.html', content: `<!doctype html><h1>Docs</h1><a href="../">Back</a>` },
    { name: '404.html', content: '<h1>No such story</h1>' },
  ]);
  const url = await publish('Stories', { '/storybook/v2': zip });
  const page = await openPage();
  await page.goto(`${url}/storybook/v2`);
  await page.frameLocator('iframe').getByRole('button', { name: 'button--primary' }).waitFor();
  await page.waitForFunction(() => document.title === '2 stories');
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('heading', { name: 'Docs' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/storybook/v2/docs/');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForFunction(() => document.title === '2 stories');
  expect(complaints).toEqual([]);
  await page.goto(`${url}/storybook/v2/nowhere`);
  expect(await page.locator('h1').textContent()).toBe('No such story');
});

it('a site opens with its password, and shares no cookie with the app or another site', async () => {
  const zip = makeZip([
    { name: 'index.html', content: '<h1>Inside</h1>' },
    { name: 'deep/page.html', content: '<h1>Deep inside</h1>' },
  ]);
  const url = await publish('Closed', { '/': zip }, { access: 'password', password: 'open sesame' });
  const other = await publish('Beside', { '/': zip });
  const page = await openPage();
  await page.goto(`${url}/deep/page?x=1`);
  expect(new URL(page.url()).origin).toBe(marque.url);
  await page.getByLabel('Password').fill('open barley');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText('Wrong password').waitFor();
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Deep inside' }).waitFor();
  expect(page.url()).toBe(`${url}/deep/page?x=1`);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ domain, httpOnly }) => [domain, httpOnly])).toEqual([[new URL(url).hostname, true]]);
  await page.goto(other);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});
