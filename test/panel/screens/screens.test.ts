// Every view beside the picture that is kept of it: wide and on a phone, light and dark. UPDATE_SCREENS=1 writes the references, and the
// README's pictures.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { shots, startPanel, type Panel } from '../../setup/panel.ts';
import { compare, kept, pictured } from './compare.ts';
import { fillLibrary } from './fixed-library.ts';
import { moveToMorning } from './fixed-times.ts';
import { pictures } from './readme-pictures.ts';
import { shoot, show } from './steady.ts';
import { views, type Scene } from './views.ts';

const references = path.join('test', 'panel', 'screens', 'references');
const updating = process.env.UPDATE_SCREENS === '1';
/** Where screenshots are that differ. */
const differing = path.join(os.tmpdir(), 'marque-screens');

const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
const themes = ['light', 'dark'] as const;
type Size = (typeof sizes)[number];

let panel: Panel;
let scene: Scene;

beforeAll(async () => {
  const since = new Date();
  panel = await startPanel({ TZ: 'UTC' });
  const library = await fillLibrary(panel);
  await moveToMorning(panel.sql, since);
  scene = { panel, library, stranger: await panel.visit() };
}, 1_200_000); // the panel is built first where it isn't
afterAll(() => panel?.close());
afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

/** @returns what differs from the reference, in words; null: nothing that matters */
async function differenceOf(page: Page, name: string, size: Size): Promise<string | null> {
  const screenshot = await shoot(page);
  if (shots) await writeFile(path.join(shots, `${name}.png`), screenshot);
  const file = path.join(references, `${name}.jpg`);
  const reference = await readFile(file).catch(() => null);
  const found = reference && (await compare(screenshot, reference, size));
  if (found && !found.matters) return null;
  if (updating) {
    await mkdir(references, { recursive: true });
    await writeFile(file, await kept(screenshot, size));
    return null;
  }
  await mkdir(differing, { recursive: true });
  await writeFile(path.join(differing, `${name}.png`), screenshot);
  const what = found
    ? `${found.cells} cells differ in ${JSON.stringify(found.box)}`
    : 'There is no reference';
  return `${name}: ${what}. See ${path.join(differing, `${name}.png`)}.`;
}

it.each(Object.keys(views))('%s looks as it did', async (name) => {
  const differences: string[] = [];
  const page = await views[name]?.open(scene);
  if (!page) throw new Error(`There is no view ${name}.`);
  for (const size of sizes)
    for (const theme of size.name === 'wide' ? themes : themes.toReversed()) {
      await show(page, size, theme);
      const difference = await differenceOf(page, `${name}-${size.name}-${theme}`, size);
      if (difference) differences.push(difference);
    }
  await show(page, sizes[0], 'light');
  expect(differences).toEqual([]);
});

it('keeps pictures of these views only', async () => {
  const names = Object.keys(views).flatMap((view) =>
    sizes.flatMap((size) => themes.map((theme) => `${view}-${size.name}-${theme}.jpg`)),
  );
  const there = await readdir(references);
  if (updating) for (const file of there) if (!names.includes(file)) await rm(path.join(references, file));
  expect((await readdir(references)).sort()).toEqual(names.sort());
});

// Written only, and only where it's asked for: they show what the references of the same views do.
(updating ? it : it.skip).each(Object.entries(pictures))('draws %s for the README', async (file, view) => {
  const page = await views[view]?.open(scene);
  if (!page) throw new Error(`There is no view ${view}.`);
  await show(page, sizes[0], 'light');
  await writeFile(path.join('docs', 'images', file), await pictured(await shoot(page)));
});
