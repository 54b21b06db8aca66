// Pictures inside Markdown: here they name an asset by its id, in a file by its path under assets/, as everything else there does. Pure.
import { isId } from '../../core/access/ids.ts';

/** `![words](target`, up to a title or the closing bracket. Words may hold one pair of brackets more: a picture that is a link. */
const picture = /(!\[(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*\]\(\s*<?)([^\s()<>]+)/g;

function withTargets(text: string, change: (target: string) => string | null): string {
  return text.replace(picture, (whole, before: string, target: string) => {
    const changed = change(target);
    return changed === null ? whole : before + changed;
  });
}

/** A text as a file says it. @param paths of assets, by id. */
export function picturesByPath(text: string, paths: ReadonlyMap<string, string>): string {
  return withTargets(text, (target) => (isId(target) ? (paths.get(target.toLowerCase()) ?? null) : null));
}

/** A text of a file as it is kept. What leads to no asset stays as it is: it is shown as its words. */
export function picturesById(text: string, find: (path: string) => string | null): string {
  return withTargets(text, (target) => (target.startsWith('assets/') ? find(target) : null));
}
