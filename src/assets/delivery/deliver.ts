// Delivers originals and renditions, for `/a` (the public) and `/api/v1/assets/{id}/content` (callers who can read the
// record).
import type { Access } from '../../core/access/caller.ts';
import { Answer, type RequestFacts } from '../../core/operation.ts';
import { notFound, ApiError } from '../../core/errors.ts';
import { publicPath } from '../../core/public-paths.ts';
import type { Service } from '../../core/service.ts';
import { lostBytes } from '../../core/storage/checked.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { cutOf, cutSource, drawnCropOf } from '../crops/cut.ts';
import { presetOf } from '../crops/presets.ts';
import { markOf } from '../crops/watermark-files.ts';
import { isTransformable, renditionFormats } from '../metadata/kinds.ts';
import { takesMetadata, withMetadata } from '../metadata/write-metadata.ts';
import type { Mining } from '../mining.ts';
import { admit, playUse } from './admission.ts';
import { sourceOf } from './animations.ts';
import { cacheControl, cacheSeconds, presetSeconds, type Audience } from './caching.ts';
import type { CurrentRow, DeliveryRow } from './delivery-rows.ts';
import { allowLoose } from './loose-renditions.ts';
import { canonical, parseTransform, type Rendition, type Transform } from './parse-transform.ts';
import { rulesOf } from './rendition-rules.ts';
import { makeRendition, nameOf } from './renditions.ts';
import { answerPiece, type Piece } from './serve-piece.ts';
import {
  makeSigned,
  signedDownload,
  signedName,
  signingOf,
  unsignedSeconds,
  type Signing,
} from './signing.ts';
import {
  demandPixels,
  nextLadderStep,
  noRules,
  isStandard,
  resolveTransform,
  underRules,
  usualQuality,
  type Source,
} from './transform.ts';

interface Asked {
  /** Null for the original and for an invalid transform. */
  transform: Transform | null;
  /** What a signature must cover. */
  name: string;
  /** Why the transform is invalid. Only shown to callers who may have the asset. */
  problem: Error | null;
}

function readAsked(text: string | null, mime: string): Asked {
  if (text === null) return { transform: null, name: '', problem: null };
  try {
    const transform = parseTransform(text);
    return { transform, name: canonical(transform, { mime }), problem: null };
  } catch (error) {
    return { transform: null, name: text, problem: error as Error };
  }
}

/** The trash shows its assets this large. Deleted records are only readable by those who could restore them. */
const thumbnailSide = 640;

function isThumbnail(transform: Transform | null): boolean {
  // Without a side, it's as large as the original.
  const sides = [transform?.w, transform?.h].filter((side) => side !== undefined);
  return sides.length > 0 && sides.every((side) => side <= thumbnailSide);
}

export interface Delivery {
  service: Service;
  facts: RequestFacts;
  row: DeliveryRow | null;
  access: Access;
  /** As in the URL; null for the original. */
  transform: string | null;
  /** `world`: the rules of `/a`. `record`: anyone who can read the record gets its bytes; of a deleted one, only thumbnails. */
  policy: 'world' | 'record';
}

/** A delivery that is allowed, and how its bytes are sent. */
interface Admitted extends Omit<Delivery, 'row'> {
  row: DeliveryRow;
  audience: Audience | 'record';
  common: { download: boolean; cache: string; mining: Mining | null };
}

/**
 * Serves an original or a rendition.
 *
 * @throws ApiError not_found, gone, invalid_request (a transform that can't be read), unsupported (a file that has no renditions),
 *   rate_limited (too many pictures being made), unavailable.
 */
export async function deliver(delivery: Delivery): Promise<Answer> {
  const { service, facts, row, access, transform, policy } = delivery;
  if (!row) throw notFound();
  const now = new Date();
  const asked = readAsked(transform, row.mime_type);
  let audience: Audience | 'record' = 'record';
  if (policy === 'world') {
    const isPlayed = transform === null && facts.url.searchParams.has('play');
    audience = await admit(service, row, access.scope !== null, facts, isPlayed ? playUse : asked.name, now);
  } else if (row.deleted && !isThumbnail(asked.transform)) {
    throw notFound();
  }
  if (asked.problem) throw asked.problem;
  const isKept = audience === 'record' && !row.deleted && row.versioned === true;
  const common = {
    download: facts.url.searchParams.has('download'),
    mining: row.mining ?? null,
    // What a preset means can change, and must show everywhere soon.
    cache: cacheControl(
      isKept ? 'kept' : audience,
      row.expires,
      now,
      asked.transform?.preset === undefined ? undefined : presetSeconds,
    ),
  };
  const admitted = { ...delivery, row, audience, common };
  return asked.transform === null ? sendOriginal(admitted) : sendRendition(admitted, asked.transform);
}

