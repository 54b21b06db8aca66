// One asset in a real browser: a new version replaces it and is switched back, and the list it was opened from leads on.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { until } from '../setup/children.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { look, openPanel } from '../setup/panel.ts';
import { assetCard } from './panel-assets.ts';
import { shoot } from './screenshots.ts';

const { panel, visitor, page, api } = await openPanel();
let coffee: string;
let bluer: Buffer;

const library = () => `${panel.url}/admin/collections/assets`;

interface Version {
  id: string;
  version: number;
  current: boolean;
  status: string;
  metadata: { title?: string };
}
const versions = async (): Promise<Version[]> =>
  (await api<{ data: Version[] }>('GET', `/api/v1/assets/${coffee}/versions`)).data;
const currentVersion = async (): Promise<number | undefined> =>
  (await versions()).find(({ current }) => current)?.version;
const upload = (name: string, bytes: Buffer, mimeType = 'image/png') =>
  page.getByLabel('File of the new version').setInputFiles({ name, mimeType, buffer: bytes });
const row = (n: number) =>
  page.getByRole('list', { name: 'Versions' }).getByLabel(`Version ${n}`, { exact: true });

beforeAll(async () => {
  for (const name of ['chelsea.png', 'coffee.png', 'rocket.jpg'])
    await fileAsset(api, name, await readFile(`fixtures/${name}`), {
      tags: name === 'chelsea.png' ? [] : ['shelf'],
    });
  const { data } = await api<{ data: { id: string }[] }>('GET', '/api/v1/assets?q=coffee');
  coffee = data[0]?.id ?? '';
  await api('PATCH', `/api/v1/assets/${coffee}`, {
    title: 'A cup of coffee',
    rights: { channels: ['web', 'print'], territories: ['DE'], expires: '2099-12-31' },
  });
  bluer = await sharp('fixtures/coffee.png').modulate({ hue: 180 }).resize(480).png().toBuffer();
});

describe('an asset', () => {
  it('shows its picture and its metadata without scrolling', async () => {
    await page.goto(`${library()}/${coffee}`);
    const picture = page.getByRole('img', { name: 'A cup of coffee' });
    await picture.waitFor();
    for (const part of [picture, page.getByLabel('Title'), page.getByLabel('Tags')]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    }
    const [left, right] = [await picture.boundingBox(), await page.getByLabel('Title').boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    await page.getByText('Web and print in Germany, until ').waitFor();
    expect(await page.getByRole('main').getByLabel('Workspace').count()).toBe(0);
    await look(panel, page, 'asset');
  });

  it('is zoomed to its own pixels, and back', async () => {
    const picture = page.getByRole('img', { name: 'A cup of coffee' });
    await picture.dblclick();
    await page.getByRole('region', { name: 'The picture at 100%' }).waitFor();
    await until(async () => (await picture.boundingBox())?.width === 600);
    await look(panel, page, 'asset-zoomed');
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.getByRole('region', { name: 'The picture at 100%' }).waitFor({ state: 'detached' });
  });

  it('is downloaded in a size and a format', async () => {
    await page.getByRole('button', { name: 'Download' }).click();
    const menu = page.getByRole('group', { name: 'Download' });
    await menu.getByLabel('Size').selectOption({ label: 'Another width' });
    await menu.getByLabel('Width in pixels').fill('120');
    await menu.getByLabel('Format').selectOption({ label: 'WebP' });
    await look(panel, page, 'asset-download');
    const saved = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'Download' }).click();
    const file = await readFile(await (await saved).path());
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 120 });
  });
});

