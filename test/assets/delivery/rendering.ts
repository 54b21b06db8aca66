// Renders files of a test file's own folder, as the service does.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import sharp from 'sharp';
import { parseTransform } from '../../../src/assets/delivery/parse-transform.ts';
import { renderFile } from '../../../src/assets/delivery/render.ts';
import { resolveTransform, type Source } from '../../../src/assets/delivery/transform.ts';

export const fixtures = join(import.meta.dirname, '../../../fixtures');
export const rocket = join(fixtures, 'rocket.jpg');
export const coffee = join(fixtures, 'coffee.png');
export const rocketSource: Source = { mime: 'image/jpeg', width: 640, height: 427 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marque-render-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a file to render. @returns its path */
export async function staged(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** @param source of a file, the rocket unless told */
export async function rendered(
  path: string,
  transform: string,
  source: Source = rocketSource,
): Promise<Buffer> {
  return renderFile(path, resolveTransform(parseTransform(transform), source, null).rendition);
}

/** The color of one pixel, with its alpha. */
export async function pixel(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}