async function sendOriginal({ service, facts, row, policy, audience, common }: Admitted): Promise<Answer> {
  const piece = {
    ...common,
    key: blobKey(row.sha256),
    sha256: row.sha256,
    size: row.filesize,
    etag: `"${row.sha256}"`,
    mime: row.mime_type,
    filename: row.filename,
    // `/a/{id}` also has a JSON representation (deliver-description.ts).
    vary: policy === 'world',
  };
  const signing = common.download ? await signingOf(service, row) : null;
  // Missing bytes are detected when opening them, which saves a round trip.
  if (common.download && (signing || takesMetadata(piece.mime))) {
    if ((await service.storage.stat(piece.key)) === null) throw lostBytes(piece.key);
    // Revalidated each time, because metadata changes more often than bytes.
    const cache = common.cache.includes('no-')
      ? common.cache
      : `${audience === 'world' ? 'public' : 'private'}, no-cache`;
    const signed = signing && (await signedDownload(service, row, signing, common.mining));
    if (signed) {
      const { sha256: _, ...rest } = piece;
      const { key, size, bytes } = signed;
      return answerPiece(
        service,
        facts,
        { ...rest, cache, key, size, etag: etagOf(row, key.slice(key.lastIndexOf('/') + 1)) },
        bytes,
      );
    }
    const written = await withMetadata(service.db, service.storage, { ...piece, id: row.id });
    if (!written) return answerPiece(service, facts, { ...piece, cache }, null);
    const { hash, size, open } = written;
    const etag = etagOf(row, `m${hash.slice(0, 24)}`);
    return answerPiece(service, facts, { ...piece, cache, etag, size, open }, null);
  }
  return answerPiece(service, facts, piece, null);
}

/**
 * What is made of an asset for a transform, with the crop and the watermark of its preset.
 *
 * @param isAvif whether `f_auto` may become AVIF
 * @throws ApiError like `deliver`
 */
async function resolved(
  { service, facts, row, transform, policy, common }: Admitted,
  asked: Transform,
  isAvif: boolean,
) {
  const crop = drawnCropOf(asked, row.crops);
  const { original, isTooLarge } = sourceOf(row);
  const source = cutSource(original, crop);
  // Limits only apply to public delivery, not to people who work with the record.
  const set = rulesOf(row);
  const rules = policy === 'world' ? set : { ...noRules, presets: set.presets, metadata: set.metadata };
  const formats = rules.formats ?? renditionFormats;
  const others = formats.filter((one) => one !== 'avif');
  const { rendition: whole, variesByAccept } = resolveTransform(
    underRules(asked, transform ?? '', rules, source),
    source,
    facts.headers.get('accept'),
    isAvif || others.length === 0 ? formats : others,
  );
  const preset = presetOf(asked, rules.presets);
  demandPixels(whole, source, rules);
  const mark = preset && (await markOf(service.db, row.workspace_id ?? null, preset));
  const rendition: Rendition = {
    ...whole,
    ...cutOf(whole, row.crops, crop),
    ...(mark && { mark }),
    ...(common.mining && { mining: common.mining }),
    ...(rules.metadata === 'all' && { metadata: rules.metadata }),
  };
  return { rendition, source, rules, variesByAccept, isTooLarge };
}

