// Folders on this server's disk that FETCH_ALLOW opens to user-supplied URLs (`file:///srv/git/`): none by default. The threat is a
// caller who makes the server read or write its own files.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether an entry of FETCH_ALLOW is a folder. */
export const namesFolder = (entry: string): boolean => /^file:/i.test(entry.trim());

/**
 * The absolute path of a `file://` URL; null if it isn't one, or names another host. Dots are resolved by the URL parser, an encoded
 * slash is rejected.
 */
export function pathOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'file:' || (url.host !== '' && url.host !== 'localhost')) return null;
  if (url.search + url.hash !== '') return null;
  try {
    const found = fileURLToPath(new URL(`file://${url.pathname}`));
    return found.includes('\0') ? null : path.resolve(found);
  } catch {
    return null;
  }
}

/**
 * Reads the folders in FETCH_ALLOW.
 * @throws TypeError naming the invalid entry.
 */
export function parseFolders(entries: readonly string[]): string[] {
  return entries.filter(namesFolder).map((entry) => {
    const folder = pathOfUrl(entry.trim());
    if (folder === null || folder === path.parse(folder).root)
      throw new TypeError(
        `FETCH_ALLOW takes folders such as file:///srv/git/, but not the whole disk: ${JSON.stringify(entry)}.`,
      );
    return folder;
  });
}

const isIn = (inner: string, folder: string): boolean => inner.startsWith(`${folder}${path.sep}`);

/** Whether a path is in one of the folders, by its text: nothing is read. */
export function isInFolders(inner: string, allow: readonly string[]): boolean {
  return parseFolders(allow).some((folder) => isIn(inner, folder));
}

/** The real path, with links resolved; null if it doesn't exist or leaves the allowed folders. */
export async function pathInFolders(inner: string, allow: readonly string[]): Promise<string | null> {
  const real = await realpath(inner).catch(() => null);
  if (real === null) return null;
  const folders = await Promise.all(parseFolders(allow).map((folder) => realpath(folder).catch(() => null)));
  return folders.some((folder) => folder !== null && isIn(real, folder)) ? real : null;
}
