// Changes of state can be undone, and what is entered isn't lost by a key.
import { describe, expect, it } from '@jest/globals';
import { filePicture, newPanelAgent } from '../setup/panel-agent.ts';
import { until } from '../setup/children.ts';
import { look, openPanel } from '../setup/panel.ts';
import { assetCard, seenAsset } from './panel-assets.ts';

const { panel, visitor, page, api } = await openPanel();
const statusOf = async (id: string): Promise<string> => (await seenAsset(visitor, id)).status;
const becomes = (id: string, status: string) => until(async () => (await statusOf(id)) === status);
const undo = () => page.getByRole('button', { name: 'Undo', exact: true });

/** What can be done with the selected assets. */
const bar = page.getByRole('region', { name: 'Selected assets' });
const select = async (...names: string[]): Promise<void> => {
  await page.goto(`${panel.url}/admin/collections/assets`);
  for (const name of names) {
    await assetCard(page, name).hover();
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
};

const pier = await filePicture(api, 'pier.png', { title: 'Pier' });
const quay = await filePicture(api, 'quay.png', { title: 'Quay' });
const mark = await filePicture(api, 'mark.png', { title: 'Mark' });

describe('archiving an asset', () => {
  it('is undone where it was done', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/${pier}`);
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('button', { name: 'Archive' }).click();
    await review.getByRole('button', { name: 'Restore' }).waitFor();
    expect(await statusOf(pier)).toBe('archived');
    await undo().click();
    await review.getByRole('button', { name: 'Archive' }).waitFor();
    expect(await statusOf(pier)).toBe('active');
  });

  it('gives the focus back at once: the message that goes away takes it from nothing', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/${pier}`);
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('button', { name: 'Archive' }).click();
    await review.getByRole('button', { name: 'Restore' }).focus();
    await undo().waitFor();
    const next = page.getByRole('link').first();
    const isLeftAlone = await next.evaluate((link, label) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === label,
      );
      button?.focus();
      button?.click();
      link.focus();
      return document.activeElement === link;
    }, 'Undo');
    expect(isLeftAlone).toBe(true);
    await undo().waitFor({ state: 'detached' });
    await next.and(page.locator(':focus')).waitFor();
    await becomes(pier, 'active');
  });

  it('says first where it’s used', async () => {
    const presets = [{ name: 'comp', width: 100, watermark: { asset: mark } }];
    await api('PATCH', '/api/v1/settings/renditions?context=workspace', { presets });
    await page.goto(`${panel.url}/admin/collections/assets/${mark}`);
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('button', { name: 'Archive' }).click();
    const question = review.getByRole('group', { name: 'Archive' });
    await question.getByText('It’s used in 1 watermark').waitFor();
    await question.getByText('Renditions with this watermark can’t be delivered').waitFor();
    await look(panel, page, 'archive-used');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(mark)).toBe('active');
    await review.getByRole('button', { name: 'Archive' }).click();
    await question.getByRole('button', { name: 'Archive' }).click();
    await review.getByRole('button', { name: 'Restore' }).waitFor();
    expect(await statusOf(mark)).toBe('archived');
  });

  it('together with others is undone for all of them', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    for (const name of ['Pier', 'Quay']) {
      await assetCard(page, name).hover();
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await bar.getByRole('button', { name: 'Archive' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await Promise.all([pier, quay].map(statusOf))).toEqual(['archived', 'archived']);
    await undo().click();
    await Promise.all([pier, quay].map((id) => becomes(id, 'active')));
  });
});

describe('archiving several assets', () => {
  const statuses = () => Promise.all([pier, mark].map(statusOf));

  it('says first where they’re used', async () => {
    await api('PATCH', `/api/v1/assets/${mark}`, { status: 'active' });
    // Collections keep what is archived: that's no reason to ask.
    const { data: sea } = await api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Sea' });
    await api('POST', `/api/v1/collections/${sea.id}/assets`, { add: [pier] });
    await select('Pier', 'Mark');
    await bar.getByRole('button', { name: 'Archive' }).click();
    const sheet = page.getByRole('dialog', { name: 'Archive assets in use?' });
    await sheet.getByText('1 of 2 is in use').waitFor();
    const places = sheet.getByRole('list', { name: 'Where it’s used now' });
    expect(await places.getByRole('listitem').allTextContents()).toEqual(['Mark 1 watermark']);
    await sheet.getByText('Renditions with these watermarks can’t be delivered').waitFor();
    await look(panel, page, 'archive-several-used');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await statuses()).toEqual(['active', 'active']);
    await bar.getByRole('button', { name: 'Archive' }).click();
    await sheet.getByRole('button', { name: 'Archive 2' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await statuses()).toEqual(['archived', 'archived']);
    await undo().click();
    await Promise.all([pier, mark].map((id) => becomes(id, 'active')));
  });

  it('says it in bulk edit, too, where others are archived at once', async () => {
    const edit = async (): Promise<void> => {
      await bar.getByRole('button', { name: 'Edit', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: /^Edit \d assets?$/ });
      await sheet.getByLabel('Change a property').selectOption({ label: 'State' });
      await sheet.getByLabel('State', { exact: true }).selectOption({ label: 'Archived' });
      await sheet.getByRole('button', { name: 'Save changes' }).click();
    };
    await select('Pier', 'Mark');
    await edit();
    const question = page.getByRole('group', { name: 'Save changes' });
    await question.getByText('1 of 2 is in use').waitFor();
    expect(await statuses()).toEqual(['active', 'active']);
    await question.getByRole('button', { name: 'Save changes' }).click();
    await Promise.all([pier, mark].map((id) => becomes(id, 'archived')));
    for (const id of [pier, mark]) await api('PATCH', `/api/v1/assets/${id}`, { status: 'active' });
    await select('Pier');
    await edit();
    await becomes(pier, 'archived');
    await api('PATCH', `/api/v1/assets/${pier}`, { status: 'active' });
  });

  it('asks if it can’t be checked', async () => {
    await select('Pier', 'Quay');
    const uses = /\/assets\/[^/]+\/uses/;
    await page.route(uses, (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'No.' } } }),
    );
    await bar.getByRole('button', { name: 'Archive' }).click();
    const sheet = page.getByRole('dialog', { name: 'Archive assets in use?' });
    await sheet.getByText('We can’t check where 2 assets are used right now.').waitFor();
    await panel.expectRefusal(503);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(uses);
    expect(await Promise.all([pier, quay].map(statusOf))).toEqual(['active', 'active']);
  });
});

