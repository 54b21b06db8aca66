// A site's own host: serves files straight out of the live zips, by path and by the build's own rules. The app answers nothing here.
import { getMimeType } from 'hono/utils/mime';
import Negotiator from 'negotiator';
import { rangeOf } from '../assets/delivery/serve-piece.ts';
import { clientHas } from '../lib/entity-tags.ts';
import { encoded } from '../lib/site-rules/patterns.ts';
import { Answer, type RequestFacts } from '../core/operation.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { betterAddress, filesAt } from './clean-urls.ts';
import { brotliContent, contentOf, gzipExtra, type StoredBrotli, type StoredFile } from './file-content.ts';
import { lookUp, prefixOf, type Found, type FoundRow } from './lookup.ts';
import { codePath, formerCodePath, passOf, pathWithin, setCookie, swapCode } from './visibility.ts';
import { htmlPage, nothingHere } from './pages.ts';
import { hostNameOf, originOfSite, placeOfLabel, slugOfHost, type HostPlace } from './rules.ts';
import { withRules } from './rule-headers.ts';

/** Longer paths are no file's: together with the bound on patterns, this keeps matching rules cheap. */
const maxPath = 2048;

function decodedPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname).normalize('NFC');
    return path.length > maxPath || path.includes('\0') || /\p{Surrogate}/u.test(path) ? null : path;
  } catch {
    return null;
  }
}

function isAdmitted(row: FoundRow, { preview }: HostPlace, pass: ReturnType<typeof passOf>): boolean {
  if (row.open) return true;
  if (pass?.site !== row.id) return false;
  if (row.access === 'members' || preview !== null) return 'userId' in pass && row.member;
  return 'version' in pass && row.version !== null && pass.version === row.version;
}

/** Page navigations can be redirected to sign in; anything else only gets an error. */
function isNavigation(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest');
  if (destination !== null) return destination === 'document';
  return (headers.get('accept') ?? '').includes('text/html');
}

const redirect = (to: string, headers: Record<string, string> = {}): Answer =>
  new Answer(302, { kind: 'none' }, { location: to, 'cache-control': 'no-store', ...headers });

/** Handles a request to the host of a site. */
export async function answerSite(service: Service, facts: RequestFacts): Promise<Answer> {
  const label = slugOfHost(service.env, facts.headers.get('host') ?? '');
  if (facts.method !== 'GET' && facts.method !== 'HEAD')
    return htmlPage(405, 'Method not allowed', '<p>This site only accepts GET and HEAD requests.</p>', {
      headers: { allow: 'GET, HEAD' },
    });
  if (label === null) return nothingHere();
  const { url } = facts;
  if (url.pathname === codePath) return enter(service, label, url);
  if (url.pathname === formerCodePath) return redirect(`${codePath}${url.search}`);
  const path = decodedPath(url.pathname.replace(/^\/+/, '/'));
  if (path === null) return nothingHere();
  const place = placeOfLabel(label);
  const pass = passOf(service, label, facts.headers);
  const person = pass && 'userId' in pass ? pass : null;
  const found = await lookUp(service, { place, path, url, person });
  if (!found) return nothingHere();
  if (!isAdmitted(found.row, place, pass)) {
    if (!isNavigation(facts.headers))
      return htmlPage(401, 'Closed', '<p>Open this site in a browser to sign in.</p>');
    const query = new URLSearchParams({ site: label, to: `${url.pathname}${url.search}` });
    return redirect(`${service.env.serverUrl}/api/auth/site?${query}`);
  }
  return answerPath(service, facts, found, place);
}

/** A redirect within a site, remembered for as long as its pages are. */
const moved = (row: FoundRow, status: number, location: string): Answer =>
  new Answer(status, { kind: 'none' }, { location, 'cache-control': cacheOf(row, '') });

/** What the site has at the path: the path's own file, unless a rule comes before it; otherwise what a rule says. */
async function answerPath(
  service: Service,
  facts: RequestFacts,
  { row, outcome, named, headers }: Found,
  place: HostPlace,
): Promise<Answer> {
  const { sha256, rel, mount, file } = row;
  const { search, pathname } = facts.url;
  if (sha256 === null || mount === null) return nothingHere();
  // A preview is below the deployment's own path, which its links may name.
  if (rel === null) return pathname === '/' ? moved(row, 302, `${mount}/${search}`) : nothingHere();
  const serve = (status: number): Promise<Answer> =>
    answerFile(
      service,
      facts,
      { ...row, sha256, file: file ?? '' },
      {
        status,
        isPreview: place.preview !== null,
        rules: headers?.of(hostNameOf(facts.headers.get('host') ?? ''), `/${rel}`) ?? null,
      },
    );
  const ruled = (): Promise<Answer> | Answer | null => {
    if (outcome?.kind === 'redirect') return moved(row, outcome.status, outcome.location);
    return outcome && file !== null && named.includes(file) ? serve(outcome.status) : null;
  };
  const first = outcome?.over ? ruled() : null;
  if (first) return first;
  if (file !== null && filesAt(rel).includes(file)) {
    const better = betterAddress(rel, file, row.taken);
    // Relative links in a folder's page only resolve with the trailing slash: also for the page of a mount.
    if (better !== null || (rel === '' && !pathname.endsWith('/')))
      return moved(row, 308, `${prefixOf(mount)}/${encoded(better ?? '')}${search}`);
    return serve(200);
  }
  return ruled() ?? (file === '404.html' ? serve(404) : nothingHere());
}

