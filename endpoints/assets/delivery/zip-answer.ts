// The answer that streams a zip.
import contentDisposition from 'content-disposition';
import type { Zip } from '../../../src/assets/delivery/download.ts';
import { Answer } from '../../../src/core/operation.ts';

/** @param name of the file, without its extension. */
export const zipAnswer = (zip: Zip, name: string) =>
  new Answer(
    200,
    { kind: 'stream', open: () => zip.open() },
    {
      'content-type': 'application/zip',
      'content-length': String(zip.size),
      'content-disposition': contentDisposition(`${name.replace(/[\\/:*?"<>|]/g, '_')}.zip`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'none',
    },
  );
