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
 * The path to redirect to; null if this is already the page's own. A file that isn't a page has one address anyway.
 *
 * @param taken whether `x` is a file itself, for `x.html` and `x/`: then the page keeps its name.
 */
export function betterAddress(path: string, file: string, taken: boolean): string | null {
  if (!file.endsWith('.html')) return null;
  const isNamed = taken && file === path.replace(/(?:\/|\.html)$/, '.html');
  const address = isNamed ? file : addressOf(file);
  return address === path ? null : address;
}