async function enter(service: Service, label: string, url: URL): Promise<Answer> {
  const cookie = await swapCode(service, label, url.searchParams.get('code') ?? '');
  const origin = originOfSite(service.env, label);
  const to = pathWithin(origin, url.searchParams.get('to') ?? '/');
  if (cookie === null)
    return htmlPage(410, 'This link was already used', '<p><a href="/">Continue to the site</a></p>');
  return redirect(to, { 'set-cookie': setCookie(service, label, cookie), 'referrer-policy': 'no-referrer' });
}

/**
 * True for names with a content hash, as build tools write them: eight or more hex digits, or eight
 * characters of mixed case (Vite) or base 32 (esbuild) with digits. Errs towards false: such files are only
 * revalidated each minute.
 */
export function isHashed(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (/\.html?$/i.test(name)) return false;
  return name
    .split(/[.\-_]/)
    .slice(1, -1)
    .some(
      (token) =>
        /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,64}$/.test(token) ||
        /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{8}$/.test(token) ||
        /^(?=.*\d)(?=.*[A-Z])[A-Z2-7]{8}$/.test(token),
    );
}

function cacheOf({ open }: { open: boolean }, file: string): string {
  const audience = open ? 'public' : 'private';
  return isHashed(file) ? `${audience}, max-age=31536000, immutable` : `${audience}, max-age=60`;
}

type Encoding = 'br' | 'gzip' | null;

/** How a file is sent: in the smallest stored form that the client accepts. */
function encodingOf(headers: Headers, offered: readonly ('br' | 'gzip')[]): Encoding {
  if (offered.length === 0) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': headers.get('accept-encoding') ?? '' } });
  const taken = negotiator.encodings([...offered]);
  return offered.find((encoding) => taken.includes(encoding)) ?? null;
}

function brotliOf({ brotli_sha256, br_at, br_size }: FoundRow): StoredBrotli | null {
  if (brotli_sha256 === null || br_at === null || br_size === null) return null;
  return { sha256: brotli_sha256, at: br_at, size: br_size };
}

type FileRow = FoundRow & StoredFile & { file: string };

interface Serving {
  /** 200, or that of a page for what isn't there. */
  status: number;
  isPreview: boolean;
  /** What the build's own rules add. */
  rules: ReadonlyMap<string, string> | null;
}

function headersOf(
  row: FileRow,
  etag: string,
  { status, isPreview, rules }: Serving,
): Record<string, string> {
  const isMiss = status >= 400;
  const headers: Record<string, string> = {
    'content-type': getMimeType(row.file) ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': isMiss ? cacheOf(row, '').replace(/max-age=\d+/, 'no-cache') : cacheOf(row, row.file),
    ...(row.deflated || brotliOf(row) ? { vary: 'Accept-Encoding' } : {}),
    ...(isMiss ? {} : { etag, 'accept-ranges': 'bytes' }),
    ...(isPreview ? { 'x-robots-tag': 'noindex' } : {}),
  };
  return rules ? withRules(headers, rules, { isOpen: row.open, isMiss }) : headers;
}

function lengthOf(row: FileRow, encoding: Encoding, plain: number): number {
  if (encoding === 'br') return row.br_size ?? 0;
  return encoding === 'gzip' ? row.packed + gzipExtra : plain;
}

async function answerFile(
  service: Service,
  facts: RequestFacts,
  row: FileRow,
  serving: Serving,
): Promise<Answer> {
  const isMiss = serving.status >= 400;
  const isRanged = facts.headers.has('range') && !isMiss;
  const brotli = brotliOf(row);
  const offered = [...(brotli ? (['br'] as const) : []), ...(row.deflated ? (['gzip'] as const) : [])];
  const encoding = isRanged ? null : encodingOf(facts.headers, offered);
  // The zip's hash and an offset in it identify the bytes.
  const form = encoding === null ? '' : encoding === 'br' ? '-br' : '-gz';
  const etag = `"${row.sha256.slice(0, 20)}-${row.data_at.toString(36)}${form}"`;
  const headers = headersOf(row, etag, serving);
  if (!isMiss && clientHas(facts.headers, etag)) return new Answer(304, { kind: 'none' }, headers);
  let range: { start: number; end: number } | null;
  try {
    range = isMiss ? null : rangeOf(facts, row.size, etag);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return htmlPage(416, 'Range not satisfiable', `<p>The file has ${row.size} bytes.</p>`, {
      headers: { 'content-range': `bytes */${row.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: row.size - 1 };
  const length = lengthOf(row, encoding, end - start + 1);
  headers['content-length'] = String(length);
  if (encoding !== null) headers['content-encoding'] = encoding;
  if (range) headers['content-range'] = `bytes ${start}-${end}/${row.size}`;
  const status = range ? 206 : serving.status;
  if (facts.method === 'HEAD' || length === 0) return new Answer(status, { kind: 'none' }, headers);
  const content =
    encoding === 'br' && brotli
      ? brotliContent(service, brotli)
      : await contentOf(service, row, { start, end, gzip: encoding === 'gzip' });
  return new Answer(status, content, headers);
}
