// Content Credentials (C2PA) of a file: what its manifests say, and whether they hold. The pixels are hashed as a
// stream, so that a large file costs no memory.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Asset as HashedAsset } from '@trustnxt/c2pa-ts/asset';
import type { Action, Assertion, Manifest, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { cleanLine } from './clean-text.ts';
import { jpegSegments, pngChunks, readPayload, riffChunks, type ReadableFile } from './file-parts.ts';
import type { C2pa } from './schemas.ts';

/**
 * - `valid`: the file is as it was when it was signed, and the certificate is one that may sign (C2PA 2.1, 14.5).
 *   No list of trusted signers is consulted: `signedBy` is what the certificate says of itself.
 * - `untrusted`: nothing that was signed has changed, but the certificate is self-made, expired or not meant for this,
 *   or the signature doesn't cover all of the picture, or covers it in a way that can't be checked here.
 * - `invalid`: the file, a claim or the signature was changed, or the manifest can't be read.
 */
export interface C2paVerdict {
  verdict: 'valid' | 'invalid' | 'untrusted';
  /** C2PA status codes, failures first (C2PA 2.1, 15.2), each once. */
  codes: string[];
}

export interface ContentCredentials {
  c2pa: C2pa;
  validation: C2paVerdict;
}

/** Largest manifest store that is read, in bytes. Thumbnails of ingredients make honest ones a few MiB. */
const maxManifestBytes = 16 * 1024 * 1024;
/** The library needs a HEIC or MP3 whole; larger ones are left unread. */
const maxWholeBytes = 64 * 1024 * 1024;
const maxListed = 200;
const textLength = 500;

/** A manifest store and where it lies; the bytes there are what a hash of the rest may leave out. */
interface Found {
  jumbf: Uint8Array<ArrayBuffer>;
  start: number;
  end: number;
}

/** A hash that leaves out more than the manifest: what lies there can be changed unseen (C2PA 2.2). */
const additionalExclusions = 'assertion.dataHash.additionalExclusionsPresent';

/** Codes that leave the signature whole and only say that it isn't enough to go by. */
const doubtfulCodes = new Set([
  additionalExclusions,
  'signingCredential.untrusted',
  'signingCredential.invalid',
  'signingCredential.expired',
  'timeStamp.untrusted',
]);
const bindingMatches = new Set(['assertion.dataHash.match', 'assertion.bmffHash.match']);

/**
 * Reads and validates the Content Credentials of a JPEG, PNG, WebP, HEIC, AVIF or MP3; null for a file without, and for
 * other kinds. A manifest that is there but can't be read is `invalid` with every scalar null, never an error.
 */
export async function readContentCredentials(
  file: ReadableFile,
  mime: string,
): Promise<ContentCredentials | null> {
  let isThere = false;
  try {
    const whole = await wholeAsset(file, mime);
    const found = whole ? foundIn(whole) : await findManifest(file, mime);
    if (!found) return null;
    isThere = true;
    return await readStore(file, found, whole);
  } catch (error) {
    // A container too broken to look into has no manifest that could be relied on; its own reader refuses it.
    return isThere
      ? { c2pa: nothingKnown, validation: { verdict: 'invalid', codes: [codeOf(error)] } }
      : null;
  }
}

async function readStore(
  file: ReadableFile,
  found: Found,
  whole: HashedAsset | null,
): Promise<ContentCredentials> {
  // Loaded for the few files that need it: its certificate parser takes longer to load than the rest of the probe.
  const [{ SuperBox }, { ManifestStore, DataHashAssertion, ValidationResult }] = await Promise.all([
    import('@trustnxt/c2pa-ts/jumbf'),
    import('@trustnxt/c2pa-ts/manifest'),
  ]);
  if (found.jumbf.length > maxManifestBytes) throw new Error('manifest store over 16 MiB');
  const store = ManifestStore.read(SuperBox.fromBuffer(found.jumbf));
  const active = store.getActiveManifest();
  const bindings = active ? claimedBindings(active) : [];
  for (const binding of bindings) {
    if (!(binding instanceof DataHashAssertion)) continue;
    binding.validateAgainstAsset = async () => {
      const { hash, algorithm, exclusions, sourceBox } = binding;
      // Codes are an enum without values at run time here (the library is loaded late); the strings are the standard's.
      if (!hash || !algorithm)
        return ValidationResult.error('assertion.dataHash.malformed' as never, sourceBox);
      if (!(await hashWithout(file, algorithm, exclusions)).equals(hash)) {
        return ValidationResult.error('assertion.dataHash.mismatch' as never, sourceBox);
      }
      const leavesOutMore = exclusions.some(
        ({ start, length }) => start < found.start || start + length > found.end,
      );
      return leavesOutMore
        ? ValidationResult.error(additionalExclusions as never, sourceBox)
        : ValidationResult.success('assertion.dataHash.match' as never, sourceBox);
    };
  }
  const asset = whole ?? streamedAsset(file, found);
  const entries = [...(await store.validate(asset)).statusEntries];
  // The library stops at the certificate; whether the picture is unchanged matters no less when its signer is unknown.
  if (
    !entries.some(
      ({ code }) => code.startsWith('assertion.dataHash') || code.startsWith('assertion.bmffHash'),
    )
  ) {
    for (const binding of bindings)
      entries.push(...(await binding.validateAgainstAsset(asset)).statusEntries);
  }
  return { c2pa: describe(store, active), validation: judge(entries) };
}

/** The assertions that tie a claim to the bytes, of those it signed for: one that was slipped in beside proves nothing. */
function claimedBindings(manifest: Manifest): Assertion[] {
  const claimed = new Set(manifest.claim?.assertions.map(({ uri }) => manifest.getComponentByURL(uri, true)));
  return manifest.assertions?.getHardBindings().filter((binding) => claimed.has(binding)) ?? [];
}

function judge(entries: readonly { code: string; success?: boolean }[]): C2paVerdict {
  const failed = entries.filter(({ success }) => success === false).map(({ code }) => code);
  const held = entries
    .filter(({ success }) => success !== false)
    .map(({ code }) => code)
    // The library says "trusted" of any certificate of the right shape, which is more than it looked at.
    .filter((code) => code !== 'signingCredential.trusted' && code !== 'timeStamp.trusted');
  const codes = [...new Set([...failed, ...held])].slice(0, maxListed);
  if (failed.some((code) => !doubtfulCodes.has(code)) || !held.includes('claimSignature.validated')) {
    return { verdict: 'invalid', codes };
  }
  const isBound = held.some((code) => bindingMatches.has(code));
  return { verdict: failed.length === 0 && isBound ? 'valid' : 'untrusted', codes };
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

function describe(store: ManifestStore, active: Manifest | undefined): C2pa {
  const line = (text: unknown) => cleanLine(text, textLength) ?? null;
  const actions = active ? actionsOf(active) : [];
  // An edit says nothing of how the picture came to be; then the manifest it was edited from does.
  const origin =
    creation(actions) ??
    store.manifests
      .slice(0, -1)
      .reverse()
      .map((manifest) => creation(actionsOf(manifest)))
      .find(Boolean);
  const claim = active?.claim;
  return {
    manifests: store.manifests.length,
    generator: line(named(claim?.claimGeneratorName, claim?.claimGeneratorVersion)),
    title: line(claim?.title),
    signedBy: line(signerName(active?.signature?.signatureData.certificate?.subjectName)),
    digitalSourceType: line(origin?.digitalSourceType?.split('/').at(-1)),
    softwareAgent: line(named(origin?.softwareAgent?.name, origin?.softwareAgent?.version)),
    actions: actions
      .map(({ action }) => cleanLine(action, 100))
      .filter((action) => action !== undefined)
      .slice(0, maxListed),
    ingredients:
      active?.assertions?.assertions.filter(({ label }) => label?.startsWith('c2pa.ingredient')).length ?? 0,
  };
}

function actionsOf(manifest: Manifest): Action[] {
  return manifest.assertions?.getActionAssertions().flatMap(({ actions }) => actions) ?? [];
}

function creation(actions: Action[]): Action | undefined {
  const withSource = actions.filter(({ digitalSourceType }) => digitalSourceType);
  return withSource.find(({ action }) => String(action) === 'c2pa.created') ?? withSource[0];
}

function named(name: unknown, version: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' && version !== '' ? `${name} ${version}` : name;
}

/** The organization of a certificate's subject, else its common name. */
function signerName(subject: { getField(name: string): string[] } | undefined): string | undefined {
  return subject?.getField('O')[0] ?? subject?.getField('CN')[0];
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[\w.-]{1,100}$/.test(code) ? code : 'general.error';
}

/** The files that the library must have whole: HEIC and AVIF (hashed by boxes) and MP3 (inside an ID3 frame). */
async function wholeAsset(file: ReadableFile, mime: string): Promise<HashedAsset | null> {
  const isBoxes = /^image\/(heic|heif|avif)/.test(mime);
  if ((!isBoxes && mime !== 'audio/mpeg') || file.size > maxWholeBytes) return null;
  const bytes = await file.read(0, file.size);
  // Every manifest store says so in its first bytes; most files don't hold one, and needn't be taken apart to know it.
  if (!bytes.includes('jumb')) return null;
  const { BMFF, MP3 } = await import('@trustnxt/c2pa-ts/asset');
  const Kind = isBoxes ? BMFF : MP3;
  return Kind.canRead(bytes) ? new Kind(bytes) : null;
}

function foundIn(asset: HashedAsset): Found | null {
  const jumbf = asset.getManifestJUMBF();
  if (!jumbf) return null;
  const { start, length } = asset.getHashExclusionRange();
  return { jumbf: copyOf([jumbf]), start, end: start + length };
}

async function findManifest(file: ReadableFile, mime: string): Promise<Found | null> {
  switch (mime) {
    case 'image/jpeg':
      return findInJpeg(file);
    case 'image/png':
    case 'image/apng':
      return inChunks(
        file,
        (await pngChunks(file)).filter(({ type }) => type === 'caBX'),
      );
    case 'image/webp':
      return inChunks(
        file,
        (await riffChunks(file)).filter(({ type }) => type === 'C2PA'),
      );
    default:
      return null;
  }
}

async function inChunks(
  file: ReadableFile,
  chunks: Awaited<ReturnType<typeof pngChunks>>,
): Promise<Found | null> {
  const [chunk, second] = chunks;
  if (!chunk) return null;
  const jumbf = await readPayload(file, chunk, maxManifestBytes + 1);
  // Two stores leave open which one counts: an empty one is read as broken, and the file is told to be invalid.
  return { jumbf: copyOf(second ? [] : [jumbf]), start: chunk.offset, end: chunk.offset + chunk.length };
}

/** The first run of JPEG XT box segments (ISO/IEC 18477-3: APP11, "JP", instance, sequence) that holds a `jumb` box. */
async function findInJpeg(file: ReadableFile): Promise<Found | null> {
  const segments = (await jpegSegments(file)).filter(
    ({ type, payloadLength }) => type === 'eb' && payloadLength > 16,
  );
  const pieces: Buffer[] = [];
  const run: { instance: number; start: number; end: number }[] = [];
  let bytes = 0;
  for (const segment of segments) {
    const payload = await readPayload(file, segment, segment.payloadLength);
    if (payload.toString('latin1', 0, 2) !== 'JP' || payload.toString('latin1', 12, 16) !== 'jumb') continue;
    const instance = payload.readUInt16BE(2);
    if (run[0] && run[0].instance !== instance) continue;
    // Each segment repeats the box header; only the first one's counts.
    pieces.push(payload.subarray(run[0] ? 16 : 8));
    run.push({ instance, start: segment.offset, end: segment.offset + segment.length });
    bytes += payload.length;
    if (bytes > maxManifestBytes) break;
  }
  const first = run[0];
  return first ? { jumbf: copyOf(pieces), start: first.start, end: run.at(-1)?.end ?? first.end } : null;
}

/** One array with a memory of its own, which is what the library takes. */
function copyOf(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(pieces));
}

/** The file as the library wants to see it. Nothing asks for its bytes: the binding above is hashed as a stream. */
function streamedAsset(file: ReadableFile, { jumbf, start, end }: Found): HashedAsset {
  const readOnly = async (): Promise<never> => {
    throw new Error('This asset is only read.');
  };
  return {
    mimeType: 'application/octet-stream',
    getDataLength: () => file.size,
    getDataRange: readOnly,
    getManifestJUMBF: () => jumbf,
    getHashExclusionRange: () => ({ start, length: end - start }),
    dumpInfo: () => '',
    ensureManifestSpace: readOnly,
    writeManifestJUMBF: readOnly,
  };
}

/** The hash of a file without the given ranges (sorted, not overlapping: the library refuses others). */
async function hashWithout(
  file: ReadableFile,
  algorithm: string,
  exclusions: readonly { start: number; length: number }[],
): Promise<Buffer> {
  const hash = createHash(algorithm.replace('-', ''));
  let at = 0;
  for (const { start, length } of [...exclusions, { start: file.size, length: 0 }]) {
    const stream = start > at ? createReadStream(file.path, { start: at, end: start - 1 }) : [];
    for await (const bytes of stream) hash.update(bytes as Buffer);
    at = start + length;
  }
  return hash.digest();
}
