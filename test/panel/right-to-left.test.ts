// The panel's main views from right to left: mirrored, and nothing beside the window.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fileAsset } from '../setup/panel-agent.ts';
import { openPanel } from '../setup/panel.ts';
import { shoot } from './screenshots.ts';

const { panel, page, api } = await openPanel();
let asset: string;
let collection: string;

beforeAll(async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await api('POST', '/api/v1/keys', { name: 'Scout', scope: 'propose' });
  for (const name of ['chelsea.png', 'coffee.png'])
    await fileAsset(api, name, await readFile(`fixtures/${name}`), { tags: ['shelf'] });
  const { data } = await api<{ data: { id: string; filename: string }[] }>('GET', '/api/v1/assets');
  asset = data.find(({ filename }) => filename === 'coffee.png')?.id ?? '';
  await api('POST', `/api/v1/assets/${asset}/proposed-tags`, { tags: ['cup'] });
  collection = (await api<{ data: { id: string } }>('POST', '/api/v1/collections', { name: 'Campaign' })).data
    .id;
  await api('POST', `/api/v1/collections/${collection}/assets`, { add: data.map(({ id }) => id) });
  await api('PATCH', '/api/v1/brands/brand', { name: 'Orbit', slug: 'orbit' });
  await api('PATCH', '/api/v1/brand/rules', {
    set: [{ key: 'color.primary', label: 'Blue', type: 'color', value: '#2244aa' }],
  });
  await api('PUT', '/api/v1/brands/orbit/pages/guide', { title: 'Guide', sections: [] });
  await api('POST', '/api/v1/portals', { name: 'Press' });
}, 1_200_000); // the panel is built first where it isn't

const views = [
  ['', 'dashboard'],
  ['/review', 'review'],
  ['/collections/assets', 'library'],
  ['/collections/assets?view=list', 'list'],
  [() => `/collections/assets/${asset}`, 'asset'],
  ['/collections/collections', 'collections'],
  [() => `/collections/collections/${collection}`, 'collection'],
  ['/brands', 'brands'],
  ['/brands/orbit', 'brand'],
  ['/brands/orbit/pages', 'pages'],
  ['/collections/portals', 'portals'],
  ['/collections/users', 'people'],
  ['/agents', 'agents'],
  ['/activity', 'activity'],
  ['/settings', 'settings'],
  ['/account', 'account'],
] as const;

/** How far the menu and the heading are from where reading starts, once nothing moves any more. */
const startsOf = () =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const isMirrored = document.documentElement.dir === 'rtl';
    const startOf = (selector: string): number | null => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!box) return null;
      return Math.round(isMirrored ? document.documentElement.clientWidth - box.right : box.left);
    };
    return [startOf('nav'), startOf('h1')];
  });

const turn = (direction: 'ltr' | 'rtl') =>
  page.evaluate((to) => {
    document.documentElement.dir = to;
  }, direction);

describe('from right to left', () => {
  it.each(views)('the view %s fits and is mirrored', async (path, name) => {
    for (const width of [1440, 390]) {
      // Loaded in this width: the menu opens and closes as the window becomes wider and narrower.
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${panel.url}/admin${typeof path === 'string' ? path : path()}`);
      await page.locator('h1').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      const usual = await startsOf();
      await turn('rtl');
      expect(await startsOf()).toEqual(usual);
      expect(await panel.overflow(page)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await turn('rtl');
    await shoot(page, `rtl-${name}`);
  });

  it('quick look goes on with the arrow that points to the next one', async () => {
    await page.goto(`${panel.url}/admin/collections/assets?order=name`);
    const shown = (name: string) => page.getByRole('dialog', { name, exact: true });
    const first = page.locator('[data-asset]').filter({ hasText: 'chelsea.png' });
    await first.getByRole('link').focus();
    await turn('rtl');
    await page.keyboard.press(' ');
    await shown('chelsea.png').waitFor();
    await page.keyboard.press('ArrowLeft');
    await shown('coffee.png').waitFor();
    await page.keyboard.press('ArrowRight');
    await shown('chelsea.png').waitFor();
    expect(await shown('coffee.png').count()).toBe(0);
  });
});
