// Bytes out: originals and renditions, to whoever may have them at this moment. One piece for `/a` (the world) and for
// `/api/v1/assets/{id}/content` (whoever may read the record).
import contentDisposition from 'content-disposition';
import type { Access } from '../access/caller.ts';
import { readableBeside } from '../access/reach.ts';
import { statement } from '../db/pool.ts';
import { Answer, type FileBody, type RequestFacts, type Ride } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { blobKey, renditionKey } from '../storage/contract.ts';
import { deriveKey, verifyUse } from '../storage/signing.ts';
import { isTransformable, showsInline } from './kinds.ts';
import { takesMetadata, withMetadata } from './metadata-out.ts';
import { availabilitySql, stateSql } from './queries.ts';
import { createRenderer, renderFile, type Renderer } from './render.ts';
import { servedTo, utcDay } from './rules.ts';
import type { State, Status } from './schemas.ts';
import { canonical, nextLadderStep, onLadder, parseTransform, resolveTransform } from './transform.ts';

/** What delivery must know, and no more: this is the hottest statement there is. */
export const deliveryRide: Ride = {
  name: 'delivery',
  text: `select a.id, a.sha256, a.mime_type, a.filesize, a.filename, a.width, a.height, ${stateSql('a')} as state, ${availabilitySql('a')}
    from assets a where a.id = t.id`,
};

/**
 * The same of the version to use instead of the thing itself: the current one of its stack, or itself. `readable` says whether the
 * caller may read that one.
 */
export const currentRide: Ride = {
  name: 'current',
  text: `select v.id, v.sha256, v.mime_type, v.filesize, v.filename, v.width, v.height, ${stateSql('v')} as state, ${availabilitySql('v')}, ${readableBeside('v')} as readable
    from assets a join assets v on v.id = a.id or (v.stack_id = a.stack_id and v.workspace_id = a.workspace_id and v.current)
    where a.id = t.id order by v.id <> a.id desc limit 1`,
};

export interface DeliveryRow {
  id: string;
  sha256: string;
  mime_type: string;
  filesize: number;
  filename: string;
  width: number | null;
  height: number | null;
  status: Status;
  state: State;
  deleted: boolean;
  public: boolean;
  private: boolean;
  embargo: string | null;
  expires: string | null;
}

/** The current version, and whether the caller may read it. */
export type CurrentRow = DeliveryRow & { readable: boolean };

/** Off-ladder sizes that callers of a public URL can have made of one file. */
const looseRenditions = 16;
const maxCacheSeconds = 3600;

const renderers = new WeakMap<Service, Renderer>();
const signingKeys = new WeakMap<Service, Buffer>();

function rendererOf(service: Service): Renderer {
  let renderer = renderers.get(service);
  if (!renderer) {
    // sharp itself uses the cores for one picture; two at a time keep them busy while one waits for the disk.
    renderer = createRenderer({ concurrency: 2, queueLimit: 64 });
    renderers.set(service, renderer);
  }
  return renderer;
}

/** The key that signs delivery URLs. */
export function signingKeyOf(service: Service): Buffer {
  let key = signingKeys.get(service);
  if (!key) {
    key = deriveKey(service.secret, 'delivery-urls');
    signingKeys.set(service, key);
  }
  return key;
}

/** Who a delivery is for: `world` may be cached by anybody, `signed` only by whoever holds the link, `reader` by nobody. */
type Audience = 'world' | 'signed' | 'reader';

/**
 * Decides whether `/a` may serve this asset to this caller: the rule is `servedTo`.
 *
 * @throws Refusal gone for expired, archived and deleted ones, whoever asks; not_found for everything else that isn't served.
 */
function admit(
  service: Service,
  row: DeliveryRow,
  mayRead: boolean,
  signature: string | null,
  transform: string,
  now: Date,
): Audience {
  const served = servedTo(row, utcDay(now));
  if (served === 'gone') throw new Refusal('gone', 'This asset is no longer offered for use.');
  if (served === 'never') throw missing();
  if (served === 'world') return 'world';
  if (mayRead) return 'reader';
  if (
    signature !== null &&
    verifyUse(signingKeyOf(service), signature, { id: row.id, sha256: row.sha256, transform }, now)
  )
    return 'signed';
  throw missing();
}

function missing(): Refusal {
  return new Refusal('not_found', 'There is no such asset here.');
}

/** Seconds an answer may be kept: an hour, and never past the rights' last day. */
export function cacheSeconds(expires: string | null, now: Date): number {
  if (expires === null) return maxCacheSeconds;
  const end = Date.parse(`${expires}T00:00:00Z`) + 24 * 60 * 60 * 1000;
  return Math.max(0, Math.min(maxCacheSeconds, Math.floor((end - now.getTime()) / 1000)));
}

