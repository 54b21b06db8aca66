// Probes a newly uploaded file: its real type, displayed size, headers and embedded metadata, and whether it is intact.
// Works on a staged file; nothing is written or fetched.
import sharp from 'sharp';
import type { Metadata as PictureHeader } from 'sharp';
import { readContentCredentials, type ContentCredentials, type TrustList } from './content-credentials.ts';
import { measureDrawing } from './previewers.ts';
import { readEmbedded, type Embedded } from './embedded-metadata.ts';
import { isAiSource } from '../../lib/made-by-ai.ts';
import { extractFrom, type Miss } from './extractors.ts';
import { trueType } from './file-kind.ts';
import { withFile, type ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { heifSize } from '../../lib/media-probe/heif-size.ts';
import { isDecoded, typeOf } from './kinds.ts';
import { readMediaHeaders } from '../../lib/media-probe/media-headers.ts';
import { inProbeTurn } from '../delivery/decode-turns.ts';
import {
  decodeOptions,
  markupOf,
  maxPicturePixels,
  tooLargeToHold,
  unreadable,
} from '../delivery/picture.ts';
import type { C2pa, Metadata } from '../schemas.ts';
import { asSample, fingerprintOfSample, type Fingerprint, type SampledPicture } from '../similar/sample.ts';
import { measureSvg, type DecodeFailures } from '../delivery/svg.ts';

/** Time limit for the test decode of an image. */
const maxDecodeSeconds = 30;

/** The result of a probe. `width` and `height` are in pixels as displayed; null if there are none. */
export interface Probed {
  mime: string;
  width: number | null;
  height: number | null;
  metadata: Metadata;
  probe: Record<string, unknown>;
  c2pa: C2pa | null;
  origin: 'generated' | 'shot' | null;
  generator: string | null;
  /** Of its picture; null if there is none, undefined if it wasn't decoded. */
  fingerprint: Fingerprint | null | undefined;
  /** Extractors and previewers of modules that failed. */
  misses: readonly Miss[];
}

/**
 * Probes a staged file. The type is detected from its bytes, whatever the claim. Images that can be rendered are decoded
 * once, so that a damaged one is rejected now instead of failing later. Memory use doesn't depend on the file's size: only
 * headers and metadata are held, pixels are streamed.
 *
 * @param path of the staged file on this machine.
 * @param claimed the sender's claim, used only where the bytes can't tell.
 * @param options.failures known failures of files that can't be rendered: they get no size, and aren't tried again.
 * @param options.trustList who vouches for the signers of Content Credentials.
 * @throws ApiError `unsupported` for programs and installers; `invalid` with path `file` for an empty file, a picture
 *   over 268 megapixels (by its header, undecoded), and one that can't be decoded as its header says.
 */
export function probeFile(
  path: string,
  claimed: { filename: string; mime: string; size: number },
  { failures, trustList }: { failures?: DecodeFailures; trustList?: TrustList } = {},
): Promise<Probed> {
  return withFile(path, async (file) => {
    if (file.size === 0) throw unreadable('is empty');
    const mime = await trueType(file, claimed);
    const picture = typeOf(mime) === 'image' ? await probePicture(file, mime, failures) : null;
    const media = picture ?? (await readMediaHeaders(file, mime));
    const drawn = await measureDrawing(file, mime);
    const credentials = await readContentCredentials(file, mime, trustList);
    const extracted = await extractFrom(file, { mime, filename: claimed.filename });
    return {
      mime,
      width: media.width ?? drawn.width,
      height: media.height ?? drawn.height,
      metadata: { ...picture?.metadata, ...extracted.metadata },
      probe: {
        ...media.probe,
        ...drawn.probe,
        ...(credentials && { c2pa: credentials.validation }),
        ...extracted.probe,
      },
      misses: [...drawn.misses, ...extracted.misses],
      c2pa: credentials?.c2pa ?? null,
      fingerprint: picture && isDecoded(mime) ? picture.fingerprint : drawn.fingerprint,
      ...provenanceOf(credentials, picture?.source),
    };
  });
}

type ProbedPicture = Pick<Probed, 'width' | 'height' | 'probe' | 'fingerprint'> & Embedded;

async function probePicture(
  file: ReadableFile,
  mime: string,
  failures?: DecodeFailures,
): Promise<ProbedPicture> {
  if (!isDecoded(mime)) {
    const size = /^image\/hei[cf]/.test(mime) ? await heifSize(file).catch(() => null) : null;
    if (size) refuseTooLarge(size);
    const embedded = await readEmbedded(file, mime);
    const { width = null, height = null } = size ?? {};
    return { width, height, probe: {}, ...embedded, fingerprint: null };
  }
  const svg = await markupOf(file.path);
  if (svg) return { ...(await probeSvg(svg, failures)), ...(await readEmbedded(file, mime)) };
  const { header, sample, reason } = await inProbeTurn(async () => {
    const read = await readHeader(file.path);
    refuseTooLarge(read.autoOrient);
    const tooLarge = tooLargeToHold(mime, read);
    return {
      header: read,
      reason: tooLarge,
      sample: tooLarge === null ? await decode(file.path, mime) : null,
    };
  });
  return {
    ...header.autoOrient,
    probe: { ...headerFacts(header), ...withoutPicture(reason) },
    ...(await readEmbedded(file, mime, header.xmp)),
    fingerprint: sample && fingerprintOfSample(sample, header),
  };
}

async function probeSvg(
  svg: Buffer,
  failures?: DecodeFailures,
): Promise<Omit<ProbedPicture, keyof Embedded>> {
  const { width, height, facts, unavailable } = await measureSvg(svg, failures);
  if (width !== null && height !== null) refuseTooLarge({ width, height });
  return { width, height, probe: { ...facts, ...withoutPicture(unavailable) }, fingerprint: undefined };
}

/** @param reason as it goes on from "The file"; null: it has a picture */
const withoutPicture = (reason: string | null): Record<string, unknown> =>
  reason === null ? {} : { preview: { state: 'unavailable', reason: `It ${reason}.` } };

async function readHeader(path: string): Promise<PictureHeader> {
  try {
    // Checked here for a clear message; sharp's own error would read like a damaged file.
    return await sharp(path, { ...decodeOptions, limitInputPixels: false }).metadata();
  } catch (error) {
    throw unreadable('is not a readable image; its header is damaged', error);
  }
}

function refuseTooLarge({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPicturePixels) {
    throw unreadable(`is ${width} × ${height} pixels; images can have up to 268 megapixels`);
  }
}

/**
 * Decodes the whole image once. @returns a sample of it, for its fingerprint. Measured for 20 megapixels on one core: JPEG 0.03 s (it is decoded
 * at an eighth of its size, all its data read), PNG 0.2 s, WebP 0.1 s; sharp's `stats()` takes 0.6 to 1.2 s.
 */
async function decode(path: string, mime: string): Promise<SampledPicture> {
  // libjpeg only warns of a frame with fewer rows than the header promised; elsewhere warnings are about odd tags.
  const failOn = mime === 'image/jpeg' ? 'warning' : decodeOptions.failOn;
  try {
    return await asSample(sharp(path, { ...decodeOptions, failOn, sequentialRead: true }))
      .timeout({ seconds: maxDecodeSeconds })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw unreadable("can't be decoded; it is truncated or damaged", error);
  }
}

/** Properties from the header; absent ones are left out. */
function headerFacts(header: PictureHeader): Record<string, unknown> {
  const facts = {
    format: header.mediaType === 'image/avif' ? 'avif' : header.format,
    space: header.space,
    channels: header.channels,
    depth: header.depth,
    hasAlpha: header.hasAlpha,
    hasProfile: header.hasProfile,
    orientation: header.orientation,
    density: header.density,
    pages: header.pages,
    animated: header.pages !== undefined && header.pages > 1 && header.delay !== undefined ? true : undefined,
    progressive: header.isProgressive || undefined,
    chromaSubsampling: header.chromaSubsampling,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/**
 * The origin of an image according to its Content Credentials, or else its XMP. "Generated" is trusted even for a modified file, because
 * nobody gains from claiming it falsely; "shot" only if the file is unchanged since a trusted camera signed it.
 */
function provenanceOf(
  credentials: ContentCredentials | null,
  embedded: Embedded['source'] | undefined,
): Pick<Probed, 'origin' | 'generator'> {
  const { digitalSourceType, softwareAgent, generator } = credentials?.c2pa ?? {};
  if (isAiSource(digitalSourceType))
    return { origin: 'generated', generator: softwareAgent ?? generator ?? null };
  if (isAiSource(embedded?.type)) return { origin: 'generated', generator: embedded?.aiSystem ?? null };
  const isShot = digitalSourceType === 'digitalCapture' && credentials?.validation.verdict === 'valid';
  return { origin: isShot ? 'shot' : null, generator: null };
}
