// An asset in the library and on its own page, as a browser and the API show it.
import type { Locator, Page } from 'playwright-core';
import type { Visitor } from '../setup/panel.ts';

export interface SeenAsset {
  id: string;
  status: string;
  tags: string[];
  fields: Record<string, unknown>;
  metadata: { title?: string };
  rights: { expires: string | null; channels: string[] } | null;
  reviewNote: string | null;
  proposedTags: string[];
  proposedFields: Record<string, unknown>;
}

export const seenAsset = async (by: Visitor, id: string): Promise<SeenAsset> =>
  (await by.api<{ data: SeenAsset }>('GET', `/api/v1/assets/${id}`)).data;

/** The ID of the asset whose page is open. */
export const openedId = (page: Page): string => new URL(page.url()).pathname.split('/').pop() ?? '';

export const assetCard = (page: Page, name: string): Locator =>
  page.locator('[data-asset]').filter({ has: page.getByRole('link', { name }) });

/** Chooses values of a filter of the library, or takes them back. Each is its name and how many there are: "space 1". */
export async function chooseFilter(page: Page, filter: string, ...values: string[]): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}( \\d+ chosen)?$`) }).click();
  const choices = page.getByRole('dialog', { name: filter });
  for (const value of values) await choices.getByLabel(value, { exact: true }).click();
  await page.keyboard.press('Escape');
  await choices.waitFor({ state: 'detached' });
}

/** Waits until the card's thumbnail is rendered. */
export async function thumbnailDrawn(page: Page, name: string): Promise<void> {
  const picture = assetCard(page, name).locator('img');
  await picture.waitFor();
  await page.waitForFunction(
    (image) => (image as HTMLImageElement).naturalWidth > 0,
    await picture.elementHandle(),
  );
}

/** Presses Save, and waits for the status of the response. */
export async function saveAsset(page: Page): Promise<number> {
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/v1/assets/') && answer.request().method() === 'PATCH',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  return (await answered).status();
}

/** Drags the selected assets into a collection, by the card of one of them. */
export async function dragIntoCollection(page: Page, name: string, collection: string): Promise<void> {
  const from = await assetCard(page, name).boundingBox();
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 60);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 90, (from?.y ?? 0) + 90, { steps: 4 });
  const target = page.locator('.mq-target').filter({ hasText: collection });
  await target.hover();
  await target.hover();
  await page.mouse.up();
}