async function sendRendition(admitted: Admitted, asked: Transform): Promise<Answer> {
  const { service, facts, row, access, policy, audience, common } = admitted;
  if (!isTransformable(row.mime_type)) {
    throw new ApiError(
      'unsupported',
      `${row.mime_type} files have no renditions. Use the original: ${service.env.serverUrl}${publicPath('a')}/${row.id}`,
    );
  }
  // People who work with the record see pictures as they are; what leaves is signed.
  const signing = policy === 'world' || common.download ? await signingOf(service, row) : null;
  const best = await resolved(admitted, asked, true);
  // An AVIF takes ten times as long as a WebP: `f_auto` sends the one that somebody has asked for, and has none made.
  const waits =
    best.variesByAccept && best.rendition.f === 'avif' && !(await isMade(service, row, best, signing));
  const { rendition, source, rules, variesByAccept, isTooLarge } = waits
    ? await resolved(admitted, asked, false)
    : best;
  const unsigned = nameOf(rendition, source);
  const name = signing ? signedName(unsigned, signing) : unsigned;
  const piece = {
    ...common,
    key: renditionKey(row.sha256, name),
    etag: etagOf(row, name),
    mime: `image/${rendition.f}`,
    filename: `${row.filename.replace(/\.[^.]*$/, '')}.${rendition.f === 'jpeg' ? 'jpg' : rendition.f}`,
    vary: variesByAccept,
    isTooLargeToMove: isTooLarge && rendition.f === 'webp',
  };
  const known = await service.storage.look(piece.key);
  service.metrics?.cache('renditions', known !== null);
  if (known) return answerPiece(service, facts, { ...piece, size: known.size }, known.bytes);

  if (
    audience === 'world' &&
    access.scope === null &&
    !isStandard(asked, rendition, usualQuality(rules)) &&
    // Whoever moves the focal point doesn't use up sizes.
    !(await allowLoose(service, row.sha256, canonical(rendition, source)))
  ) {
    const step = canonical(nextLadderStep(asked, source, rules.maxPixels), source);
    return new Answer(
      302,
      { kind: 'none' },
      {
        location: `${service.env.serverUrl}${publicPath('a')}/${row.id}/${step}${facts.url.search}`,
        'cache-control': common.cache,
        ...(variesByAccept ? { vary: 'Accept' } : {}),
      },
    );
  }
  if (signing) return sendSigned(admitted, { ...piece, size: 0 }, rendition, { signing, name, unsigned });
  const bytes = await makeRendition(service, row, rendition, name);
  return answerPiece(service, facts, { ...piece, size: bytes.byteLength }, bytes);
}

/** Whether a rendition is kept, as it would be sent. */
async function isMade(
  { storage }: Service,
  { sha256 }: DeliveryRow,
  { rendition, source }: { rendition: Rendition; source: Source },
  signing: Signing | null,
): Promise<boolean> {
  const unsigned = nameOf(rendition, source);
  const key = renditionKey(sha256, signing ? signedName(unsigned, signing) : unsigned);
  return (await storage.look(key)) !== null;
}

/** Sends a rendition that has just been made. @param names of the signed and the unsigned one */
async function sendSigned(
  { service, facts, row, audience }: Admitted,
  piece: Piece,
  rendition: Rendition,
  { signing, name, unsigned }: { signing: Signing; name: string; unsigned: string },
): Promise<Answer> {
  const made = await makeSigned(service, row, rendition, { signing, name, title: piece.filename });
  const size = made.bytes.byteLength;
  if (made.isSigned) return answerPiece(service, facts, { ...piece, size }, made.bytes);
  // It's tried again soon, so nobody keeps it for long.
  const cache = cacheControl(audience, row.expires, new Date(), unsignedSeconds);
  return answerPiece(service, facts, { ...piece, size, cache, etag: etagOf(row, unsigned) }, made.bytes);
}

/** The tag of what is made of a file. @param name everything that its bytes depend on beside the file */
const etagOf = ({ sha256 }: DeliveryRow, name: string): string => `"${sha256.slice(0, 32)}-${name}"`;

/** Seconds a redirect to the current version may be cached. */
const redirectSeconds = 60;

/**
 * Redirects to the current version at `/a`, if `/a` would serve it to this caller.
 *
 * @throws ApiError not_found, gone, invalid_request, like `/a`.
 */
export async function redirectToCurrent(
  service: Service,
  facts: RequestFacts,
  row: CurrentRow | null,
  transform: string | null,
): Promise<Answer> {
  if (!row) throw notFound();
  const now = new Date();
  const { name, problem } = readAsked(transform, row.mime_type);
  const audience = await admit(service, row, row.readable, facts, name, now);
  if (problem) throw problem;
  const seconds = Math.min(redirectSeconds, cacheSeconds(row.expires, now));
  return new Answer(
    302,
    { kind: 'none' },
    {
      location: `${service.env.serverUrl}${publicPath('a')}/${row.id}${name === '' ? '' : `/${name}`}${facts.url.search}`,
      'cache-control': `${audience === 'world' ? 'public' : 'private'}, max-age=${seconds}`,
      'access-control-allow-origin': '*',
    },
  );
}
