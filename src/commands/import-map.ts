// The import map of the app's panel, which Payload generates.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** @returns the text of importMap.js; null: there is none yet */
export async function readImportMap(folder: string): Promise<string | null> {
  for (const app of ['app', 'src/app']) {
    const entries = await readdir(path.join(folder, app), { recursive: true }).catch(() => []);
    const name = entries.find((one) => path.basename(one) === 'importMap.js');
    if (name !== undefined) return readFile(path.join(folder, app, name), 'utf8');
  }
  return null;
}
