// What a file that has just arrived is: its true type, its size as shown, what its headers and its embedded metadata
// say, and whether it can be relied on. Works on a staged file; nothing is written, nothing is fetched.
import sharp from 'sharp';
import type { Metadata as PictureHeader } from 'sharp';
import { readContentCredentials, type ContentCredentials, type TrustList } from './content-credentials.ts';
import { readEmbeddedMetadata } from './embedded-metadata.ts';
import { extractFrom, type Miss } from './extractors.ts';
import { trueType } from './file-kind.ts';
import { withFile, type ReadableFile } from '../../lib/media-probe/file-parts.ts';
import { heifSize } from '../../lib/media-probe/heif-size.ts';
import { isTransformable, typeOf } from './kinds.ts';
import { readMediaHeaders } from '../../lib/media-probe/media-headers.ts';
import { inProbeTurn } from '../delivery/decode-turns.ts';
import { decodeOptions, markupOf, maxPicturePixels, unreadable } from '../delivery/picture.ts';
import type { C2pa, Metadata } from '../schemas.ts';
import { measureSvg, type DecodeFailures } from '../delivery/svg.ts';

/** Longest that one picture is decoded to see whether it can be. */
const maxDecodeSeconds = 30;

/** What a probe finds out. `width` and `height` are pixels as shown, null for what has none. */
export interface Probed {
  mime: string;
  width: number | null;
  height: number | null;
  metadata: Metadata;
  probe: Record<string, unknown>;
  c2pa: C2pa | null;
  origin: 'generated' | 'shot' | null;
  generator: string | null;
  /** Extractors of plugins that failed, for the log. */
  misses: readonly Miss[];
}

/**
 * Probes a staged file. The type is read from its bytes, whatever is claimed; pictures that can be rendered are decoded
 * once, so that a truncated or broken one is told now and not when someone needs it. Memory stays bounded whatever the
 * file's size: headers and the parts that hold metadata are read, pixels pass through.
 *
 * @param path of the staged file on this machine.
 * @param claimed what the sender says of it: used only where the bytes can't tell.
 * @param options.failures what is remembered of bytes that can't be drawn: those are filed without a size, and not tried again.
 * @param options.trustList who vouches for the signers of Content Credentials.
 * @throws Refusal `unsupported` for programs and installers; `invalid` with path `file` for an empty file, a picture
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
    const credentials = await readContentCredentials(file, mime, trustList);
    const extracted = await extractFrom(file, { mime, filename: claimed.filename });
    return {
      mime,
      width: media.width,
      height: media.height,
      metadata: { ...picture?.metadata, ...extracted.metadata },
      probe: { ...media.probe, ...(credentials && { c2pa: credentials.validation }), ...extracted.probe },
      misses: extracted.misses,
      c2pa: credentials?.c2pa ?? null,
      ...provenanceOf(credentials),
    };
  });
}

type ProbedPicture = Pick<Probed, 'width' | 'height' | 'probe' | 'metadata'>;

async function probePicture(
  file: ReadableFile,
  mime: string,
  failures?: DecodeFailures,
): Promise<ProbedPicture> {
  if (!isTransformable(mime)) {
    const size = /^image\/hei[cf]/.test(mime) ? await heifSize(file).catch(() => null) : null;
    if (size) refuseTooLarge(size);
    const metadata = await readEmbeddedMetadata(file, mime);
    return { width: size?.width ?? null, height: size?.height ?? null, probe: {}, metadata };
  }
  const svg = await markupOf(file.path);
  if (svg) return { ...(await probeSvg(svg, failures)), metadata: await readEmbeddedMetadata(file, mime) };
  const header = await inProbeTurn(async () => {
    const read = await readHeader(file.path);
    refuseTooLarge(read.autoOrient);
    await decode(file.path, mime);
    return read;
  });
  return {
    ...header.autoOrient,
    probe: headerFacts(header),
    metadata: await readEmbeddedMetadata(file, mime, header.xmp),
  };
}

async function probeSvg(svg: Buffer, failures?: DecodeFailures): Promise<Omit<ProbedPicture, 'metadata'>> {
  const { width, height, facts, unavailable } = await measureSvg(svg, failures);
  if (width !== null && height !== null) refuseTooLarge({ width, height });
  const preview =
    unavailable === null ? {} : { preview: { state: 'unavailable', reason: `It ${unavailable}.` } };
  return { width, height, probe: { ...facts, ...preview } };
}

async function readHeader(path: string): Promise<PictureHeader> {
  try {
    // The limit is ours to tell, with a message that says it; sharp's would read as a broken file.
    return await sharp(path, { ...decodeOptions, limitInputPixels: false }).metadata();
  } catch (error) {
    throw unreadable('is not a picture that can be read; its header is broken', error);
  }
}

function refuseTooLarge({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPicturePixels) {
    throw unreadable(`is ${width} × ${height} pixels; pictures up to 268 megapixels are taken`);
  }
}

/**
 * Decodes the whole picture once, keeping 256 pixels of it. Measured for 20 megapixels on one core: JPEG 0.07 s (it is
 * decoded at an eighth of its size, all its data read), PNG 0.2 s, WebP 0.5 s; sharp's `stats()` takes 0.6 to 1.2 s.
 */
async function decode(path: string, mime: string): Promise<void> {
  // libjpeg only warns of a frame with fewer rows than the header promised; elsewhere warnings are about odd tags.
  const failOn = mime === 'image/jpeg' ? 'warning' : decodeOptions.failOn;
  try {
    await sharp(path, { ...decodeOptions, failOn, sequentialRead: true })
      .resize(16, 16, { fit: 'fill', kernel: 'nearest' })
      .timeout({ seconds: maxDecodeSeconds })
      .raw()
      .toBuffer();
  } catch (error) {
    throw unreadable("can't be decoded as its header says: it is cut short or damaged", error);
  }
}

/** What the header knows, and nothing that it doesn't. */
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
 * Where the picture comes from, as its Content Credentials say. "Generated" is believed even of a changed file, because
 * nobody gains by claiming it falsely; "shot" only of one that is as a trusted camera signed it.
 */
function provenanceOf(credentials: ContentCredentials | null): Pick<Probed, 'origin' | 'generator'> {
  const source = credentials?.c2pa.digitalSourceType;
  switch (source) {
    case 'trainedAlgorithmicMedia':
    case 'compositeWithTrainedAlgorithmicMedia':
    case 'c2pa.trainedAlgorithmicData':
      return {
        origin: 'generated',
        generator: credentials?.c2pa.softwareAgent ?? credentials?.c2pa.generator ?? null,
      };
    case 'digitalCapture':
      return { origin: credentials?.validation.verdict === 'valid' ? 'shot' : null, generator: null };
    default:
      return { origin: null, generator: null };
  }
}
