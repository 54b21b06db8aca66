// Cropping in a real browser: presets in the settings, the focal point and areas on the page of an asset, and downloads by preset; and texts in
// several languages beside it, and the label of what AI made.
// cspell:ignore rakete eine startrampe
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { until } from '../setup/children.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';
import { chooseFilter } from './panel-assets.ts';

const { panel, visitor, page, data: api } = await openPanel();
let id = '';

interface Crops {
  focalPoint: { x: number; y: number };
  presets: Record<string, { x: number; y: number; width: number; height: number }>;
}
const crops = () => api<Crops>('GET', `/api/v1/assets/${id}/crops`);
const point = page.getByRole('slider', { name: 'Focal point' });
const stage = page.locator('.mq-crop-stage');

async function save(): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save crops' }).click();
  expect((await answered).status()).toBe(200);
}

const expectPoint = async (x: string): Promise<void> =>
  until(async () => (await point.getAttribute('aria-valuenow')) === x);

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  const at = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

beforeAll(async () => {
  id = await fileAsset(visitor.api, 'rocket.jpg', await readFile('fixtures/rocket.jpg'));
});

it('presets are added in the settings', async () => {
  await page.goto(`${panel.url}/admin/settings`);
  const card = page.getByRole('form', { name: 'Renditions', exact: true });
  const presets = card.getByRole('group', { name: 'Presets' });
  await presets.getByPlaceholder('Name of a new preset').fill('Hero wide');
  await presets.getByRole('button', { name: 'Add preset' }).click();
  await presets.getByLabel('Width in pixels').fill('320');
  await presets.getByLabel('Height in pixels').fill('100');
  await presets.getByLabel('Format').selectOption({ label: 'WebP' });
  await look(panel, page, 'settings-presets');
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/v1/settings/renditions'));
  await card.getByRole('button', { name: 'Save Renditions' }).click();
  expect((await answered).status()).toBe(200);
  expect((await api<{ presets: object[] }>('GET', '/api/v1/transforms')).presets).toEqual([
    { name: 'hero-wide', width: 320, height: 100, format: 'webp', transform: 'preset_hero-wide' },
  ]);
});

it('a preset of the workspace gets a watermark', async () => {
  await page.getByRole('button', { name: /^Workspace / }).click();
  const card = page.getByRole('form', { name: 'Renditions', exact: true });
  const presets = card.getByRole('group', { name: 'Presets' });
  await presets.getByText('Watermark', { exact: true }).waitFor();
  await presets.getByRole('button', { name: /^Choose a file/ }).click();
  await page.getByRole('dialog', { name: 'Watermark' }).getByRole('button', { name: 'rocket.jpg' }).click();
  await presets.getByLabel('Position').selectOption({ label: 'Top left' });
  await presets.getByLabel('Opacity (%)').fill('30');
  await look(panel, page, 'settings-watermark');
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/v1/settings/renditions'));
  await card.getByRole('button', { name: 'Save Renditions' }).click();
  expect((await answered).status()).toBe(200);
  const watermark = { asset: id, position: 'top-left', opacity: 30 };
  expect((await api<{ presets: object[] }>('GET', '/api/v1/transforms')).presets).toMatchObject([
    { name: 'hero-wide', watermark },
  ]);
  // The rest is about the preset as it was.
  await card.getByRole('button', { name: 'Reset Presets' }).click();
  await presets.getByText('Watermark', { exact: true }).waitFor();
  await card.getByText('From the organization').waitFor();
});

it('the focal point is dragged, moved by arrow keys and by its buttons, and saving can be undone', async () => {
  await page.goto(`${panel.url}/admin/collections/assets/${id}`);
  await page.getByRole('tab', { name: 'Crop' }).click();
  await point.waitFor();
  await drag([0.5, 0.5], [0.3, 0.2]);
  await save();
  const dragged = await crops();
  expect([Math.round(dragged.focalPoint.x * 20) / 20, Math.round(dragged.focalPoint.y * 20) / 20]).toEqual([
    0.3, 0.2,
  ]);
  await look(panel, page, 'asset-crop');
  await point.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await save();
  const moved = await crops();
  expect(moved.focalPoint.x).toBeCloseTo(dragged.focalPoint.x + 0.01, 3);
  expect(moved.focalPoint.y).toBeCloseTo(dragged.focalPoint.y + 0.1, 3);
  // A click puts it there.
  const box = await stage.boundingBox();
  await stage.click({ position: { x: (box?.width ?? 0) * 0.8, y: (box?.height ?? 0) * 0.5 } });
  expect(await point.getAttribute('aria-valuenow')).toBe('80');
  await page.getByRole('button', { name: 'Center', exact: true }).click();
  await save();
  expect((await crops()).focalPoint).toEqual({ x: 0.5, y: 0.5 });
  const undone = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  expect((await undone).status()).toBe(200);
  expect((await crops()).focalPoint).toEqual(moved.focalPoint);
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByRole('button', { name: 'Save crops' }).isDisabled()).toBe(true);
});

it('what isn’t saved is still there after another tab, and after leaving the page', async () => {
  const crop = page.getByRole('tab', { name: 'Crop' });
  const before = await crops();
  await point.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  const moved = await point.getAttribute('aria-valuenow');
  await page.getByText('Unsaved changes, kept in this browser').waitFor();
  await look(panel, page, 'asset-crop-unsaved');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await point.waitFor({ state: 'detached' });
  await crop.click();
  await expectPoint(String(moved));
  await page.reload();
  await crop.click();
  await expectPoint(String(moved));
  expect((await crops()).focalPoint).toEqual(before.focalPoint);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Unsaved changes, kept in this browser').waitFor({ state: 'detached' });
});

