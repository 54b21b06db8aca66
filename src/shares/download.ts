// Everything that a link shows as one zip, with the usage rights of its files.
import { demandBytes, zipOf, type Zip } from '../assets/delivery/download.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { rightsFile, rightsText } from '../sharing/rights-text.ts';
import { originalsShared } from './contents.ts';
import type { OpenShare } from './open-share.ts';

/** Files in one zip. */
const mostFiles = 2000;

/** @throws ApiError forbidden if the link allows no downloads; conflict if there is nothing to download, or too much; unavailable if a file is missing */
export async function shareDownload(service: Service, share: OpenShare): Promise<{ zip: Zip; name: string }> {
  const { kind, name, organization, allowDownloads } = share;
  if (kind === 'review' && !allowDownloads)
    throw new ApiError(
      'forbidden',
      "This link doesn't allow downloads. Ask the person who gave it to you for the files.",
    );
  const files = await originalsShared(service.db, share, mostFiles + 1);
  if (files.length === 0)
    throw new ApiError('conflict', 'There are no files to download here at the moment.');
  if (files.length > mostFiles)
    throw new ApiError('conflict', `These are more than ${mostFiles} files. Download them one by one.`);
  await demandBytes(service.storage, files);
  const text = rightsText({ title: name, from: organization, files });
  return { zip: zipOf(service.storage, files, [{ name: rightsFile, text }]), name };
}
