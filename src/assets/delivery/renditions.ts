// Makes renditions, each once, and keeps them by the hash of the file, how it's cropped, and their canonical transform.
import { isApiError, type ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { lostBytes } from '../../core/storage/checked.ts';
import { mayHaveMediaCredits } from '../../lib/media-probe/media-credits.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { unusableMark } from '../crops/watermark-files.ts';
import { creditsOf } from './credits.ts';
import { drawnSoon, withoutPreview } from './drawings.ts';
import { canonical, defaultQuality, type Mark, type Rendition } from './parse-transform.ts';
import { fileTooLargeToHold } from './picture.ts';
import { createRenderer, renderFile, type Renderer } from './render.ts';
import { decodeFailures } from './svg.ts';

/**
 * How renditions are made, in their keys and ETags: increase it when they're made otherwise. Those of another edition aren't served, and go
 * when retention finds that nobody uses them.
 */
export const edition = 2;

/** A file that renditions are made of. */
export interface RenderedFile {
  sha256: string;
  mime_type: string;
  filesize: number;
}

const renderers = new WeakMap<Service, { pictures: Renderer; drawings: Renderer }>();

/** SVGs have their own queue, so that a slow one doesn't hold up photos. */
function rendererOf(service: Service, mime: string): Renderer {
  let both = renderers.get(service);
  if (!both) {
    // sharp itself uses the cores for one picture; two at a time keep them busy while one waits for the disk.
    const limits = { concurrency: 2, queueLimit: 64 };
    both = { pictures: createRenderer(limits), drawings: createRenderer(limits) };
    renderers.set(service, both);
  }
  return mime.startsWith('image/svg') ? both.drawings : both.pictures;
}

/** What a rendition is kept and tagged by, beside the hash of its file: everything that its bytes depend on. */
export function nameOf(rendition: Rendition, source: { mime: string }): string {
  const { crop, focus, mining, animated, mark, scaled, metadata } = rendition;
  const rest = [
    // Made before there were any, they stood still.
    ...(animated ? ['animated'] : []),
    ...(crop ? [`crop_${crop.x}_${crop.y}_${crop.width}_${crop.height}`] : []),
    ...(focus ? [`at_${focus.x}_${focus.y}`] : []),
    ...(mark ? [`mark_${mark.file.sha256.slice(0, 24)}_${mark.position}_${mark.size}_${mark.opacity}`] : []),
    ...(scaled ? ['scaled'] : []),
    ...(mining ? [`mining_${mining}`] : []),
    ...(metadata ? [`metadata_${metadata}`] : []),
    // Made before they had any, pictures of documents, videos and sounds said nothing.
    ...(mayHaveMediaCredits(source.mime) ? ['credits'] : []),
  ];
  return `${[canonical(rendition, source), ...rest].join('-')}.${edition}`;
}

/**
 * Makes a rendition and keeps it, unless that is being done already.
 *
 * @param name from `nameOf`
 * @throws ApiError rate_limited when too many wait; unavailable, unsupported and invalid for files that can't be drawn.
 */
export async function makeRendition(
  service: Service,
  file: RenderedFile,
  rendition: Rendition,
  name: string,
): Promise<Buffer> {
  const key = renditionKey(file.sha256, name);
  // Before its turn: those that wait for a watermark would hold the turns that drawing it needs.
  const watermark = rendition.mark && (await markBytes(service, rendition.mark));
  const make = (): Promise<Buffer> =>
    rendererOf(service, file.mime_type).renderOnce(key, () =>
      render(service, file, { rendition, watermark }, key),
    );
  return service.metrics ? service.metrics.rendition(make) : make();
}

/** Renders an original, or what a previewer draws of it, and keeps the picture under `key`. */
async function render(
  service: Service,
  { sha256, mime_type: mime, filesize: size }: RenderedFile,
  { rendition, watermark }: { rendition: Rendition; watermark: Buffer | undefined },
  key: string,
): Promise<Buffer> {
  const failures = decodeFailures(service.storage, sha256, rendition.scaled);
  const original = blobKey(sha256);
  const made = await drawnSoon(service, { sha256, mime, page: rendition.page })
    .then((source) =>
      service.storage.withFile(source, async (path) => {
        const tooLarge = source === original ? await fileTooLargeToHold(mime, path) : null;
        if (tooLarge !== null) throw withoutPreview(tooLarge);
        const read = { sha256, mime, size, path: source === original ? path : null };
        return renderFile(path, rendition, {
          failures,
          watermark,
          credits: await creditsOf(service, read, {
            mining: rendition.mining,
            everything: rendition.metadata === 'all',
          }),
        });
      }),
    )
    .catch((error: unknown) => {
      // The record exists but its bytes don't: a storage failure, not the caller's error.
      throw isApiError(error) && error.code === 'not_found' ? lostBytes(original) : error;
    });
  await service.storage.put(key, made);
  return made;
}

/** The bytes of a rendition, kept or made now. @throws ApiError like `makeRendition` */
export async function renditionBytes(
  service: Service,
  file: RenderedFile,
  rendition: Rendition,
): Promise<Buffer> {
  const name = nameOf(rendition, { mime: file.mime_type });
  const stream = await service.storage.read(renditionKey(file.sha256, name));
  if (!stream) return makeRendition(service, file, rendition, name);
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Longest side of the picture that watermarks are scaled from: 16 MiB decoded. */
const markSide = 2048;

/**
 * The picture of a watermark, as PNG.
 *
 * @throws ApiError unavailable if it can't be drawn; rate_limited when too many pictures wait.
 */
async function markBytes(service: Service, { file, preset }: Mark): Promise<Buffer> {
  const whole = { w: markSide, h: markSide, fit: 'inside', q: defaultQuality, f: 'png' } as const;
  try {
    return await renditionBytes(service, file, { ...whole, ...(isSvg(file.mime_type) && { scaled: true }) });
  } catch (error) {
    if (!isApiError(error) || error.code === 'rate_limited') throw error;
    // What will do after a while says so itself.
    if (isPassing(error)) throw error;
    throw unusableMark(preset, "the file can't be drawn", error);
  }
}

const isSvg = (mime: string): boolean => mime.startsWith('image/svg');

const isPassing = ({ detail }: ApiError): boolean =>
  typeof detail === 'object' && detail !== null && 'retryAfterSeconds' in detail;
