// Everything that a link shows as one zip, with the usage rights of its files.
import type { Zip } from '../assets/delivery/download.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { mostFiles, zipWithRights } from '../sharing/zip.ts';
import { originalsShared } from './contents.ts';
import type { OpenShare } from './open-share.ts';

/** @throws ApiError forbidden if the link allows no downloads; conflict if there is nothing to download, or too much; unavailable if a file is missing */
export async function shareDownload(service: Service, share: OpenShare): Promise<{ zip: Zip; name: string }> {
  const { kind, name, organization, allowDownloads } = share;
  if (kind === 'review' && !allowDownloads)
    throw new ApiError(
      'forbidden',
      "This link doesn't allow downloads. Ask the person who gave it to you for the files.",
    );
  const files = await originalsShared(service.db, share, mostFiles + 1);
  return { zip: await zipWithRights(service, { title: name, from: organization, files }), name };
}
