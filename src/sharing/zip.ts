// Files that visitors download together: one zip, with the usage rights of each.
import { demandBytes, zipOf, type Original, type Zip } from '../assets/delivery/download.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { rightsFile, rightsText, type FileWithRights } from './rights-text.ts';

/** Files in one zip. Read one more, so that too many are noticed. */
export const mostFiles = 2000;

export type OriginalWithRights = Original & FileWithRights;

/** @throws ApiError conflict if there is nothing to download, or too much; unavailable if a file is missing */
export async function zipWithRights(
  { storage }: Service,
  about: { title: string; from: string; terms?: string | null; files: readonly OriginalWithRights[] },
): Promise<Zip> {
  const { files } = about;
  if (files.length === 0)
    throw new ApiError('conflict', 'There are no files to download here at the moment.');
  if (files.length > mostFiles)
    throw new ApiError('conflict', `There are more than ${mostFiles} files here. Download them one by one.`);
  await demandBytes(storage, files);
  return zipOf(storage, files, [{ name: rightsFile, text: rightsText(about) }]);
}