it("somebody else's change in the meantime isn't overwritten", async () => {
  await point.focus();
  await page.keyboard.press('ArrowRight');
  const theirs = { focalPoint: { x: 0.25, y: 0.75 }, presets: {} };
  await api('PUT', `/api/v1/assets/${id}/crops`, theirs);
  await page.getByRole('button', { name: 'Save crops' }).click();
  await page.getByText('Someone else changed this meanwhile. Save again to replace it.').waitFor();
  expect(await crops()).toMatchObject(theirs);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectPoint('25');
});

it("somebody else's change of another crop stays", async () => {
  await point.focus();
  await page.keyboard.press('ArrowRight');
  const presets = { 'hero-wide': { x: 0, y: 0, width: 0.5, height: 0.25 } };
  await api('PUT', `/api/v1/assets/${id}/crops`, { focalPoint: { x: 0.25, y: 0.75 }, presets });
  await save();
  expect(await crops()).toMatchObject({ focalPoint: { x: 0.26, y: 0.75 }, presets });
  await api('PUT', `/api/v1/assets/${id}/crops`, { focalPoint: { x: 0.25, y: 0.75 }, presets: {} });
  await page.reload();
  await expectPoint('25');
});

it('what a preset shows is drawn in its shape, and given back to the focal point', async () => {
  await page.getByRole('button', { name: /^hero-wide/ }).click();
  const area = page.getByRole('slider', { name: 'Crop for hero-wide' });
  await area.waitFor();
  await area.focus();
  for (let times = 0; times < 10; times += 1) await page.keyboard.press('-');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await look(panel, page, 'asset-crop-preset');
  await save();
  const { x, width, height } = (await crops()).presets['hero-wide'] ?? { x: 1, width: 1, height: 1 };
  expect([x, width < 0.7]).toEqual([0, true]);
  expect((width * 640) / (height * 427)).toBeCloseTo(3.2, 1);
  await page.getByRole('button', { name: 'Follow the focal point' }).click();
  await save();
  expect((await crops()).presets).toEqual({});
});

it('downloads offer presets by name', async () => {
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  const menu = page.getByRole('group', { name: 'Download' });
  await menu.getByLabel('Size').selectOption({ label: 'Preset hero-wide' });
  expect(await menu.getByLabel('Format').count()).toBe(0);
  const downloaded = page.waitForEvent('download');
  await menu.getByRole('button', { name: 'Download' }).click();
  expect((await downloaded).url()).toContain('/content/preset_hero-wide?download');
});

it('titles, descriptions and alt texts are written in each language, and what is missing is marked', async () => {
  const others = ['de', 'ar'];
  await api('PATCH', '/api/v1/settings/languages?context=workspace', { default: 'en', others });
  await api('PATCH', `/api/v1/assets/${id}`, { title: 'Rocket', description: 'Before the start.' });
  await page.goto(`${panel.url}/admin/collections/assets/${id}`);
  const languages = page.getByRole('group', { name: 'Language of the texts' });
  await languages.getByRole('button', { name: 'German (incomplete)' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await until(async () => (await title.inputValue()) === '');
  expect(await title.getAttribute('placeholder')).toBe('Rocket');
  expect(await title.getAttribute('lang')).toBe('de');
  await title.fill('Rakete');
  await page.getByLabel('Alt text').fill('Eine Rakete auf der Startrampe');
  await look(panel, page, 'asset-texts');
  // What is typed in one language stays while another one is looked at.
  await languages.getByRole('button', { name: 'Arabic (incomplete)' }).click();
  expect([await title.inputValue(), await title.getAttribute('dir')]).toEqual(['', 'rtl']);
  await languages.getByRole('button', { name: 'English', exact: true }).click();
  expect(await title.inputValue()).toBe('Rocket');
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith(`/${id}/texts`) && answer.status() === 200,
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await answered;
  await languages.getByRole('button', { name: 'German', exact: true }).waitFor();
  const texts = () => api<Record<string, object>>('GET', `/api/v1/assets/${id}/texts`);
  await until(async () => JSON.stringify(await texts()).includes('Startrampe'));
  expect(await texts()).toMatchObject({
    en: { title: 'Rocket', description: 'Before the start.', alt: null },
    de: { title: 'Rakete', description: null, alt: 'Eine Rakete auf der Startrampe' },
  });
});

it('a picture that AI made is labeled, for visitors too', async () => {
  await api('PATCH', `/api/v1/assets/${id}`, { origin: 'generated' });
  await page.goto(`${panel.url}/admin/collections/assets/${id}`);
  await page.getByRole('term').filter({ hasText: 'Made with AI' }).waitFor();
  await look(panel, page, 'asset-made-with-ai');
  await page.goto(`${panel.url}/admin/collections/assets`);
  await page.getByRole('listitem').getByText('Made with AI').first().waitFor();
  await look(panel, page, 'library-made-with-ai');
  await chooseFilter(page, 'AI', 'Made without AI');
  await page.getByRole('listitem').getByText('Made with AI').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove filter AI: Made without AI' }).click();
  await chooseFilter(page, 'AI', 'Made with AI');
  await page.getByText('1 asset', { exact: true }).waitFor();
  const { url } = await api<{ url: string }>('POST', '/api/v1/shares', { kind: 'view', asset: id });
  await page.goto(url);
  await page.getByText('Made with AI').waitFor();
  await look(panel, page, 'share-made-with-ai');
});
