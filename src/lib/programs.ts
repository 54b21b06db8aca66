// Programs of this machine that Marque makes use of, and can do without.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

function isProgram(file: string): boolean {
  try {
    accessSync(/* turbopackIgnore: true */ file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of these programs that is in a folder of PATH; undefined if none is. */
export function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
}

/** The ones without windows first: they start and draw in half the time. */
export const chromiumNames = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
] as const;

export const libreOfficeNames = ['soffice', 'libreoffice'] as const;
