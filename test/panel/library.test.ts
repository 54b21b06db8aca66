// The library and the page of an asset in a real browser: from the first upload to the last tab.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { fileAsset } from '../setup/panel-agent.ts';
import { dropFile, look, openPanel } from '../setup/panel.ts';
import { assetCard, chooseFilter, openedId, saveAsset, seenAsset, thumbnailDrawn } from './panel-assets.ts';

const maxUploadBytes = 2_000_000;

const { panel, visitor, page, api } = await openPanel({ MAX_UPLOAD_BYTES: String(maxUploadBytes) });

const seen = (id: string) => seenAsset(visitor, id);
const card = (name: string) => assetCard(page, name);
const untilDrawn = (name: string) => thumbnailDrawn(page, name);
const save = () => saveAsset(page);

describe('the library', () => {
  it('accepts dropped and chosen files', async () => {
    await page.goto(`${panel.url}/admin`);
    await page.getByRole('link', { name: 'Upload a file' }).click();
    await page.getByRole('heading', { name: 'The library is empty' }).waitFor();
    await dropFile(page, 'coffee.png', await readFile('fixtures/coffee.png'));
    await untilDrawn('coffee.png');
    await page.getByLabel('Files to upload').setInputFiles(['fixtures/chelsea.png', 'fixtures/rocket.jpg']);
    await Promise.all(['chelsea.png', 'rocket.jpg'].map(untilDrawn));
    expect(await card('rocket.jpg').textContent()).toContain('Active');
    await page.getByText('3 files uploaded').waitFor();
  });

  it('reports duplicates and files that are too large', async () => {
    await page.getByLabel('Files to upload').setInputFiles('fixtures/chelsea.png');
    await page.getByText('Already in the library').waitFor();
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(maxUploadBytes + 1) });
    await page.getByText(`up to ${maxUploadBytes} bytes`).waitFor();
    await panel.expectRefusal(413);
    await page.getByRole('button', { name: 'Close the list of uploads' }).click();
    const { data } = await api<{ data: unknown[] }>('GET', '/api/v1/assets');
    expect(data).toHaveLength(3);
  });

  it('searches while typing, and filters by state', async () => {
    await page.getByRole('searchbox').fill('rock');
    await page.getByText('1 asset', { exact: true }).waitFor();
    expect(await card('rocket.jpg').count()).toBe(1);
    expect(await card('chelsea.png').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.getByText('3 assets').waitFor();
    expect(await page.getByRole('button', { name: /^Rejected/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Active 3/ }).click();
    await untilDrawn('chelsea.png');
  });
});