describe('moving selected assets to the trash', () => {
  const stateOf = async (id: string): Promise<string> =>
    (await api<{ data: { state: string } }>('GET', `/api/v1/assets/${id}`)).data.state;
  const states = () => Promise.all([pier, quay].map(stateOf));

  it('is undone for all of them', async () => {
    await select('Pier', 'Quay');
    await bar.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('2 assets moved to the trash').waitFor();
    await assetCard(page, 'Pier').waitFor({ state: 'detached' });
    expect(await states()).toEqual(['deleted', 'deleted']);
    await undo().click();
    await assetCard(page, 'Pier').waitFor();
    await until(async () => (await states()).join() === 'active,active');
  });

  it('says first where they’re used', async () => {
    await select('Pier', 'Mark');
    await bar.getByRole('button', { name: 'Move to trash' }).click();
    const sheet = page.getByRole('dialog', { name: 'Move assets in use to the trash?' });
    await sheet.getByText('1 of 2 is in use').waitFor();
    await look(panel, page, 'trash-used');
    expect(await states()).toEqual(['active', 'active']);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    expect(await states()).toEqual(['active', 'active']);
  });
});

describe('a sheet in which something was entered', () => {
  it('asks before it’s closed', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    await assetCard(page, 'Quay').hover();
    await page.getByRole('checkbox', { name: 'Select Quay' }).check();
    await page
      .getByRole('region', { name: 'Selected assets' })
      .getByRole('button', { name: 'Edit', exact: true })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Edit 1 asset' });
    await sheet.getByLabel('Change a property').selectOption({ label: 'Creator' });
    await sheet.getByLabel('Creator', { exact: true }).fill('Ada Admin');
    await page.keyboard.press('Escape');
    const question = sheet.getByRole('alertdialog', { name: 'Discard what you entered?' });
    await question.waitFor();
    await look(panel, page, 'discard-entered');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await sheet.getByLabel('Creator', { exact: true }).inputValue()).toBe('Ada Admin');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect((await seenAsset(visitor, quay)).metadata).not.toHaveProperty('creator');
  });

  it('closes at once while nothing was', async () => {
    await page
      .getByRole('region', { name: 'Selected assets' })
      .getByRole('button', { name: 'Edit', exact: true })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Edit 1 asset' });
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });
});

describe('the keys of the review queue', () => {
  it('decide about what is selected', async () => {
    const robot = await newPanelAgent(panel, 'Nightly import', visitor);
    const proposed: string[] = [];
    for (const name of ['one.png', 'two.png', 'three.png'])
      proposed.push(await filePicture(robot.call, name));
    const [one = '', two = '', three = ''] = proposed;
    await page.goto(`${panel.url}/admin/review`);
    const boxes = page.getByRole('list').getByRole('checkbox');
    await until(async () => (await boxes.count()) === 3);
    // The newest is first, and open.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    // The bar covers nothing that can be done about the proposal.
    const [bar, actions] = [
      await page.locator('.mq-selection').boundingBox(),
      await page.locator('.mq-actions').boundingBox(),
    ];
    expect((actions?.y ?? 0) + (actions?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await look(panel, page, 'review-selected');
    await page.keyboard.press('k');
    await page.keyboard.press('a');
    await becomes(one, 'active');
    await becomes(two, 'active');
    expect(await statusOf(three)).toBe('proposed');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject 1' });
    await dialog.getByRole('textbox').fill('Too dark.');
    await dialog.getByRole('button', { name: 'Reject with this note' }).click();
    await becomes(three, 'rejected');
  });
});