describe('similar pictures', () => {
  const strip = () => page.getByRole('region', { name: 'Similar pictures' });

  it('are named when one is uploaded, and shown on the page of the asset, which they open', async () => {
    const cup = await sharp('fixtures/coffee.png').resize(300).jpeg().toBuffer();
    await page.goto(library());
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'cup.jpg', mimeType: 'image/jpeg', buffer: cup });
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByRole('link', { name: 'Looks like A cup of coffee' }).waitFor();
    await uploads.getByRole('button', { name: 'Add anyway: cup.jpg' }).click();
    await uploads.getByText('In the library', { exact: true }).waitFor();
    await page.goto(`${library()}/${coffee}`);
    await strip().getByRole('link', { name: 'cup.jpg' }).locator('img').waitFor();
    await strip().getByText('300 × 200').waitFor();
    await look(panel, page, 'asset-similar');
    await strip().getByRole('link', { name: 'cup.jpg' }).click();
    await strip().getByRole('link', { name: 'A cup of coffee' }).waitFor();
    const { data } = await api<{ data: { id: string }[] }>('GET', '/api/v1/assets?q=cup.jpg');
    await api('DELETE', `/api/v1/assets/${data[0]?.id}`);
  });

  it('take no room if there are none', async () => {
    await page.goto(`${library()}/${coffee}`);
    await page.getByText('There is only one version.').waitFor();
    expect(await strip().count()).toBe(0);
  });
});

describe('a new version', () => {
  it('is refused if it is another kind of file, or the same one', async () => {
    await page.goto(`${library()}/${coffee}`);
    await page.getByText('There is only one version.').waitFor();
    await upload('notes.pdf', Buffer.from('%PDF-1.4'), 'application/pdf');
    await page.getByText('notes.pdf is PDF, but a version of this asset must be a picture.').waitFor();
    await upload('again.png', await readFile('fixtures/coffee.png'));
    await page.getByText('again.png is the same file as version 1.').waitFor();
    await upload('cat.png', await readFile('fixtures/chelsea.png'));
    await page.getByText('cat.png is already in the library as an asset of its own').waitFor();
    expect(await versions()).toHaveLength(1);
    await page.getByRole('button', { name: 'Close the list of uploads' }).click();
  });

  it('replaces the asset, and is what the library shows', async () => {
    await upload('coffee-2.png', bluer);
    await page.getByText('Version 2 is now the current version').waitFor();
    await page.waitForURL((url) => !url.pathname.includes(coffee));
    await row(2).getByText('Current version').waitFor();
    expect(await versions()).toMatchObject([
      { version: 2, current: true, status: 'active', metadata: { title: 'A cup of coffee' } },
      { version: 1, current: false },
    ]);
    const { data } = await api<{ data: { filename: string }[] }>('GET', '/api/v1/assets?q=cup');
    expect(data.map(({ filename }) => filename)).toEqual(['coffee-2.png']);
  });

  it('is compared with the one before', async () => {
    const differences = page.getByRole('table', { name: 'What differs' });
    const pixels = differences.getByRole('row', { name: /^Pixels/ });
    await pixels.getByRole('cell', { name: '600 × 400' }).waitFor();
    await pixels.getByRole('cell', { name: '480 × 320' }).waitFor();
    expect(await differences.getByRole('row', { name: /^Title/ }).count()).toBe(0);
    await look(panel, page, 'asset-versions');
    await page.getByRole('button', { name: 'Slider' }).click();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await slider.inputValue()).toBe('51');
    await page.keyboard.press('Home');
    expect(await slider.getAttribute('aria-valuetext')).toBe('0%');
    await look(panel, page, 'asset-slider');
    await page.getByRole('button', { name: 'Difference' }).click();
    const difference = page.getByRole('img', { name: 'What differs between version 1 and version 2' });
    await difference.locator('img').nth(1).waitFor();
    const isLoaded = () =>
      page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('.mq-difference img')].every(
          (one) => one.complete && one.naturalWidth > 0,
        ),
      );
    const brightness = async () =>
      (await sharp(await page.locator('.mq-difference').screenshot()).stats()).channels[0]?.mean ?? 0;
    await isLoaded();
    expect(await brightness()).toBeGreaterThan(60);
    await look(panel, page, 'asset-difference');
    // A version differs from itself in nothing.
    await page.getByLabel('Before').selectOption({ index: 0 });
    await page.getByText('Choose two different versions.').waitFor();
    await isLoaded();
    expect(await brightness()).toBeLessThan(2);
  });

  it('is switched back, after saying where it is used, and that is undone', async () => {
    const current = (await versions()).find((one) => one.current)?.id ?? '';
    const { data: kit } = await api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Kit' });
    await api('POST', `/api/v1/collections/${kit.id}/assets`, { add: [current] });
    await row(1).getByRole('button', { name: 'Make version 1 current' }).click();
    await page.getByText('Version 2 is used in 1 collection.').waitFor();
    await look(panel, page, 'asset-switch');
    await row(1).getByRole('button', { name: 'Make version 1 current' }).click();
    await row(1).getByText('Current version').waitFor();
    expect(await currentVersion()).toBe(1);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Version 1 is now the current version' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await row(2).getByText('Current version').waitFor();
    expect(await currentVersion()).toBe(2);
  });
});

