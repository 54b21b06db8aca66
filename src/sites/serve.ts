// A site's own host: serves files straight out of the live zips, by path. The app answers nothing here.
import { inflateRawSync } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import Negotiator from 'negotiator';
import { rangeOf } from '../assets/delivery/serve-piece.ts';
import { statement } from '../core/db/pool.ts';
import { clientHas } from '../lib/entity-tags.ts';
import { Answer, type AnswerBody, type RequestFacts } from '../core/operation.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { checked, lostBytes } from '../core/storage/checked.ts';
import { blobKey } from '../core/storage/contract.ts';
import { codePath, formerCodePath, mayRead, passOf, pathWithin, setCookie, swapCode } from './visibility.ts';
import { inflating } from '../lib/safe-zip/inflate.ts';
import { htmlPage, nothingHere } from './pages.ts';
import { originOfSite, slugOfHost } from './rules.ts';
import type { AccessMode } from '../sharing/schemas.ts';

/**
 * One round trip: the site, its access, the longest mounted path above the request's path, and the file. `$2`
 * holds the possible mount paths, `$3` the path, `$4` and `$5` a person and their session.
 */
const served = statement(
  'sites:serve',
  `select s.id, s.access, p.version, case when $4::uuid is null then false else ${mayRead('$4::uuid', '$5::text')} end as member,
     d.sha256, n.rel, f.path as file, f.data_at, f.packed, f.size, f.crc, f.deflated
   from payload.sites s left join marque.site_passwords p on p.site_id = s.id
   left join lateral (select d.id, d.path, d.sha256 from marque.deployments d
     where d.site_id = s.id and d.state = 'live' and d.path = any($2::text[]) order by length(d.path) desc limit 1) d on true
   left join lateral (select r.rel, case when r.rel = '' or right(r.rel, 1) = '/' then array[r.rel || 'index.html', '404.html']
       else array[r.rel, r.rel || '.html', r.rel || '/index.html', '404.html'] end as names
     from (select ltrim(substr($3::text, case when d.path = '/' then 1 else length(d.path) + 1 end), '/') as rel) r) n on d.id is not null
   left join lateral (select f.* from marque.deployment_files f where f.deployment_id = d.id and f.path = any(n.names)
     order by array_position(n.names, f.path) limit 1) f on true
   where s.slug = $1`,
);

interface ServedRow {
  id: string;
  access: AccessMode;
  version: number | null;
  member: boolean;
  sha256: string | null;
  rel: string | null;
  file: string | null;
  data_at: number;
  packed: number;
  size: number;
  crc: number;
  deflated: boolean;
}

