// Which names a zip may contain, and which of its entries a site serves. Pure.
import { BadArchive } from './bad-archive.ts';

/** An index of PostgreSQL takes keys of about 2,700 bytes; no web server takes such paths. */
const maxPathBytes = 1000;

/** A name for an error message: one line, no control characters, limited length. */
export function shown(name: string): string {
  const line = name.replace(/\p{C}/gu, '�');
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}

/**
 * The segments of a name that is a plain path below the root, without the slash at the end of a folder.
 *
 * @throws BadArchive for a name that could lead anywhere else, on any system, or that different programs read differently.
 */
export function segmentsOf(name: string): string[] {
  const bad = (why: string): BadArchive => new BadArchive(`The file name ${shown(name)} ${why}.`);
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw bad('contains control characters');
  if (name.includes('\\')) throw bad('contains a backslash: separate folders with /');
  if (/^[a-z]:/i.test(name)) throw bad('starts with a drive letter');
  if (name.startsWith('/')) throw bad('is an absolute path');
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.includes('..')) throw bad('points outside the folder');
  if (segments.some((segment) => segment === '' || segment === '.')) throw bad('is not a plain path');
  if (name.includes('�')) throw bad('is not valid UTF-8');
  if (Buffer.byteLength(name) > maxPathBytes) throw bad(`is longer than ${maxPathBytes} bytes`);
  return segments;
}

/** True for files that systems leave behind: macOS resource forks, dot files and dot folders. */
export function isPassedOver(segments: readonly string[]): boolean {
  return segments[0] === '__MACOSX' || segments.some((segment) => segment.startsWith('.'));
}

/** A normalized form for names that some file systems treat as equal: without case and Unicode form. */
function foldOf(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Rejects names that can't coexist on every file system.
 *
 * @param files their paths.
 * @throws BadArchive for two that are equal but for case or Unicode form, and for one that is a file and a folder.
 */
export function demandDistinct(files: readonly string[]): void {
  const byFold = new Map<string, string>();
  for (const path of files) {
    const fold = foldOf(path);
    const other = byFold.get(fold);
    if (other !== undefined) {
      throw new BadArchive(
        other === path
          ? `The file ${shown(path)} is in the zip twice.`
          : `The files ${shown(other)} and ${shown(path)} differ only in case or Unicode form.`,
      );
    }
    byFold.set(fold, path);
  }
  const checked = new Set<string>();
  for (const fold of byFold.keys()) {
    for (let at = fold.lastIndexOf('/'); at > 0; at = fold.lastIndexOf('/', at - 1)) {
      const folder = fold.slice(0, at);
      if (checked.has(folder)) break;
      checked.add(folder);
      const file = byFold.get(folder);
      if (file !== undefined) throw new BadArchive(`${shown(file)} is both a file and a folder.`);
    }
  }
}

/**
 * The length of the prefix to remove from every path: 0, or the one folder around everything if the root itself has no index.html.
 *
 * @throws BadArchive if neither has an index.html.
 */
export function wrappingFolder(files: readonly string[]): string {
  if (files.length === 0) throw new BadArchive('There are no files in the zip.');
  if (files.includes('index.html')) return '';
  const [first = ''] = files;
  const folder = first.slice(0, first.indexOf('/') + 1);
  if (
    folder !== '' &&
    files.every((path) => path.startsWith(folder)) &&
    files.includes(`${folder}index.html`)
  )
    return folder;
  throw new BadArchive(
    'There is no index.html at the root of the zip. Zip your build output (often the dist folder), not the project.',
  );
}