describe("the address of Payload's form for a new asset", () => {
  it('leads to the library, where files are uploaded', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/create`);
    await page.waitForURL((url) => url.pathname === '/admin/collections/assets');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByLabel('Files to upload').setInputFiles('fixtures/hubble_deep_field.jpg');
    expect((await sent).url()).toContain('/api/v1/uploads/');
    await card('hubble_deep_field.jpg').waitFor();
    await page.getByRole('button', { name: 'Close the list of uploads' }).click();
  });
});

describe('an asset', () => {
  it('gets metadata, tags, rights and field values', async () => {
    await api('POST', '/api/v1/fields', {
      key: 'subject',
      label: 'Subject',
      type: 'select',
      options: ['space', 'food'],
    });
    await page.goto(`${panel.url}/admin/collections/fields`);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Label').fill('Year');
    await page.getByLabel('Type').selectOption({ label: 'Number' });
    await page.getByText('A value must be a number.').waitFor();
    await page.getByRole('button', { name: 'Create field' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Year' }).getByText('Number').waitFor();
    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.getByRole('link', { name: 'chelsea.png' }).click();
    await page.getByLabel('Title').fill('Chelsea, asleep');
    await page.getByLabel('Tags').fill('cat');
    await page.keyboard.press('Enter');
    await page.getByLabel('Tags').fill('Cat, portrait,');
    await page.keyboard.press('Enter');
    await page.getByLabel('Subject').selectOption('space');
    await page.getByLabel('Year').fill('2019');
    expect(await save()).toBe(200);
    await page.getByRole('tab', { name: 'Rights' }).click();
    await page.getByLabel('Expires').fill('2020-01-31');
    await page.getByLabel('Channels').fill('web');
    await page.keyboard.press('Enter');
    expect(await save()).toBe(200);
    await page.getByRole('region', { name: 'Review' }).getByText('Expired').waitFor();

    expect(await seen(openedId(page))).toMatchObject({
      metadata: { title: 'Chelsea, asleep' },
      tags: ['cat', 'portrait'],
      fields: { subject: 'space', year: 2019 },
      rights: { expires: '2020-01-31', channels: ['web'], license: null },
      status: 'active',
    });
  });

  it('shows the server’s error at the field, and saves a valid value', async () => {
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByLabel('Year').fill('99999999999999999');
    expect(await save()).toBe(422);
    await panel.expectRefusal(422);
    await page.getByText('Year must be a number').first().waitFor();
    await page.getByLabel('Year').fill('2020');
    expect(await save()).toBe(200);
    expect((await seen(openedId(page))).fields).toEqual({ subject: 'space', year: 2020 });
  });
});

describe('the library with field values', () => {
  it('filters by a field value, and keeps the filter in the address', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    await chooseFilter(page, 'Subject', 'space 1');
    await page.getByText('1 asset', { exact: true }).waitFor();
    await untilDrawn('Chelsea, asleep');
    await page.waitForURL(/[?&]f\.subject=space/);
    await page.reload();
    await page.getByText('1 asset', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Subject: space' }).click();
    await page.getByText('4 assets', { exact: true }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has('f.subject'));
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
  });

  it('edits selected assets in bulk, reports failures, and downloads them as one zip', async () => {
    const [rocket, hubble] = await Promise.all(
      ['rocket', 'hubble'].map(async (q) => {
        const { data } = await api<{ data: { id: string }[] }>('GET', `/api/v1/assets?q=${q}`);
        return data[0]?.id ?? '';
      }),
    );
    await api('PATCH', `/api/v1/assets/${hubble}`, { tags: ['stars'] });
    await page.reload();
    const choose = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await choose('rocket.jpg');
    await choose('hubble_deep_field.jpg');
    const bar = page.getByRole('region', { name: 'Selected assets' });
    await bar.getByText('2 selected').waitFor();
    const place = await bar.getByRole('link', { name: 'Download' }).getAttribute('href');
    const zip = await visitor.context.request.get(`${panel.url}${place}`);
    expect(zip.headers()['content-type']).toBe('application/zip');
    const bytes = await zip.body();
    expect(['rocket.jpg', 'hubble_deep_field.jpg'].map((name) => bytes.includes(name))).toEqual([true, true]);

    await bar.getByRole('button', { name: 'Edit' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('heading', { name: 'Edit 2 assets' }).waitFor();
    await sheet.getByLabel('Tags to add').fill('night, sky');
    await page.keyboard.press('Enter');
    await sheet.getByLabel('Change a property').selectOption({ label: 'Year' });
    await sheet.getByText('Without a value, it’s cleared').waitFor();
    await sheet.getByLabel('Year', { exact: true }).fill('1999');
    await sheet.getByText('Without a value, it’s cleared').waitFor({ state: 'detached' });
    await look(panel, page, 'library-edit');
    await api('DELETE', `/api/v1/assets/${hubble}`);
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await sheet.getByRole('listitem').filter({ hasText: 'hubble_deep_field.jpg: ' }).waitFor();
    await sheet.getByRole('heading', { name: 'Edit 1 asset', exact: true }).waitFor();
    expect(await seen(rocket ?? '')).toMatchObject({ tags: ['night', 'sky'], fields: { year: 1999 } });

    await api('POST', `/api/v1/assets/${hubble}/restore`);
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await seen(hubble ?? '')).toMatchObject({
      tags: ['stars', 'night', 'sky'],
      fields: { year: 1999 },
    });

    await choose('rocket.jpg');
    await bar.getByRole('button', { name: 'Edit' }).click();
    await sheet.getByLabel('Change a property').selectOption({ label: 'Year' });
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect((await seen(rocket ?? '')).fields).toEqual({});
  });
});

describe('the tabs of an asset', () => {
  const tab = (name: string) => page.getByRole('tab', { name });

  it('show its versions, addresses to copy, uses and activity', async () => {
    const { data } = await api<{ data: { id: string; filename: string }[] }>(
      'GET',
      '/api/v1/assets?q=coffee',
    );
    const coffee = data.find(({ filename }) => filename === 'coffee.png')?.id ?? '';
    await page.goto(`${panel.url}/admin/collections/assets/${coffee}`);
    await tab('Versions').click();
    await page.getByText('There is only one version.').waitFor();
    await tab('Where used').click();
    await page.getByText('Not used anywhere you can see.').waitFor();
    const { data: kept } = await api<{ data: { id: string } }>('POST', '/api/v1/collections', {
      name: 'Coffee pictures',
    });
    await api('POST', `/api/v1/collections/${kept.id}/assets`, { add: [coffee] });

    const bytes = await sharp('fixtures/coffee.png').modulate({ hue: 40 }).png().toBuffer();
    await fileAsset(api, 'coffee-2.png', bytes, { versionOf: coffee });
    await page.reload();
    await tab('Versions').click();
    const version = (n: number) =>
      page.getByRole('list', { name: 'Versions' }).getByLabel(`Version ${n}`, { exact: true });
    await version(2).getByText('coffee-2.png').waitFor();
    await version(2).getByText('Current version').waitFor();
    await page.getByRole('button', { name: 'Make version 1 current' }).click();
    await page.getByText('Version 2 is used in 1 collection.').waitFor();
    await page.getByRole('button', { name: 'Make version 1 current' }).click();
    await version(1).getByText('Current version').waitFor();

    await tab('Renditions').click();
    await page.getByText(`${panel.url}/a/${coffee}/w_320,f_webp`).waitFor();
    await tab('Where used').click();
    const place = page
      .getByRole('list', { name: 'Where used: Collections', exact: true })
      .getByRole('link', { name: 'Coffee pictures' });
    await place.waitFor();
    expect(await place.getAttribute('href')).toBe(`/admin/collections/collections/${kept.id}`);
    // The other version is in the collection, too.
    await page
      .getByRole('region', { name: 'Version 2' })
      .getByRole('link', { name: 'Coffee pictures' })
      .waitFor();
    await tab('Activity').click();
    await page.getByRole('listitem').filter({ hasText: 'edda' }).first().waitFor();
  });
});

describe('the trash', () => {
  const trashed = async (): Promise<string[]> => {
    const { data } = await api<{ data: { filename: string }[] }>('GET', '/api/v1/assets?status=deleted');
    return data.map(({ filename }) => filename).sort();
  };
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('shows what was deleted, until when it is kept, and restores it', async () => {
    const listed = await api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets');
    // Of an asset with two versions, the other one takes over.
    const data = listed.data.filter(({ filename }) => filename !== 'coffee.png');
    for (const { id } of data) await api('DELETE', `/api/v1/assets/${id}`);
    const names = data.map(({ filename }) => filename).sort();
    expect(await trashed()).toEqual(names);

    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByText('for 30 days').waitFor();
    const first = entry('rocket.jpg');
    await first.getByText(/^Deleted .*, removed for good on /).waitFor();
    await first.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    await look(panel, page, 'trash');
    await first.getByRole('button', { name: /^Restore / }).click();
    await page.getByText('1 asset restored').waitFor();
    await first.waitFor({ state: 'detached' });

    await page.getByLabel('Select all shown').check();
    await page.getByRole('button', { name: /^Restore \d+ assets?$/ }).click();
    await page.getByText('The trash is empty.').waitFor();
    expect(await trashed()).toEqual([]);
  });

  it('says which assets couldn’t be restored, and why', async () => {
    const [picture] = (await api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets')).data;
    await api('DELETE', `/api/v1/assets/${picture?.id ?? ''}`);
    await page.goto(`${panel.url}/admin/collections/assets/trash`);
    await page.getByLabel('Select all shown').check();
    await panel.sql.query('delete from assets where id = $1', [picture?.id]);
    await page.getByRole('button', { name: 'Restore 1 asset', exact: true }).click();
    await page.getByText('1 asset couldn’t be restored').waitFor();
    await panel.expectRefusal(404);
    await page
      .getByRole('list', { name: 'Deleted assets' })
      .getByText(/no asset|not found/i)
      .waitFor();
  });
});
