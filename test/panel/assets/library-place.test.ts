// The place in a long list of the library, which is longer than what it shows at first.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { countToFind } from '../../../src/panel/assets/library/count-to-find.ts';
import { until } from '../../setup/children.ts';
import { filePicture } from '../../setup/panel-agent.ts';
import { openPanel } from '../../setup/panel.ts';
import { assetCard } from '../panel-assets.ts';

const { panel, page, api } = await openPanel();
const many = 720;
/** Further down than a reload reads again as a whole. */
const name = 'file-0650.zip';

beforeAll(async () => {
  const id = await filePicture(api, 'first.png');
  // Without pictures, whose files there would have to be.
  await panel.sql.query(
    `insert into assets (workspace_id, sha256, filename, mime_type, filesize, metadata, tags, fields, status, private, proposed_tags, proposed_fields, current, public, created_at)
     select a.workspace_id, md5(random()::text), 'file-' || lpad(n::text, 4, '0') || '.zip', 'application/zip', n, '{}', '["bulk"]', '{}', 'active', false, '[]', '{}', true, false, now()
     from assets a, generate_series(1, $2::int) n where a.id = $1`,
    [id, many],
  );
});

describe('a place far down in the library', () => {
  it('is in view again after an asset, and after a full load of it', async () => {
    await page.goto(`${panel.url}/admin/collections/assets?tag=bulk&order=name`);
    await page.getByText(`${many} assets`, { exact: true }).waitFor();
    const card = assetCard(page, name);
    await until(async () => {
      if ((await card.count()) > 0) return true;
      await page.evaluate(() => window.scrollBy({ top: 3_000 }));
      return false;
    });
    await card.scrollIntoViewIfNeeded();
    const top = async (): Promise<number> => Math.round((await card.boundingBox())?.y ?? -1);
    const before = await top();
    await card.getByRole('link').click();
    await page.getByRole('heading', { name }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name }).waitFor();
    await page.goBack();
    await card.waitFor();
    await until(() => card.evaluate((element) => element.contains(document.activeElement)));
    await until(async () => Math.abs((await top()) - before) <= 4);
  });
});

describe('how many are loaded to find an asset', () => {
  it('is as many as there were above it, and then a limited number more', () => {
    expect(countToFind(60, 5_000)).toBe(5_060);
    expect(countToFind(5_060, 5_000)).toBe(6_200);
    expect(countToFind(6_200, 5_000)).toBeNull();
  });

  it('ends where nothing is known of its place', () => {
    const counts: number[] = [];
    for (let count: number | null = 60; count !== null; count = countToFind(count, null)) counts.push(count);
    expect(counts).toEqual([60, 120, 240, 480, 960, 1_200]);
  });
});
