// Every view beside the picture that is kept of it: wide and on a phone, light and dark. UPDATE_SCREENS=1 writes the references that differ,
// and the README's pictures.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startPanel, type Panel } from '../../setup/panel.ts';
import { compare, kept, pictured, type Difference } from './compare.ts';
import { launchFixedBrowser } from './fixed-browser.ts';
import { fillLibrary } from './fixed-library.ts';
import { moveToMorning } from './fixed-times.ts';
import { pictures } from './readme-pictures.ts';
import { settle, shoot, show } from './steady.ts';
import { views, type Scene } from './views.ts';

const references = path.join('test', 'panel', 'screens', 'references');
const updating = process.env.UPDATE_SCREENS === '1';
/** Where screenshots are that differ, and what differs. */
const differing = path.resolve('.data', 'screens');

const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
const themes = ['light', 'dark'] as const;
type Size = (typeof sizes)[number];
type Theme = (typeof themes)[number];

let panel: Panel;
let scene: Scene;

beforeAll(async () => {
  await rm(differing, { recursive: true, force: true });
  const since = new Date();
  panel = await startPanel(
    { TZ: 'UTC', CHROMIUM_PATH: 'none' },
    { launch: () => launchFixedBrowser(path.join(differing, 'browser')) },
  );
  const library = await fillLibrary(panel);
  await moveToMorning(panel.sql, since);
  scene = { panel, library, stranger: await panel.visit() };
}, 1_200_000); // the panel is built first where it isn't
afterAll(() => panel?.close());
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

/** How often a view is looked at that differs: on a busy machine, something may come after everything seemed to be there. */
const mostLooks = 8;

interface Looked {
  screenshot: Buffer;
  /** Null: there is no reference. */
  found: Difference | null;
}

/** Looks until it is as in the reference. While references are written, until it's the same twice. */
async function look(page: Page, size: Size, theme: Theme, reference: Buffer | null): Promise<Looked> {
  let before: Buffer | null = null;
  for (let looks = 1; ; looks += 1) {
    await show(page, size, theme);
    const screenshot = await shoot(page);
    const found = reference && (await compare(screenshot, reference, size));
    const isSame = updating && before && !(await compare(screenshot, before, size)).matters;
    if ((found && !found.matters) || isSame || looks === mostLooks) return { screenshot, found };
    before = screenshot;
    await settle(page);
  }
}

/** @returns what differs from the reference, in words; null: nothing that matters */
async function differenceOf(page: Page, name: string, size: Size, theme: Theme): Promise<string | null> {
  const file = path.join(references, `${name}.avif`);
  const reference = await readFile(file).catch(() => null);
  const { screenshot, found } = await look(page, size, theme, reference);
  if (found && !found.matters) return null;
  if (updating) {
    await mkdir(references, { recursive: true });
    await writeFile(file, await kept(screenshot));
    return null;
  }
  await mkdir(differing, { recursive: true });
  await writeFile(path.join(differing, `${name}.actual.png`), screenshot);
  if (!found) return `${name} has no reference. It looks as in .data/screens/${name}.actual.png.`;
  await writeFile(path.join(differing, `${name}.difference.png`), found.picture);
  const share = `${(found.share * 100).toFixed(2)}%`;
  return `${name} looks different, in ${share} of its pixels: .data/screens/${name}.actual.png beside ${file}; .data/screens/${name}.difference.png shows where.`;
}

const howToAccept = `If this is how it's meant to look: UPDATE_SCREENS=1 npm run test:screens`;

it.each(Object.keys(views))('%s looks as it did', async (name) => {
  const differences: string[] = [];
  const page = await views[name]?.open(scene);
  if (!page) throw new Error(`There is no view ${name}.`);
  await settle(page);
  for (const size of sizes)
    for (const theme of size.name === 'wide' ? themes : themes.toReversed()) {
      const difference = await differenceOf(page, `${name}-${size.name}-${theme}`, size, theme);
      if (difference) differences.push(difference);
    }
  await page.setViewportSize(sizes[0]);
  if (differences.length > 0) throw new Error([...differences, howToAccept].join('\n'));
});

it('keeps pictures of these views only', async () => {
  const names = Object.keys(views).flatMap((view) =>
    sizes.flatMap((size) => themes.map((theme) => `${view}-${size.name}-${theme}.avif`)),
  );
  const there = await readdir(references);
  if (updating) for (const file of there) if (!names.includes(file)) await rm(path.join(references, file));
  expect((await readdir(references)).sort()).toEqual(names.sort());
});

it.each(Object.entries(pictures))('%s of the README shows its view as it is', async (file, view) => {
  const page = await views[view]?.open(scene);
  if (!page) throw new Error(`There is no view ${view}.`);
  await settle(page);
  await show(page, sizes[0], 'light');
  const picture = await pictured(await shoot(page));
  const target = path.join('docs', 'images', file);
  if (updating) await writeFile(target, picture);
  const { matters } = await compare(picture, await readFile(target), sizes[0]);
  if (matters) throw new Error(`${target} shows the view as it was. ${howToAccept}`);
});
