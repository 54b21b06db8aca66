// An asset is edited by two people at once, over a lost session and over leaving the page: nothing typed is lost, and nobody's change is
// undone by somebody else's.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../setup/children.ts';
import { joinPanel } from '../../setup/join-panel.ts';
import { filePicture } from '../../setup/panel-agent.ts';
import { admin, look, openPanel, type Visitor } from '../../setup/panel.ts';
import { assetCard, saveAsset, seenAsset } from '../panel-assets.ts';

const { panel, visitor, page, api, data } = await openPanel();

let mia: Visitor;
let pier: string;

const at = (id: string) => `${panel.url}/admin/collections/assets/${id}`;
const title = () => page.getByLabel('Title', { exact: true });
const description = () => page.getByLabel('Description', { exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const undo = () => page.getByRole('button', { name: 'Undo', exact: true });
const unsaved = () => page.getByText('Unsaved changes, kept in this browser');
const kept = () => page.getByText('Your unsaved changes');
const seen = () => seenAsset(visitor, pier);
const change = (by: Visitor, body: object) => by.api('PATCH', `/api/v1/assets/${pier}`, body);

/** Opens the asset, and waits until its page follows what happens. */
async function open(): Promise<void> {
  const follows = page.waitForResponse((answer) => answer.url().includes('/api/v1/events/stream'));
  await page.goto(at(pier));
  await follows;
  await title().waitFor();
}

beforeAll(async () => {
  pier = await filePicture(api, 'pier.png', { title: 'Pier', tags: ['harbor'] });
  mia = await joinPanel(panel, visitor, 'Mia Member', 'write');
});

describe('what somebody else changes meanwhile', () => {
  it('shows at once beside what is typed, and stays when that is saved', async () => {
    await open();
    await title().fill('The old pier');
    await change(mia, { tags: ['harbor', 'sea'], copyright: '© Mia' });
    await page.getByRole('button', { name: 'Remove tag sea' }).waitFor();
    expect(await title().inputValue()).toBe('The old pier');
    expect(await page.getByLabel('Copyright').inputValue()).toBe('© Mia');
    // Right before the save, too.
    await change(mia, { tags: ['harbor', 'sea', 'evening'] });
    expect(await saveAsset(page)).toBe(200);
    await page.getByRole('button', { name: 'Remove tag evening' }).waitFor();
    expect(await seen()).toMatchObject({
      metadata: { title: 'The old pier', copyright: '© Mia' },
      tags: ['harbor', 'sea', 'evening'],
    });
  });

  it('is chosen between where both changed the same, and nothing is saved before', async () => {
    await open();
    await description().fill('Wood and rust.');
    await page.getByLabel('Creator').fill('Edda');
    await change(mia, { description: 'A pier in the evening.' });
    const notice = page.getByText('Somebody else changed this, too: Description.');
    await notice.waitFor();
    await look(panel, page, 'asset-clash');
    await save().click();
    const merging = page.getByRole('dialog', { name: 'Mia Member changed this, too' });
    await merging.waitFor();
    expect((await seen()).metadata).toMatchObject({ description: 'A pier in the evening.' });
    expect((await seen()).metadata).not.toHaveProperty('creator');
    await look(panel, page, 'asset-merge');

    // Later is all right: what was typed is still there.
    await merging.getByRole('button', { name: 'Not now' }).click();
    expect(await description().inputValue()).toBe('Wood and rust.');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const both = merging.getByRole('group', { name: 'Description' });
    await both.getByRole('radio').first().check();
    await merging.getByRole('button', { name: 'Merge and save' }).click();
    await merging.waitFor({ state: 'detached' });
    await unsaved().waitFor({ state: 'detached' });
    expect(await description().inputValue()).toBe('A pier in the evening.');
    expect((await seen()).metadata).toMatchObject({
      description: 'A pier in the evening.',
      creator: 'Edda',
    });
  });

  it('isn’t undone by Undo', async () => {
    await open();
    await title().fill('Pier 7');
    expect(await saveAsset(page)).toBe(200);
    await undo().waitFor();
    await change(mia, { copyright: null });
    await undo().click();
    await until(async () => (await seen()).metadata.title === 'The old pier');
    await until(async () => (await title().inputValue()) === 'The old pier');
    expect((await seen()).metadata).not.toHaveProperty('copyright');
  });
});

describe('what is typed', () => {
  it('is still there after leaving the page, until it’s discarded', async () => {
    await open();
    await title().fill('Not saved yet');
    await unsaved().waitFor();
    await page.getByRole('link', { name: 'Back to library' }).click();
    await assetCard(page, 'The old pier').getByRole('link').click();
    await kept().waitFor();
    expect(await title().inputValue()).toBe('Not saved yet');
    await page.reload();
    await kept().waitFor();
    await page.getByRole('button', { name: 'Discard them' }).click();
    expect(await title().inputValue()).toBe('The old pier');
    await page.reload();
    await title().waitFor();
    expect(await kept().count()).toBe(0);
    expect((await seen()).metadata.title).toBe('The old pier');
  });

  it('is saved after signing in again, where the session has ended', async () => {
    const { page: hers, context } = await panel.visit();
    await panel.signIn(hers, admin);
    await hers.goto(at(pier));
    await hers.getByLabel('Title', { exact: true }).fill('Pier at night');
    await context.clearCookies();
    await hers.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = hers.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await panel.expectRefusal(401);
    // Closed, it leaves everything as it is.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await hers.getByText('You’ve been signed out. Sign in again to continue.').first().waitFor();
    expect(await hers.getByLabel('Title', { exact: true }).inputValue()).toBe('Pier at night');
    await hers.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.expectRefusal(401);
    await until(async () => (await seen()).metadata.title === 'Pier at night');
    await context.close();
  });

  it('is saved with one button and by key, whichever tab it’s in, and undone as one', async () => {
    await open();
    await page.getByLabel('Alt text').fill('A pier that leads into the sea');
    await page.getByRole('tab', { name: 'Rights' }).click();
    await page.getByLabel('Credit line').fill('Photo: Edda');
    await page.getByLabel('License', { exact: true }).fill('CC BY 4.0');
    await page.keyboard.press('Control+s');
    await undo().waitFor();
    const stored = async () => ({
      asset: await seen(),
      texts: Object.values(
        await data<Record<string, { alt: string | null }>>('GET', `/api/v1/assets/${pier}/texts`),
      ),
      usage: await data<{ credit: string | null }>('GET', `/api/v1/assets/${pier}/usage`),
    });
    expect(await stored()).toMatchObject({
      asset: { rights: { license: 'CC BY 4.0' } },
      texts: [{ alt: 'A pier that leads into the sea' }],
      usage: { credit: 'Photo: Edda' },
    });
    await undo().click();
    await until(async () => (await stored()).usage.credit === null);
    expect(await stored()).toMatchObject({ asset: { rights: null }, texts: [{ alt: null }] });
    // The open tab is in the address.
    await page.reload();
    await page.getByRole('tab', { name: 'Rights', selected: true }).waitFor();
    expect(await page.getByLabel('Credit line').inputValue()).toBe('');
  });

  it('that the server refuses stays, with the reason at its place', async () => {
    await page.getByLabel('Where to get a license').fill('not an address');
    await page.getByLabel('License', { exact: true }).fill('CC0');
    await save().click();
    await page.locator('.mq-problem').first().waitFor();
    await panel.expectRefusal(400);
    expect(await page.getByLabel('Where to get a license').inputValue()).toBe('not an address');
    await page.getByLabel('Where to get a license').fill('https://example.com/license');
    await save().click();
    await unsaved().waitFor({ state: 'detached' });
    const usage = await data<{ licensorUrl: string | null }>('GET', `/api/v1/assets/${pier}/usage`);
    expect(usage.licensorUrl).toBe('https://example.com/license');
    expect((await seen()).rights).toMatchObject({ license: 'CC0' });
  });

  it('may name the asset to use instead, which its page then leads to', async () => {
    const jetty = await filePicture(api, 'jetty.png', { title: 'Jetty' });
    await page.getByRole('button', { name: 'Choose a file: Use instead' }).click();
    const picker = page.getByRole('dialog', { name: 'Use instead' });
    await picker.getByRole('button', { name: 'Jetty' }).click();
    await picker.waitFor({ state: 'detached' });
    expect(await saveAsset(page)).toBe(200);
    const instead = page.locator('.mq-review').getByRole('link', { name: 'Jetty' });
    await instead.waitFor();
    expect(await seen()).toMatchObject({ supersededBy: jetty });
    await page.getByRole('button', { name: 'Remove: Use instead' }).click();
    expect(await saveAsset(page)).toBe(200);
    await instead.waitFor({ state: 'detached' });
    expect(await seen()).toMatchObject({ supersededBy: null });
  });
});

describe('the page of an asset', () => {
  it('is none of Payload’s forms, at any of its addresses', async () => {
    await page.goto(at(pier));
    await title().waitFor();
    expect(await page.locator('.collection-edit, .doc-controls, .render-fields').count()).toBe(0);
    await page.goto(`${at(pier)}/api`);
    expect(await page.locator('.collection-edit, .doc-controls, .render-fields').count()).toBe(0);
  });

  it('moves between its tabs by arrow keys', async () => {
    await page.goto(at(pier));
    await page.getByRole('tab', { name: 'Versions' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'Activity', selected: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('list', { name: 'Activity' }).waitFor();
    await page.keyboard.press('Home');
    await page.getByText('There is only one version.').waitFor();
  });

  it('tells in its activity what was changed', async () => {
    const dock = await filePicture(api, 'dock.png', { title: 'Dock', tags: ['harbor'] });
    await api('PATCH', `/api/v1/assets/${dock}`, { title: 'Dry dock', tags: ['harbor', 'ship'] });
    await page.goto(`${at(dock)}?tab=activity`);
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('Title and Tags', { exact: true }).click();
    await activity.locator('del').filter({ hasText: 'Dock' }).waitFor();
    await activity.locator('ins').filter({ hasText: 'Dry dock' }).waitFor();
    await activity.locator('ins').filter({ hasText: 'ship' }).waitFor();
    await look(panel, page, 'asset-activity');
    await page.goto(`${panel.url}/admin/activity`);
    await page.getByText('Title and Tags', { exact: true }).first().waitFor();
  });

  it('says that it’s gone when somebody takes it away', async () => {
    const quay = await filePicture(api, 'quay.png', { title: 'Quay', private: true });
    const { data: grant } = await api<{ data: { id: string } }>('POST', '/api/v1/grants', {
      resource: 'asset',
      resourceId: quay,
      user: (await mia.api<{ data: { id: string } }>('GET', '/api/v1/me')).data.id,
      scope: 'read',
    });
    const follows = mia.page.waitForResponse((answer) => answer.url().includes('/api/v1/events/stream'));
    await mia.page.goto(at(quay));
    await follows;
    await mia.page.getByRole('heading', { name: 'Quay' }).waitFor();
    await api('DELETE', `/api/v1/grants/${grant.id}`);
    await mia.page.getByRole('heading', { name: 'This asset isn’t available' }).waitFor();
    // Whatever else her page still reads of it is refused, too, in its own time.
    await mia.context.close();
    expect(panel.complaints().filter((text) => !/status of 40[34]/.test(text))).toEqual([]);
  });
});

describe('moving an asset to the trash', () => {
  const more = () => page.getByRole('button', { name: 'More actions' });
  const toTrash = async (): Promise<void> => {
    await more().click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  };
  const isDeleted = async (id: string): Promise<boolean> =>
    (await data<{ deletedAt: string | null }>('GET', `/api/v1/assets/${id}`)).deletedAt !== null;

  it('leads back to the library at once where it isn’t used, and is undone there', async () => {
    const buoy = await filePicture(api, 'buoy.png', { title: 'Buoy', tags: ['float'] });
    await page.goto(`${panel.url}/admin/collections/assets?tag=float`);
    await assetCard(page, 'Buoy').getByRole('link').click();
    await title().waitFor();
    await toTrash();
    await page.waitForURL((url) => url.searchParams.get('tag') === 'float' && !url.pathname.includes(buoy));
    expect(await isDeleted(buoy)).toBe(true);
    await assetCard(page, 'Buoy').waitFor({ state: 'detached' });
    await undo().click();
    await assetCard(page, 'Buoy').waitFor();
    expect(await isDeleted(buoy)).toBe(false);
  });

  it('says first where it’s used, and shows in the trash how to get it back', async () => {
    const mark = await filePicture(api, 'mark.png', { title: 'Mark' });
    const presets = [{ name: 'comp', width: 100, watermark: { asset: mark } }];
    await api('PATCH', '/api/v1/settings/renditions?context=workspace', { presets });
    await page.goto(at(mark));
    await title().waitFor();
    await toTrash();
    const question = page.getByRole('dialog', { name: 'Move “Mark” to the trash?' });
    await question.getByText('It’s used in 1 watermark').waitFor();
    await look(panel, page, 'asset-trash-used');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await isDeleted(mark)).toBe(false);
    await toTrash();
    await question.getByRole('button', { name: 'Move to trash' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/collections/assets'));
    expect(await isDeleted(mark)).toBe(true);
    await page.goto(`${panel.url}/admin/collections/assets/trash/${mark}`);
    await page.getByText('This asset is in the trash.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await look(panel, page, 'asset-in-trash');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`/collections/assets/${mark}`));
    await save().waitFor();
    expect(await isDeleted(mark)).toBe(false);
  });
});