function cacheControl(audience: Audience | 'record', expires: string | null, now: Date): string {
  if (audience === 'record') return 'private, no-store';
  if (audience === 'reader') return 'private, no-cache';
  const seconds = cacheSeconds(expires, now);
  return `${audience === 'world' ? 'public' : 'private'}, max-age=${seconds}${seconds === 0 ? ', must-revalidate' : ''}`;
}

/** Headers of everything that is served: nothing is sniffed, nothing that could be a page runs as ours. */
function safeHeaders(mime: string, filename: string, download: boolean): Record<string, string> {
  const inline = showsInline(mime);
  return {
    'content-type': mime,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': contentDisposition(filename, { type: download ? 'attachment' : 'inline' }),
    ...(inline
      ? {}
      : {
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
        }),
  };
}

/** True when the client has these bytes already (RFC 9110, 13.1.2: weak comparison). */
function clientHas(headers: Headers, etag: string): boolean {
  const given = headers.get('if-none-match');
  if (given === null) return false;
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/**
 * The one range a request asks for (RFC 9110, 14). Several at once are answered whole, which is allowed and bounded.
 * @throws Refusal range_not_satisfiable where it lies outside.
 */
function rangeOf(headers: Headers, size: number, etag: string): { start: number; end: number } | null {
  const header = headers.get('range');
  const condition = headers.get('if-range');
  if (header === null || (condition !== null && condition !== etag)) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || start > end) throw new Refusal('range_not_satisfiable', `The file has ${size} bytes.`);
  return { start, end };
}

interface Piece {
  key: string;
  size: number;
  etag: string;
  mime: string;
  filename: string;
  download: boolean;
  cache: string;
  vary: boolean;
  /** Where the bytes are not those of the key as they lie there. */
  open?: FileBody['open'];
}