/** Every mount path of a build that could serve `path`. */
function mountsAbove(path: string): string[] {
  const segments = path.split('/').filter(Boolean).slice(0, 4);
  return ['/', ...segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`)];
}

function decodedPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname).normalize('NFC');
    return path.includes('\0') || /\p{Surrogate}/u.test(path) ? null : path;
  } catch {
    return null;
  }
}

function isAdmitted(row: ServedRow, pass: ReturnType<typeof passOf>): boolean {
  if (row.access === 'public') return true;
  if (pass?.site !== row.id) return false;
  if (row.access === 'members') return 'userId' in pass && row.member;
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
  const slug = slugOfHost(service.env, facts.headers.get('host') ?? '');
  if (facts.method !== 'GET' && facts.method !== 'HEAD')
    return htmlPage(405, 'Method not allowed', '<p>This site only accepts GET and HEAD requests.</p>', {
      headers: { allow: 'GET, HEAD' },
    });
  if (slug === null) return nothingHere();
  const { url } = facts;
  if (url.pathname === codePath) return enter(service, slug, url);
  if (url.pathname === formerCodePath) return redirect(`${codePath}${url.search}`);
  const path = decodedPath(url.pathname.replace(/^\/+/, '/'));
  if (path === null) return nothingHere();
  const pass = passOf(service, slug, facts.headers);
  const person = pass && 'userId' in pass ? pass : null;
  const [row] = await service.db.query<ServedRow>(served, [
    slug,
    mountsAbove(path),
    path,
    person?.userId ?? null,
    person?.sessionId ?? null,
  ]);
  if (!row) return nothingHere();
  if (!isAdmitted(row, pass)) {
    if (!isNavigation(facts.headers))
      return htmlPage(401, 'Closed', '<p>Open this site in a browser to sign in.</p>');
    const query = new URLSearchParams({ site: slug, to: `${url.pathname}${url.search}` });
    return redirect(`${service.env.serverUrl}/api/auth/site?${query}`);
  }
  return answerPath(service, facts, row);
}

/** What the site has at the path. */
async function answerPath(service: Service, facts: RequestFacts, row: ServedRow): Promise<Answer> {
  const { url } = facts;
  if (row.sha256 === null || row.rel === null || row.file === null) return nothingHere();
  // Relative links in a folder's page only resolve with the trailing slash.
  const isFolder = row.file === (row.rel === '' ? 'index.html' : `${row.rel}/index.html`);
  if (isFolder && !url.pathname.endsWith('/'))
    return redirect(`${url.pathname.replace(/^\/+/, '/')}/${url.search}`, {
      'cache-control': cacheOf(row, ''),
    });
  const isMiss = row.file === '404.html' && row.rel !== '404.html' && row.rel !== '404';
  return answerFile(service, facts, { ...row, sha256: row.sha256, file: row.file }, isMiss);
}

async function enter(service: Service, slug: string, url: URL): Promise<Answer> {
  const cookie = await swapCode(service, slug, url.searchParams.get('code') ?? '');
  const origin = originOfSite(service.env, slug);
  const to = pathWithin(origin, url.searchParams.get('to') ?? '/');
  if (cookie === null)
    return htmlPage(410, 'This link was already used', '<p><a href="/">Continue to the site</a></p>');
  return redirect(to, { 'set-cookie': setCookie(service, slug, cookie), 'referrer-policy': 'no-referrer' });
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

function cacheOf({ access }: { access: AccessMode }, file: string): string {
  const audience = access === 'public' ? 'public' : 'private';
  return isHashed(file) ? `${audience}, max-age=31536000, immutable` : `${audience}, max-age=60`;
}

function acceptsGzip(headers: Headers): boolean {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': headers.get('accept-encoding') ?? '' } });
  return negotiator.encodings(['gzip']).length > 0;
}

type FileRow = ServedRow & { sha256: string; file: string };

/** Up to this size, a range is read at once. */
const wholeBytes = 256 * 1024;

async function* stored(service: Service, row: FileRow): AsyncGenerator<Buffer> {
  if (row.packed === 0) return;
  const range = { start: row.data_at, end: row.data_at + row.packed - 1 };
  const key = blobKey(row.sha256);
  const stream = await service.storage.read(key, range);
  if (!stream) throw lostBytes(key);
  yield* checked(stream, { key, size: row.packed, sha256: null }) as AsyncIterable<Buffer>;
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipExtra = gzipHead.length + 8;

/** RFC 1952: deflated zip entries only need a header and their CRC to be valid gzip. */
async function* gzipped(service: Service, row: FileRow): AsyncGenerator<Buffer> {
  yield gzipHead;
  yield* stored(service, row);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(row.crc, 0);
  tail.writeUInt32LE(row.size % 2 ** 32, 4);
  yield tail;
}

async function* inflated(service: Service, row: FileRow, start: number, end: number): AsyncGenerator<Buffer> {
  const { inflate } = inflating(stored(service, row));
  let at = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      const from = Math.max(0, start - at);
      const to = Math.min(piece.length, end + 1 - at);
      if (to > from) yield piece.subarray(from, to);
      at += piece.length;
      if (at > end) return;
    }
  } finally {
    inflate.destroy();
  }
}

/** The bytes of a file, packed as they are stored or a range of them unpacked. */
async function contentOf(
  service: Service,
  row: FileRow,
  { start, end, gzip }: { start: number; end: number; gzip: boolean },
): Promise<AnswerBody> {
  if (!row.deflated) {
    const key = blobKey(row.sha256);
    const file = {
      key,
      path: service.storage.localPath(key),
      start: row.data_at + start,
      end: row.data_at + end,
      open: async (from: number, to: number) => {
        const stream = await service.storage.read(key, { start: from, end: to });
        if (!stream) throw lostBytes(key);
        return stream;
      },
    };
    return { kind: 'file', file };
  }
  if (gzip) {
    if (row.packed > wholeBytes) return { kind: 'stream', open: () => gzipped(service, row) };
    return { kind: 'bytes', bytes: await whole(gzipped(service, row)) };
  }
  if (row.packed > wholeBytes || row.size > 4 * wholeBytes)
    return { kind: 'stream', open: () => inflated(service, row, start, end) };
  const content = inflateRawSync(await whole(stored(service, row)));
  return { kind: 'bytes', bytes: content.subarray(start, end + 1) };
}

function headersOf(row: FileRow, etag: string, isMiss: boolean): Record<string, string> {
  return {
    'content-type': getMimeType(row.file) ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': isMiss ? cacheOf(row, '').replace(/max-age=\d+/, 'no-cache') : cacheOf(row, row.file),
    ...(row.deflated ? { vary: 'Accept-Encoding' } : {}),
    ...(isMiss ? {} : { etag, 'accept-ranges': 'bytes' }),
  };
}

async function answerFile(
  service: Service,
  facts: RequestFacts,
  row: FileRow,
  isMiss: boolean,
): Promise<Answer> {
  const isRanged = facts.headers.has('range') && !isMiss;
  const gzip = row.deflated && !isRanged && acceptsGzip(facts.headers);
  // The zip's hash and an offset in it identify the bytes.
  const etag = `"${row.sha256.slice(0, 20)}-${row.data_at.toString(36)}${gzip ? '-gz' : ''}"`;
  const headers = headersOf(row, etag, isMiss);
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
  const length = gzip ? row.packed + gzipExtra : end - start + 1;
  headers['content-length'] = String(length);
  if (gzip) headers['content-encoding'] = 'gzip';
  if (range) headers['content-range'] = `bytes ${start}-${end}/${row.size}`;
  const status = isMiss ? 404 : range ? 206 : 200;
  if (facts.method === 'HEAD' || length === 0) return new Answer(status, { kind: 'none' }, headers);
  return new Answer(status, await contentOf(service, row, { start, end, gzip }), headers);
}
