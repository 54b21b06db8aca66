// Uploads that look like what's in the library wait for a decision. What is dropped together, or is there already, doesn't.
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, page, api, data } = await openPanel();

const photo = 'fixtures/coffee.png';
/** The photograph, as wide as that. */
const wide = (width: number): Promise<Buffer> => sharp(photo).resize({ width }).jpeg().toBuffer();
const countAssets = async (): Promise<number> =>
  (await api<{ total: number }>('GET', '/api/v1/assets')).total;

const tray = page.getByRole('region', { name: 'Uploads' });
const rowOf = (name: string): Locator => tray.getByRole('listitem').filter({ hasText: name });

async function upload(files: Record<string, Buffer>): Promise<void> {
  await page
    .getByLabel('Files to upload')
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'image/jpeg', buffer })));
}
async function closeTray(): Promise<void> {
  await tray.getByRole('button', { name: 'Close the list of uploads' }).click();
  await tray.waitFor({ state: 'detached' });
}

const original = await wide(400);
const cup = await fileAsset(api, 'cup.jpg', original, { title: 'Cup of coffee' });

beforeEach(async () => {
  await page.goto(`${panel.url}/admin/collections/assets`);
  await page.locator('[data-asset]').first().waitFor();
});

describe('an upload that looks like an asset', () => {
  it("isn't added if the person doesn't want it", async () => {
    await upload({ 'smaller.jpg': await wide(300) });
    await rowOf('smaller.jpg').getByRole('link', { name: 'Looks like Cup of coffee' }).waitFor();
    await tray.getByText('1 file looks like an asset you have').waitFor();
    await look(panel, page, 'look-alike');
    await page.getByRole('button', { name: 'Don’t add: smaller.jpg' }).click();
    await tray.waitFor({ state: 'detached' });
    expect(await countAssets()).toBe(1);
  });

  it('becomes a new version of it', async () => {
    await upload({ 'larger.jpg': await wide(500) });
    await page.getByRole('button', { name: 'Add as a new version: larger.jpg' }).click();
    await rowOf('larger.jpg').getByText('Added as a new version').waitFor();
    const versions = await data<{ filename: string }[]>('GET', `/api/v1/assets/${cup}/versions`);
    expect(versions.map(({ filename }) => filename)).toEqual(['larger.jpg', 'cup.jpg']);
    expect(await countAssets()).toBe(1);
    await closeTray();
  });

  it('is added all the same, and with it all others that wait', async () => {
    await upload({ 'a.jpg': await wide(350), 'b.jpg': await wide(250), 'c.jpg': await wide(200) });
    await tray.getByText('3 files look like assets you have').waitFor();
    await page.getByRole('button', { name: 'Add anyway: b.jpg' }).click();
    await rowOf('b.jpg').getByText('In the library', { exact: true }).waitFor();
    expect(await countAssets()).toBe(2);
    await page.getByRole('button', { name: 'Add all 2 anyway' }).click();
    await tray.getByText('3 files uploaded').waitFor();
    expect(await countAssets()).toBe(4);
    await closeTray();
  });
});

describe('an upload', () => {
  it("that is there to the byte isn't asked about", async () => {
    await upload({ 'again.jpg': original });
    await rowOf('again.jpg').getByText('Already in the library').waitFor();
    await closeTray();
  });

  it('that looks like another one beside it is added', async () => {
    const shots = ['rocket-1.jpg', 'rocket-2.jpg', 'rocket-3.jpg', 'rocket-4.jpg'];
    const bytes = await Promise.all(
      shots.map((_, at) =>
        sharp('fixtures/rocket.jpg')
          .resize({ width: 300 + at })
          .jpeg()
          .toBuffer(),
      ),
    );
    const before = await countAssets();
    await upload(Object.fromEntries(shots.map((name, at) => [name, bytes[at] as Buffer])));
    await tray.getByText('4 files uploaded').waitFor();
    expect(await countAssets()).toBe(before + 4);
  });
});