describe('the list that an asset was opened from', () => {
  const place = (words: string) => page.getByText(words, { exact: true }).waitFor();

  it('leads to the previous and the next one, by link and by key', async () => {
    await page.goto(`${library()}?tag=shelf&order=name`);
    await assetCard(page, 'A cup of coffee').getByRole('link').click();
    await place('1 of 2');
    expect(await page.getByRole('link', { name: 'Previous asset' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Next asset' }).click();
    await page.getByRole('heading', { name: 'rocket.jpg' }).waitFor();
    await place('2 of 2');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'A cup of coffee' }).waitFor();
    await place('1 of 2');
  });

  it('doesn’t act on the keys of somebody who types', async () => {
    await page.getByLabel('Title').press('j');
    expect(await page.getByRole('heading', { name: 'A cup of coffee' }).count()).toBe(1);
    await page.getByLabel('Title').fill('A cup of coffee');
  });

  it('survives a pasted link, and is where “Back to library” leads', async () => {
    const other = await visitor.context.newPage();
    await other.goto(page.url());
    await other.getByText('1 of 2', { exact: true }).waitFor();
    await other.getByRole('link', { name: 'Back to library' }).click();
    await other.waitForURL(/collections\/assets\?/);
    await assetCard(other, 'rocket.jpg').waitFor();
    expect(await assetCard(other, 'chelsea.png').count()).toBe(0);
    await until(() => other.evaluate(() => document.activeElement?.closest('[data-asset]') !== null));
    await other.close();
  });

  it('isn’t needed: an asset opens without one', async () => {
    await page.goto(`${library()}/${coffee}`);
    await page.getByRole('link', { name: 'Back to library' }).waitFor();
    expect(await page.getByRole('link', { name: 'Next asset' }).count()).toBe(0);
    await shoot(page, 'asset-whole');
  });
});

describe('somebody who can only propose', () => {
  it('uploads a version that waits for review, and is offered no switch', async () => {
    const { context, page: hers } = await joinPanel(panel, visitor, 'Pia', 'propose');
    await hers.goto(`${library()}/${coffee}`);
    const greyer = await sharp('fixtures/coffee.png').grayscale().png().toBuffer();
    await hers
      .getByLabel('File of the new version')
      .setInputFiles({ name: 'coffee-3.png', mimeType: 'image/png', buffer: greyer });
    await hers.getByText('The new version waits for review.').waitFor();
    expect(await versions()).toMatchObject([
      { version: 3, current: false, status: 'proposed' },
      { version: 2, current: true },
      { version: 1, current: false },
    ]);
    expect(await hers.getByRole('button', { name: /^Make version/ }).count()).toBe(0);
    await context.close();
  });
});

describe('Content Credentials', () => {
  it('are shown with what the asset was made from, level by level, by keyboard too', async () => {
    const bytes = await readFile('test/fixtures/c2pa/adobe-20220124-CIE-sig-CA.jpg');
    await fileAsset(api, 'composed.jpg', bytes, {});
    const { data } = await api<{ data: { id: string }[] }>('GET', '/api/v1/assets?q=composed');
    await page.goto(`${library()}/${data[0]?.id ?? ''}`);
    const tree = page.getByRole('region', { name: /^Content Credentials/ });
    await tree.getByRole('heading', { name: 'Content Credentials Signer not trusted' }).waitFor();
    const first = tree.getByRole('listitem').first();
    // What is wrong is open.
    await first.getByText('claimSignature.mismatch').waitFor();
    await first.getByText('A.jpg', { exact: true }).waitFor();
    await shoot(page, 'asset-credentials');
    await first.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await first.getByText('A.jpg', { exact: true }).waitFor({ state: 'hidden' });
    expect(await first.locator('summary').first().textContent()).toBe(
      'E-sig-CA.jpg Part of it · image/jpeg Changed or broken',
    );
  });
});
