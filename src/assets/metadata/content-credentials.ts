// Reads and validates a file's Content Credentials (C2PA), with c2pa-rs in the child process.
import type { CredentialTree as RawTree } from '../../lib/decoders/credential-tree.mjs';
import type { ReadCredentials } from '../../lib/decoders/credentials.mjs';
import { DecoderFailure } from '../../lib/decoders/failures.ts';
import { decodeApart } from '../../lib/decoders/pool.ts';
import { cleanLine } from '../../lib/media-probe/clean-text.ts';
import {
  jpegSegments,
  pngChunks,
  readPayload,
  riffChunks,
  type ReadableFile,
} from '../../lib/media-probe/file-parts.ts';
import type { C2pa } from '../schemas.ts';

/**
 * - `valid`: the file and all its ingredients are unchanged since they were signed, and the signer is on a trust list.
 * - `untrusted`: nothing that was signed has changed, but the signer isn't trusted, the signature doesn't cover the whole image, or
 *   an ingredient had a problem when it was used.
 * - `invalid`: the file, a claim, an ingredient or the signature was changed, or the manifest can't be read.
 * - `unchecked`: there are credentials, but the file is too large or took too long to check.
 */
export interface C2paVerdict {
  verdict: 'valid' | 'invalid' | 'untrusted' | 'unchecked';
  /** C2PA status codes, failures first (C2PA 2.1, 15.2), each once. */
  codes: string[];
}

export interface ContentCredentials {
  c2pa: C2pa;
  validation: C2paVerdict;
  /** Codes of the checks that failed, first in `validation.codes`. */
  failures: string[];
  /** Null: nothing of it could be read. */
  tree: RawTree | null;
}

/** PEM certificates of trust anchors; null for none. Called only for files with credentials. */
export type TrustList = () => Promise<string | null>;

/** The library holds the whole file in memory; larger ones are `unchecked`. */
export const maxCredentialBytes = 128 * 1024 * 1024;
const maxListed = 200;
const textLength = 500;

/** A hash that excludes more than the manifest, so that part can be changed unnoticed (C2PA 2.2). */
const additionalExclusions = 'assertion.dataHash.additionalExclusionsPresent';

/** Media types that may hold credentials, as the library knows them. */
export const credentialFormats: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/heic': 'image/heic',
  'image/heif': 'image/heif',
  'image/tiff': 'image/tiff',
  'image/svg+xml': 'image/svg+xml',
  'application/pdf': 'application/pdf',
  'video/mp4': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'audio/mp4': 'audio/mp4',
  'audio/mpeg': 'audio/mpeg',
  'audio/wav': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
};

/**
 * Reads and validates the Content Credentials of a file; null if there are none. A manifest that can't be read is `invalid` with all
 * scalars null, never an error.
 */
export async function readContentCredentials(
  file: ReadableFile,
  mime: string,
  trustList: TrustList = async () => null,
): Promise<ContentCredentials | null> {
  const format = credentialFormats[mime];
  if (!format || !(await mayHoldCredentials(file, mime))) return null;
  if (file.size > maxCredentialBytes) return unchecked;
  try {
    const { result } = await decodeApart(
      { decoder: 'credentials', mime: format, trustList: await trustList() },
      { path: file.path, size: file.size },
    );
    const read = result as ReadCredentials | null;
    if (read) return toContentCredentials(read);
    // A part that is there for nothing else, and holds nothing that could be read.
    return hasOwnPart.has(mime) ? unreadable : null;
  } catch (error) {
    if (!(error instanceof DecoderFailure)) throw error;
    if (error.reason !== 'broken') return unchecked;
    return unreadable;
  }
}

const nothingKnown: C2pa = {
  manifests: 0,
  generator: null,
  title: null,
  signedBy: null,
  digitalSourceType: null,
  softwareAgent: null,
  actions: [],
  ingredients: 0,
};

/** Kinds of files in which `mayHold` finds a part for manifests, and not just a word that may be there for other reasons. */
const hasOwnPart = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp']);

const unreadable: ContentCredentials = {
  c2pa: nothingKnown,
  validation: { verdict: 'invalid', codes: ['general.error'] },
  failures: ['general.error'],
  tree: null,
};

