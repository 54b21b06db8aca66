// Signs what is delivered with Content Credentials, where a workspace has certificates for it (setting `provenance`): each file names its
// original, and what was done to it. Signed files are kept like renditions, under names of their own.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { statement } from '../../core/db/pool.ts';
import { isApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { sealKey } from '../../core/settings/read.ts';
import { unseal } from '../../core/storage/signing.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { signFile, type Action, type Parent } from '../../lib/content-credentials/sign.ts';
import { PairProblem, readPair, type SigningPair } from '../../lib/content-credentials/signing-pair.ts';
import { DecoderFailure } from '../../lib/decoders/failures.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { ownVersion } from '../../lib/own-package.ts';
import {
  credentialFormats,
  maxCredentialBytes,
  mayHoldCredentials,
} from '../metadata/content-credentials.ts';
import { readerOf } from '../metadata/stored-file.ts';
import { withMetadata } from '../metadata/write-metadata.ts';
import { miningAssertion, type Mining } from '../mining.ts';
import { provenance } from '../provenance.ts';
import { rememberedCredits } from './credits.ts';
import type { Rendition } from './parse-transform.ts';
import { createRenderer, type Renderer } from './render.ts';
import { edition, renditionBytes } from './renditions.ts';

/** What a signature is made with: the narrowest place that has both certificates and a key. */
const pairsSql = (organization: string): string =>
  `marque.settings s where s.organization_id = ${organization} and s.key = '${provenance.key}' and s.value ? 'certificates' and s.sealed ? 'key'`;

const hashSql = `left(encode(sha256(convert_to(s.value ->> 'certificates', 'UTF8')), 'hex'), 16)`;

/** A hash of the certificates that sign asset `a`; null where nothing is signed. @param t alias of what has its `organization_id` */
export const signerSql = (a: string, t: string): string =>
  `coalesce((select ${hashSql} from ${pairsSql(`${t}.organization_id`)} and s.workspace_id = ${a}.workspace_id),
    (select ${hashSql} from ${pairsSql(`${t}.organization_id`)} and s.workspace_id is null))`;

/** The origin of asset `a`, where its own credentials don't say how it came about: those become part of the new ones. */
export const signedOriginSql = (a: string): string =>
  `case when ${a}.c2pa ->> 'digitalSourceType' is null then ${a}.origin end`;

const pairOf = statement(
  'delivery:signing-pair',
  `select s.value ->> 'certificates' as certificates, s.sealed ->> 'key' as key
   from payload.assets a join payload.workspaces w on w.id = a.workspace_id, lateral (select s.* from ${pairsSql('w.organization_id')}
     and (s.workspace_id is null or s.workspace_id = a.workspace_id)) s
   where a.id = $1 and ${hashSql} = $2 limit 1`,
);

/** What signing has to know of an asset. */
export interface SignedRow {
  id: string;
  sha256: string;
  mime_type: string;
  filesize: number;
  filename: string;
  /** What `signedOriginSql` says. */
  origin?: string | null;
  /** What `signerSql` says. */
  signer?: string | null;
}

/** How an asset's files are signed. */
export interface Signing {
  pair: SigningPair;
  /** Of everything that credentials say and a name of a rendition doesn't: signer, titles, origin. */
  hash: string;
}

/** What a process knows: pairs by the hash of their certificates, and files by theirs. */
interface Known {
  pairs: LRUCache<string, SigningPair>;
  files: LRUCache<string, { hasCredentials: boolean; source: string | null }>;
  /** Keys of what couldn't be signed, which isn't tried again for a minute. */
  failed: LRUCache<string, true>;
  /** Signers that were warned of. */
  warned: Set<string>;
  renderer: Renderer;
}

const known = new WeakMap<Service, Known>();
/** Seconds for which an unsigned file goes out in place of a signed one. */
export const unsignedSeconds = 60;

function knownTo(service: Service): Known {
  let mine = known.get(service);
  if (!mine) {
    mine = {
      pairs: new LRUCache({ max: 100 }),
      files: new LRUCache({ max: 2_000 }),
      failed: new LRUCache({ max: 2_000, ttl: unsignedSeconds * 1000 }),
      warned: new Set(),
      renderer: createRenderer({ concurrency: 2, queueLimit: 64 }),
    };
    known.set(service, mine);
  }
  return mine;
}

/** How to sign an asset's files now; null: not at all. A certificate that has expired signs nothing: that would count as invalid. */
export async function signingOf(service: Service, row: SignedRow): Promise<Signing | null> {
  const { signer } = row;
  if (!signer) return null;
  const pair = knownTo(service).pairs.get(signer) ?? (await readStored(service, row.id, signer));
  if (!pair) return null;
  if (pair.expiresAt <= new Date()) {
    warnOnce(
      service,
      signer,
      'The certificate for signing Content Credentials has expired, so files are delivered unsigned.',
    );
    return null;
  }
  const said = JSON.stringify([signer, row.filename, row.origin === 'generated']);
  return { pair, hash: createHash('sha256').update(said).digest('hex').slice(0, 16) };
}

async function readStored(service: Service, id: string, signer: string): Promise<SigningPair | null> {
  const [stored] = await service.db.query<{ certificates: string; key: string }>(pairOf, [id, signer]);
  const key = stored && unseal(sealKey(service), stored.key);
  if (!stored || !key) {
    warnOnce(
      service,
      signer,
      "The key for signing Content Credentials can't be decrypted, so files are delivered unsigned.",
    );
    return null;
  }
  try {
    const pair = readPair({ certificates: stored.certificates, key });
    knownTo(service).pairs.set(signer, pair);
    return pair;
  } catch (error) {
    if (!(error instanceof PairProblem)) throw error;
    warnOnce(service, signer, `Files are delivered without Content Credentials. ${error.message}`);
    return null;
  }
}

function warnOnce(service: Service, signer: string, message: string): void {
  const { warned } = knownTo(service);
  if (warned.has(signer)) return;
  warned.add(signer);
  service.log.warn({ setting: provenance.key, signer }, message);
}

/** What's said of the file itself, once per process: the library would read it whole each time. */
async function fileFacts(service: Service, { sha256, mime_type: mime, filesize: size }: SignedRow) {
  const { files } = knownTo(service);
  let facts = files.get(sha256);
  if (!facts) {
    facts = await service.storage.withFile(blobKey(sha256), async (path) => {
      const { digitalSourceType: source } = await rememberedCredits(service, { sha256, mime, size, path });
      const hasCredentials = await withFile(path, (file) => mayHoldCredentials(file, mime));
      return { hasCredentials, source: hasCredentials ? null : source };
    });
    files.set(sha256, facts);
  }
  return facts;
}

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** How the original came about, by its metadata or else by its record, where no credentials say it. */
function sourceOf(source: string | null, { origin }: SignedRow): string | null {
  const address = source?.replace(/^https:/, 'http:') ?? '';
  if (address.startsWith(vocabulary) && /\/\w+$/.test(address)) return address;
  return origin === 'generated' ? `${vocabulary}trainedAlgorithmicMedia` : null;
}

interface Unsigned {
  bytes: Uint8Array;
  mime: string;
  title: string;
  actions: Action[];
  mining: Mining | null;
}

/** Signs a file that was made of an asset's original. @throws DecoderFailure */
async function signMade(
  service: Service,
  row: SignedRow,
  { pair }: Signing,
  made: Unsigned,
): Promise<Buffer> {
  const { hasCredentials, source } = await fileFacts(service, row);
  const { mime_type: mime, filesize: size } = row;
  if (hasCredentials && size > maxCredentialBytes)
    throw new DecoderFailure('memory', 'is too large to read its Content Credentials', true);
  const { mining, ...file } = made;
  const sign = (parentFile: Parent['file']): Promise<Buffer> =>
    signFile(pair, {
      ...file,
      parent: { title: row.filename, format: credentialFormats[mime] ?? mime, file: parentFile },
      digitalSourceType: sourceOf(source, row),
      assertions: miningAssertion(mining),
      generator: { name: 'Marque', version: ownVersion() },
    });
  if (!hasCredentials) return sign(null);
  return service.storage.withFile(blobKey(row.sha256), (path) => sign({ path, size }));
}

/**
 * Signs once, and keeps the file under `key`.
 * @returns null if it can't be signed now: it then goes out unsigned, because a picture that's missing does more harm. That is logged.
 */
async function signOnce(
  service: Service,
  row: SignedRow,
  key: string,
  sign: () => Promise<Buffer>,
): Promise<Buffer | null> {
  const { failed, renderer } = knownTo(service);
  if (failed.has(key)) return null;
  return renderer.renderOnce(key, async () => {
    try {
      const signed = await sign();
      await service.storage.put(key, signed);
      return signed;
    } catch (error) {
      // Storage that is full or away is for the caller to hear of. Without its original, a rendition that is there still goes out.
      if (isApiError(error) && error.code !== 'not_found') throw error;
      failed.set(key, true);
      service.log.warn(
        { asset: row.id, key, err: error },
        "A file couldn't be signed with Content Credentials and is delivered unsigned.",
      );
      return null;
    }
  });
}

/** What was done to make a rendition, as C2PA has words for it (C2PA 2.2, 18.15.4). */
export function actionsOf(rendition: Rendition, mime: string): Action[] {
  const { w, h, fit, f, crop, trim, gray, bg, mark } = rendition;
  const isCropped = crop || trim || (fit === 'cover' && w !== undefined && h !== undefined);
  const names = [
    ...(isCropped ? ['c2pa.cropped'] : []),
    ...(w !== undefined || h !== undefined ? ['c2pa.resized'] : []),
    ...(gray ? ['c2pa.adjustedColor'] : []),
    ...(bg === undefined && !mark ? [] : ['c2pa.edited']),
    mime === `image/${f}` ? 'c2pa.transcoded' : 'c2pa.converted',
  ];
  return names.map((action) => ({ action }));
}

/** The name of a signed rendition. @param name of the unsigned one */
export const signedName = (name: string, { hash }: Signing): string =>
  name.replace(/\.\d+$/, (end) => `-signed_${hash}${end}`);

/**
 * Makes a rendition and signs it, and keeps both.
 *
 * @param title of what is delivered: its file name
 * @returns `isSigned` false if it couldn't be signed
 * @throws ApiError like `makeRendition`
 */
export async function makeSigned(
  service: Service,
  row: SignedRow,
  rendition: Rendition,
  signed: { signing: Signing; name: string; title: string },
): Promise<{ bytes: Buffer; isSigned: boolean }> {
  const { signing, name, title } = signed;
  const unsigned = await renditionBytes(service, row, rendition);
  const bytes = await signOnce(service, row, renditionKey(row.sha256, name), () =>
    signMade(service, row, signing, {
      bytes: unsigned,
      mime: `image/${rendition.f}`,
      title,
      actions: actionsOf(rendition, row.mime_type),
      mining: rendition.mining ?? null,
    }),
  );
  return bytes ? { bytes, isSigned: true } : { bytes: unsigned, isSigned: false };
}

/** Originals that are signed when they're downloaded, and up to which size: they're signed in memory. */
const signedDownloads = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif']);
const maxDownloadBytes = 64 * 1024 * 1024;

/**
 * An original with its current metadata, signed.
 *
 * @param original whose bytes must exist
 * @returns what to send, with its bytes where they're at hand; null if it can't be signed
 */
export async function signedDownload(
  service: Service,
  row: SignedRow,
  signing: Signing,
  mining: Mining | null,
): Promise<{ key: string; size: number; bytes: Buffer | null } | null> {
  const { sha256, mime_type: mime, filesize: size } = row;
  if (!signedDownloads.has(mime) || size > maxDownloadBytes) return null;
  const original = { id: row.id, key: blobKey(sha256), size, mime, mining };
  const written = await withMetadata(service.db, service.storage, original, { isSignedAgain: true });
  const said = createHash('sha256').update(JSON.stringify([written?.hash, mining, signing.hash]));
  const key = renditionKey(sha256, `download-signed_${said.digest('hex').slice(0, 32)}.${edition}`);
  const kept = await service.storage.look(key);
  if (kept) return { key, ...kept };
  const bytes = await signOnce(service, row, key, async () => {
    const parts = written
      ? await written.open(0, written.size - 1)
      : await readerOf(service.storage, original.key)(0, size - 1);
    const chunks: Uint8Array[] = [];
    for await (const chunk of parts) chunks.push(chunk);
    return signMade(service, row, signing, {
      bytes: Buffer.concat(chunks),
      mime: credentialFormats[mime] ?? mime,
      title: row.filename,
      actions: written ? [{ action: 'c2pa.edited.metadata' }] : [],
      mining,
    });
  });
  return bytes && { key, size: bytes.byteLength, bytes };
}
