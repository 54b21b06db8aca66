// The rules of a build: `_redirects`, `_headers` and `spa` in its manifest. Read once, when it's deployed, and stored with it.
import { TextDecoder } from 'node:util';
import type { ArchiveFile } from '../lib/safe-zip/archive.ts';
import { BadArchive } from '../lib/safe-zip/bad-archive.ts';
import { parseHeaders, type HeaderRule } from '../lib/site-rules/headers.ts';
import type { Problem } from '../lib/site-rules/lines.ts';
import { decoded, namesIn } from '../lib/site-rules/patterns.ts';
import { parseRedirects, redirectStatuses, type Redirect } from '../lib/site-rules/redirects.ts';
import { filesAt } from './clean-urls.ts';

const redirectsFile = '_redirects';
const headersFile = '_headers';

/** Files of a build that say how it's served. They are never served themselves. */
export const ruleFiles: readonly string[] = [redirectsFile, headersFile];

/** As stored in `marque.deployments.rules`. */
export interface SiteRules {
  redirects: Redirect[];
  headers: HeaderRule[];
}

/** How many problems a failed deployment names. */
const maxNamed = 5;

function demandNoProblems(file: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, maxNamed).map(({ line, message }) => {
    const text = message.replace(/\p{C}/gu, '�');
    return `${file}, line ${line}: ${text.length > 400 ? `${text.slice(0, 400)}….` : text}`;
  });
  const more = problems.length - named.length;
  throw new BadArchive([...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '));
}

function textOf(file: string, content: Buffer | undefined): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new BadArchive(`${file} isn't UTF-8 text. Save it as UTF-8.`);
  }
  if (text.includes('\0')) throw new BadArchive(`${file} contains NUL characters. Save it as UTF-8.`);
  return text;
}

/** Rules that answer with a file which the build doesn't have. */
function missingTargets(redirects: readonly Redirect[], paths: ReadonlySet<string>): Problem[] {
  return redirects.flatMap(({ line, to, status }) => {
    if (redirectStatuses.includes(status) || namesIn(to).length > 0) return [];
    const path = decoded(to.replace(/[?#].*$/, ''));
    if (filesAt(path.replace(/^\/+/, '')).some((file) => paths.has(file))) return [];
    return [{ line, message: `the build has no file at ${path}. Correct the target, or remove the line.` }];
  });
}

/** In a single-page app, every address without a file of its own is the app's. */
const appRule: Redirect = {
  line: 0,
  from: '/*',
  query: null,
  to: '/index.html',
  status: 200,
  over: false,
};

function isApp(manifest: Record<string, unknown> | null): boolean {
  const spa = manifest?.spa ?? false;
  if (typeof spa !== 'boolean') throw new BadArchive('`spa` in marque.site.json must be true or false.');
  return spa;
}

/**
 * The rules of a build; null if it has none.
 *
 * @param aside the content of its rule files.
 * @throws BadArchive that names the file, the line and what to do about everything that can't be used.
 */
export function rulesOf(
  aside: ReadonlyMap<string, Buffer>,
  manifest: Record<string, unknown> | null,
  files: readonly ArchiveFile[],
): SiteRules | null {
  const redirects = parseRedirects(textOf(redirectsFile, aside.get(redirectsFile)));
  demandNoProblems(redirectsFile, redirects.problems);
  demandNoProblems(redirectsFile, missingTargets(redirects.rules, new Set(files.map(({ path }) => path))));
  const headers = parseHeaders(textOf(headersFile, aside.get(headersFile)));
  demandNoProblems(headersFile, headers.problems);
  const all = { redirects: [...redirects.rules], headers: headers.rules };
  if (isApp(manifest)) all.redirects.push(appRule);
  return all.redirects.length + all.headers.length === 0 ? null : all;
}
