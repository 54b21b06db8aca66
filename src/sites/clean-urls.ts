// Addresses of pages, as on Cloudflare Pages: `/x` for x.html, `/x/` for x/index.html, and nothing else. Pure.

/** The files that a path can mean, in order. Paths here are relative: without a slash at the start. */
export function filesAt(path: string): string[] {
  if (path === '') return ['index.html'];
  if (path.endsWith('/')) return [`${path}index.html`, `${path.slice(0, -1)}.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** SQL: the same for a text. */
export const filesAtSql = (path: string): string => `case when ${path} = '' then array['index.html']
  when right(${path}, 1) = '/' then array[${path} || 'index.html', left(${path}, -1) || '.html']
  else array[${path}, ${path} || '.html', ${path} || '/index.html'] end`;

/** The one address of a page. */
function addressOf(file: string): string {
  const path = file.replace(/\.html$/, '');
  return path === 'index' || path.endsWith('/index') ? path.slice(0, -'index'.length) : path;
}

/**
 * Where a file that was found at a path is to be asked for instead; null where it is. A file that isn't a page has one
 * address anyway.
 *
 * @param taken whether `x` is a file itself, for `x.html`: then that keeps its name.
 */
export function betterAddress(path: string, file: string, taken: boolean): string | null {
  if (!file.endsWith('.html') || (file === path && taken)) return null;
  const address = addressOf(file);
  return address === path ? null : address;
}
