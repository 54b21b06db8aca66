// Makes renditions, each once, and keeps them by the hash of the file, how it's cropped, and their canonical transform.
import { isApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { lostBytes } from '../../core/storage/checked.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { creditsOf } from './credits.ts';
import { drawnSoon } from './drawings.ts';
import { canonical, type Rendition } from './parse-transform.ts';
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
  const { crop, focus, mining, animated } = rendition;
  const rest = [
    // Made before there were any, they stood still.
    ...(animated ? ['animated'] : []),
    ...(crop ? [`crop_${crop.x}_${crop.y}_${crop.width}_${crop.height}`] : []),
    ...(focus ? [`at_${focus.x}_${focus.y}`] : []),
    ...(mining ? [`mining_${mining}`] : []),
  ];
  return `${[canonical(rendition, source), ...rest].join('-')}.${edition}`;
}

/**
 * Makes a rendition and keeps it, unless that is being done already.
 *
 * @param name from `nameOf`
 * @throws ApiError rate_limited when too many wait; unavailable, unsupported and invalid for files that can't be drawn.
 */
export function makeRendition(
  service: Service,
  file: RenderedFile,
  rendition: Rendition,
  name: string,
): Promise<Buffer> {
  const key = renditionKey(file.sha256, name);
  return rendererOf(service, file.mime_type).renderOnce(key, () => render(service, file, rendition, key));
}

/** Renders an original, or what a previewer draws of it, and keeps the picture under `key`. */
async function render(
  service: Service,
  { sha256, mime_type: mime, filesize: size }: RenderedFile,
  rendition: Rendition,
  key: string,
): Promise<Buffer> {
  const failures = decodeFailures(service.storage, sha256);
  const original = blobKey(sha256);
  const made = await drawnSoon(service, { sha256, mime, page: rendition.page })
    .then((source) =>
      service.storage.withFile(source, async (path) => {
        const read = { sha256, mime, size, path: source === original ? path : null };
        return renderFile(path, rendition, {
          failures,
          credits: await creditsOf(service, read, rendition.mining),
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
