// Pictures in Markdown: the database refers to an asset by id, files by its path under assets/. Pure.
import { isId } from '../../core/access/ids.ts';

/**
 * `![alt](target`, up to a title or the closing bracket. The alt text may contain one more pair of brackets:
 * a picture in a link.
 */
const picture = /(!\[(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*\]\(\s*<?)([^\s()<>]+)/g;

function withTargets(text: string, change: (target: string) => string | null): string {
  return text.replace(picture, (whole, before: string, target: string) => {
    const changed = change(target);
    return changed === null ? whole : before + changed;
  });
}

/** A text as written to a file. @param paths of assets, by id. */
export function picturesByPath(text: string, paths: ReadonlyMap<string, string>): string {
  return withTargets(text, (target) => (isId(target) ? (paths.get(target.toLowerCase()) ?? null) : null));
}

/** A text of a file as stored. Targets that aren't assets stay as they are: readers see their alt text. */
export function picturesById(text: string, find: (path: string) => string | null): string {
  return withTargets(text, (target) => (target.startsWith('assets/') ? find(target) : null));
}