const unchecked: ContentCredentials = {
  c2pa: nothingKnown,
  validation: { verdict: 'unchecked', codes: [] },
  failures: [],
  tree: null,
};

function toContentCredentials(read: ReadCredentials): ContentCredentials {
  const line = (text: unknown) => cleanLine(text, textLength) ?? null;
  const validation = judge(read);
  const source = typeof read.digitalSourceType === 'string' ? read.digitalSourceType.split('/').at(-1) : null;
  return {
    c2pa: {
      manifests: read.manifests,
      generator: line(read.generator),
      title: line(read.title),
      // A name in an untrusted certificate can be anything.
      signedBy: validation.verdict === 'valid' ? line(read.signer) : null,
      digitalSourceType: line(source),
      softwareAgent: line(read.softwareAgent),
      actions: read.actions.map((action) => cleanLine(action, 100)).filter((action) => action !== undefined),
      ingredients: read.ingredients,
    },
    validation,
    failures: read.failures,
    tree: read.tree,
  };
}

function judge({ state, failures, codes, ingredientsHold }: ReadCredentials): C2paVerdict {
  const noticed = codes.includes(additionalExclusions) ? [additionalExclusions] : [];
  // Time stamps are trusted by lists of the library's own, which is not what is asked here.
  const good = codes.filter((code) => code !== 'timeStamp.trusted');
  const all = [...new Set([...failures, ...noticed, ...good])].slice(0, maxListed);
  if (state !== 'Valid' && state !== 'Trusted') return { verdict: 'invalid', codes: all };
  const isWhole = failures.length === 0 && noticed.length === 0 && ingredientsHold;
  return { verdict: state === 'Trusted' && isWhole ? 'valid' : 'untrusted', codes: all };
}

/** Whether a file may have credentials. */
export async function mayHoldCredentials(file: ReadableFile, mime: string): Promise<boolean> {
  // A container that can't be parsed has no reliable manifest; its own reader rejects it.
  return mime in credentialFormats && (await mayHold(file, mime).catch(() => false));
}

/** Whether a file may contain a manifest. Most don't, and this avoids reading them whole. */
async function mayHold(file: ReadableFile, mime: string): Promise<boolean> {
  switch (mime) {
    case 'image/jpeg':
      return mayHoldInJpeg(file);
    case 'image/png':
    case 'image/apng':
      return (await pngChunks(file)).some(({ type }) => type === 'caBX');
    case 'image/webp':
      return (await riffChunks(file)).some(({ type }) => type === 'C2PA');
    default:
      return holdsMark(file);
  }
}

/** A JPEG XT box segment (ISO/IEC 18477-3: APP11, "JP", instance, sequence) that holds a `jumb` box. */
async function mayHoldInJpeg(file: ReadableFile): Promise<boolean> {
  for (const segment of await jpegSegments(file)) {
    if (segment.type !== 'eb' || segment.payloadLength <= 16) continue;
    const head = await readPayload(file, segment, 16);
    if (head.toString('latin1', 0, 2) === 'JP' && head.toString('latin1', 12, 16) === 'jumb') return true;
  }
  return false;
}

/** What every manifest store says in its first bytes; what an SVG and a PDF say beside theirs, which may be packed. */
const marks = ['jumb', 'c2pa:manifest', 'C2PA_Manifest'];
const chunkBytes = 1024 * 1024;
/** In files too large to check, only both ends are searched, where manifests are. */
const endBytes = 4 * 1024 * 1024;

async function holdsMark(file: ReadableFile): Promise<boolean> {
  const isLarge = file.size > maxCredentialBytes;
  const parts = isLarge
    ? [
        [0, endBytes],
        [file.size - endBytes, file.size],
      ]
    : [[0, file.size]];
  for (const [start = 0, end = 0] of parts)
    for (let at = start; at < end; at += chunkBytes) {
      // Each chunk begins a little before its place, so that no mark falls between two.
      const from = Math.max(start, at - 16);
      const chunk = await file.read(from, Math.min(end, at + chunkBytes) - from);
      if (marks.some((mark) => chunk.includes(mark))) return true;
    }
  return false;
}
