// Near-duplicates in a real browser: groups, and what an editor decides about them.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../setup/children.ts';
import { joinPanel } from '../setup/join-panel.ts';
import { fileAsset } from '../setup/panel-agent.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor: boss, page, api } = await openPanel();

const sized = (name: string, width: number): Promise<Buffer> =>
  sharp(`fixtures/${name}`).resize({ width }).jpeg().toBuffer();

type Trio = Record<'large' | 'middle' | 'small', string>;
const trios: Record<string, Trio> = {};

/** Three files of a photograph, the smallest added first. */
async function fileTrio(subject: string, name: string): Promise<void> {
  const trio: Partial<Trio> = {};
  for (const [size, width] of [
    ['small', 200],
    ['middle', 300],
    ['large', 400],
  ] as const)
    trio[size] = await fileAsset(api, `${subject}-${size}.jpg`, await sized(name, width));
  trios[subject] = trio as Trio;
}

interface Read {
  data: { status: string; supersededBy: string | null; version: number | null; current: boolean };
}
const read = async (id: string | undefined): Promise<Read['data']> =>
  (await api<Read>('GET', `/api/v1/assets/${id}`)).data;

const groupOf = (name: string): Locator =>
  page.locator('[data-group]').filter({ has: page.getByRole('link', { name: `${name}-large.jpg` }) });

beforeAll(async () => {
  await fileTrio('rocket', 'rocket.jpg');
  await fileTrio('coffee', 'coffee.png');
  await fileTrio('cat', 'chelsea.png');
  // Pictures are compared by a job.
  await until(
    async () =>
      (await api<{ total: number; pending: number }>('GET', '/api/v1/assets/duplicates')).total === 3,
  );
});

describe('similar pictures', () => {
  it('are groups in the library, the largest picture first', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.getByRole('link', { name: 'Similar pictures' }).click();
    await page.getByRole('heading', { name: 'Similar pictures', exact: true }).waitFor();
    await groupOf('rocket').getByRole('heading', { name: '3 similar pictures' }).waitFor();
    expect(await page.locator('[data-group]').count()).toBe(3);
    const first = groupOf('rocket').getByRole('listitem').first();
    expect(await first.textContent()).toContain('rocket-large.jpg');
    expect(await groupOf('rocket').getByRole('radio', { name: 'Keep rocket-large.jpg' }).isChecked()).toBe(
      true,
    );
    await look(panel, page, 'duplicates');
    expect(await panel.findings(page)).toEqual([]);
  });

  it('are loaded again where they couldn’t be', async () => {
    const list = '**/api/v1/assets/duplicates*';
    await page.route(list, (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await panel.expectRefusal(503);
    await page.unroute(list);
    await again.click();
    await groupOf('rocket').waitFor();
    expect(await again.count()).toBe(0);
  });

  it('are archived but for the one that is chosen, which replaces them', async () => {
    const { large, middle, small } = trios.rocket ?? {};
    await groupOf('rocket').getByRole('radio', { name: 'Keep rocket-middle.jpg' }).check();
    await groupOf('rocket').getByRole('button', { name: 'Archive 2 others' }).click();
    await groupOf('rocket').waitFor({ state: 'detached' });
    for (const id of [large, small])
      expect(await read(id)).toMatchObject({ status: 'archived', supersededBy: middle });
    expect(await read(middle)).toMatchObject({ status: 'active', supersededBy: null });
  });

  it('become versions of one asset, the chosen one its current version', async () => {
    const { large, middle, small } = trios.coffee ?? {};
    await groupOf('coffee').getByRole('button', { name: 'Make them versions of one asset' }).click();
    expect((await read(small)).version).toBeNull();
    await groupOf('coffee')
      .getByRole('button', { name: 'Make coffee-large.jpg the current version' })
      .click();
    await groupOf('coffee').waitFor({ state: 'detached' });
    const versions = await Promise.all([small, middle, large].map(read));
    expect(versions.map(({ version, current }) => [version, current])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('are all kept, and can be decided on again', async () => {
    await groupOf('cat').getByRole('button', { name: 'Keep all' }).click();
    await groupOf('cat').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No similar pictures' }).waitFor();
    await page.getByRole('button', { name: 'Kept', exact: true }).click();
    await groupOf('cat').getByRole('heading', { name: '3 similar pictures' }).waitFor();
    await groupOf('cat').getByRole('button', { name: 'Decide again' }).click();
    await page.getByRole('heading', { name: 'No kept groups' }).waitFor();
    await page.getByRole('button', { name: 'To decide' }).click();
    await groupOf('cat').waitFor();
  });

  it('are only looked at by people who can’t change them', async () => {
    const reader = await joinPanel(panel, boss, 'Rea', 'read');
    await reader.page.goto(`${panel.url}/admin/duplicates`);
    await reader.page.getByRole('link', { name: 'cat-large.jpg' }).waitFor();
    expect(await reader.page.getByRole('radio').count()).toBe(0);
    expect(await reader.page.getByRole('button', { name: 'Keep all' }).count()).toBe(0);
    await reader.context.close();
  });
});
