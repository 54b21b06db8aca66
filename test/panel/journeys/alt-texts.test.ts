// Last month's landscape pictures that have no alt text get one each, and a new expiry, and half of that is undone.
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { until } from '../../setup/children.ts';
import { joinPanel } from '../../setup/join-panel.ts';
import { fileAsset } from '../../setup/panel-agent.ts';
import { look, openPanel } from '../../setup/panel.ts';
import { assetCard, chooseFilter } from '../panel-assets.ts';

interface Stored {
  id: string;
  filename: string;
  metadata: { description?: string };
  rights: { expires: string | null; license: string | null } | null;
}

const { panel, visitor, page, api, data } = await openPanel();
const library = `${panel.url}/admin/collections/assets`;
const wanted = 32;
const chosen = 30;
const expires = '2031-06-30';

const two = (n: number): string => String(n).padStart(2, '0');
const nameOf = (n: number): string => `harbour-${two(n)}.jpg`;
const textOf = (n: number): string => `Boats in the harbour, view ${n}`;

/** Noon of a day of the month before this one, or of another. */
function dayOf(monthsAgo: number, day: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, day, 12)).toISOString();
}

async function picture(name: string, at: string, { width = 160, height = 100, description = '' } = {}) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const bytes = await sharp('fixtures/coffee.png')
    .resize(width, height, { fit: 'cover' })
    .modulate({ hue })
    .withExif({ IFD0: { Artist: name } })
    .jpeg()
    .toBuffer();
  const id = await fileAsset(api, name, bytes, description ? { description } : {});
  await panel.sql.query('update assets set created_at = $2 where id = $1', [id, at]);
}

async function storedNow(): Promise<(Stored & { alt: string | null })[]> {
  const assets = await data<Stored[]>('GET', '/api/v1/assets?limit=200&sort=name');
  return Promise.all(
    assets
      .filter(({ filename }) => filename.startsWith('harbour-'))
      .map(async (asset) => {
        const texts = await data<Record<string, { alt: string | null }>>(
          'GET',
          `/api/v1/assets/${asset.id}/texts`,
        );
        return { ...asset, alt: Object.values(texts)[0]?.alt ?? null };
      }),
  );
}

it('finds them, describes and limits thirty at once, and takes fifteen back', async () => {
  for (let n = 1; n <= wanted; n += 1) await picture(nameOf(n), dayOf(1, 1 + (n % 28)));
  await picture('tall.jpg', dayOf(1, 5), { width: 100, height: 160 });
  await picture('described.jpg', dayOf(1, 6), { description: 'A cup of coffee' });
  await picture('older.jpg', dayOf(2, 20));
  await picture('newer.jpg', dayOf(0, 1));
  const ines = await joinPanel(panel, visitor, 'Ines Example', 'read');

  await page.goto(`${library}?order=name`);
  await chooseFilter(page, 'Orientation', 'Landscape');
  await chooseFilter(page, 'Missing', 'Alt text');
  const lastMonth = new Date(dayOf(1, 1)).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  await chooseFilter(page, 'Added', lastMonth);
  await page.getByText(`${wanted} assets`, { exact: true }).waitFor();
  await look(panel, page, 'journey-alt-found');

  await page.getByRole('checkbox', { name: `Select ${nameOf(1)}` }).check();
  await page.getByRole('checkbox', { name: `Select ${nameOf(chosen)}` }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected assets' });
  await bar.getByText(`${chosen} selected`).waitFor();
  await bar.getByRole('button', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog', { name: `Edit ${chosen} assets` });
  await sheet.getByLabel('Change a property').selectOption({ label: 'Alt text' });
  await until(async () => (await sheet.locator('textarea:disabled').count()) === 0);
  // One text after the other, as they are typed.
  await sheet.getByLabel(`Alt text of ${nameOf(1)}`).focus();
  for (let n = 1; n <= chosen; n += 1) {
    await page.keyboard.insertText(textOf(n));
    await page.keyboard.press('Enter');
  }
  await sheet.getByLabel('Change another property').selectOption({ label: 'Expires' });
  await sheet.getByLabel('Expires', { exact: true }).fill(expires);
  await sheet.getByText(`${chosen} of ${chosen} assets will change.`).waitFor();
  await look(panel, page, 'journey-alt-edit');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText(`${wanted - chosen} assets`, { exact: true }).waitFor();
  for (const [at, asset] of (await storedNow()).entries())
    expect(asset).toMatchObject(
      at < chosen
        ? { filename: nameOf(at + 1), alt: textOf(at + 1), metadata: {}, rights: { expires } }
        : { alt: null, metadata: {}, rights: null },
    );

  await page.getByRole('button', { name: 'Undo some…' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo for some assets' });
  await undo.getByLabel(nameOf(16)).check();
  await undo.getByLabel(nameOf(chosen)).click({ modifiers: ['Shift'] });
  await look(panel, page, 'journey-alt-undo');
  await undo.getByRole('button', { name: 'Undo for 15 assets' }).click();
  await undo.waitFor({ state: 'detached' });
  await page.getByText('Undone for 15 assets').waitFor();
  await page.getByText(`${wanted - 15} assets`, { exact: true }).waitFor();
  await until(async () => (await storedNow()).filter(({ alt }) => alt !== null).length === 15);
  for (const [at, { alt, metadata, rights }] of (await storedNow()).entries()) {
    expect([alt, metadata.description]).toEqual([at < 15 ? textOf(at + 1) : null, undefined]);
    expect(rights?.expires ?? null).toBe(at < 15 ? expires : null);
  }

  // Somebody else finds the same, from the address that is passed on.
  await ines.page.goto(page.url());
  await ines.page.getByText(`${wanted - 15} assets`, { exact: true }).waitFor();
  expect(await assetCard(ines.page, nameOf(1)).count()).toBe(0);
  await assetCard(ines.page, nameOf(16)).getByRole('link').click();
  await ines.page.getByRole('heading', { name: nameOf(16) }).waitFor();
  await ines.page.goto(`${library}?q=${encodeURIComponent('harbour view 15')}`);
  await ines.page.getByText('1 asset', { exact: true }).waitFor();
  await assetCard(ines.page, nameOf(15)).getByRole('link').click();
  await until(async () => (await ines.page.getByLabel('Alt text').inputValue()) === textOf(15));
  await ines.context.close();
}, 300_000);
