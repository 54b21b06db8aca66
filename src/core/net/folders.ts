// The folders on this server's disk that FETCH_ALLOW opens to addresses that callers give (`file:///srv/git/`): none unless the operator
// says so. The threat is a caller who makes the server read or write files of its own.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether an entry of FETCH_ALLOW names a folder, and not an address. */
export const namesFolder = (entry: string): boolean => /^file:/i.test(entry.trim());

/**
 * The absolute path that a `file://` URL names; null where it is none, or names another host.
 * Dots are resolved by the URL parser, an encoded slash is refused.
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
 * Reads the folders among the entries of FETCH_ALLOW.
 * @throws TypeError naming the entry that is none.
 */
export function parseFolders(entries: readonly string[]): string[] {
  return entries.filter(namesFolder).map((entry) => {
    const folder = pathOfUrl(entry.trim());
    if (folder === null || folder === path.parse(folder).root)
      throw new TypeError(
        `FETCH_ALLOW takes folders such as file:///srv/git/, and not the whole disk: ${JSON.stringify(entry)}.`,
      );
    return folder;
  });
}

const isIn = (inner: string, folder: string): boolean => inner.startsWith(`${folder}${path.sep}`);

/** Whether a path is in one of the folders, as it is spelled: nothing is read. */
export function isInFolders(inner: string, allow: readonly string[]): boolean {
  return parseFolders(allow).some((folder) => isIn(inner, folder));
}

/** Where a path leads, past every link; null where it is not there, or leads out of the folders that are allowed. */
export async function pathInFolders(inner: string, allow: readonly string[]): Promise<string | null> {
  const real = await realpath(inner).catch(() => null);
  if (real === null) return null;
  const folders = await Promise.all(parseFolders(allow).map((folder) => realpath(folder).catch(() => null)));
  return folders.some((folder) => folder !== null && isIn(real, folder)) ? real : null;
}
