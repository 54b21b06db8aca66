// A folder of 40 photographs is dropped with what they share. Three are there already, one is broken, the rest goes into a new collection.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { makeFolder } from '../../setup/children.ts';
import { joinPanel } from '../../setup/join-panel.ts';
import { dropPath } from '../../setup/drop-path.ts';
import { fileAsset } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';
import { assetCard, chooseFilter } from '../panel-assets.ts';

interface Stored {
  filename: string;
  tags: string[];
  metadata: { title?: string; creator?: string };
  rights: { license: string | null; expires: string | null } | null;
  collections: string[];
}

const { panel, visitor, page, api, data } = await openPanel();
const disk = await makeFolder();
afterAll(() => disk.remove());

const nameOf = (n: number): string => `DSC_${String(n).padStart(4, '0')}.jpg`;
const photographs = ['coffee.png', 'chelsea.png', 'rocket.jpg', 'hubble_deep_field.jpg'];

/** A part of a photograph, another one for each number. */
function crop(n: number): Promise<Buffer> {
  const fixture = photographs[n % photographs.length] ?? '';
  return sharp(`fixtures/${fixture}`)
    .extract({ left: n, top: n, width: 240, height: 180 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

it('adds 36, says which are there and which is broken, and files them', async () => {
  const folder = path.join(disk.path, 'Harbour shoot');
  await mkdir(folder);
  for (let n = 1; n <= 39; n += 1) {
    const bytes = await crop(n);
    await writeFile(path.join(folder, nameOf(n)), bytes);
    if (n > 36) await fileAsset(api, `kept-${n}.jpg`, bytes, { tags: ['kept'] });
  }
  await writeFile(
    path.join(folder, nameOf(40)),
    (await readFile(path.join(folder, nameOf(1)))).subarray(0, 120),
  );
  const ines = await joinPanel(panel, visitor, 'Ines Example', 'read');

  await page.goto(`${panel.url}/admin/collections/assets`);
  await assetCard(page, 'kept-37.jpg').waitFor();
  await dropPath(page, folder);
  const form = page.getByRole('dialog', { name: 'Upload 40 files' });
  await form.getByLabel('Make a collection of “Harbour shoot” (40 files)').uncheck();
  await form.getByLabel('Tags', { exact: true }).fill('harbour, night');
  await page.keyboard.press('Enter');
  await form.getByLabel('Add a detail').selectOption({ label: 'Creator' });
  await form.getByLabel('Creator', { exact: true }).fill('Mara Meyer');
  await form.getByLabel('Add a detail').selectOption({ label: 'License' });
  await form.getByLabel('License', { exact: true }).fill('Our own');
  await form.getByLabel('Add a detail').selectOption({ label: 'Expires' });
  await form.getByLabel('Expires', { exact: true }).fill('2031-06-30');
  await form.getByText('Titles of single files').click();
  await form.getByLabel(`Title of ${nameOf(1)}`).fill('First light');
  await look(panel, page, 'journey-folder-form');
  await form.getByRole('button', { name: 'Upload', exact: true }).click();

  const tray = page.getByRole('region', { name: 'Uploads' });
  await tray.getByText('1 of 40 failed').waitFor();
  await panel.expectRefusal(422);
  const rows = tray.getByRole('listitem');
  expect(await rows.first().textContent()).toContain(nameOf(40));
  expect(await rows.filter({ hasText: 'Already in the library, and left as it is there' }).count()).toBe(3);
  expect(await rows.getByText('In the library', { exact: true }).count()).toBe(36);
  await look(panel, page, 'journey-folder-done');
  await page.getByRole('button', { name: 'Close the list of uploads' }).click();

  await chooseFilter(page, 'Tag', 'harbour 36');
  await page.getByText('36 assets', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select First light' }).check();
  const bar = page.getByRole('region', { name: 'Selected assets' });
  await bar.getByRole('button', { name: 'Select all 36' }).click();
  await bar.getByText('36 selected').waitFor();
  await bar.getByRole('button', { name: 'Add to collection' }).click();
  await page
    .getByRole('dialog', { name: 'Add 36 assets to a collection' })
    .getByRole('button', { name: 'New collection' })
    .click();
  const sheet = page.getByRole('dialog', { name: 'New collection' });
  await sheet.getByLabel('Name').fill('Harbour at night');
  await sheet.getByRole('button', { name: 'Create collection' }).click();
  await page.getByText('36 assets added to “Harbour at night”').waitFor();

  const [collection] = await data<{ id: string; count: number }[]>('GET', '/api/v1/collections');
  expect(collection?.count).toBe(36);
  const stored = await data<Stored[]>('GET', '/api/v1/assets?limit=200');
  expect(stored).toHaveLength(39);
  for (const { filename, tags, metadata, rights, collections } of stored) {
    const kept = filename.startsWith('kept-');
    expect([filename, tags]).toEqual([filename, kept ? ['kept'] : ['harbour', 'night']]);
    expect(metadata.creator).toBe(kept ? undefined : 'Mara Meyer');
    expect(metadata.title).toBe(filename === nameOf(1) ? 'First light' : undefined);
    if (kept) expect(rights).toBeNull();
    else expect(rights).toMatchObject({ license: 'Our own', expires: '2031-06-30' });
    expect(collections).toEqual(kept ? [] : [collection?.id]);
  }

  await ines.page.goto(`${panel.url}/admin/collections/collections/${collection?.id}`);
  await ines.page.getByText('36 assets', { exact: true }).waitFor();
  await assetCard(ines.page, 'First light').waitFor();
  await look(panel, ines.page, 'journey-folder-collection');
  await ines.context.close();
}, 300_000);
