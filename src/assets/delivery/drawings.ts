// What previewers of other modules draw of originals: kept beside the renditions, which are made of it.
import { ApiError, isApiError } from '../../core/errors.ts';
import { reportFailure } from '../../core/failures.ts';
import type { Service } from '../../core/service.ts';
import { blobKey, renditionKey } from '../../core/storage/contract.ts';
import { withFile } from '../../lib/media-probe/file-parts.ts';
import { missOf } from '../metadata/extractors.ts';
import { draw, previewerOf } from '../metadata/previewers.ts';

/**
 * The key of the picture that renditions of this file are made of: the original, or what a previewer draws of it.
 * @throws ApiError not_found if the bytes don't exist; unavailable if the previewer fails.
 */
export async function drawn(
  service: Service,
  { sha256, mime }: { sha256: string; mime: string },
): Promise<string> {
  const original = blobKey(sha256);
  const previewer = previewerOf(mime);
  if (!previewer) return original;
  const key = renditionKey(sha256, `drawn-${previewer.name}`);
  if ((await service.storage.stat(key)) !== null) return key;
  try {
    const picture = await service.storage.withFile(original, (path) =>
      withFile(path, (file) => draw(previewer, file, mime)),
    );
    await service.storage.put(key, picture);
    service.failures.recovered(missOf(previewer, null).what);
    return key;
  } catch (error) {
    if (isApiError(error)) throw error;
    const { what } = missOf(previewer, error);
    reportFailure(service, what, error);
    throw new ApiError(
      'unavailable',
      "This file has no preview. Use the original; the reason is in the server's log.",
      undefined,
      { cause: error },
    );
  }
}