function answerPiece(service: Service, facts: RequestFacts, piece: Piece, bytes: Buffer | null): Answer {
  const headers: Record<string, string> = {
    ...safeHeaders(piece.mime, piece.filename, piece.download),
    etag: piece.etag,
    'accept-ranges': 'bytes',
    'cache-control': piece.cache,
    ...(piece.vary ? { vary: 'Accept' } : {}),
  };
  if (clientHas(facts.headers, piece.etag)) return new Answer(304, { kind: 'none' }, headers);
  let range: { start: number; end: number } | null;
  try {
    range = rangeOf(facts.headers, piece.size, piece.etag);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Answer.json(
      416,
      { error: { code: error.code, message: error.message } },
      { 'content-range': `bytes */${piece.size}`, 'cache-control': 'no-store' },
    );
  }
  const { start, end } = range ?? { start: 0, end: piece.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${piece.size}`;
  const status = range ? 206 : 200;
  if (bytes) return new Answer(status, { kind: 'bytes', bytes: bytes.subarray(start, end + 1) }, headers);
  const file: FileBody = {
    path: piece.open ? null : service.storage.localPath(piece.key),
    start,
    end,
    open:
      piece.open ??
      (async (from, to) => {
        const stream = await service.storage.read(piece.key, { start: from, end: to });
        if (!stream) throw missing();
        return stream;
      }),
  };
  return new Answer(status, { kind: 'file', file }, headers);
}

export interface Delivery {
  service: Service;
  facts: RequestFacts;
  row: DeliveryRow | null;
  access: Access;
  /** As it stands in the URL; null for the original. */
  transform: string | null;
  /** `world`: the rules of `/a`. `record`: whoever reads the record gets its bytes, in any state but deleted. */
  door: 'world' | 'record';
}

/**
 * Serves an original or a rendition.
 *
 * @throws Refusal not_found, gone, invalid_request (a transform that can't be read), unsupported (a file that has no renditions),
 *   rate_limited (too many pictures being made), unavailable.
 */
export async function deliver({ service, facts, row, access, transform, door }: Delivery): Promise<Answer> {
  if (!row) throw missing();
  const now = new Date();
  const source = { mime: row.mime_type, width: row.width, height: row.height };
  const asked = transform === null ? null : parseTransform(transform);
  const askedName = asked === null ? '' : canonical(asked, source);
  let audience: Audience | 'record' = 'record';
  if (door === 'world') {
    audience = admit(service, row, access.scope !== null, facts.url.searchParams.get('s'), askedName, now);
  } else if (row.deleted) {
    throw missing();
  }
  const common = {
    download: facts.url.searchParams.has('download'),
    cache: cacheControl(audience, row.expires, now),
  };
  if (asked === null) {
    const piece = {
      ...common,
      key: blobKey(row.sha256),
      size: row.filesize,
      etag: `"${row.sha256}"`,
      mime: row.mime_type,
      filename: row.filename,
      vary: false,
    };
    if ((await service.storage.stat(piece.key)) === null)
      throw new Refusal('unavailable', 'The bytes of this asset can not be read just now.');
    if (common.download && takesMetadata(piece.mime)) {
      // Asked for anew each time: what is said of an asset changes more often than its bytes.
      const cache = common.cache.includes('no-')
        ? common.cache
        : `${audience === 'world' ? 'public' : 'private'}, no-cache`;
      const written = await withMetadata(service.db, service.storage, { ...piece, id: row.id });
      if (!written) return answerPiece(service, facts, { ...piece, cache }, null);
      const etag = `"${row.sha256.slice(0, 32)}-m${written.hash.slice(0, 24)}"`;
      return answerPiece(
        service,
        facts,
        { ...piece, cache, etag, size: written.size, open: written.open },
        null,
      );
    }
    return answerPiece(service, facts, piece, null);
  }
  if (!isTransformable(row.mime_type)) {
    throw new Refusal(
      'unsupported',
      `A ${row.mime_type} has no renditions. Take the original: ${service.env.serverUrl}/a/${row.id}`,
    );
  }
  const { rendition, variesByAccept } = resolveTransform(asked, source, facts.headers.get('accept'));
  const name = canonical(rendition, source);
  const key = renditionKey(row.sha256, name);
  const piece = {
    ...common,
    key,
    etag: `"${row.sha256.slice(0, 32)}-${name}"`,
    mime: `image/${rendition.f}`,
    filename: `${row.filename.replace(/\.[^.]*$/, '')}.${rendition.f === 'jpeg' ? 'jpg' : rendition.f}`,
    vary: variesByAccept,
  };
  const known = await service.storage.stat(key);
  if (known) return answerPiece(service, facts, { ...piece, size: known.size }, null);

  if (
    audience === 'world' &&
    access.scope === null &&
    !onLadder(rendition) &&
    !(await allowLoose(service, row.sha256, name))
  ) {
    const step = canonical(nextLadderStep(asked, source), source);
    return new Answer(
      302,
      { kind: 'none' },
      { location: `${service.env.serverUrl}/a/${row.id}/${step}`, 'cache-control': common.cache },
    );
  }
  const bytes = await rendererOf(service).renderOnce(key, async () => {
    const made = await service.storage.withFile(blobKey(row.sha256), (path) => renderFile(path, rendition));
    await service.storage.put(key, made);
    return made;
  });
  return answerPiece(service, facts, { ...piece, size: bytes.byteLength }, bytes);
}

/** Seconds a redirect to the current version may be kept. */
const redirectSeconds = 60;

/**
 * Leads to the current version at `/a`, as long as `/a` would serve it to this caller.
 *
 * @throws Refusal not_found, gone, invalid_request, as `/a` would.
 */
export function redirectToCurrent(
  service: Service,
  facts: RequestFacts,
  row: CurrentRow | null,
  transform: string | null,
): Answer {
  if (!row) throw missing();
  const now = new Date();
  const name = transform === null ? '' : canonical(parseTransform(transform), { mime: row.mime_type });
  const audience = admit(service, row, row.readable, facts.url.searchParams.get('s'), name, now);
  const seconds = Math.min(redirectSeconds, cacheSeconds(row.expires, now));
  return new Answer(
    302,
    { kind: 'none' },
    {
      location: `${service.env.serverUrl}/a/${row.id}${name === '' ? '' : `/${name}`}${facts.url.search}`,
      'cache-control': `${audience === 'world' ? 'public' : 'private'}, max-age=${seconds}`,
      'access-control-allow-origin': '*',
    },
  );
}

const takeLoose = statement(
  'delivery:loose',
  `with known as (select 1 from marque.loose_renditions where sha256 = $1 and transform = $2),
     added as (insert into marque.loose_renditions (sha256, transform)
       select $1, $2 where not exists (select 1 from known) and (select count(*) from marque.loose_renditions where sha256 = $1) < ${looseRenditions}
       on conflict do nothing returning 1)
   select exists (select 1 from known) or exists (select 1 from added) as allowed`,
);

async function allowLoose(service: Service, sha256: string, transform: string): Promise<boolean> {
  const [row] = await service.db.query<{ allowed: boolean }>(takeLoose, [sha256, transform]);
  return row?.allowed ?? false;
}
