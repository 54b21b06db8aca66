// Brotli for the files of a deployment, made by a job while it's live: the build's own `.br` files where they hold what they should,
// otherwise for text. All of it is one blob, beside an index in `marque.deployment_files`.
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, crc32, inflateRaw } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { unfinishedJobs } from '../core/jobs/unfinished.ts';
import type { Service } from '../core/service.ts';
import { blobKey } from '../core/storage/contract.ts';

export const compressJob = 'compress-deployment';

const MiB = 1024 ** 2;
/** Below it, the headers outweigh what is saved. */
const minBytes = 1024;
/** Compressing takes about a second per MiB at the best quality, and is done in memory. */
const maxTextBytes = 8 * MiB;
const bestUpToBytes = MiB;
const maxOwnBytes = 32 * MiB;
/** Of what is stored already. */
const worthwhile = 0.98;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const inflate = promisify(inflateRaw);

const uncompressed = statement(
  'brotli:deployment',
  `select sha256 from marque.deployments where id = $1 and state = 'live' and brotli_at is null`,
);
const filesOf = statement(
  'brotli:files',
  'select path, data_at, packed, size, crc, deflated from marque.deployment_files where deployment_id = $1 order by data_at',
);

interface FileRow {
  path: string;
  data_at: number;
  packed: number;
  size: number;
  crc: number;
  deflated: boolean;
}

/** Where the Brotli of a file is in the blob. */
interface Made {
  path: string;
  at: number;
  length: number;
}

const textTypes = /^text\/|[/+](?:json|xml|javascript)\b|^image\/svg/;

const isText = (path: string): boolean => textTypes.test(getMimeType(path) ?? '');

async function unpacked(zip: FileHandle, file: FileRow): Promise<Buffer> {
  const { buffer, bytesRead } = await zip.read(Buffer.alloc(file.packed), 0, file.packed, file.data_at);
  if (bytesRead < file.packed) throw new Error(`The zip ends before ${file.path}.`);
  return file.deflated ? inflate(buffer, { maxOutputLength: Math.max(1, file.size) }) : buffer;
}

/** The build's own, if it unpacks to exactly the file. */
async function ownOf(zip: FileHandle, file: FileRow, own: FileRow | undefined): Promise<Buffer | null> {
  if (!own || Math.max(own.size, own.packed, file.size) > maxOwnBytes) return null;
  const packed = await unpacked(zip, own);
  const content = await decompress(packed, { maxOutputLength: file.size + 1 }).catch(() => null);
  return content?.length === file.size && crc32(content) === file.crc ? packed : null;
}

async function madeOf(zip: FileHandle, file: FileRow): Promise<Buffer | null> {
  if (file.size > maxTextBytes || !isText(file.path)) return null;
  return compress(await unpacked(zip, file), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: file.size > bestUpToBytes ? 9 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.size,
    },
  });
}

interface Candidate {
  file: FileRow;
  own: FileRow | undefined;
}

function candidatesOf(files: readonly FileRow[]): Candidate[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  // What is stored can be larger than what it unpacks to.
  return files
    .filter(({ size, packed }) => size >= minBytes && packed <= maxOwnBytes)
    .map((file) => ({ file, own: byPath.get(`${file.path}.br`) }))
    .filter(({ file, own }) => own !== undefined || isText(file.path));
}

/** @param made is filled with where each piece is. */
async function* piecesOf(
  zip: FileHandle,
  candidates: readonly Candidate[],
  made: Made[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { file, own } of candidates) {
    signal?.throwIfAborted();
    const bytes = (await ownOf(zip, file, own)) ?? (await madeOf(zip, file));
    if (!bytes || bytes.length > file.packed * worthwhile) continue;
    made.push({ path: file.path, at, length: bytes.length });
    at += bytes.length;
    yield bytes;
  }
}

const finish = statement(
  'brotli:finish',
  `update marque.deployments set brotli_at = now(), brotli_sha256 = $2
   where id = $1 and state in ('live', 'replaced') and brotli_at is null returning id`,
);
const index = statement(
  'brotli:index',
  `update marque.deployment_files f set br_at = m.at, br_size = m.length
   from unnest($2::text[], $3::bigint[], $4::bigint[]) as m(path, at, length)
   where f.deployment_id = $1 and f.path = m.path`,
);
const unneeded = statement(
  'brotli:unneeded',
  `insert into marque.unneeded_files (kind, key) values ('blob', $1) on conflict do nothing`,
);

async function store(db: Db, id: string, sha256: string | null, made: readonly Made[]): Promise<void> {
  const isFirst = (await db.query(finish, [id, sha256])).length > 0;
  if (sha256 === null) return;
  if (isFirst)
    await db.query(index, [
      id,
      made.map(({ path }) => path),
      made.map(({ at }) => at),
      made.map(({ length }) => length),
    ]);
  // Another process was faster, or the deployment is gone.
  else await db.query(unneeded, [sha256]);
}

/** Stages the Brotli of all candidates as one. @returns its hash, once it's kept; null if nothing is smaller as Brotli */
async function keep(
  { storage }: Service,
  zipHash: string,
  candidates: readonly Candidate[],
  made: Made[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (candidates.length === 0) return null;
  const staged = await storage.withFile(blobKey(zipHash), async (path) => {
    const zip = await open(path, 'r');
    try {
      const maxBytes = candidates.reduce((sum, { file }) => sum + file.packed, 1);
      return await storage.stage(piecesOf(zip, candidates, made, signal), { maxBytes });
    } finally {
      await zip.close();
    }
  });
  if (made.length === 0) {
    await storage.discard(staged.key);
    return null;
  }
  await storage.keep(staged).catch(async (error: unknown) => {
    // The job starts over: nothing refers to what was staged.
    await storage.discard(staged.key).catch(() => undefined);
    throw error;
  });
  return staged.sha256;
}

/**
 * Makes the Brotli of a live deployment, once. Until then, and where it isn't smaller, files are sent as gzip. Of one that was
 * replaced, nothing is made: if it's restored, it's left to `compressLeftOver`.
 */
export async function compressDeployment(service: Service, id: string, signal?: AbortSignal): Promise<void> {
  const { db } = service;
  const [deployment] = await db.query<{ sha256: string }>(uncompressed, [id]);
  if (!deployment) return;
  const candidates = candidatesOf(await db.query<FileRow>(filesOf, [id]));
  const made: Made[] = [];
  const sha256 = await keep(service, deployment.sha256, candidates, made, signal);
  await inSqlTransaction(db.pool, (transaction) => store(transaction, id, sha256, made));
}

const leftOver = statement(
  'brotli:left-over',
  `select id from marque.deployments where state = 'live' and brotli_at is null and created_at < now() - interval '10 minutes'
   order by number desc`,
);

/** Live deployments whose own job is over, and that have no Brotli: from before there was one, or replaced when it ran. */
export async function compressLeftOver(service: Service, signal?: AbortSignal): Promise<void> {
  const found = await service.db.query<{ id: string }>(leftOver);
  const own = new Set((await unfinishedJobs(service.db, compressJob)).map(({ id }) => id));
  for (const { id } of found) {
    if (signal?.aborted) return;
    if (own.has(id)) continue;
    await compressDeployment(service, id, signal).catch((error: unknown) => {
      if (signal?.aborted) return;
      service.log.warn({ err: error, deployment: id }, 'deployment could not be compressed');
    });
  }
}
